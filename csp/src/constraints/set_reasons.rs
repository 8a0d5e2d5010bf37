//! Reasons of members that take all values of one of several sets, each a different one: cages, sums of different
//! variables, lines whose values form a set.
//!
//! A set is impossible if n members have fewer than n of its values (Hall 1935): the reason is that each of them has
//! lost all other values of the set.
//!
//! ```text
//!   sets      {1, 6, 8}  {2, 5, 8}  {3, 4, 8}  ...
//!   x = 6?    {1, 8} is left for y in {1, 3} and z in {1, 3}: neither has 8
//! ```
//!
//! One fact often excludes several sets, so each set is first tested with the facts added before.

use smallvec::SmallVec;

use crate::base::bits::single_bits;
use crate::constraints::aligned::AlignedDomain;
use crate::constraints::neighbours::CommonNeighbours;
use crate::engine::reasons::{Query, Why};
use crate::engine::store::Slot;

/// Domains of the members, bit 0 standing for the same value in all.
type Domains = SmallVec<[u64; 16]>;

/// Members that cannot all take different values of a set.
struct Shortage {
    /// One bit each.
    members: u64,
    /// The values of the set that these members have.
    values: u64,
}

/// A question: why can the members not take any of some sets, under a supposition?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// A member, and the value that it would take.
    taken: Option<(usize, u64)>,
    /// A value that no member would take.
    absent: u64,
}

impl Question {
    /// The question without a supposition.
    pub const ANY: Question = Question { taken: None, absent: 0 };

    /// Returns the values of a set that the members, except the one with a supposed value, would have to take; `None`
    /// if the set need not be excluded.
    fn rest(&self, set: u64) -> Option<u64> {
        let taken = self.taken.map_or(0, |(_, value)| value);
        (set & taken == taken && set & self.absent == 0).then_some(set & !taken)
    }
}

/// The current domains, and the domains with only the removals that were added as facts.
pub(crate) struct SetReasons<'a> {
    members: &'a [AlignedDomain],
    now: Domains,
    stated: Domains,
}

impl<'a> SetReasons<'a> {
    pub fn new(members: &'a [AlignedDomain], why: &Why<'_>) -> SetReasons<'a> {
        let root = |member: &AlignedDomain| why.root_word(member.slot).rotate_left(member.rotation);
        SetReasons {
            members,
            now: members.iter().map(|member| member.read(why.store())).collect(),
            stated: members.iter().map(root).collect(),
        }
    }

    /// Adds that a member has none of the values.
    fn exclude_values(&mut self, member: usize, values: u64) {
        self.stated[member] &= !values;
    }

    /// Returns whether the added facts exclude a set.
    pub fn is_excluded(&self, set: u64, question: Question) -> bool {
        question
            .rest(set)
            .is_none_or(|rest| shortage(&self.stated, rest, question.taken.map(|(at, _)| at)).is_some())
    }

    /// Explains why the members cannot take the values of a set. Returns false if they can.
    pub fn exclude(&mut self, set: u64, question: Question) -> bool {
        let Some(rest) = question.rest(set).filter(|_| !self.is_excluded(set, question)) else { return true };
        let besides = question.taken.map(|(at, _)| at);
        let without_value = |&member: &usize| Some(member) != besides && self.now[member] & rest == 0;
        let empty = (0..self.now.len()).filter(without_value);
        // The member about which most facts were added.
        let found = match empty.min_by_key(|&member| (self.stated[member] & rest).count_ones()) {
            Some(member) => Some(Shortage { members: 1 << member, values: 0 }),
            None => shortage(&self.now, rest, besides),
        };
        let Some(Shortage { members, values }) = found else { return false };
        for member in (0..self.now.len()).filter(|member| members >> member & 1 != 0) {
            self.exclude_values(member, rest & !values);
        }
        true
    }

    /// Explains why no set is left for the query. `exclude` excludes all sets that a question is about.
    ///
    /// A neighbour differs from some of the members: it lost a value because these are the only ones that have
    /// it, and some member must take it.
    pub fn answer(
        &mut self,
        neighbours: &CommonNeighbours,
        (slot, bits): (Option<Slot>, u64),
        mut exclude: impl FnMut(&mut SetReasons<'a>, Question) -> bool,
    ) -> bool {
        let Some(slot) = slot else { return exclude(self, Question::ANY) };
        if let Some(at) = self.members.iter().position(|member| member.slot == slot) {
            let mut values = single_bits(bits.rotate_left(self.members[at].rotation));
            return values.all(|value| exclude(self, Question { taken: Some((at, value)), ..Question::ANY }));
        }
        let Some(rotation) = neighbours.rotation(slot, self.members[0].rotation) else { return false };
        single_bits(bits.rotate_left(rotation)).all(|value| {
            // Members that have the value now had it when the value was removed from the slot.
            for member in 0..self.members.len() {
                if self.now[member] & value == 0 {
                    self.exclude_values(member, value);
                }
            }
            exclude(self, Question { absent: value, ..Question::ANY })
        })
    }

    /// Passes the added facts on to the explanation.
    pub fn tell(&self, why: &mut Why<'_>) {
        for ((member, &stated), &now) in self.members.iter().zip(&self.stated).zip(&self.now) {
            debug_assert_eq!(now & !stated, 0);
            why.only(member.slot, stated.rotate_right(member.rotation));
        }
    }
}

/// Explains that members take one of some sets. `exclude` excludes all sets that a question is about.
pub(crate) fn explain<'a>(
    members: &'a [AlignedDomain],
    neighbours: &CommonNeighbours,
    query: &Query,
    why: &mut Why<'_>,
    mut exclude: impl FnMut(&mut SetReasons<'a>, Question, &mut Why<'_>) -> bool,
) -> bool {
    let mut ask = |why: &mut Why<'_>, asked| {
        why.attempt(|why| {
            let mut reasons = SetReasons::new(members, why);
            let is_found =
                reasons.answer(neighbours, asked, |reasons, question| exclude(reasons, question, why));
            if is_found {
                reasons.tell(why);
            }
            is_found
        })
    };
    if ask(why, (query.slot(), query.bits())) {
        return true;
    }
    // A conflict: a neighbour has lost its last values.
    let Some(slot) = why.store().emptied().filter(|_| query.is_conflict()) else { return false };
    why.attempt(|why| {
        why.domain(slot);
        ask(why, (Some(slot), why.store().one_word(slot)))
    })
}

/// Matches members with values of a set. Returns members with too few values.
fn shortage(domains: &[u64], set: u64, besides: Option<usize>) -> Option<Shortage> {
    let mut holders = [u8::MAX; 64];
    (0..domains.len()).filter(|&member| Some(member) != besides).find_map(|member| {
        let mut seen = Shortage { members: 0, values: 0 };
        (!augment(domains, set, member, &mut holders, &mut seen)).then_some(seen)
    })
}

/// Assigns a value to a member by an augmenting path. Returns false if there is none; then the members that were seen
/// have too few values.
fn augment(domains: &[u64], set: u64, member: usize, holders: &mut [u8; 64], seen: &mut Shortage) -> bool {
    seen.members |= 1 << member;
    loop {
        let fresh = domains[member] & set & !seen.values;
        if fresh == 0 {
            return false;
        }
        let value = fresh.trailing_zeros() as usize;
        seen.values |= 1 << value;
        let holder = holders[value];
        if holder == u8::MAX || augment(domains, set, holder.into(), holders, seen) {
            holders[value] = member as u8;
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_has_fewer_values_than_members() {
        let (mut short, mut enough) = (0, 0);
        for code in 0..1_u32 << 12 {
            let domains: Vec<u64> = (0..4).map(|at| u64::from(code >> (3 * at) & 7)).collect();
            for (set, besides) in [(0b111, Some(2)), (0b101, Some(0)), (0b111, None)] {
                match shortage(&domains, set, besides) {
                    Some(Shortage { members, values }) => {
                        let short_of: Vec<usize> = (0..4).filter(|at| members >> at & 1 != 0).collect();
                        let own = short_of.iter().fold(0, |all, &at| all | domains[at] & set);
                        assert!(own == values && (values.count_ones() as usize) < short_of.len());
                        assert!(besides.is_none_or(|besides| !short_of.contains(&besides)));
                        short += 1;
                    }
                    None => enough += 1,
                }
            }
        }
        assert!(short > 1000 && enough > 500, "{short} {enough}");
    }
}

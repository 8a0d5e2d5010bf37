//! Reasons of a cage: why sets of values with the right sum are impossible.
//!
//! The members take the values of one set, each another one. That is impossible if some members have fewer
//! values of the set than they are many (Hall 1935): then each of them has lost all other values of the set.
//!
//! ```text
//!   sets      {1, 6, 8}  {2, 5, 8}  {3, 4, 8}  ...
//!   x = 6?    {1, 8} is left for y in {1, 3} and z in {1, 3}: neither has 8
//! ```
//!
//! One fact often excludes several sets, so each set is first tried with what was said before.

use smallvec::SmallVec;

use super::super::bounds::PartsEqual;
use super::super::parts::Part;
use super::Cage;
use crate::constraints::aligned::AlignedDomain;
use crate::engine::propagator::Propagator;
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Slot, View};

/// Domains of the members, bit 0 being the cage's least value.
type Domains = SmallVec<[u64; 16]>;

/// Members that cannot all take different values of a set.
struct Shortage {
    /// One bit each.
    members: u32,
    /// The values of the set that they have.
    values: u64,
}

/// The domains as they are, and as they would be if only the facts that were said had happened.
struct SetReasons {
    now: Domains,
    said: Domains,
}

impl SetReasons {
    /// Says that a member has none of the values.
    fn say(&mut self, member: usize, values: u64) {
        self.said[member] &= !values;
    }

    /// Says why the members, without `besides`, cannot take the values of a set of their number. Returns
    /// false if they can.
    fn exclude(&mut self, set: u64, besides: Option<usize>) -> bool {
        if shortage(&self.said, set, besides).is_some() {
            return true;
        }
        let without_value = |&member: &usize| Some(member) != besides && self.now[member] & set == 0;
        let empty = (0..self.now.len()).filter(without_value);
        // The member of which most is said.
        let found = match empty.min_by_key(|&member| (self.said[member] & set).count_ones()) {
            Some(member) => Some(Shortage { members: 1 << member, values: 0 }),
            None => shortage(&self.now, set, besides),
        };
        let Some(Shortage { members, values }) = found else { return false };
        for member in (0..self.now.len()).filter(|member| members >> member & 1 != 0) {
            self.say(member, set & !values);
        }
        true
    }
}

impl Cage {
    /// Says which values the members have lost so that no set of values is left, for what is asked.
    pub(super) fn explain_by_sets(&self, sets: &[u64], query: &Query, why: &mut Why<'_>) -> bool {
        let root = |member: &AlignedDomain| why.root_word(member.slot).rotate_left(member.rotation);
        let mut reasons = SetReasons {
            now: self.members.iter().map(|member| member.read(why.store())).collect(),
            said: self.members.iter().map(root).collect::<Domains>(),
        };
        let is_found = match query.slot() {
            None => sets.iter().all(|&set| reasons.exclude(set, None)),
            Some(slot) => match self.members.iter().position(|member| member.slot == slot) {
                Some(at) => ones(query.bits().rotate_left(self.members[at].rotation)).all(|value| {
                    let mut with = sets.iter().filter(|&&set| set & value != 0);
                    with.all(|&set| reasons.exclude(set & !value, Some(at)))
                }),
                None => self.explain_neighbour(sets, slot, query.bits(), &mut reasons),
            },
        };
        if is_found {
            for ((member, &said), &now) in self.members.iter().zip(&reasons.said).zip(&reasons.now) {
                debug_assert_eq!(now & !said, 0);
                why.only(member.slot, said.rotate_right(member.rotation));
            }
        }
        is_found
    }

    /// Explains that a neighbour lost values: each must occur, and only in members that differ from it.
    fn explain_neighbour(&self, sets: &[u64], slot: Slot, bits: u64, reasons: &mut SetReasons) -> bool {
        let Some(rotation) = self.neighbours.rotation(slot, self.members[0].rotation) else { return false };
        ones(bits.rotate_left(rotation)).all(|value| {
            // Those that have the value still had it when it was removed.
            for member in 0..self.members.len() {
                if reasons.now[member] & value == 0 {
                    reasons.say(member, value);
                }
            }
            sets.iter().filter(|&&set| set & value == 0).all(|&set| reasons.exclude(set, None))
        })
    }

    /// Explains bounds, if there are no sets.
    pub(super) fn explain_by_bounds(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let view = |member: &AlignedDomain| {
            let first = member.read(why.store()).trailing_zeros() as i32;
            View { slot: member.slot, offset: first - why.store().min(member.slot.into()) }
        };
        let views: SmallVec<[View; 10]> = self.members.iter().map(view).collect();
        let is_beyond = |&view: &View| {
            query.intervals(view).iter().all(|&(low, high)| {
                query.at_least(view).is_some_and(|bound| high < bound)
                    || query.at_most(view).is_some_and(|bound| low > bound)
            })
        };
        views.iter().all(is_beyond) && {
            let part = Part { coefficient: 1, views };
            PartsEqual::new(&[part], self.total.into()).explain(query, why)
        }
    }
}

/// Iterates over the single bits of a word.
fn ones(word: u64) -> impl Iterator<Item = u64> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Matches members with values of a set. Returns members that have too few of them.
fn shortage(domains: &[u64], set: u64, besides: Option<usize>) -> Option<Shortage> {
    let mut holders = [u8::MAX; 64];
    (0..domains.len()).filter(|&member| Some(member) != besides).find_map(|member| {
        let mut seen = Shortage { members: 0, values: 0 };
        (!augment(domains, set, member, &mut holders, &mut seen)).then_some(seen)
    })
}

/// Gives a member a value, by exchanges with those that hold one. Returns false if there is none; then those
/// that were seen have too few.
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

//! Variables around a cage that differ from several of its members: a value that the cage surely has, in one of some
//! members, is none of theirs if they differ from all of these.
//!
//! ```text
//!   a a  | . .      a + a has a 9 for sure, in one of the two: no dot is 9
//!   . .  |
//! ```

use smallvec::SmallVec;

use crate::compile::{Group, Sources};
use crate::engine::Engine;
use crate::presolve::membership::Memberships;
use crate::store::{Conflict, Shape, Slot, Store, View};

/// A cage has fewer members than this.
type Members = u32;

/// Of those that are members.
const INSIDE: Members = Members::MAX;

#[derive(Debug, Default)]
pub(super) struct Around {
    /// By the members from which they differ.
    seers: SmallVec<[Seers; 4]>,
    /// Their slots, one after the other, and how far to turn what they lose.
    slots: Box<[(Slot, u32)]>,
}

/// Variables that differ from the same members, at least two.
#[derive(Clone, Copy, Debug)]
struct Seers {
    members: Members,
    /// Where their slots end.
    end: u32,
}

/// Where is looked: around these members of a cage with values from `low` on.
#[derive(Clone, Copy)]
struct Look<'a> {
    memberships: &'a Memberships,
    groups: &'a [Group],
    store: &'a Store,
    views: &'a [View],
    low: i32,
}

impl Look<'_> {
    /// The members from which a variable differs at one offset, the first.
    fn members_at(self, slot: Slot) -> (Members, i32) {
        let (mut members, mut known) = (0, 0);
        for (at, view) in self.views.iter().enumerate() {
            for (group, own) in self.memberships.of(view.slot) {
                for other in self.groups[group as usize].members.iter().filter(|other| other.slot == slot) {
                    let offset = other.offset + view.offset - own;
                    if members == 0 {
                        known = offset;
                    }
                    members |= if known == offset { 1 << at } else { 0 };
                }
            }
        }
        (members, known)
    }
}

/// Those that differ from several members, as they are found.
#[derive(Debug, Default, PartialEq)]
struct Several {
    /// The members and the slot as one number each, which is compared sooner than two.
    keys: SmallVec<[u64; 32]>,
    /// At which offset they differ from the members, where it is not 0.
    offsets: SmallVec<[(Slot, i32); 4]>,
}

impl Several {
    fn push(&mut self, members: Members, slot: Slot, offset: i32) {
        self.keys.push(u64::from(members) << 32 | u64::from(slot.0));
        if offset != 0 {
            self.offsets.push((slot, offset));
        }
    }

    fn offset(&self, slot: Slot) -> i32 {
        self.offsets.iter().find(|&&(other, _)| other == slot).map_or(0, |&(_, offset)| offset)
    }

    /// Where no member has an offset anywhere: the bits of all that they differ from are looked at together.
    fn find_by_bits(&mut self, look: Look<'_>) {
        let Look { memberships, store, views, low, .. } = look;
        let mut near: SmallVec<[u64; 16]> = SmallVec::new();
        for word in 0..memberships.near_words() {
            near.clear();
            let (mut once, mut twice, mut inside) = (0, 0, 0);
            for &View { slot, .. } in views {
                let seen = memberships.near(slot, word);
                near.push(seen);
                twice |= once & seen;
                once |= seen;
                inside |= if slot.0 as usize / 64 == word { 1 << (slot.0 % 64) } else { 0 };
            }
            let mut left = twice & !inside;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let slot = Slot(word as u32 * 64 + bit);
                let (members, offset) = if memberships.has_offset(slot) {
                    look.members_at(slot)
                } else {
                    let seen = |members, near: &u64| members << 1 | (near >> bit & 1) as Members;
                    (near.iter().rev().fold(0, seen), 0)
                };
                if members.count_ones() > 1 && fits(store, View { slot, offset }, low) {
                    self.push(members, slot, offset);
                }
            }
        }
    }

    /// All that differ from any member, one after the other.
    fn find_by_offsets(&mut self, look: Look<'_>) {
        let Look { memberships, groups, store, views, low } = look;
        // For each slot from whom it differs, and at which offset. One that differs at several is seen at the first.
        let mut members: Vec<(Members, i32)> = vec![(0, 0); store.words().len()];
        views.iter().for_each(|view| members[view.slot.0 as usize].0 = INSIDE);
        let mut several: SmallVec<[View; 32]> = SmallVec::new();
        for (at, view) in views.iter().enumerate() {
            for (group, offset) in memberships.of(view.slot) {
                for other in &groups[group as usize].members {
                    let offset = other.offset + view.offset - offset;
                    let (members, known) = &mut members[other.slot.0 as usize];
                    if *members == 0 {
                        (*members, *known) = (1 << at, offset);
                    } else if *members != INSIDE && *known == offset && *members >> at & 1 == 0 {
                        let other = View { offset, ..*other };
                        if members.is_power_of_two() && fits(store, other, low) {
                            several.push(other);
                        }
                        *members |= 1 << at;
                    }
                }
            }
        }
        for View { slot, offset } in several {
            self.push(members[slot.0 as usize].0, slot, offset);
        }
    }
}

impl Around {
    /// Of a cage with values from `low` on. Adds the constraints that it rests on.
    pub fn new(engine: &mut Engine, views: &[View], low: i32, sources: &mut Sources) -> Around {
        let (memberships, groups, store) = engine.memberships();
        let is_plain = |view: &View| view.offset == 0 && !memberships.has_offset(view.slot);
        let look = Look { memberships, groups, store, views, low };
        let mut several = Several::default();
        if memberships.near_words() > 0 && views.iter().all(is_plain) {
            several.find_by_bits(look);
        } else {
            several.find_by_offsets(look);
        }
        several.keys.sort_unstable();
        let mut seers: SmallVec<[Seers; 4]> = SmallVec::new();
        for (&key, end) in several.keys.iter().zip(1..) {
            let members = (key >> 32) as Members;
            match seers.last_mut() {
                Some(seers) if seers.members == members => seers.end = end,
                _ => seers.push(Seers { members, end }),
            }
        }
        let slot = |&key: &u64| {
            let slot = Slot(key as u32);
            (slot, (store.base(slot) + several.offset(slot) - low) as u32)
        };
        let slots = several.keys.iter().map(slot).collect();
        if !seers.is_empty() {
            let mut added: SmallVec<[u32; 32]> = SmallVec::new();
            for (group, _) in views.iter().flat_map(|view| memberships.of(view.slot)) {
                if !added.contains(&group) {
                    added.push(group);
                    groups[group as usize].sources.iter().for_each(|&source| sources.push(source));
                }
            }
        }
        Around { seers, slots }
    }

    pub fn is_empty(&self) -> bool {
        self.seers.is_empty()
    }

    /// Each of the values wanted stands in a member that has it, by its domain.
    #[inline]
    pub fn take(
        &self,
        store: &mut Store,
        wanted: u64,
        domains: impl Iterator<Item = (usize, u64)> + Clone,
    ) -> Result<(), Conflict> {
        let mut begin = 0_u32;
        for &Seers { members, end } in &self.seers[..] {
            let slots = &self.slots[std::mem::replace(&mut begin, end) as usize..end as usize];
            // What no other member has.
            let others = domains.clone().filter(|(member, _)| members >> member & 1 == 0);
            let gone = others.fold(wanted, |gone, (_, domain)| gone & !domain);
            if gone != 0 {
                for &(slot, turn) in slots {
                    store.keep(slot, !gone.rotate_right(turn))?;
                }
            }
        }
        Ok(())
    }
}

/// Whether all its values have a bit.
fn fits(store: &Store, view: View, low: i32) -> bool {
    let from = i64::from(store.base(view.slot)) + i64::from(view.offset) - i64::from(low);
    let most = i64::from(store.max(view)) - i64::from(low);
    store.shape(view.slot) == Shape::Word && (0..64).contains(&from) && most < 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Model, Var};
    use crate::{Config, all_different};

    /// Random groups over more than a word of variables, some of which have values beyond the cage's, and some of which
    /// are others with an offset.
    #[test]
    fn bits_see_what_offsets_see() {
        let mut random = 1_u32;
        let mut below = |end: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((random >> 8) % end) as usize
        };
        let (mut plain, mut with_offsets) = (0, 0);
        for _ in 0..100 {
            let mut model = Model::new();
            let vars: Vec<Var> =
                (0..90).map(|_| model.var(0..=if below(9) == 0 { 70 } else { 40 })).collect();
            for _ in 0..4 {
                model.post(vars[below(90)].eq(vars[below(90)] + 1 + below(2) as i32));
            }
            for _ in 0..40 {
                let mut group: Vec<Var> = (0..4 + below(10)).map(|_| vars[below(90)]).collect();
                group.sort_unstable();
                group.dedup();
                model.post(all_different(group));
            }
            let mut engine = model.compile(&Config::default()).unwrap();
            let mut views: Vec<View> = (0..6).map(|_| engine.view(vars[below(90)])).collect();
            let (memberships, groups, store) = engine.memberships();
            assert!(memberships.near_words() > 0);
            views.retain(|view| view.offset == 0 && !memberships.has_offset(view.slot));
            views.sort_unstable_by_key(|view| view.slot);
            views.dedup();
            let [mut bits, mut offsets] = [Several::default(), Several::default()];
            let look = Look { memberships, groups, store, views: &views, low: 0 };
            bits.find_by_bits(look);
            offsets.find_by_offsets(look);
            for several in [&mut bits, &mut offsets] {
                several.keys.sort_unstable();
                several.offsets.sort_unstable();
            }
            assert_eq!(bits, offsets);
            plain += bits.keys.len();
            with_offsets += bits.offsets.len();
        }
        assert!(plain > 100 && with_offsets > 0, "{plain} {with_offsets}");
    }
}

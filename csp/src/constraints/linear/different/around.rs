//! Variables around a cage that differ from several of its members: a value that the cage surely has, in one of some
//! members, is none of theirs if they differ from all of these.
//!
//! ```text
//!   a a  | . .      a + a has a 9 for sure, in one of the two: no dot is 9
//!   . .  |
//! ```

use smallvec::SmallVec;

use crate::compile::Sources;
use crate::engine::Engine;
use crate::store::{Conflict, Shape, Slot, Store, View};

/// A cage has fewer members than this.
type Members = u32;

/// Of those that are members.
const INSIDE: Members = Members::MAX;

#[derive(Debug, Default)]
pub(super) struct Around {
    /// By the members from which they differ.
    seers: Box<[Seers]>,
    /// Their slots, one after the other, and how far to turn what they lose.
    slots: Box<[(Slot, u32)]>,
}

/// Variables that differ from the same members, at least two.
#[derive(Clone, Copy, Debug)]
struct Seers {
    members: Members,
    /// Where their slots end.
    end: usize,
}

impl Around {
    /// Of a cage with values from `low` on, and the constraints that it rests on.
    pub fn new(engine: &mut Engine, views: &[View], low: i32) -> (Around, Sources) {
        let (memberships, all_groups, store) = engine.memberships();
        // For each slot from whom it differs, and at which offset. One that differs at several is seen at the first.
        let mut members: Vec<(Members, i32)> = vec![(0, 0); store.words().len()];
        views.iter().for_each(|view| members[view.slot.0 as usize].0 = INSIDE);
        let mut groups: SmallVec<[u32; 32]> = SmallVec::new();
        let mut several: SmallVec<[u64; 32]> = SmallVec::new();
        for (at, view) in views.iter().enumerate() {
            for (group, offset) in memberships.of(view.slot) {
                groups.push(group);
                for other in &all_groups[group as usize].members {
                    let offset = other.offset + view.offset - offset;
                    let (members, known) = &mut members[other.slot.0 as usize];
                    if *members == 0 {
                        (*members, *known) = (1 << at, offset);
                    } else if *members != INSIDE && *known == offset && *members >> at & 1 == 0 {
                        if members.is_power_of_two() && fits(store, View { offset, ..*other }, low) {
                            several.push(other.slot.0.into());
                        }
                        *members |= 1 << at;
                    }
                }
            }
        }
        // By members and slot: one number is compared sooner than two.
        several.iter_mut().for_each(|slot| *slot |= u64::from(members[*slot as usize].0) << 32);
        several.sort_unstable();
        let mut seers: SmallVec<[Seers; 16]> = SmallVec::new();
        for (&seer, end) in several.iter().zip(1..) {
            let members = (seer >> 32) as Members;
            match seers.last_mut() {
                Some(seers) if seers.members == members => seers.end = end,
                _ => seers.push(Seers { members, end }),
            }
        }
        let slot = |&seer: &u64| {
            let slot = Slot(seer as u32);
            (slot, (store.base(slot) + members[slot.0 as usize].1 - low) as u32)
        };
        let slots = several.iter().map(slot).collect();
        let mut sources = Sources::new();
        if !seers.is_empty() {
            groups.sort_unstable();
            groups.dedup();
            groups.iter().for_each(|&group| sources.extend_from_slice(&all_groups[group as usize].sources));
        }
        (Around { seers: seers[..].into(), slots }, sources)
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
        let mut begin = 0;
        for &Seers { members, end } in &self.seers {
            let slots = &self.slots[std::mem::replace(&mut begin, end)..end];
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

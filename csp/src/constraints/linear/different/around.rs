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
}

/// Variables that differ from the same members, at least two.
#[derive(Debug)]
struct Seers {
    members: Members,
    slots: Box<[(Slot, u32)]>,
}

impl Around {
    /// Of a cage with values from `low` on, and the constraints that it rests on.
    pub fn new(engine: &mut Engine, views: &[View], low: i32) -> (Around, Sources) {
        let memberships = engine.memberships();
        let places = |(at, view): (usize, &View)| memberships.of(view.slot).map(move |place| (at, place));
        let places: SmallVec<[(usize, (u32, i32)); 16]> = views.iter().enumerate().flat_map(places).collect();
        // For each slot from whom it differs, and at which offset. One that differs at several is seen at the first.
        let mut members: Vec<(Members, i32)> = vec![(0, 0); engine.store.words().len()];
        views.iter().for_each(|view| members[view.slot.0 as usize].0 = INSIDE);
        let mut seen: SmallVec<[View; 32]> = SmallVec::new();
        let mut groups: SmallVec<[u32; 16]> = SmallVec::new();
        for (at, (group, offset)) in places {
            for other in &engine.groups[group as usize].members {
                let other = other.plus(views[at].offset - offset);
                let (members, known) = &mut members[other.slot.0 as usize];
                if *members == 0 {
                    *known = other.offset;
                    seen.push(other);
                }
                if *members != INSIDE && *known == other.offset {
                    *members |= 1 << at;
                }
            }
            groups.push(group);
        }
        let members = |view: &View| members[view.slot.0 as usize].0;
        let store = &engine.store;
        seen.retain(|view| members(view).count_ones() > 1 && fits(store, *view, low));
        seen.sort_unstable_by_key(|view| (members(view), view.slot));
        groups.sort_unstable();
        groups.dedup();
        let slot = |view: &View| (view.slot, (store.base(view.slot) + view.offset - low) as u32);
        let seers = seen.chunk_by(|a, b| members(a) == members(b));
        let seers: Box<[Seers]> = seers
            .map(|seers| Seers { members: members(&seers[0]), slots: seers.iter().map(slot).collect() })
            .collect();
        let mut sources = Sources::new();
        if !seers.is_empty() {
            groups.iter().for_each(|&group| {
                sources.extend_from_slice(&engine.groups[group as usize].sources);
            });
        }
        (Around { seers }, sources)
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
        for Seers { members, slots } in &self.seers {
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

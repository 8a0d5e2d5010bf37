//! The parts of needed facts that an entry of the trail made true.

use smallvec::SmallVec;

use super::literal::SetLiteral;
use super::root::Root;
use super::why::Query;
use crate::engine::Engine;
use crate::engine::store::Slot;

/// Parts of a need that an entry of the trail made true.
pub(super) struct Hit {
    pub slot: Slot,
    /// Values that the entry removed, as bits of the word of a domain within 64 values; the other fields are empty then.
    pub bits: u64,
    /// The needed lower bound, if the entry reached it.
    pub at_least: Option<i32>,
    /// The needed upper bound, if the entry reached it.
    pub at_most: Option<i32>,
    /// Needed absences of single values that the entry brought about.
    pub holes: SmallVec<[i32; 4]>,
}

impl Hit {
    /// Returns the query about the entry; `now` is the first word that the entry wrote. Adds as facts the holes that a
    /// bound of a wide domain has skipped: the query is only about values that were removed.
    pub fn query(&self, engine: &Engine, now: u64, root: &Root, facts: &mut Vec<SetLiteral>) -> Query {
        let (slot, store) = (self.slot, &engine.store);
        if self.bits != 0 {
            return Query::removed(slot, store.base(slot), self.bits, now);
        }
        let is_left = |&value: &i32| store.contains(slot.into(), value);
        let mut skip = |holes: std::ops::Range<i32>| {
            let lost = holes.filter(|&hole| root.contains(slot, hole.into(), store));
            facts.extend(lost.map(|hole| SetLiteral::is(slot, hole)));
        };
        let (low, high) = store.bounds(slot.into());
        let at_least = self.at_least.map(|bound| {
            let removed = (low..bound).rev().find(is_left).expect("the old bound was removed");
            skip(removed + 1..bound);
            removed + 1
        });
        let at_most = self.at_most.map(|bound| {
            let removed = (bound + 1..=high).find(is_left).expect("the old bound was removed");
            skip(bound + 1..removed);
            removed - 1
        });
        Query::narrowed(slot, at_least, at_most, self.holes.clone())
    }

    /// Calls `each` with the literals that are false by this entry.
    pub fn literals(&self, mut each: impl FnMut(SetLiteral)) {
        let slot = self.slot;
        if self.bits != 0 {
            each(SetLiteral::within(slot, self.bits));
        }
        self.at_least.into_iter().for_each(|bound| each(SetLiteral::at_most(slot, bound - 1)));
        self.at_most.into_iter().for_each(|bound| each(SetLiteral::at_least(slot, bound + 1)));
        self.holes.iter().for_each(|&hole| each(SetLiteral::is(slot, hole)));
    }
}

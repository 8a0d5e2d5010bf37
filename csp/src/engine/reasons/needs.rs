//! Facts that an analysis needs: values that slots must have lost, and bounds that they must keep.

use smallvec::SmallVec;

use super::literal::{Form, SetLiteral};
use crate::engine::store::{Shape, Slot, Store};

/// The needed facts about a wider domain.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub at_least: Option<i32>,
    pub at_most: Option<i32>,
    pub holes: SmallVec<[i32; 4]>,
}

impl Bounds {
    pub fn is_empty(&self) -> bool {
        self.at_least.is_none() && self.at_most.is_none() && self.holes.is_empty()
    }
}

/// Facts by slot. A fact is the negation of a literal that is false.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// For a domain of one word the values that it must have lost. For a wider one all bits are set if anything is
    /// needed, so that one test tells whether an entry of the trail matters.
    masks: Vec<u64>,
    wide: Vec<Bounds>,
    /// For each slot of a wider domain its index in `wide`.
    places: Vec<u32>,
    /// The slots about which facts were needed, once each.
    touched: Vec<Slot>,
    is_touched: Vec<bool>,
}

impl Needs {
    pub fn grow(&mut self, store: &Store) {
        for slot in (self.places.len() as u32..store.words().len() as u32).map(Slot) {
            self.masks.push(0);
            self.is_touched.push(false);
            let is_wide = matches!(store.shape(slot), Shape::Wide | Shape::Range);
            self.places.push(if is_wide { self.wide.len() as u32 } else { u32::MAX });
            if is_wide {
                self.wide.push(Bounds::default());
            }
        }
    }

    #[inline(always)]
    pub fn mask(&self, slot: Slot) -> u64 {
        self.masks[slot.0 as usize]
    }

    pub fn bounds(&self, slot: Slot) -> &Bounds {
        &self.wide[self.places[slot.0 as usize] as usize]
    }

    pub fn bounds_mut(&mut self, slot: Slot) -> &mut Bounds {
        &mut self.wide[self.places[slot.0 as usize] as usize]
    }

    #[inline(always)]
    pub fn set_mask(&mut self, slot: Slot, mask: u64) {
        self.masks[slot.0 as usize] = mask;
    }

    /// Drops the mark of a wider domain if no fact about it is needed any more.
    pub fn settle(&mut self, slot: Slot) {
        let is_empty = self.bounds(slot).is_empty();
        self.masks[slot.0 as usize] = if is_empty { 0 } else { u64::MAX };
    }

    /// Adds the negation of a literal that is false in the store.
    #[inline]
    pub fn add(&mut self, literal: SetLiteral, store: &Store) {
        let slot = literal.slot;
        if !std::mem::replace(&mut self.is_touched[slot.0 as usize], true) {
            self.touched.push(slot);
        }
        if literal.form == Form::Within {
            self.masks[slot.0 as usize] |= literal.mask();
            return;
        }
        self.masks[slot.0 as usize] = u64::MAX;
        let value = literal.value();
        let (low, high) = store.bounds(slot.into());
        let bounds = self.bounds_mut(slot);
        match literal.form {
            // A value beyond a bound was removed with the bound, at the latest.
            Form::AtMost => bounds.raise(value + 1),
            Form::AtLeast => bounds.lower(value - 1),
            Form::Is if value < low => bounds.raise(value + 1),
            Form::Is if value > high => bounds.lower(value - 1),
            Form::Is if !bounds.holes.contains(&value) => bounds.holes.push(value),
            Form::Is | Form::Within => {}
        }
    }

    /// Returns whether the negation of the literal follows from the needs.
    #[inline]
    pub fn imply(&self, literal: SetLiteral) -> bool {
        let mask = self.mask(literal.slot);
        if literal.form == Form::Within {
            return literal.mask() & !mask == 0;
        }
        if mask == 0 {
            return false;
        }
        let Bounds { at_least, at_most, holes } = self.bounds(literal.slot);
        let value = literal.value();
        match literal.form {
            Form::AtMost => at_least.is_some_and(|bound| bound > value),
            Form::AtLeast => at_most.is_some_and(|bound| bound < value),
            _ => {
                at_least.is_some_and(|bound| bound > value)
                    || at_most.is_some_and(|bound| bound < value)
                    || holes.contains(&value)
            }
        }
    }

    /// Returns the slots about which facts were needed, once each.
    pub fn touched(&self) -> &[Slot] {
        &self.touched
    }

    pub fn clear(&mut self) {
        for slot in self.touched.drain(..) {
            self.masks[slot.0 as usize] = 0;
            self.is_touched[slot.0 as usize] = false;
            let place = self.places[slot.0 as usize];
            if place != u32::MAX {
                self.wide[place as usize] = Bounds::default();
            }
        }
    }
}

impl Bounds {
    fn raise(&mut self, bound: i32) {
        self.at_least = Some(self.at_least.map_or(bound, |known| known.max(bound)));
    }

    fn lower(&mut self, bound: i32) {
        self.at_most = Some(self.at_most.map_or(bound, |known| known.min(bound)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::values::Values;

    /// If it remained a hole, no entry of the trail would make it true: the value was removed with the bound.
    #[test]
    fn a_hole_that_a_bound_has_passed_is_a_bound() {
        for values in [0..=200, 0..=100_000] {
            let mut store = Store::default();
            let slot = store.add(&Values::from(values), 0);
            let mut needs = Needs::default();
            needs.grow(&store);
            store.at_least(slot.into(), 10).unwrap();
            store.at_most(slot.into(), 90).unwrap();
            [5, 95, 7, 93].into_iter().for_each(|value| needs.add(SetLiteral::is(slot, value), &store));
            let Bounds { at_least, at_most, holes } = needs.bounds(slot);
            assert_eq!((*at_least, *at_most, holes.len()), (Some(8), Some(92), 0));
            assert!(needs.imply(SetLiteral::is(slot, 3)) && !needs.imply(SetLiteral::is(slot, 8)));
            needs.clear();
            assert!(needs.bounds(slot).is_empty() && needs.mask(slot) == 0);
        }
        let mut store = Store::default();
        let wide = store.add(&Values::from(0..=200), 0);
        let mut needs = Needs::default();
        needs.grow(&store);
        store.remove(wide.into(), 50).unwrap();
        needs.add(SetLiteral::is(wide, 50), &store);
        assert_eq!(needs.bounds(wide).holes[..], [50]);
        assert!(needs.imply(SetLiteral::is(wide, 50)) && !needs.imply(SetLiteral::is(wide, 49)));
    }
}

//! The domains at the root. The removal of a value that they lack needs no reason.

use super::literal::{Form, SetLiteral};
use crate::base::bits::ones;
use crate::engine::store::{Shape, Slot, Store};

/// A copy of the words at the root.
#[derive(Debug, Default)]
pub(crate) struct Root {
    words: Vec<u64>,
    bounds: Vec<(i32, i32)>,
    /// The base of each slot.
    bases: Vec<i32>,
}

impl Root {
    pub fn new(store: &Store) -> Root {
        let words = store.words().to_vec();
        let slots = || (0..words.len() as u32).map(Slot);
        let bounds = slots().map(|slot| match store.shape(slot) {
            Shape::Other => (0, 0),
            _ => store.bounds(slot.into()),
        });
        let bounds = bounds.collect();
        let bases = slots().map(|slot| store.base(slot)).collect();
        Root { words, bounds, bases }
    }

    pub fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    pub fn word(&self, slot: Slot) -> u64 {
        self.words[slot.0 as usize]
    }

    #[inline(always)]
    pub fn bounds(&self, slot: Slot) -> (i32, i32) {
        self.bounds[slot.0 as usize]
    }

    /// Returns the part of a literal that the root leaves open: `None` if it was false there already.
    #[inline]
    pub fn relevant(&self, literal: SetLiteral, store: &Store) -> Option<SetLiteral> {
        let (low, high) = self.bounds(literal.slot);
        match literal.form {
            Form::Within => {
                let mask = literal.mask() & self.word(literal.slot);
                (mask != 0).then(|| SetLiteral::within(literal.slot, mask))
            }
            Form::AtMost => (low <= literal.value()).then_some(literal),
            Form::AtLeast => (literal.value() <= high).then_some(literal),
            // The clause may be older than the root, so a value may already be missing there.
            Form::Is => {
                let value = literal.value();
                let is_open =
                    (low..=high).contains(&value) && self.contains(literal.slot, value.into(), store);
                is_open.then_some(literal)
            }
        }
    }

    /// Returns whether a wide domain contained `value`.
    pub fn contains(&self, slot: Slot, value: i64, store: &Store) -> bool {
        store.contained_in(slot, value, |at| self.words[at])
    }

    /// Iterates over the values between its bounds that a wide domain has lost since.
    pub fn missing(&self, slot: Slot, store: &Store) -> impl Iterator<Item = i32> {
        let (low, high) = store.bounds(slot.into());
        let (first, base) = (slot.0 as usize + 1, self.bases[slot.0 as usize]);
        let words = self.words[first..][..store.inner_words(slot) as usize].iter().zip(store.bits(slot));
        words
            .zip(0..)
            .flat_map(move |((&before, &now), at)| {
                ones(before & !now).map(move |bit| base + 64 * at + bit as i32)
            })
            .filter(move |&value| low < value && value < high)
    }

    pub fn bytes(&self) -> usize {
        crate::base::limits::room(&self.words) + crate::base::limits::room(&self.bounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::values::Values;

    #[test]
    fn what_the_root_knows_needs_no_reason() {
        let mut store = Store::default();
        let wide = store.add(&Values::from(0..=200), 0);
        store.at_least(wide.into(), 3).unwrap();
        store.remove(wide.into(), 7).unwrap();
        store.at_most(wide.into(), 150).unwrap();
        let root = Root::new(&store);
        let is_open = |value| root.relevant(SetLiteral::is(wide, value), &store).is_some();
        assert_eq!([2, 3, 7, 8, 150, 151].map(is_open), [false, true, false, true, true, false]);
        let relevant = |literal| root.relevant(literal, &store).is_some();
        assert!(!relevant(SetLiteral::at_most(wide, 2)) && relevant(SetLiteral::at_most(wide, 3)));
        assert!(!relevant(SetLiteral::at_least(wide, 151)) && relevant(SetLiteral::at_least(wide, 150)));
    }
}

//! Reading domains.

use super::shape::{Header, Meta, Shape, unpack_range};
use super::{Slot, Store, View, Word};

/// Whether more than one bit of a word is set, and whether exactly two are.
#[inline(always)]
pub(crate) fn open_and_pair(word: u64) -> (bool, bool) {
    let rest = word & word.wrapping_sub(1);
    // Without branches, since the outcome is hard to predict.
    (rest != 0, (rest != 0) & (rest & rest.wrapping_sub(1) == 0))
}

impl Store {
    #[inline(always)]
    pub(super) fn meta(&self, slot: Slot) -> Meta {
        self.meta[slot.0 as usize]
    }

    #[inline(always)]
    pub(super) fn first(&self, slot: Slot) -> u64 {
        self.memory.get(slot.0)
    }

    #[inline(always)]
    pub(super) fn inner(&self, slot: Slot, index: u32) -> u64 {
        self.memory.get(slot.0 + 1 + index)
    }

    #[inline(always)]
    pub(crate) fn shape(&self, slot: Slot) -> Shape {
        self.meta(slot).shape
    }

    /// Returns the values of a domain of one word, bit 0 standing for [`Store::base`]. `None` for wider
    /// domains: those declared with a span of more than 64 values, however many are left.
    #[inline(always)]
    pub fn word(&self, slot: Slot) -> Option<u64> {
        (self.shape(slot) == Shape::Word).then(|| self.first(slot))
    }

    /// Like [`Store::word`], for a domain that is known to be one word.
    #[inline(always)]
    pub(crate) fn one_word(&self, slot: Slot) -> u64 {
        debug_assert_eq!(self.shape(slot), Shape::Word);
        self.first(slot)
    }

    /// Returns all words, indexed by slot, for propagators that load many domains at once.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[u64] {
        self.memory.words()
    }

    /// Returns the value that bit 0 of the domain stands for.
    #[inline(always)]
    pub fn base(&self, slot: Slot) -> i32 {
        self.meta(slot).base
    }

    /// Returns the domain as a bit set, bit 0 standing for [`Store::base`]. Empty for ranges.
    #[inline(always)]
    pub(crate) fn bits(&self, slot: Slot) -> &[u64] {
        let at = slot.0 as usize;
        let meta = self.meta[at];
        match meta.shape {
            Shape::Word => &self.memory.words()[at..=at],
            Shape::Wide => &self.memory.words()[at + 1..][..meta.width.div_ceil(64) as usize],
            Shape::Range | Shape::Other => &[],
        }
    }

    /// Returns whether exactly one value is left.
    #[inline(always)]
    pub fn is_fixed(&self, view: View) -> bool {
        self.slot_is_fixed(view.slot)
    }

    #[inline(always)]
    pub(crate) fn slot_is_fixed(&self, slot: Slot) -> bool {
        let first = self.first(slot);
        match self.meta(slot).shape {
            Shape::Word => first & first.wrapping_sub(1) == 0,
            Shape::Wide => Header::unpack(first).size == 1,
            Shape::Range => (first >> 32) as u32 == first as u32,
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
    }

    /// Returns whether the variable still has to be branched on: several values are left, or one value that
    /// propagation left and that does not count as decided yet
    /// ([`Consistency::Forward`](crate::config::Consistency)).
    #[inline(always)]
    pub fn is_open(&self, view: View) -> bool {
        !self.is_fixed(view) || self.tracks_decided() && !self.is_decided(view.slot)
    }

    /// Returns whether the store tracks decided variables, so that a fixed variable may still be open.
    #[inline(always)]
    pub(crate) fn tracks_decided(&self) -> bool {
        !self.decided.is_empty()
    }

    pub(crate) fn is_decided(&self, slot: Slot) -> bool {
        self.read(self.decided[slot.0 as usize / 64]) >> (slot.0 % 64) & 1 != 0
    }

    /// Returns the value of a fixed variable, else `None`.
    #[inline(always)]
    pub fn value(&self, view: View) -> Option<i32> {
        if self.is_fixed(view) { Some(self.min(view)) } else { None }
    }

    /// Returns the smallest value.
    #[inline(always)]
    pub fn min(&self, view: View) -> i32 {
        let (first, meta) = (self.first(view.slot), self.meta(view.slot));
        view.offset
            + match meta.shape {
                Shape::Word => meta.base + first.trailing_zeros() as i32,
                Shape::Wide => meta.base + Header::unpack(first).min as i32,
                Shape::Range => unpack_range(first).0,
                Shape::Other => unreachable!("a slot is a domain's first word"),
            }
    }

    /// Returns the largest value.
    #[inline(always)]
    pub fn max(&self, view: View) -> i32 {
        let (first, meta) = (self.first(view.slot), self.meta(view.slot));
        view.offset
            + match meta.shape {
                Shape::Word => meta.base + 63 - first.leading_zeros() as i32,
                Shape::Wide => meta.base + Header::unpack(first).max as i32,
                Shape::Range => unpack_range(first).1,
                Shape::Other => unreachable!("a slot is a domain's first word"),
            }
    }

    /// Returns the smallest and the largest value.
    #[inline(always)]
    pub(crate) fn bounds(&self, view: View) -> (i32, i32) {
        let (first, meta) = (self.first(view.slot), self.meta(view.slot));
        let (low, high) = match meta.shape {
            Shape::Word => {
                (meta.base + first.trailing_zeros() as i32, meta.base + 63 - first.leading_zeros() as i32)
            }
            Shape::Wide => {
                let Header { min, max, .. } = Header::unpack(first);
                (meta.base + min as i32, meta.base + max as i32)
            }
            Shape::Range => unpack_range(first),
            Shape::Other => unreachable!("a slot is a domain's first word"),
        };
        (low + view.offset, high + view.offset)
    }

    /// Returns the number of values (at most `u32::MAX`).
    #[inline(always)]
    pub fn size(&self, view: View) -> u32 {
        self.meta(view.slot).size(self.first(view.slot))
    }

    /// Returns the number of values, or `None` if it is 1.
    #[inline(always)]
    pub(crate) fn size_unless_fixed(&self, view: View) -> Option<u32> {
        let (meta, first) = (self.meta(view.slot), self.first(view.slot));
        if meta.shape == Shape::Word {
            let is_fixed = first & first.wrapping_sub(1) == 0;
            return (!is_fixed).then(|| first.count_ones());
        }
        let size = meta.size(first);
        (size > 1).then_some(size)
    }

    /// Returns whether more than one value is left, and whether exactly two are.
    #[inline(always)]
    pub(crate) fn is_open_and_pair(&self, view: View) -> (bool, bool) {
        if self.meta(view.slot).shape == Shape::Word {
            return open_and_pair(self.first(view.slot));
        }
        let size = self.size(view);
        (size > 1, size == 2)
    }

    /// Returns whether `value` is in the domain.
    #[inline(always)]
    pub fn contains(&self, view: View, value: i32) -> bool {
        let meta = self.meta(view.slot);
        let value = i64::from(value) - i64::from(view.offset);
        let index = value - i64::from(meta.base);
        match meta.shape {
            Shape::Word => (0..64).contains(&index) && self.first(view.slot) >> index & 1 != 0,
            Shape::Wide => {
                (0..i64::from(meta.width)).contains(&index)
                    && self.inner(view.slot, index as u32 / 64) >> (index % 64) & 1 != 0
            }
            Shape::Range => {
                let (low, high) = unpack_range(self.first(view.slot));
                (i64::from(low)..=i64::from(high)).contains(&value)
            }
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
    }

    /// Returns the smallest value from `value` on, if there is one.
    #[inline]
    pub(crate) fn next_value(&self, view: View, value: i32) -> Option<i32> {
        let (low, high) = self.bounds(view);
        if value > high {
            return None;
        }
        let value = value.max(low);
        let meta = self.meta(view.slot);
        let index = (value - view.offset - meta.base) as u32;
        Some(match meta.shape {
            Shape::Word => value + (self.first(view.slot) >> index).trailing_zeros() as i32,
            Shape::Wide => value + (self.next_index(view.slot, index) - index) as i32,
            Shape::Range | Shape::Other => value,
        })
    }

    /// Returns whether the domain cannot have holes. Very wide domains are stored as two bounds only.
    pub fn is_range_only(&self, view: View) -> bool {
        self.shape(view.slot) == Shape::Range
    }

    /// Returns the value of a propagator's own word.
    #[inline(always)]
    pub fn read(&self, word: Word) -> u64 {
        self.memory.get(word.0)
    }
}

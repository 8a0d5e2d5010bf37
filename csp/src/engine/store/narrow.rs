//! Narrowing domains: every function here ends in [`Store::narrow`].

use smallvec::SmallVec;

use super::shape::{Header, Shape, pack_range, unpack_range};
use super::{CAUSE_BITS, Conflict, Event, SILENT, Slot, Store, View, Word};

impl Store {
    /// Writes the first word of a domain. All narrowing ends here.
    #[inline(always)]
    pub(super) fn narrow(&mut self, slot: Slot, first: u64, event: Event) {
        self.memory.set(slot.0, first, (event as u32) << CAUSE_BITS | self.cause);
    }

    /// Records which variable would have become empty.
    #[inline(always)]
    fn fail(&mut self, slot: Slot) -> Result<(), Conflict> {
        self.emptied = Some(slot);
        Err(Conflict)
    }

    #[inline(always)]
    pub(super) fn write_silently(&mut self, word: u32, value: u64) {
        self.memory.set(word, value, SILENT << CAUSE_BITS | self.cause);
    }

    /// Changes a propagator's own word. Backtracking restores it.
    #[inline(always)]
    pub fn write(&mut self, word: Word, value: u64) {
        debug_assert_eq!(self.shape(Slot(word.0)), Shape::Other);
        self.write_silently(word.0, value);
    }

    /// Removes all values outside of `mask`, whose bit 0 stands for [`Store::base`], including values beyond
    /// bit 63. A very wide domain cannot have holes and only gets new bounds; see [`Store::is_range_only`].
    #[inline(always)]
    pub fn keep(&mut self, slot: Slot, mask: u64) -> Result<(), Conflict> {
        if self.shape(slot) == Shape::Word {
            return self.keep_in_word(slot, mask);
        }
        self.keep_first_values(slot, mask)
    }

    #[cold]
    pub(super) fn keep_first_values(&mut self, slot: Slot, mask: u64) -> Result<(), Conflict> {
        if self.shape(slot) == Shape::Wide {
            return self.keep_inner(slot, |_, index| if index == 0 { mask } else { 0 });
        }
        let view = View { slot, offset: 0 };
        let value = |bit: u32| self.base(slot) + bit as i32;
        let kept = |bit: &u32| mask >> bit & 1 != 0 && self.contains(view, value(*bit));
        let (Some(first), Some(last)) = ((0..64).find(kept), (0..64).rfind(kept)) else {
            return self.fail(slot);
        };
        let (low, high) = (value(first), value(last));
        self.has_kept |= (first..=last).any(|bit| mask >> bit & 1 == 0);
        self.keep_between(view, low, high)
    }

    /// Like [`Store::keep`], for a domain that is known to be one word.
    #[inline(always)]
    pub(crate) fn keep_in_word(&mut self, slot: Slot, mask: u64) -> Result<(), Conflict> {
        let old = self.one_word(slot);
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return self.fail(slot);
        }
        let event = if new & (new - 1) == 0 {
            Event::Fix
        } else if old & old.wrapping_neg() & new == 0 || old.leading_zeros() != new.leading_zeros() {
            Event::Bounds
        } else {
            Event::Change
        };
        self.narrow(slot, new, event);
        Ok(())
    }

    /// Removes `value`. A very wide domain cannot have holes and keeps an inner value; see
    /// [`Store::is_range_only`]. The propagator is then run again when the domain changes, whatever status it returns:
    /// only its own words must not say that the value is gone.
    #[inline(always)]
    pub fn remove(&mut self, view: View, value: i32) -> Result<(), Conflict> {
        let meta = self.meta(view.slot);
        let index = i64::from(value) - i64::from(view.offset) - i64::from(meta.base);
        match meta.shape {
            Shape::Word if (0..64).contains(&index) => self.keep_in_word(view.slot, !(1 << index)),
            Shape::Wide if (0..i64::from(meta.width)).contains(&index) => {
                self.remove_index(view.slot, index as u32)
            }
            Shape::Range if self.min(view) == value => self.at_least(view, value + 1),
            Shape::Range if self.max(view) == value => self.at_most(view, value - 1),
            Shape::Range => {
                self.has_kept |= self.contains(view, value);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Removes all values but `value`.
    #[inline(always)]
    pub fn assign(&mut self, view: View, value: i32) -> Result<(), Conflict> {
        if !self.contains(view, value) {
            return self.fail(view.slot);
        }
        let meta = self.meta(view.slot);
        if meta.shape == Shape::Word {
            return self.keep_in_word(view.slot, 1 << (value - view.offset - meta.base));
        }
        self.at_least(view, value)?;
        self.at_most(view, value)
    }

    /// Removes all values below `bound`.
    #[inline(always)]
    pub fn at_least(&mut self, view: View, bound: i32) -> Result<(), Conflict> {
        if bound <= self.min(view) {
            return Ok(());
        }
        if bound > self.max(view) {
            return self.fail(view.slot);
        }
        let meta = self.meta(view.slot);
        let bound = bound - view.offset;
        match meta.shape {
            Shape::Word => self.keep_in_word(view.slot, u64::MAX << (bound - meta.base)),
            Shape::Wide => {
                let header = Header::unpack(self.first(view.slot));
                self.keep_indices(view.slot, (bound - meta.base) as u32, header.max)
            }
            _ => {
                let high = unpack_range(self.first(view.slot)).1;
                self.narrow_range(view.slot, bound, high);
                Ok(())
            }
        }
    }

    /// Removes all values above `bound`.
    #[inline(always)]
    pub fn at_most(&mut self, view: View, bound: i32) -> Result<(), Conflict> {
        if bound >= self.max(view) {
            return Ok(());
        }
        if bound < self.min(view) {
            return self.fail(view.slot);
        }
        let meta = self.meta(view.slot);
        let bound = bound - view.offset;
        match meta.shape {
            Shape::Word => self.keep_in_word(view.slot, u64::MAX >> (63 - (bound - meta.base))),
            Shape::Wide => {
                let header = Header::unpack(self.first(view.slot));
                self.keep_indices(view.slot, header.min, (bound - meta.base) as u32)
            }
            _ => {
                let low = unpack_range(self.first(view.slot)).0;
                self.narrow_range(view.slot, low, bound);
                Ok(())
            }
        }
    }

    /// Removes all values outside of `low..=high` in one change.
    #[inline(always)]
    pub(crate) fn keep_between(&mut self, view: View, low: i32, high: i32) -> Result<(), Conflict> {
        let (min, max) = self.bounds(view);
        if low <= min && max <= high {
            return Ok(());
        }
        let (low, high) = (low.max(min), high.min(max));
        if low > high {
            return self.fail(view.slot);
        }
        let meta = self.meta(view.slot);
        let (low, high) = (low - view.offset, high - view.offset);
        match meta.shape {
            Shape::Word => self.keep_in_word(
                view.slot,
                u64::MAX << (low - meta.base) & u64::MAX >> (63 - (high - meta.base)),
            ),
            Shape::Wide => self.keep_indices(view.slot, (low - meta.base) as u32, (high - meta.base) as u32),
            _ => {
                self.narrow_range(view.slot, low, high);
                Ok(())
            }
        }
    }

    pub(super) fn narrow_range(&mut self, slot: Slot, low: i32, high: i32) {
        let event = if low == high { Event::Fix } else { Event::Bounds };
        self.narrow(slot, pack_range(low, high), event);
    }

    /// Writes the header of a wide domain whose inner words have been narrowed.
    pub(super) fn narrow_wide(&mut self, slot: Slot, old: Header, new: Header) {
        let event = if new.size == 1 {
            Event::Fix
        } else if (new.min, new.max) != (old.min, old.max) {
            Event::Bounds
        } else {
            Event::Change
        };
        self.narrow(slot, new.pack(), event);
    }

    /// Removes a value of a wide domain by its index.
    pub(crate) fn remove_index(&mut self, slot: Slot, index: u32) -> Result<(), Conflict> {
        let word = self.inner(slot, index / 64);
        let bit = 1u64 << (index % 64);
        if word & bit == 0 {
            return Ok(());
        }
        let old = Header::unpack(self.first(slot));
        if old.size == 1 {
            return self.fail(slot);
        }
        self.write_silently(slot.0 + 1 + index / 64, word & !bit);
        let mut new = Header { size: old.size - 1, ..old };
        if index == old.min {
            new.min = self.next_index(slot, index + 1);
        } else if index == old.max {
            new.max = self.previous_index(slot, index - 1);
        }
        self.narrow_wide(slot, old, new);
        Ok(())
    }

    /// Keeps the indices `from..=to` of a wide domain. Both must lie within its bounds.
    pub(super) fn keep_indices(&mut self, slot: Slot, from: u32, to: u32) -> Result<(), Conflict> {
        self.keep_inner(slot, |_, index| {
            let (first, last) = (64 * index, 64 * index + 63);
            let mut mask = u64::MAX;
            if from > first {
                mask = if from > last { 0 } else { mask << (from - first) };
            }
            if to < last {
                mask &= if to < first { 0 } else { u64::MAX >> (last - to) };
            }
            mask
        })
    }

    /// Intersects each inner word of a wide domain with the mask for the word's index.
    #[inline]
    pub(crate) fn keep_inner(
        &mut self,
        slot: Slot,
        mask: impl Fn(&Store, u32) -> u64,
    ) -> Result<(), Conflict> {
        let old = Header::unpack(self.first(slot));
        let words = old.min / 64..=old.max / 64;
        // All masks come before all writing: a mask may depend on other words of this domain. And a refused narrowing leaves the
        // domain as it was, for explanations, and for what follows it at the root.
        let kept: SmallVec<[u64; 8]> =
            words.clone().map(|index| self.inner(slot, index) & mask(self, index)).collect();
        if kept.iter().all(|&word| word == 0) {
            return self.fail(slot);
        }
        let mut gone = 0;
        for (index, kept) in words.zip(kept) {
            let word = self.inner(slot, index);
            if kept != word {
                gone += (word & !kept).count_ones();
                self.write_silently(slot.0 + 1 + index, kept);
            }
        }
        if gone > 0 {
            let min = self.next_index(slot, old.min);
            let max = self.previous_index(slot, old.max);
            self.narrow_wide(slot, old, Header { size: old.size - gone, min, max });
        }
        Ok(())
    }

    /// Returns the smallest index in the domain from `index` on. There must be one.
    pub(super) fn next_index(&self, slot: Slot, index: u32) -> u32 {
        let mut at = index / 64;
        let mut word = self.inner(slot, at) & (u64::MAX << (index % 64));
        while word == 0 {
            at += 1;
            word = self.inner(slot, at);
        }
        64 * at + word.trailing_zeros()
    }

    /// Returns the largest index in the domain up to `index`. There must be one.
    pub(super) fn previous_index(&self, slot: Slot, index: u32) -> u32 {
        let mut at = index / 64;
        let mut word = self.inner(slot, at) & (u64::MAX >> (63 - index % 64));
        while word == 0 {
            at -= 1;
            word = self.inner(slot, at);
        }
        64 * at + 63 - word.leading_zeros()
    }
}

//! Reading domains as they were, from a copy of the words, and undoing the trail entry by entry.

use super::shape::{Header, Shape, unpack_range};
use super::{Slot, Store};
use crate::engine::memory::{Memory, Undone};

/// Returns the bounds that a slot's first word encodes, as values.
fn decode(shape: Shape, base: i32, first: u64) -> (i32, i32) {
    match shape {
        Shape::Word => (base + first.trailing_zeros() as i32, base + 63 - first.leading_zeros() as i32),
        Shape::Wide => {
            let Header { min, max, .. } = Header::unpack(first);
            (base + min as i32, base + max as i32)
        }
        Shape::Range => unpack_range(first),
        Shape::Other => unreachable!("a slot is a domain's first word"),
    }
}

impl Store {
    /// Returns the bounds that a slot had when its first word was `first`.
    #[inline]
    pub(crate) fn bounds_in(&self, slot: Slot, first: u64) -> (i32, i32) {
        let meta = self.meta(slot);
        decode(meta.shape, meta.base, first)
    }

    /// Returns whether a wider domain contained `value` in the state that `word` gives by index.
    pub(crate) fn contained_in(&self, slot: Slot, value: i64, word: impl Fn(usize) -> u64) -> bool {
        let meta = self.meta(slot);
        let index = value - i64::from(meta.base);
        let at = slot.0 as usize;
        match meta.shape {
            Shape::Word => (0..64).contains(&index) && word(at) >> index & 1 != 0,
            Shape::Wide => {
                (0..i64::from(meta.width)).contains(&index)
                    && word(at + 1 + index as usize / 64) >> (index % 64) & 1 != 0
            }
            Shape::Range => {
                let (low, high) = unpack_range(word(at));
                (i64::from(low)..=i64::from(high)).contains(&value)
            }
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
    }

    /// Returns the number of words of a wider domain behind its first one.
    pub(crate) fn inner_words(&self, slot: Slot) -> u32 {
        match self.meta(slot).shape {
            Shape::Wide => self.meta(slot).width.div_ceil(64),
            _ => 0,
        }
    }

    /// Returns a store of the same variables with other words, and an empty trail.
    pub(crate) fn with_words(&self, words: &[u64]) -> Store {
        let mut memory = Memory::default();
        words.iter().for_each(|&word| {
            memory.add(word);
        });
        Store { memory, meta: self.meta.clone(), is_copy: true, ..Store::default() }
    }

    /// Returns whether this is a store [with other words](Store::with_words), on which propagators run on trial.
    #[inline(always)]
    pub(crate) fn is_copy(&self) -> bool {
        self.is_copy
    }

    /// Undoes the last entry of the trail and returns it, with the word that it had written. It can be
    /// [replayed](Store::replay).
    #[inline(always)]
    pub(crate) fn rewind(&mut self) -> Option<Undone> {
        self.memory.rewind()
    }

    /// Makes the entries that were undone last again, until the trail has `length` entries. Forgets the
    /// others and calls `forget` with each of them.
    pub(crate) fn replay(&mut self, length: usize, mut forget: impl FnMut(&Undone)) {
        let Store { memory, meta, removals, .. } = self;
        memory.replay(length, |undone| {
            if let Some(removals) = removals {
                let Undone { saved, now } = undone;
                *removals += super::removals::removed(saved, meta[saved.word as usize], *now);
            }
            forget(undone);
        });
    }

    /// Closes all levels above `depth`, whose entries have been undone.
    pub(crate) fn close_levels(&mut self, depth: usize) {
        self.memory.close_levels(depth);
    }
}

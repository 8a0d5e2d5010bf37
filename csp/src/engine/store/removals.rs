//! Removed values, read from the trail: the number that propagation removed, if it is counted, and the values
//! that a change removed.

use std::ops::RangeInclusive;

use super::shape::{Meta, unpack_range};
use super::{Change, Shape, Slot, Store, cause};
use crate::base::bits::ones;
use crate::engine::memory::Saved;

/// Returns the number of values that propagation removed by an entry of the trail. `now` is the word after
/// the entry.
pub(super) fn removed(saved: &Saved, meta: Meta, now: u64) -> u64 {
    match Change::read(saved) {
        Some(change) if change.cause > cause::REFUTATION => u64::from(meta.size(saved.old) - meta.size(now)),
        _ => 0,
    }
}

impl Store {
    /// Starts or stops counting removed values.
    pub(crate) fn count_removals(&mut self, count: bool) {
        self.removals = count.then_some(0);
    }

    /// Replaces the count and returns the old one; `None` stops counting.
    pub(crate) fn swap_removals(&mut self, removals: Option<u64>) -> Option<u64> {
        std::mem::replace(&mut self.removals, removals)
    }

    /// Returns the number of values that propagation removed, both restored and still missing ones; 0 if it
    /// is not counted.
    pub(crate) fn removals(&self) -> u64 {
        let Some(undone) = self.removals else { return 0 };
        let mut words = self.memory.words().to_vec();
        let gone = self.memory.trail().iter().rev().map(|saved| {
            let now = std::mem::replace(&mut words[saved.word as usize], saved.old);
            removed(saved, self.meta[saved.word as usize], now)
        });
        undone + gone.sum::<u64>()
    }

    /// Returns the values removed by the change at index `at` of the trail, as ascending ranges.
    pub(crate) fn removed_at(&self, at: usize) -> Vec<RangeInclusive<i32>> {
        let trail = self.memory.trail();
        let slot = Slot(trail[at].word);
        let meta = self.meta(slot);
        // The value of a word when the trail had `length` entries: the old value in the next entry for this
        // word.
        let word_at = |word: u32, length: usize| {
            let written = trail[length..].iter().find(|saved| saved.word == word);
            written.map_or_else(|| self.memory.get(word), |saved| saved.old)
        };
        let mut runs: Vec<RangeInclusive<i32>> = Vec::new();
        let mut add = |low: i32, high: i32| match runs.last_mut() {
            Some(last) if *last.end() + 1 == low => *last = *last.start()..=high,
            _ => runs.push(low..=high),
        };
        match meta.shape {
            Shape::Word => {
                for bit in ones(trail[at].old & !word_at(slot.0, at + 1)) {
                    let value = meta.base + bit as i32;
                    add(value, value);
                }
            }
            Shape::Wide => {
                // The inner words are written directly before the first word, once each.
                let inner = slot.0 + 1..slot.0 + 1 + meta.width.div_ceil(64);
                let is_inner = |saved: &&Saved| inner.contains(&saved.word);
                let before = trail[..at].iter().rev().take_while(is_inner).count();
                for index in 0..inner.len() as u32 {
                    let word = inner.start + index;
                    for bit in ones(word_at(word, at - before) & !word_at(word, at + 1)) {
                        let value = meta.base + (64 * index + bit) as i32;
                        add(value, value);
                    }
                }
            }
            Shape::Range => {
                let (low, high) = unpack_range(trail[at].old);
                let (new_low, new_high) = unpack_range(word_at(slot.0, at + 1));
                if low < new_low {
                    add(low, new_low - 1);
                }
                if new_high < high {
                    add(new_high + 1, high);
                }
            }
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
        runs
    }
}

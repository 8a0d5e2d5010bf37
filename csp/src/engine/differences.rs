//! Adjacency matrix of the pairwise different variables, as bits. Many sums use it.

use crate::base::bits::ones;
use crate::engine::groups::Group;
use crate::engine::store::{Shape, Slot, Store, View};

/// For each slot a row of bits: the slots that share a group with it.
#[derive(Debug)]
pub(crate) struct Differences {
    /// The rows, without the bits of irregular slots.
    bits: Box<[u64]>,
    /// Number of words in a row.
    words: usize,
    /// Slots with another base than the common one, with more than 64 values, or with an offset in a group.
    irregular: Box<[u64]>,
}

/// Largest number of slots. Beyond it, building the matrix would take longer than the sums that use it.
const MOST_SLOTS: usize = 1024;

impl Differences {
    /// Builds the matrix; `None` if there are too many slots. Members that were fixed from the beginning have
    /// a row, but no bit in other rows.
    pub fn new<'a>(groups: impl Iterator<Item = &'a Group>, store: &Store) -> Option<Differences> {
        let slots = store.words().len();
        if slots > MOST_SLOTS {
            return None;
        }
        let words = slots.div_ceil(64);
        let (mut bits, mut irregular) = (vec![0_u64; slots * words], vec![0_u64; words]);
        let mut seen = vec![0_u64; words];
        let mut common = None;
        for group in groups {
            seen.fill(0);
            group.members.iter().for_each(|view| set(&mut seen, view.slot));
            for &View { slot, offset } in group.members.iter().chain(&group.settled) {
                let base = store.base(slot);
                if offset != 0 || store.shape(slot) != Shape::Word || base != *common.get_or_insert(base) {
                    set(&mut irregular, slot);
                }
                let row = &mut bits[slot.0 as usize * words..][..words];
                row.iter_mut().zip(&seen).for_each(|(word, seen)| *word |= seen);
                // A variable does not differ from itself.
                row[slot.0 as usize / 64] &= !(1 << (slot.0 % 64));
            }
        }
        if irregular.iter().any(|&irregular| irregular != 0) {
            let rows = bits.chunks_exact_mut(words);
            rows.for_each(|row| {
                row.iter_mut().zip(&irregular).for_each(|(word, irregular)| *word &= !irregular)
            });
        }
        Some(Differences { bits: bits.into(), words, irregular: irregular.into() })
    }

    /// Returns whether the slot is irregular: another base than the common one, more than 64 values, or an
    /// offset in a group.
    pub fn is_irregular(&self, slot: Slot) -> bool {
        self.irregular.get(slot.0 as usize / 64).is_none_or(|irregular| irregular >> (slot.0 % 64) & 1 != 0)
    }

    /// Iterates over the irregular slots.
    pub fn irregular(&self) -> impl Iterator<Item = Slot> + '_ {
        self.irregular.iter().zip(0..).flat_map(|(&irregular, word)| slots_of(irregular, word))
    }

    /// Returns whether some regular variable outside of `views` differs from at least two of `views`.
    pub fn has_common_neighbour(&self, views: &[View]) -> bool {
        (0..self.words).any(|word| {
            let (mut once, mut twice, mut inside) = (0, 0, 0);
            for &View { slot, .. } in views {
                let seen = self.row(slot, word);
                twice |= once & seen;
                once |= seen;
                inside |= if slot.0 as usize / 64 == word { 1 << (slot.0 % 64) } else { 0 };
            }
            twice & !inside != 0
        })
    }

    /// Returns whether a variable differs from at least two of `views`; all are regular.
    pub fn differs_from_several(&self, slot: Slot, views: &[View]) -> bool {
        let is_different =
            |view: &&View| self.row(slot, view.slot.0 as usize / 64) >> (view.slot.0 % 64) & 1 != 0;
        views.iter().filter(is_different).nth(1).is_some()
    }

    /// Returns the number of words in a row.
    #[inline]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns word `word` of a slot's row: bit i stands for slot 64·`word` + i. Irregular slots have no bit.
    #[inline]
    pub fn row(&self, slot: Slot, word: usize) -> u64 {
        // A slot that was added after all groups has no row.
        self.bits.get(slot.0 as usize * self.words + word).copied().unwrap_or(0)
    }
}

/// Iterates over the slots that the bits of a row's word stand for.
pub(crate) fn slots_of(bits: u64, word: usize) -> impl Iterator<Item = Slot> {
    ones(bits).map(move |bit| Slot(64 * word as u32 + bit))
}

fn set(bits: &mut [u64], slot: Slot) {
    bits[slot.0 as usize / 64] |= 1 << (slot.0 % 64);
}

//! The variables that differ from each variable, one bit each: many sums ask for them.

use crate::engine::groups::Group;
use crate::engine::store::{Shape, Slot, Store, View};

/// For each slot a row of bits: the slots that share a group with it.
#[derive(Debug)]
pub(crate) struct Differences {
    /// The rows. Irregular slots are in none.
    bits: Box<[u64]>,
    /// Words of a slot's row.
    words: usize,
    /// Slots whose bit 0 differs from the common base, and those with an offset somewhere.
    irregular: Box<[u64]>,
}

/// More variables, each with a bit for each, would take longer than what asks for them.
const MOST_SLOTS: usize = 1024;

impl Differences {
    /// `None` where it would take too long. Members that were fixed from the beginning see, and are not seen.
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
                row.iter_mut().zip(&seen).for_each(|(near, seen)| *near |= seen);
                // None differs from itself.
                row[slot.0 as usize / 64] &= !(1 << (slot.0 % 64));
            }
        }
        if irregular.iter().any(|&irregular| irregular != 0) {
            let rows = bits.chunks_exact_mut(words);
            rows.for_each(|row| {
                row.iter_mut().zip(&irregular).for_each(|(near, irregular)| *near &= !irregular)
            });
        }
        Some(Differences { bits: bits.into(), words, irregular: irregular.into() })
    }

    /// Whether its bit 0 differs from the common base, or it has an offset somewhere.
    pub fn is_irregular(&self, slot: Slot) -> bool {
        self.irregular.get(slot.0 as usize / 64).is_none_or(|irregular| irregular >> (slot.0 % 64) & 1 != 0)
    }

    /// The irregular slots.
    pub fn irregular(&self) -> impl Iterator<Item = Slot> + '_ {
        self.irregular.iter().zip(0..).flat_map(|(&irregular, word)| slots_of(irregular, word))
    }

    /// Whether a regular variable differs from several of some others.
    pub fn has_crowd(&self, views: &[View]) -> bool {
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

    /// Whether one differs from several of some others, all regular.
    pub fn has_several(&self, slot: Slot, views: &[View]) -> bool {
        let is_near = |view: &&View| self.row(slot, view.slot.0 as usize / 64) >> (view.slot.0 % 64) & 1 != 0;
        views.iter().filter(is_near).nth(1).is_some()
    }

    /// How many words a row has.
    #[inline]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Of 64 slots, from 64·word on, those that share a group with a slot, but for the irregular ones.
    #[inline]
    pub fn row(&self, slot: Slot, word: usize) -> u64 {
        // One that is younger than all groups is in none.
        self.bits.get(slot.0 as usize * self.words + word).copied().unwrap_or(0)
    }
}

/// The slots of a word's bits.
pub(crate) fn slots_of(mut bits: u64, word: usize) -> impl Iterator<Item = Slot> {
    std::iter::from_fn(move || {
        let slot = (bits != 0).then(|| Slot(64 * word as u32 + bits.trailing_zeros()));
        bits &= bits.wrapping_sub(1);
        slot
    })
}

fn set(bits: &mut [u64], slot: Slot) {
    bits[slot.0 as usize / 64] |= 1 << (slot.0 % 64);
}

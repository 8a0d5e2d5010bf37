//! A reversible sparse bit set: the tuples of a table that are still possible.
//!
//! ```text
//!   order   3  0  5 | 1  2  4        positions of words; the first `limit` are the non-empty ones
//! ```
//!
//! Only `limit` and the words are reversible. The order is not: the words that backtracking makes non-empty
//! again are directly behind the limit, in any order, and return when the limit is restored.

use crate::compile::posting::Posting;
use crate::engine::store::{Store, Word};

/// One word of a set, at its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetWord {
    pub at: u32,
    pub bits: u64,
}

#[derive(Debug)]
pub(super) struct SparseSet {
    words: Box<[Word]>,
    order: Vec<u32>,
    /// Scratch: the order for a run on a copy of the store. The copy has a past of its own, and its swaps in `order` would
    /// put words behind the limit that are not empty in the store itself.
    copied: Vec<u32>,
    limit: Word,
    /// Scratch: the mask of members to keep or to remove.
    mask: Vec<u64>,
}

impl SparseSet {
    /// Creates the set `0..size`.
    pub fn new(to: &mut Posting<'_>, size: usize) -> SparseSet {
        let words = full(to, size);
        let count = words.len();
        SparseSet {
            words,
            order: (0..count as u32).collect(),
            copied: Vec::new(),
            limit: to.word(count as u64),
            mask: vec![0; count],
        }
    }

    /// Returns the size of the set in bytes, without words of the store.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.words)
            + size_of_val(&*self.order)
            + size_of_val(&*self.copied)
            + size_of_val(&*self.mask)
    }

    pub fn is_empty(&self, store: &Store) -> bool {
        store.read(self.limit) == 0
    }

    /// Returns an upper bound on the number of members.
    pub fn size_limit(&self, store: &Store) -> u64 {
        64 * store.read(self.limit)
    }

    #[inline(always)]
    pub fn common(&self, store: &Store, part: SetWord) -> u64 {
        store.read(self.words[part.at as usize]) & part.bits
    }

    /// Clears the mask.
    pub fn begin(&mut self, store: &Store) {
        if store.is_copy() {
            self.copied.clear();
            self.copied.extend(0..self.words.len() as u32);
            self.copied.sort_by_key(|&at| store.read(self.words[at as usize]) == 0);
        }
        let order = if store.is_copy() { &self.copied } else { &self.order };
        for &at in &order[..store.read(self.limit) as usize] {
            self.mask[at as usize] = 0;
        }
    }

    #[inline(always)]
    pub fn gather(&mut self, parts: &[SetWord]) {
        parts.iter().for_each(|part| self.mask[part.at as usize] |= part.bits);
    }

    /// Keeps the members in the mask, or removes them. Returns whether the set changed.
    pub fn apply(&mut self, store: &mut Store, keep: bool) -> bool {
        let order = if store.is_copy() { &mut self.copied } else { &mut self.order };
        let flip = if keep { 0 } else { u64::MAX };
        let before = store.read(self.limit) as usize;
        let mut limit = before;
        let mut changed = false;
        for place in (0..before).rev() {
            let at = order[place] as usize;
            let old = store.read(self.words[at]);
            let new = old & (self.mask[at] ^ flip);
            if new == old {
                continue;
            }
            changed = true;
            store.write(self.words[at], new);
            if new == 0 {
                limit -= 1;
                order.swap(place, limit);
            }
        }
        if limit != before {
            store.write(self.limit, limit as u64);
        }
        changed
    }
}

/// Returns reversible words with the bits `0..size` set.
pub(super) fn full(to: &mut Posting<'_>, size: usize) -> Box<[Word]> {
    (0..size.div_ceil(64)).map(|at| to.word(u64::MAX >> (64 - (size - 64 * at).min(64)))).collect()
}

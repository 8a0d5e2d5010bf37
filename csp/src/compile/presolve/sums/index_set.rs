//! Bit sets of indices. Many are compared, and most have few members.

use crate::base::bits::ones;

/// A subset of `0..count`, for a count that all sets share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IndexSet {
    /// The bits if the count is at most 128, else zeros.
    small: [u64; 2],
    /// The bits if the count is larger, else empty.
    large: Box<[u64]>,
}

impl IndexSet {
    /// Returns the empty set.
    #[inline]
    pub fn none(count: usize) -> IndexSet {
        let large = if count > 128 { vec![0; count.div_ceil(64)].into() } else { Box::default() };
        IndexSet { small: [0; 2], large }
    }

    /// Returns the set of some indices.
    pub fn of(count: usize, some: &[u32]) -> IndexSet {
        let mut set = IndexSet::none(count);
        some.iter().for_each(|&at| set.insert(at));
        set
    }

    /// Adds an index.
    #[inline]
    pub fn insert(&mut self, at: u32) {
        self.words_mut()[at as usize / 64] |= 1 << (at % 64);
    }

    /// Returns the bits, 64 indices a word. The last words may be empty.
    #[inline]
    fn words(&self) -> &[u64] {
        if self.large.is_empty() { &self.small } else { &self.large }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        if self.large.is_empty() { &mut self.small } else { &mut self.large }
    }

    /// Combines each word with the word of another set.
    #[inline]
    fn change(&mut self, other: &IndexSet, by: impl Fn(u64, u64) -> u64) {
        for (word, other) in self.small.iter_mut().zip(other.small) {
            *word = by(*word, other);
        }
        for (at, word) in self.large.iter_mut().enumerate() {
            *word = by(*word, other.large[at]);
        }
    }

    /// Returns whether the set contains an index.
    #[inline]
    pub fn has(&self, at: u32) -> bool {
        self.words()[at as usize / 64] >> (at % 64) & 1 != 0
    }

    /// Removes all indices.
    #[inline]
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Adds the indices of another set.
    #[inline]
    pub fn add(&mut self, other: &IndexSet) {
        self.change(other, |word, other| word | other);
    }

    /// Removes the indices of another set.
    #[inline]
    pub fn remove(&mut self, other: &IndexSet) {
        self.change(other, |word, other| word & !other);
    }

    /// Returns whether the two sets are disjoint.
    #[inline]
    pub fn is_apart_from(&self, other: &IndexSet) -> bool {
        (0..2).all(|at| self.small[at] & other.small[at] == 0)
            && self.large.iter().enumerate().all(|(at, word)| word & other.large[at] == 0)
    }

    /// Iterates over the indices, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words().iter().enumerate().flat_map(|(at, &word)| bits_of(word, at))
    }

    /// Iterates over the indices that are not in `other`, ascending.
    #[inline]
    pub fn without<'a>(&'a self, other: &'a IndexSet) -> impl Iterator<Item = u32> + 'a {
        let others = other.words();
        self.words().iter().enumerate().flat_map(move |(at, word)| bits_of(word & !others[at], at))
    }
}

/// Iterates over the bits of the word at a place.
#[inline]
fn bits_of(word: u64, at: usize) -> impl Iterator<Item = u32> {
    ones(word).map(move |bit| 64 * at as u32 + bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn union_difference_and_disjointness() {
        let (one, other) = (IndexSet::of(130, &[0, 63, 64, 129]), IndexSet::of(130, &[63, 129]));
        assert_eq!(one.without(&other).collect::<Vec<_>>(), [0, 64]);
        assert!(!one.is_apart_from(&other));
        let mut rest = one.clone();
        rest.remove(&other);
        assert!(rest.is_apart_from(&other) && rest == IndexSet::of(130, &[64, 0]));
        rest.add(&other);
        assert_eq!(rest, one);
        rest.clear();
        assert_eq!(rest.words(), [0; 3]);
        assert_eq!(rest, IndexSet::none(130));
    }
}

//! Bit sets of indices. Many are compared, and most have few members.

use smallvec::SmallVec;

use crate::base::bits::{ones, ones_of};

/// A subset of `0..count`, for a count that all sets share: 64 indices a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IndexSet(SmallVec<[u64; 2]>);

impl IndexSet {
    /// Returns the empty set.
    #[inline]
    pub fn none(count: usize) -> IndexSet {
        IndexSet(SmallVec::from_elem(0, count.div_ceil(64)))
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
        self.0[at as usize / 64] |= 1 << (at % 64);
    }

    /// Combines each word with the word of another set.
    #[inline]
    fn change(&mut self, other: &IndexSet, by: impl Fn(u64, u64) -> u64) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, &other)| *word = by(*word, other));
    }

    /// Returns whether the set contains an index.
    #[inline]
    pub fn has(&self, at: u32) -> bool {
        self.0[at as usize / 64] >> (at % 64) & 1 != 0
    }

    /// Removes all indices.
    #[inline]
    pub fn clear(&mut self) {
        self.0.fill(0);
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
        self.0.iter().zip(&other.0).all(|(word, other)| word & other == 0)
    }

    /// Iterates over the indices, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        ones_of(&self.0).map(|at| at as u32)
    }

    /// Iterates over the indices that are not in `other`, ascending.
    #[inline]
    pub fn without<'a>(&'a self, other: &'a IndexSet) -> impl Iterator<Item = u32> + 'a {
        let words = self.0.iter().zip(&other.0).zip(0..);
        words.flat_map(|((word, other), at)| ones(word & !other).map(move |bit| 64 * at + bit))
    }
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
        assert_eq!(rest.0[..], [0; 3]);
        assert_eq!(rest, IndexSet::none(130));
    }
}

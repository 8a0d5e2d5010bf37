//! Sets of places as bits, with as many words as the places need.

/// A set of places, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const W: usize>(pub [u64; W]);

impl<const W: usize> Set<W> {
    pub const EMPTY: Set<W> = Set([0; W]);

    pub fn one(place: usize) -> Set<W> {
        let mut set = Set::EMPTY;
        set.insert(place);
        set
    }

    /// Returns the set of the places below a number.
    pub fn below(places: usize) -> Set<W> {
        let mut set = Set::EMPTY;
        (0..places).for_each(|place| set.insert(place));
        set
    }

    #[inline(always)]
    pub fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline(always)]
    pub fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 != 0
    }

    #[inline(always)]
    fn zip(self, other: Set<W>, join: impl Fn(u64, u64) -> u64) -> Set<W> {
        Set(std::array::from_fn(|index| join(self.0[index], other.0[index])))
    }

    #[inline(always)]
    pub fn or(self, other: Set<W>) -> Set<W> {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub fn and(self, other: Set<W>) -> Set<W> {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub fn without(self, other: Set<W>) -> Set<W> {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the smallest place.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        let index = self.0.iter().position(|&word| word != 0)?;
        Some(64 * index + self.0[index].trailing_zeros() as usize)
    }

    /// Removes and returns the smallest place.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<usize> {
        let place = self.first()?;
        self.0[place / 64] &= self.0[place / 64] - 1;
        Some(place)
    }

    /// Iterates over the places in ascending order.
    #[inline(always)]
    pub fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }
}

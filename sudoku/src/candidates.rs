//! Sets of values.

use std::fmt;

/// A set of values from 0 to 63, each an index into the grid's list of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Candidates(u64);

impl Candidates {
    /// The empty set.
    pub const NONE: Candidates = Candidates(0);

    /// The set of the values whose bits are set.
    #[inline]
    pub const fn of_bits(bits: u64) -> Candidates {
        Candidates(bits)
    }

    /// The set as bits.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The set of the first `count` values.
    #[inline]
    pub fn all(count: usize) -> Candidates {
        Candidates(if count >= 64 { u64::MAX } else { (1 << count) - 1 })
    }

    /// The set of one value.
    ///
    /// # Panics
    /// If the value is 64 or greater.
    #[inline]
    pub fn one(value: u8) -> Candidates {
        Candidates::NONE.with(value)
    }

    /// The number of values.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The value, if the set has exactly one.
    #[inline]
    pub fn value(self) -> Option<u8> {
        self.0.is_power_of_two().then(|| self.0.trailing_zeros() as u8)
    }

    /// Whether the set contains a value.
    #[inline]
    pub fn contains(self, value: u8) -> bool {
        value < 64 && self.0 >> value & 1 != 0
    }

    /// Adds a value.
    ///
    /// # Panics
    /// If the value is 64 or greater.
    #[inline]
    pub fn with(self, value: u8) -> Candidates {
        assert!(value < 64, "value {value} among candidates; values go from 0 to 63");
        Candidates(self.0 | 1 << value)
    }

    /// Removes the values of another set.
    #[inline]
    pub fn without(self, others: Candidates) -> Candidates {
        Candidates(self.0 & !others.0)
    }

    /// The intersection of two sets.
    #[inline]
    pub fn and(self, others: Candidates) -> Candidates {
        Candidates(self.0 & others.0)
    }

    /// The union of two sets.
    #[inline]
    pub fn or(self, others: Candidates) -> Candidates {
        Candidates(self.0 | others.0)
    }

    /// Whether the values follow one another without a gap.
    pub(crate) fn is_run(self) -> bool {
        let (low, high) = (self.iter().next(), self.iter().last());
        low.zip(high).is_some_and(|(low, high)| usize::from(high - low) + 1 == self.len())
    }

    /// The values, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let value = (rest != 0).then(|| rest.trailing_zeros() as u8);
            rest &= rest.wrapping_sub(1);
            value
        })
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

//! The three shapes of a domain, and the encoding of their first words.

use crate::model::values::WIDEST_WITH_HOLES;

/// The meaning of a word of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A domain within 64 values: a bit set in one word.
    Word,
    /// A domain with a [`Header`], and after it the words of its bit set.
    Wide,
    /// A domain that is two bounds and has no holes.
    Range,
    /// A word that is not a domain's first word.
    Other,
}

/// Description of a first word. Stored for every word, so that a slot finds it by one load.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meta {
    pub base: i32,
    /// Number of bits of the bit set.
    pub width: u32,
    pub shape: Shape,
}

impl Meta {
    /// Returns the number of values encoded in a first word.
    #[inline(always)]
    pub(super) fn size(self, first: u64) -> u32 {
        match self.shape {
            Shape::Word => first.count_ones(),
            Shape::Wide => Header::unpack(first).size,
            Shape::Range => {
                let (low, high) = unpack_range(first);
                (i64::from(high) - i64::from(low) + 1) as u32
            }
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
    }
}

/// Size, smallest and largest index of a wide domain, packed into its first word.
#[derive(Clone, Copy)]
pub(super) struct Header {
    pub size: u32,
    pub min: u32,
    pub max: u32,
}

impl Header {
    /// Bits of each field: a bit set has at most [`WIDEST_WITH_HOLES`] values, and a size may be all of them.
    const BITS: u32 = 21;
    const MASK: u64 = {
        assert!(WIDEST_WITH_HOLES < 1 << Header::BITS && 3 * Header::BITS <= u64::BITS);
        (1 << Header::BITS) - 1
    };

    #[inline(always)]
    pub(super) fn unpack(word: u64) -> Header {
        Header {
            size: (word >> (2 * Header::BITS)) as u32,
            min: ((word >> Header::BITS) & Header::MASK) as u32,
            max: (word & Header::MASK) as u32,
        }
    }

    #[inline(always)]
    pub(super) fn pack(self) -> u64 {
        (u64::from(self.size) << (2 * Header::BITS))
            | (u64::from(self.min) << Header::BITS)
            | u64::from(self.max)
    }
}

#[inline(always)]
pub(super) fn pack_range(low: i32, high: i32) -> u64 {
    (u64::from(low as u32) << 32) | u64::from(high as u32)
}

#[inline(always)]
pub(super) fn unpack_range(word: u64) -> (i32, i32) {
    ((word >> 32) as u32 as i32, word as u32 as i32)
}

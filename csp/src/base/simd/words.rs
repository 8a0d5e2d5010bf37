//! Registers of 16-, 32- or 64-bit lanes, for work with one instance in each lane.

/// The unsigned integer in a lane.
pub(crate) trait Word: Copy + Default {
    /// Truncates to the low bits.
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
}

/// A register of lanes.
pub(crate) trait Words: Copy {
    type Word: Word;

    /// Number of lanes, at most 32.
    const LANES: usize;

    fn all(word: Self::Word) -> Self;
    /// Loads one word for each lane. `words` must have exactly that length.
    fn of(words: &[Self::Word]) -> Self;
    fn write(self, words: &mut [Self::Word]);
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Returns `self & !other`.
    fn without(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Returns the smaller number in each lane, unsigned.
    fn min(self, other: Self) -> Self;
    fn left(self, by: u32) -> Self;
    fn right(self, by: u32) -> Self;
    /// Returns `other` in the lanes where `self` is 0, else 0.
    fn where_zero(self, other: Self) -> Self;
    /// Returns `word` in the lanes whose bit is set, else 0.
    fn spread(bits: u32, word: Self::Word) -> Self;
    /// Returns the lanes that are not 0, one bit each.
    fn occupied(self) -> u32;
    fn lane(&self, lane: usize) -> Self::Word;
    fn set_lane(&mut self, lane: usize, word: Self::Word);
}

/// A register whose lanes can be exchanged.
pub(crate) trait Exchange: Words {
    /// Exchanges the lanes whose numbers differ in the bit `BIT` only: 1, 2, 4, … below the number of lanes.
    fn exchange<const BIT: usize>(self) -> Self;
}

/// Two registers as one of twice as many lanes.
#[derive(Clone, Copy)]
pub(crate) struct Pair<W>([W; 2]);

/// A register of lanes as an array, for every machine.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Array<T, const LANES: usize>([T; LANES]);

/// Applies an expression to each lane. A plain loop: closures are not always inlined, and a function that is not
/// inlined is not compiled for the instruction set.
macro_rules! lanes {
    ($word:ty, $lanes:literal, $a:ident in $first:ident, $b:ident in $second:ident: $result:expr) => {{
        let mut array = [0; $lanes];
        let mut lane = 0;
        while lane < $lanes {
            let ($a, $b): ($word, $word) = ($first.0[lane], $second.0[lane]);
            array[lane] = $result;
            lane += 1;
        }
        Array(array)
    }};
}

macro_rules! array {
    ($word:ty, $lanes:literal) => {
        impl Word for $word {
            #[inline(always)]
            fn of(bits: u64) -> Self {
                bits as $word
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                u64::from(self)
            }
        }

        impl Words for Array<$word, $lanes> {
            type Word = $word;

            const LANES: usize = $lanes;

            #[inline(always)]
            fn all(word: $word) -> Self {
                Array([word; $lanes])
            }

            #[inline(always)]
            fn of(words: &[$word]) -> Self {
                Array(words.try_into().expect("a word for each lane"))
            }

            #[inline(always)]
            fn write(self, words: &mut [$word]) {
                words.copy_from_slice(&self.0);
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                lanes!($word, $lanes, a in self, b in other: a | b)
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                lanes!($word, $lanes, a in self, b in other: a & b)
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                lanes!($word, $lanes, a in self, b in other: a ^ b)
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                lanes!($word, $lanes, a in self, b in other: a & !b)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                lanes!($word, $lanes, a in self, b in other: a.wrapping_add(b))
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                lanes!($word, $lanes, a in self, b in other: a.wrapping_sub(b))
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                lanes!($word, $lanes, a in self, b in other: if a < b { a } else { b })
            }

            #[inline(always)]
            fn left(self, by: u32) -> Self {
                lanes!($word, $lanes, a in self, _b in self: a << by)
            }

            #[inline(always)]
            fn right(self, by: u32) -> Self {
                lanes!($word, $lanes, a in self, _b in self: a >> by)
            }

            #[inline(always)]
            fn where_zero(self, other: Self) -> Self {
                lanes!($word, $lanes, a in self, b in other: if a == 0 { b } else { 0 })
            }

            #[inline(always)]
            fn spread(bits: u32, word: $word) -> Self {
                Array(std::array::from_fn(|lane| if bits >> lane & 1 != 0 { word } else { 0 }))
            }

            #[inline(always)]
            fn occupied(self) -> u32 {
                (0..$lanes).fold(0, |bits, lane| bits | u32::from(self.0[lane] != 0) << lane)
            }

            #[inline(always)]
            fn lane(&self, lane: usize) -> $word {
                self.0[lane]
            }

            #[inline(always)]
            fn set_lane(&mut self, lane: usize, word: $word) {
                self.0[lane] = word;
            }
        }
    };
}

impl Exchange for Array<u32, 8> {
    #[inline(always)]
    fn exchange<const BIT: usize>(self) -> Self {
        let mut array = [0; 8];
        let mut lane = 0;
        while lane < 8 {
            array[lane] = self.0[lane ^ BIT];
            lane += 1;
        }
        Array(array)
    }
}

array!(u16, 16);
array!(u32, 8);
array!(u64, 4);

mod pair;
#[cfg(test)]
mod tests;

//! Sets as bits of words.

/// A word of any size.
pub(crate) trait Word: Copy {
    /// Takes the lowest one out of the word. Returns its position; `None` if there is none.
    fn take_lowest(&mut self) -> Option<u32>;
}

macro_rules! words {
    ($($type:ty)*) => {$(
        impl Word for $type {
            #[inline(always)]
            fn take_lowest(&mut self) -> Option<u32> {
                let (at, is_one) = (self.trailing_zeros(), *self != 0);
                *self &= self.wrapping_sub(1);
                is_one.then_some(at)
            }
        }
    )*};
}

words!(u32 u64 u128);

/// Iterates over the positions of the ones of a word, in ascending order.
#[inline(always)]
pub(crate) fn ones<W: Word>(mut word: W) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || word.take_lowest())
}

/// Iterates over the positions of the ones of words, which are 64 positions each.
#[inline(always)]
pub(crate) fn ones_of(words: &[u64]) -> impl Iterator<Item = usize> + Clone {
    words.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| 64 * at + bit as usize))
}

/// Iterates over the ones of a word, each alone in a word.
#[inline(always)]
pub(crate) fn single_bits(word: u64) -> impl Iterator<Item = u64> + Clone {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_ascend() {
        assert_eq!(ones(1_u64 << 63 | 0b101).collect::<Vec<u32>>(), [0, 2, 63]);
        assert_eq!(ones(1_u128 << 127 | 1).collect::<Vec<u32>>(), [0, 127]);
        assert_eq!(ones(0_u64).next(), None);
        assert_eq!(ones_of(&[1 << 63, 0, 0b101]).collect::<Vec<usize>>(), [63, 128, 130]);
        assert_eq!(single_bits(1 << 63 | 0b101).collect::<Vec<u64>>(), [1, 4, 1 << 63]);
    }
}

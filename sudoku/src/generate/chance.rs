//! Random numbers that are the same on every machine: xorshift64* (Vigna 2016).

/// A random generator: the same seed gives the same numbers on every machine. [`Generator`](crate::Generator) uses
/// it; it is public for other ways to make puzzles.
///
/// ```
/// use sudoku::Chance;
///
/// let mut order = [0, 1, 2, 3];
/// Chance::new(7, 0).shuffle(&mut order);
/// order.sort();
/// assert_eq!(order, [0, 1, 2, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The generator of an attempt. The sequences of neighbouring attempts are unrelated.
    pub fn new(seed: u64, attempt: u64) -> Chance {
        Chance(mixed(mixed(seed).wrapping_add(attempt)) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// A random one of the set bits.
    pub(crate) fn bit_of(&mut self, bits: u64) -> u64 {
        let mut rest = bits;
        for _ in 0..self.below(bits.count_ones() as usize) {
            rest &= rest - 1;
        }
        rest & rest.wrapping_neg()
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (2..=list.len()).rev() {
            list.swap(end - 1, self.below(end));
        }
    }
}

/// A step of splitmix64, which maps close seeds to distant states.
pub(super) fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_comes_about_as_often() {
        let mut seen = [0; 6];
        for attempt in 0..6000 {
            let mut list = [0, 1, 2];
            Chance::new(7, attempt).shuffle(&mut list);
            seen[2 * list[0] + usize::from(list[1] > list[2])] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn bits_are_taken_from_those_that_are_set() {
        let mut chance = Chance::new(0, 0);
        let mut seen = 0;
        for _ in 0..200 {
            seen |= chance.bit_of(1 << 63 | 0b1010_0001);
        }
        assert_eq!(seen, 1 << 63 | 0b1010_0001);
    }
}

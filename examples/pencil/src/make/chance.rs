//! Random numbers that are the same on every machine: xorshift64* (Vigna 2016).

/// Random choices of one attempt.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The choices of an attempt. Those of neighbouring attempts are unrelated.
    pub fn new(seed: u64, attempt: u64) -> Chance {
        Chance(mixed(mixed(seed).wrapping_add(attempt)) | 1)
    }

    /// Returns a number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let next = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        ((u128::from(next) * end as u128) >> 64) as usize
    }

    /// Returns whether something happens that happens in so many cases of a hundred.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns one of some things; `None` if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Puts a list in a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (2..=list.len()).rev() {
            list.swap(end - 1, self.below(end));
        }
    }
}

/// A step of splitmix64, which maps close seeds to distant states.
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

//! Choices from bytes.

/// Reader of choices, one byte each. After the last byte all choices are the first one, so every input is a complete
/// problem and a shorter input is a simpler one.
#[derive(Clone, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Returns a reader of these bytes.
    pub fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes(bytes)
    }

    /// Returns the next byte, or 0.
    pub fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first
    }

    /// Returns whether all bytes were read.
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the bytes that were not read.
    pub fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// Returns a number below `n`, which is 256 at most.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    /// Returns a number in `low..=high`. Numbers of least magnitude of either sign come first, so bytes of 0 give
    /// small numbers.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let zero = 0.clamp(low, high);
        let span = high - low + 1;
        low + (zero - low + self.below(span as usize) as i32) % span
    }

    /// Returns true for one byte in `n`; never for a byte of 0.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// Returns one of these.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Returns a list of `least` to `most` items.
    pub fn list<T>(&mut self, least: usize, most: usize, mut each: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..least + self.below(most - least + 1)).map(|_| each(self)).collect()
    }

    /// Returns a seed from the next eight bytes.
    pub fn seed(&mut self) -> u64 {
        (0..8).fold(0, |seed, _| seed << 8 | u64::from(self.byte()))
    }
}

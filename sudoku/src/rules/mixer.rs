//! A fast hash for small tables. It does not resist deliberate collisions, so keys must not come from untrusted input.

use std::hash::{BuildHasherDefault, Hasher};

/// The hasher as a type parameter of the standard collections.
pub(super) type Mixing = BuildHasherDefault<Mixer>;

#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(u64::from_le_bytes(word.try_into().expect("a chunk of eight bytes")));
        }
        let rest = words.remainder().iter().rev();
        self.write_u64(rest.fold(0, |word, &byte| word << 8 | u64::from(byte)));
    }

    fn write_u64(&mut self, word: u64) {
        // An odd number without pattern: the digits of the golden ratio.
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_i32(&mut self, word: i32) {
        self.write_u64(word as u64);
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        // Hash tables use the lowest bits, which multiplication mixes least.
        self.0 ^ self.0 >> 32
    }
}

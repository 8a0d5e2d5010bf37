//! The queue of propagators: a bit set in order of cost.
//!
//! Positions are assigned by ascending cost when the engine is sealed. The cheapest waiting propagator is the
//! lowest bit, and waking is one OR of a word with a precomputed mask. A second set, of one word, says which blocks of
//! words have a bit, so that many propagators at rest are not looked at.

#[derive(Debug, Default)]
pub(crate) struct Queue {
    words: Vec<u64>,
    /// The blocks of words that are not all 0. A block may be in it whose bits have been removed.
    blocks: u64,
    /// Binary logarithm of the number of words of a block: 0 up to 4,096 propagators.
    block: u32,
}

impl Queue {
    pub fn with_positions(positions: usize) -> Queue {
        let words = positions.div_ceil(64).max(1);
        Queue { words: vec![0; words], blocks: 0, block: words.div_ceil(64).next_power_of_two().ilog2() }
    }

    #[inline(always)]
    pub fn wake(&mut self, word: u32, mask: u64) {
        self.words[word as usize] |= mask;
        self.blocks |= 1 << (word >> self.block);
    }

    #[inline]
    pub fn add(&mut self, position: usize) {
        self.wake((position / 64) as u32, 1 << (position % 64));
    }

    #[inline(always)]
    pub fn remove(&mut self, position: usize) {
        self.words[position / 64] &= !(1 << (position % 64));
    }

    #[inline(always)]
    pub fn pop(&mut self) -> Option<usize> {
        while self.blocks != 0 {
            let block = self.blocks.trailing_zeros() as usize;
            if self.block > 0 {
                let position = self.pop_from(block);
                if position.is_some() {
                    return position;
                }
                self.blocks &= self.blocks - 1;
                continue;
            }
            let bits = self.words[block];
            let rest = bits & bits.wrapping_sub(1);
            self.words[block] = rest;
            if rest == 0 {
                self.blocks &= self.blocks - 1;
            }
            if bits != 0 {
                return Some(64 * block + bits.trailing_zeros() as usize);
            }
        }
        None
    }

    /// Removes the lowest position of a block of several words.
    #[cold]
    fn pop_from(&mut self, block: usize) -> Option<usize> {
        let first = block << self.block;
        let end = self.words.len().min(first + (1 << self.block));
        let at = first + self.words[first..end].iter().position(|&word| word != 0)?;
        let bits = self.words[at];
        self.words[at] = bits & (bits - 1);
        Some(64 * at + bits.trailing_zeros() as usize)
    }

    pub fn clear(&mut self) {
        while self.blocks != 0 {
            let first = (self.blocks.trailing_zeros() as usize) << self.block;
            let end = self.words.len().min(first + (1 << self.block));
            self.words[first..end].fill(0);
            self.blocks &= self.blocks - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::rng::Rng;

    #[test]
    fn the_lowest_position_comes_first() {
        let mut queue = Queue::with_positions(200);
        for position in [130, 5, 70, 5, 64] {
            queue.add(position);
        }
        queue.remove(70);
        assert_eq!(queue.pop(), Some(5));
        queue.add(0);
        assert_eq!(
            (queue.pop(), queue.pop(), queue.pop(), queue.pop()),
            (Some(0), Some(64), Some(130), None)
        );
        queue.add(3);
        queue.clear();
        assert_eq!(queue.pop(), None);
    }

    /// With blocks of any size, the queue must agree with a set.
    #[test]
    fn many_positions_come_in_order() {
        for positions in [1, 64, 4_096, 4_097, 50_000, 1_000_000] {
            let mut rng = Rng::new(positions as u64);
            let mut queue = Queue::with_positions(positions);
            let mut set = BTreeSet::new();
            for _ in 0..2_000 {
                let position = rng.below(positions as u32) as usize;
                match rng.below(8) {
                    0..4 => {
                        queue.add(position);
                        set.insert(position);
                    }
                    4 => {
                        queue.remove(position);
                        set.remove(&position);
                    }
                    5 if rng.below(50) == 0 => {
                        queue.clear();
                        set.clear();
                    }
                    _ => assert_eq!(queue.pop(), set.pop_first()),
                }
            }
            while let Some(position) = set.pop_first() {
                assert_eq!(queue.pop(), Some(position));
            }
            assert_eq!(queue.pop(), None);
        }
    }
}

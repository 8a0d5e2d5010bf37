//! The queue of propagators: a bit set in order of cost.
//!
//! Positions are assigned by ascending cost when the engine is sealed. The cheapest waiting propagator is the
//! lowest bit, and waking is one OR of a word with a precomputed mask.

#[derive(Debug, Default)]
pub(crate) struct Queue {
    words: Vec<u64>,
    /// All words before this one are 0.
    first: usize,
}

impl Queue {
    pub fn with_positions(positions: usize) -> Queue {
        Queue { words: vec![0; positions.div_ceil(64).max(1)], first: 0 }
    }

    #[inline(always)]
    pub fn wake(&mut self, word: u32, mask: u64) {
        self.words[word as usize] |= mask;
        self.first = self.first.min(word as usize);
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
        while self.first < self.words.len() {
            let word = &mut self.words[self.first];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.first + bit);
            }
            self.first += 1;
        }
        None
    }

    pub fn clear(&mut self) {
        self.words[self.first..].fill(0);
        self.first = self.words.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

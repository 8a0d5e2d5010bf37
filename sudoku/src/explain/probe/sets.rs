//! Sets of truths, many at a time.

use crate::explain::truth::ones;

/// Bits that are handled together.
type Block = [u64; 8];

/// Sets of truths, numbered. The first is the empty set.
#[derive(Debug, Default)]
pub(super) struct Sets {
    bits: Vec<Block>,
    /// Blocks of a set.
    blocks: usize,
}

impl Sets {
    pub fn clear(&mut self, truths: usize) {
        self.blocks = truths.div_ceil(Block::default().len() * 64);
        self.bits.clear();
        self.bits.resize(self.blocks, Block::default());
    }

    /// The truths of a set, ascending.
    pub fn truths(&self, set: u32) -> impl Iterator<Item = usize> + '_ {
        let words = self.bits[set as usize * self.blocks..][..self.blocks].as_flattened().iter();
        words.enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| 64 * at + bit))
    }

    /// The number of truths of a set.
    pub fn size(&self, set: u32) -> usize {
        let words = self.bits[set as usize * self.blocks..][..self.blocks].as_flattened().iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Begins a new set, equal to the empty one.
    pub fn begin(&mut self) -> u32 {
        let set = self.count() as u32;
        self.bits.resize(self.bits.len() + self.blocks, Block::default());
        set
    }

    /// Adds a set to a later one.
    pub fn unite(&mut self, to: u32, from: u32) {
        let (earlier, later) = self.bits.split_at_mut(to as usize * self.blocks);
        let from = &earlier[from as usize * self.blocks..][..self.blocks];
        for (block, more) in later.iter_mut().zip(from) {
            for (word, more) in block.iter_mut().zip(more) {
                *word |= more;
            }
        }
    }

    pub fn insert(&mut self, to: u32, truth: usize) {
        let words = self.bits[to as usize * self.blocks..].as_flattened_mut();
        words[truth / 64] |= 1 << (truth % 64);
    }

    /// The number of sets.
    pub fn count(&self) -> usize {
        self.bits.len() / self.blocks
    }

    /// Drops all sets from a number on but one, which gets that number.
    pub fn keep_only(&mut self, count: usize, set: Option<u32>) -> Option<u32> {
        if let Some(set) = set {
            let from = set as usize * self.blocks;
            self.bits.copy_within(from..from + self.blocks, count * self.blocks);
        }
        self.bits.truncate((count + usize::from(set.is_some())) * self.blocks);
        set.map(|_| count as u32)
    }

    pub fn drop_last(&mut self) {
        self.bits.truncate(self.bits.len() - self.blocks);
    }
}

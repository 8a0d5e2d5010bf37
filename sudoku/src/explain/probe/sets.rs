//! Sets of truths, many at a time.

/// Sets of truths, numbered. The first is the empty set.
#[derive(Debug, Default)]
pub(super) struct Sets {
    bits: Vec<u64>,
    words: usize,
}

impl Sets {
    pub fn clear(&mut self, truths: usize) {
        self.words = truths.div_ceil(64);
        self.bits.clear();
        self.bits.resize(self.words, 0);
    }

    pub fn get(&self, set: u32) -> &[u64] {
        &self.bits[set as usize * self.words..][..self.words]
    }

    /// Begins a new set, equal to the empty one.
    pub fn begin(&mut self) -> u32 {
        let set = self.count() as u32;
        self.bits.resize(self.bits.len() + self.words, 0);
        set
    }

    /// Adds a set to a later one.
    pub fn unite(&mut self, to: u32, from: u32) {
        let (earlier, later) = self.bits.split_at_mut(to as usize * self.words);
        let from = &earlier[from as usize * self.words..][..self.words];
        later[..self.words].iter_mut().zip(from).for_each(|(word, more)| *word |= more);
    }

    pub fn insert(&mut self, to: u32, truth: usize) {
        self.bits[to as usize * self.words + truth / 64] |= 1 << (truth % 64);
    }

    pub fn size(&self, set: u32) -> usize {
        self.get(set).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of sets.
    pub fn count(&self) -> usize {
        self.bits.len() / self.words
    }

    /// Drops all sets from a number on but one, which gets that number.
    pub fn keep_only(&mut self, count: usize, set: Option<u32>) -> Option<u32> {
        if let Some(set) = set {
            let from = set as usize * self.words;
            self.bits.copy_within(from..from + self.words, count * self.words);
        }
        self.bits.truncate((count + usize::from(set.is_some())) * self.words);
        set.map(|_| count as u32)
    }

    pub fn drop_last(&mut self) {
        self.bits.truncate(self.bits.len() - self.words);
    }
}

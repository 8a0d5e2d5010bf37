//! The cells that differ, as far as rules have declared it.
//!
//! The engine derives the same from all constraints when it compiles a model. These facts are needed earlier: rules
//! choose their constraints by them.

/// For each pair of cells, whether rules have declared that they differ.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// For each cell the cells that differ from it, as bits.
    sees: Vec<u64>,
    /// Words of a cell's row in `sees`.
    words: usize,
    /// Scratch: a row.
    some: Vec<u64>,
}

impl Facts {
    pub fn new(cells: usize) -> Facts {
        let words = cells.div_ceil(64);
        Facts { sees: vec![0; cells * words], words, some: vec![0; words] }
    }

    /// Whether two cells are known to differ.
    pub fn see(&self, a: u16, b: u16) -> bool {
        self.sees[usize::from(a) * self.words + usize::from(b) / 64] >> (b % 64) & 1 != 0
    }

    /// Whether all cells are known to differ from each other.
    pub fn all_see(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().all(|(at, &a)| cells[..at].iter().all(|&b| self.see(a, b)))
    }

    /// Records that two cells differ.
    pub fn differ(&mut self, a: u16, b: u16) {
        for (a, b) in [(a, b), (b, a)] {
            self.sees[usize::from(a) * self.words + usize::from(b) / 64] |= 1 << (b % 64);
        }
    }

    /// Records that all cells of a set, such as a row, differ.
    pub fn group(&mut self, cells: &[u16]) {
        self.some.fill(0);
        cells.iter().for_each(|&cell| self.some[usize::from(cell) / 64] |= 1 << (cell % 64));
        for &cell in cells {
            let seen = self.sees[usize::from(cell) * self.words..][..self.words].iter_mut();
            seen.zip(&self.some).for_each(|(word, all)| *word |= all);
            // No cell differs from itself.
            self.sees[usize::from(cell) * self.words + usize::from(cell) / 64] &= !(1 << (cell % 64));
        }
    }
}

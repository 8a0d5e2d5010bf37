//! What rules have said of sums and of cells that differ.

use super::cell_set::CellSet;

/// Known while rules declare themselves, and to presolve.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// For each cell, those that differ from it: a bit each.
    sees: Vec<u64>,
    /// Words of a cell's row in `sees`.
    words: usize,
    /// Sets of cells that all differ, but for rows, columns and regions.
    pub groups: Vec<Vec<u16>>,
    /// Cells, none of them twice, and the total of their numbers.
    pub sums: Vec<(Vec<u16>, i64)>,
    /// Scratch.
    some: CellSet,
}

impl Facts {
    pub fn new(cells: usize) -> Facts {
        let words = cells.div_ceil(64);
        let (sees, some) = (vec![0; cells * words], CellSet::none(cells));
        Facts { sees, words, groups: Vec::new(), sums: Vec::new(), some }
    }

    /// Whether two cells are known to differ.
    pub fn see(&self, a: u16, b: u16) -> bool {
        self.sees[usize::from(a) * self.words + usize::from(b) / 64] >> (b % 64) & 1 != 0
    }

    /// Whether all cells are known to differ from each other.
    pub fn all_see(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().all(|(at, &a)| cells[..at].iter().all(|&b| self.see(a, b)))
    }

    /// Two cells differ.
    pub fn differ(&mut self, a: u16, b: u16) {
        for (a, b) in [(a, b), (b, a)] {
            self.sees[usize::from(a) * self.words + usize::from(b) / 64] |= 1 << (b % 64);
        }
    }

    /// All cells of a row, column or region differ.
    pub fn house(&mut self, cells: &[u16]) {
        self.some.clear();
        self.some.insert(cells);
        let all = self.some.words();
        for &cell in cells {
            let seen = self.sees[usize::from(cell) * self.words..][..self.words].iter_mut();
            seen.zip(all).for_each(|(word, all)| *word |= all);
            // None differs from itself.
            self.sees[usize::from(cell) * self.words + usize::from(cell) / 64] &= !(1 << (cell % 64));
        }
    }

    /// All cells of some other set differ.
    pub fn group(&mut self, cells: &[u16]) {
        self.house(cells);
        self.groups.push(cells.to_vec());
    }

    /// Cells add up to a total. A sum in which a cell counts twice is of no use.
    pub fn sum(&mut self, cells: &[u16], total: i64) {
        if cells.iter().enumerate().all(|(at, cell)| !cells[..at].contains(cell)) {
            self.sums.push((cells.to_vec(), total));
        }
    }
}

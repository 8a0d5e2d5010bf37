//! What rules have said of sums and of cells that differ.

use super::cell_set::CellSet;

/// Known while rules declare themselves, and to presolve.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// For each cell, those that differ from it: a bit each.
    sees: Vec<u64>,
    /// Words of a cell's row in `sees`.
    words: usize,
    /// The same, of those that share no row, column or region as far as that was known; empty while there are none.
    beyond: Vec<u64>,
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
        Facts { sees, words, beyond: Vec::new(), groups: Vec::new(), sums: Vec::new(), some }
    }

    /// Whether two cells are known to differ.
    pub fn see(&self, a: u16, b: u16) -> bool {
        self.sees[usize::from(a) * self.words + usize::from(b) / 64] >> (b % 64) & 1 != 0
    }

    /// The cells that are known to differ from at least two of some cells, and from which of these: a bit each; those
    /// of them that share no row, column or region with one from which they differ.
    pub(super) fn around_beyond_houses(&self, cells: &[u16]) -> Vec<(u16, u64)> {
        let beyond =
            |at: usize| cells.iter().fold(0, |all, &cell| all | row(&self.beyond, self.words, cell)[at]);
        self.around_among(cells, beyond)
    }

    /// Those among the cells of each word.
    fn around_among(&self, cells: &[u16], among: impl Fn(usize) -> u64) -> Vec<(u16, u64)> {
        let mut around = Vec::new();
        for at in 0..self.words {
            let (mut once, mut twice) = (0, 0);
            for &cell in cells {
                let seen = row(&self.sees, self.words, cell)[at];
                twice |= once & seen;
                once |= seen;
            }
            twice &= among(at);
            let inside = cells.iter().filter(|&&cell| usize::from(cell) / 64 == at);
            inside.for_each(|cell| twice &= !(1 << (cell % 64)));
            while twice != 0 {
                let other = (64 * at) as u16 + twice.trailing_zeros() as u16;
                twice &= twice - 1;
                let seen =
                    cells.iter().rev().fold(0, |seen, &cell| seen << 1 | u64::from(self.see(cell, other)));
                around.push((other, seen));
            }
        }
        around
    }

    /// Whether all cells are known to differ from each other.
    pub fn all_see(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().all(|(at, &a)| cells[..at].iter().all(|&b| self.see(a, b)))
    }

    /// Whether cells are known to differ that share no row, column or region.
    pub fn go_beyond_houses(&self) -> bool {
        !self.beyond.is_empty()
    }

    fn note_beyond(&mut self, a: u16, b: u16) {
        if !self.see(a, b) {
            self.beyond.resize(self.sees.len(), 0);
            for (a, b) in [(a, b), (b, a)] {
                self.beyond[usize::from(a) * self.words + usize::from(b) / 64] |= 1 << (b % 64);
            }
        }
    }

    /// Two cells differ.
    pub fn differ(&mut self, a: u16, b: u16) {
        self.note_beyond(a, b);
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
        for (at, &a) in cells.iter().enumerate() {
            cells[..at].iter().for_each(|&b| self.note_beyond(a, b));
        }
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

/// A cell's row of bits.
fn row(bits: &[u64], words: usize, cell: u16) -> &[u64] {
    &bits[usize::from(cell) * words..][..words]
}

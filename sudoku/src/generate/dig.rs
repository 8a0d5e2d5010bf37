//! Removal of clues from a full grid. Orbits of clues are tried in a random order and removed as long as the puzzle
//! has one solution.
//!
//! A clue is needed if there is a solution in which its cell has another value. A single such solution proves it.
//! Nothing has to be asked if direct elimination gives the value back, as for most of the first half of the clues.

use super::chance::Chance;
use super::prepared::PreparedGrid;
use super::swaps::Swaps;

/// A puzzle under construction. Its memory is reused for the next one.
#[derive(Debug, Default)]
pub(super) struct Dig {
    /// The number of the attempt.
    pub attempt: u64,
    /// The full grid, with each cell as a bit.
    pub full: Vec<u64>,
    /// The candidates of each cell in the next question; the finished puzzle when no question is left.
    pub cells: Vec<u64>,
    /// The number of clues.
    pub clues: usize,
    /// The least number of clues.
    floor: usize,
    /// The number of clues that are known to be needed.
    kept: usize,
    /// The greatest number of clues. A puzzle with more has failed.
    most: usize,
    /// The orbits in the order in which they are tried, and the index of the current one.
    order: Vec<u16>,
    at: usize,
    /// The number of clues that may be redundant, because their questions were given up.
    pub undecided: u64,
    /// The number of cells of the current orbit that are known to follow from the other clues.
    implied: usize,
    /// For each house, the bits of the values of its clues.
    given: Vec<u64>,
    swaps: Swaps,
}

/// The state of a puzzle under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// The cells are a question: is there any solution?
    Asks,
    /// The puzzle is finished.
    Done,
    /// The puzzle cannot have as few clues as required.
    Failed,
}

impl Dig {
    /// Begins with all clues of the full grid, in the cells that may hold clues.
    pub fn begin(&mut self, prepared: &PreparedGrid, chance: &mut Chance, floor: usize, most: usize) {
        let grid = &prepared.grid;
        (self.floor, self.most) = (floor, most);
        (self.at, self.implied, self.kept) = (0, 0, 0);
        self.undecided = 0;
        self.cells.clear();
        self.given.clear();
        self.given.resize(grid.houses().len(), 0);
        if prepared.is_free() {
            self.cells.extend(&self.full);
            self.given.iter_mut().zip(grid.houses()).for_each(|(given, house)| {
                *given = house.cells().iter().fold(0, |all, &cell| all | self.full[usize::from(cell)]);
            });
        } else {
            self.cells.resize(grid.cells(), prepared.all);
            prepared.orbits.iter().flatten().for_each(|&cell| self.give(prepared, usize::from(cell)));
        }
        self.swaps.begin(prepared, &self.full);
        self.clues = prepared.places;
        self.order.clear();
        self.order.extend(0..prepared.orbits.len() as u16);
        chance.shuffle(&mut self.order);
    }

    fn give(&mut self, prepared: &PreparedGrid, cell: usize) {
        self.cells[cell] = self.full[cell];
        for house in prepared.houses(cell) {
            self.given[house] |= self.full[cell];
        }
    }

    fn take(&mut self, prepared: &PreparedGrid, cell: usize) {
        self.cells[cell] = prepared.all;
        for house in prepared.houses(cell) {
            self.given[house] &= !self.full[cell];
        }
    }

    /// Goes on to the next question.
    pub fn advance(&mut self, prepared: &PreparedGrid) -> Progress {
        while let Some(&orbit) = self.order.get(self.at) {
            let orbit = &prepared.orbits[usize::from(orbit)];
            if self.implied == 0 {
                if self.kept > self.most {
                    return Progress::Failed;
                }
                if self.clues - orbit.len() < self.floor {
                    self.kept += orbit.len();
                    self.at += 1;
                    continue;
                }
                orbit.iter().for_each(|&cell| self.take(prepared, usize::from(cell)));
            }
            let cell = usize::from(orbit[self.implied]);
            if self.is_implied_directly(prepared, cell) {
                self.answered(prepared, false);
            } else if self.is_exchangeable(prepared, cell) {
                self.answered(prepared, true);
            } else {
                self.cells[cell] = prepared.all & !self.full[cell];
                return Progress::Asks;
            }
        }
        if self.clues > self.most { Progress::Failed } else { Progress::Done }
    }

    /// Keeps the clues in question, which took too long.
    pub fn give_up(&mut self, prepared: &PreparedGrid) {
        self.undecided += prepared.orbits[usize::from(self.order[self.at])].len() as u64;
        self.answered(prepared, true);
    }

    /// Receives the answer to the question: whether there is a solution.
    pub fn answered(&mut self, prepared: &PreparedGrid, found: bool) {
        let orbit = &prepared.orbits[usize::from(self.order[self.at])];
        if found {
            orbit.iter().for_each(|&cell| self.give(prepared, usize::from(cell)));
            self.kept += orbit.len();
            self.at += 1;
            self.implied = 0;
            return;
        }
        // The clue follows from the others, so that it may be used for the rest of the orbit.
        self.give(prepared, usize::from(orbit[self.implied]));
        self.implied += 1;
        if self.implied == orbit.len() {
            orbit.iter().for_each(|&cell| self.take(prepared, usize::from(cell)));
            self.clues -= orbit.len();
            self.at += 1;
            self.implied = 0;
        }
    }

    /// The bits of the values of all clues that a cell sees.
    #[inline]
    fn seen(&self, prepared: &PreparedGrid, cell: usize) -> u64 {
        let [row, column, region] = prepared.houses(cell);
        self.given[row] | self.given[column] | self.given[region]
    }

    /// Whether a chain of two values that contains the cell has no clues, so that exchanging the values gives a
    /// second solution.
    fn is_exchangeable(&mut self, prepared: &PreparedGrid, cell: usize) -> bool {
        let others = prepared.all & !self.seen(prepared, cell) & !self.full[cell];
        self.swaps.has_free_chain(prepared, &self.full, &self.given, cell, others)
    }

    /// Whether the clues leave the cell only its value, or leave the value only this cell in a house.
    fn is_implied_directly(&self, prepared: &PreparedGrid, cell: usize) -> bool {
        let value = self.full[cell];
        if self.seen(prepared, cell) | value == prepared.all {
            return true;
        }
        let elsewhere = |&other: &u16| {
            let other = usize::from(other);
            other != cell && self.cells[other] != self.full[other] && self.seen(prepared, other) & value == 0
        };
        let only_here = |house: usize| {
            prepared.is_full[house] && !prepared.grid.houses()[house].cells().iter().any(elsewhere)
        };
        prepared.houses(cell).into_iter().any(only_here)
    }
}

//! Removal of clues from a full grid. Orbits of clues are tried in a random order and removed as long as the puzzle
//! has one solution.
//!
//! A clue is needed if there is a solution in which its cell has another value. A single such solution proves it.
//! Nothing has to be asked if direct elimination gives the value back, as for most of the first half of the clues.

use super::chance::Chance;
use super::shape::Shape;
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
    /// The number of cells of the current orbit that are known to follow from the other clues.
    follow: usize,
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
    /// Begins with all clues of the full grid that the shape allows.
    pub fn begin(&mut self, shape: &Shape, chance: &mut Chance, floor: usize, most: usize) {
        let grid = &shape.grid;
        (self.floor, self.most) = (floor, most);
        (self.at, self.follow, self.kept) = (0, 0, 0);
        self.cells.clear();
        self.given.clear();
        self.given.resize(grid.houses().len(), 0);
        if shape.is_free() {
            self.cells.extend(&self.full);
            self.given.iter_mut().zip(grid.houses()).for_each(|(given, house)| {
                *given = house.cells().iter().fold(0, |all, &cell| all | self.full[usize::from(cell)]);
            });
        } else {
            self.cells.resize(grid.cells(), shape.all);
            shape.orbits.iter().flatten().for_each(|&cell| self.give(shape, usize::from(cell)));
        }
        self.swaps.begin(shape, &self.full);
        self.clues = shape.places;
        self.order.clear();
        self.order.extend(0..shape.orbits.len() as u16);
        chance.shuffle(&mut self.order);
    }

    fn give(&mut self, shape: &Shape, cell: usize) {
        self.cells[cell] = self.full[cell];
        for house in shape.houses(cell) {
            self.given[house] |= self.full[cell];
        }
    }

    fn take(&mut self, shape: &Shape, cell: usize) {
        self.cells[cell] = shape.all;
        for house in shape.houses(cell) {
            self.given[house] &= !self.full[cell];
        }
    }

    /// Goes on to the next question.
    pub fn advance(&mut self, shape: &Shape) -> Progress {
        while let Some(&orbit) = self.order.get(self.at) {
            let orbit = &shape.orbits[usize::from(orbit)];
            if self.follow == 0 {
                if self.kept > self.most {
                    return Progress::Failed;
                }
                if self.clues - orbit.len() < self.floor {
                    self.kept += orbit.len();
                    self.at += 1;
                    continue;
                }
                orbit.iter().for_each(|&cell| self.take(shape, usize::from(cell)));
            }
            let cell = usize::from(orbit[self.follow]);
            if self.is_plain(shape, cell) {
                self.answered(shape, false);
            } else if self.is_exchangeable(shape, cell) {
                self.answered(shape, true);
            } else {
                self.cells[cell] = shape.all & !self.full[cell];
                return Progress::Asks;
            }
        }
        if self.clues > self.most { Progress::Failed } else { Progress::Done }
    }

    /// Receives the answer to the question: whether there is a solution.
    pub fn answered(&mut self, shape: &Shape, found: bool) {
        let orbit = &shape.orbits[usize::from(self.order[self.at])];
        if found {
            orbit.iter().for_each(|&cell| self.give(shape, usize::from(cell)));
            self.kept += orbit.len();
            self.at += 1;
            self.follow = 0;
            return;
        }
        // The clue follows from the others, so that it may be used for the rest of the orbit.
        self.give(shape, usize::from(orbit[self.follow]));
        self.follow += 1;
        if self.follow == orbit.len() {
            orbit.iter().for_each(|&cell| self.take(shape, usize::from(cell)));
            self.clues -= orbit.len();
            self.at += 1;
            self.follow = 0;
        }
    }

    /// The bits of the values of all clues that a cell sees.
    #[inline]
    fn seen(&self, shape: &Shape, cell: usize) -> u64 {
        let [row, column, region] = shape.houses(cell);
        self.given[row] | self.given[column] | self.given[region]
    }

    /// Whether a chain of two values that contains the cell has no clues, so that exchanging the values gives a
    /// second solution.
    fn is_exchangeable(&mut self, shape: &Shape, cell: usize) -> bool {
        let others = shape.all & !self.seen(shape, cell) & !self.full[cell];
        self.swaps.has_free_chain(shape, &self.full, &self.given, cell, others)
    }

    /// Whether the clues leave the cell only its value, or leave the value only this cell in a house.
    fn is_plain(&self, shape: &Shape, cell: usize) -> bool {
        let value = self.full[cell];
        if self.seen(shape, cell) | value == shape.all {
            return true;
        }
        let elsewhere = |&other: &u16| {
            let other = usize::from(other);
            other != cell && self.cells[other] != self.full[other] && self.seen(shape, other) & value == 0
        };
        let only_here =
            |house: usize| shape.is_full[house] && !shape.grid.houses()[house].cells().iter().any(elsewhere);
        shape.houses(cell).into_iter().any(only_here)
    }
}

//! One puzzle under construction: clues of a full grid are left out, one orbit after the other, as long as what
//! is left has one solution.
//!
//! "Is this clue needed?" is asked as "is there a solution in which its cell has another value?". One such solution
//! is the proof that it is. Where direct elimination gives the value back nothing has to be asked: that is so for most of
//! the first half of the clues.

use super::chance::Chance;
use super::shape::Shape;
use super::swaps::Swaps;

/// A puzzle under construction. Used again for the next one.
#[derive(Debug, Default)]
pub(super) struct Dig {
    /// Which attempt it is.
    pub attempt: u64,
    /// The full grid, each cell as a bit.
    pub full: Vec<u64>,
    /// What each cell can be in the question that is asked next; clues as they are once there is none.
    pub cells: Vec<u64>,
    /// Clues that there are.
    pub clues: usize,
    /// No fewer clues than these.
    floor: usize,
    /// Clues of which it is settled that they stay.
    kept: usize,
    /// More are a failure.
    most: usize,
    /// The orbits, in the order in which they are tried, and how far it has come with them.
    order: Vec<u16>,
    at: usize,
    /// Cells of the orbit that is tried which are known to follow from the other clues.
    follow: usize,
    /// By house, the values of the clues there.
    given: Vec<u64>,
    swaps: Swaps,
}

/// How far a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// Its cells are a question: has that any solution?
    Asks,
    /// It is ready.
    Done,
    /// It cannot have as few clues as it should.
    Failed,
}

impl Dig {
    /// Begins with all clues that the shape allows, of the full grid that is there already.
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

    /// On to the next question.
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

    /// Takes the answer to what was asked: whether there is a solution.
    pub fn answered(&mut self, shape: &Shape, found: bool) {
        let orbit = &shape.orbits[usize::from(self.order[self.at])];
        if found {
            orbit.iter().for_each(|&cell| self.give(shape, usize::from(cell)));
            self.kept += orbit.len();
            self.at += 1;
            self.follow = 0;
            return;
        }
        // It follows from the others, so it may be used for the rest of the orbit.
        self.give(shape, usize::from(orbit[self.follow]));
        self.follow += 1;
        if self.follow == orbit.len() {
            orbit.iter().for_each(|&cell| self.take(shape, usize::from(cell)));
            self.clues -= orbit.len();
            self.at += 1;
            self.follow = 0;
        }
    }

    /// The values of the clues that a cell sees.
    #[inline]
    fn seen(&self, shape: &Shape, cell: usize) -> u64 {
        let [row, column, region] = shape.houses(cell);
        self.given[row] | self.given[column] | self.given[region]
    }

    /// Whether an open cell's value can be exchanged with another, all along a chain without clues.
    fn is_exchangeable(&mut self, shape: &Shape, cell: usize) -> bool {
        let others = shape.all & !self.seen(shape, cell) & !self.full[cell];
        self.swaps.has_free_chain(shape, &self.full, &self.given, cell, others)
    }

    /// Whether an open cell has only its value left beside the clues, or is the only place of it in a house.
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

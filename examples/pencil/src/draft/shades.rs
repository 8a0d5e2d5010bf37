//! Rules of shaded cells.

use csp::constraints::{clause, connected};
use csp::{Expression, Var, sum};

use super::{By, Place};

impl By<'_, '_> {
    /// The cells with a value are connected.
    pub fn connected(&mut self, cells: &[Var], value: i32) -> &mut Self {
        let pairs = self.draft.puzzle.board.cells.pairs();
        self.post(connected(cells, pairs, value))
    }

    /// No square of two by two cells has this value throughout.
    pub fn no_square(&mut self, cells: &[Var], value: i32) -> &mut Self {
        for square in self.draft.puzzle.board.cells.squares() {
            self.cell(square[0]).post(clause(square.map(|cell| cells[cell].is_not(value))));
        }
        self.at(Place::Board)
    }

    /// No two neighbours are shaded.
    pub fn no_touch(&mut self, shade: &[Var]) -> &mut Self {
        for (a, b) in self.draft.puzzle.board.cells.pairs() {
            self.cell(a).post(clause([shade[a].is(0), shade[b].is(0)]));
        }
        self.at(Place::Board)
    }

    /// No two cells that touch, even at a corner, are shaded.
    pub fn no_touch8(&mut self, shade: &[Var]) -> &mut Self {
        let cells = self.draft.puzzle.board.cells;
        for a in 0..cells.len() {
            for b in cells.around8(a).filter(|&b| a < b) {
                self.cell(a).post(clause([shade[a].is(0), shade[b].is(0)]));
            }
        }
        self.at(Place::Board)
    }

    /// From a cell with this value, itself included, so many cells of the value are seen in the four directions.
    pub fn seen(&mut self, cell: usize, cells: &[Var], value: i32, number: u32) -> &mut Self {
        use crate::board::Direction;
        let grid = self.draft.puzzle.board.cells;
        let mut seen: Vec<Var> = Vec::new();
        for direction in Direction::ALL {
            let mut before = None;
            for at in grid.ray(cell, direction).take(number as usize) {
                let is_seen = self.draft.model.boolean();
                self.post(clause([is_seen.is(0), cells[at].is(value)]));
                match before {
                    None => self.post(clause([is_seen.is(1), cells[at].is_not(value)])),
                    Some(before) => {
                        let before: Var = before;
                        self.post(clause([is_seen.is(0), before.is(1)]));
                        self.post(clause([is_seen.is(1), before.is(0), cells[at].is_not(value)]))
                    }
                };
                seen.push(is_seen);
                before = Some(is_seen);
            }
        }
        self.post(cells[cell].is(value));
        self.post(sum(seen).eq(i64::from(number) - 1))
    }

    /// The sum of some variables is a number.
    pub fn total<T: Into<Expression>>(
        &mut self,
        terms: impl IntoIterator<Item = T>,
        number: u32,
    ) -> &mut Self {
        self.post(sum(terms).eq(i64::from(number)))
    }
}

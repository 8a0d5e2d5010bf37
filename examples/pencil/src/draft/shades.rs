//! Rules of shaded cells.

use csp::constraints::{clause, connected};
use csp::{Expression, Var, sum};

use super::{By, Place};
use crate::board::Direction;

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

    /// At least one cell is shaded, or one line is drawn.
    pub fn some(&mut self, drawn: &[Var]) -> &mut Self {
        self.post(clause(drawn.iter().map(|var| var.is_not(0))))
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
        let grid = self.draft.puzzle.board.cells;
        let mut seen: Vec<Var> = Vec::new();
        for direction in Direction::ALL {
            let mut before = None;
            for at in grid.ray(cell, direction).take(number as usize) {
                let is_seen = self.draft.model.boolean();
                self.means(clause([is_seen.is(0), cells[at].is(value)]));
                if let Some(before) = before {
                    self.means(clause([is_seen.is(0), Var::is(before, 1)]));
                }
                let goes_on = before.map(|before| before.is(0));
                self.means(clause(goes_on.into_iter().chain([is_seen.is(1), cells[at].is_not(value)])));
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

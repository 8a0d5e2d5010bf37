//! Rules of rows and columns.

use csp::constraints::{Automaton, Operand, clause, connected, regular};
use csp::{Var, all_different};

use super::{By, Place};
use crate::address::Places;
use crate::board::Grid;

impl By<'_, '_> {
    /// The numbers of each row and each column differ.
    pub fn latin(&mut self, cells: &[Var]) -> &mut Self {
        for (at, line) in self.draft.puzzle.board.cells.lines().into_iter().enumerate() {
            self.at(Place::Line(at)).post(all_different(line.iter().map(|&cell| cells[cell])));
        }
        self.at(Place::Board)
    }

    /// The numbers that are given stay.
    pub fn givens(&mut self, cells: &[Var]) -> &mut Self {
        for (cell, number) in self.draft.puzzle.numbers(Places::Cells) {
            self.cell(cell).post(clause([cells[cell].is(number as i32)]));
        }
        self.at(Place::Board)
    }

    /// The runs of shaded cells in a line have these lengths, in order.
    pub fn runs(&mut self, line: &[Var], runs: &[u32]) -> &mut Self {
        let runs: Vec<u32> = runs.iter().copied().filter(|&run| run > 0).collect();
        let least: u64 = runs.iter().map(|&run| u64::from(run) + 1).sum();
        if least > line.len() as u64 + 1 {
            return self.post(clause([]));
        }
        if runs.is_empty() {
            return self.total(line.iter().copied(), 0);
        }
        let filled: Vec<String> = runs.iter().map(|run| format!("1{{{run}}}")).collect();
        let text = format!("0* {} 0*", filled.join(" 0+ "));
        let automaton = Automaton::parse(&text).expect("runs are a regular language");
        self.post(regular(line.iter().copied(), automaton))
    }

    /// Diagonals, 1 falling and 2 rising, one a cell, enclose nothing: seen from the corners of one colour of a
    /// chessboard, those of the other colour are connected with each other or with the outside.
    pub fn forest(&mut self, slant: &[Var]) -> &mut Self {
        let board = self.draft.puzzle.board;
        let (cells, crosses) = (board.cells, board.crosses);
        let parity_of = |grid: Grid, point| (grid.place(point).0 + grid.place(point).1) % 2;
        for (parity, inside) in [[2, 3], [1, 4]].into_iter().enumerate() {
            // A falling diagonal of an even cell joins even corners, and a rising one of an odd cell; as values of
            // places these are 3 and 2, the others 1 and 4.
            let value = |cell: usize| slant[cell] + if parity_of(cells, cell) == 0 { 2 } else { 0 };
            let corners = std::iter::repeat_n(Operand::from(inside[0]), crosses.len() + 1);
            let places = (0..cells.len()).map(|cell| Operand::from(value(cell))).chain(corners);
            let place = |cross: usize| cells.len() + cross;
            let mut edges = Vec::new();
            for cross in 0..crosses.len() {
                let is_border = crosses.around(cross).count() < 4;
                if parity_of(crosses, cross) != parity || is_border {
                    edges.push((place(cross), place(crosses.len())));
                }
                if parity_of(crosses, cross) == parity {
                    edges.extend(board.cells_at(cross).map(|cell| (place(cross), cell)));
                }
            }
            self.post(connected(places, edges, inside.to_vec()));
        }
        self
    }
}

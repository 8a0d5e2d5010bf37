//! Rules of rows and columns.

use csp::constraints::{Automaton, regular};
use csp::{Var, all_different};

use super::{By, Place};

impl By<'_, '_> {
    /// The numbers of each row and each column differ.
    pub fn latin(&mut self, cells: &[Var]) -> &mut Self {
        for (at, line) in self.draft.puzzle.board.cells.lines().into_iter().enumerate() {
            self.at(Place::Line(at)).post(all_different(line.iter().map(|&cell| cells[cell])));
        }
        self.at(Place::Board)
    }

    /// The runs of shaded cells in a line have these lengths, in order.
    pub fn runs(&mut self, line: &[Var], runs: &[u32]) -> &mut Self {
        let filled: Vec<String> = runs.iter().map(|run| format!("1{{{run}}}")).collect();
        let text = format!("0* {} 0*", filled.join(" 0+ "));
        let automaton = Automaton::parse(&text).expect("runs are a regular language");
        self.post(regular(line.iter().copied(), automaton))
    }
}

//! What methods are run on: puzzles, or any other model of the engine.

use csp::Model;
use sudoku::{Puzzle, Solution};

/// Something to be solved.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    Puzzle(Puzzle),
    /// For methods that search: lanes take puzzles only.
    Model(Model),
}

/// A value for each cell of a puzzle, or for each variable of a model.
pub(crate) type Values = Box<[i32]>;

impl Problem {
    /// Whether these values are a solution.
    pub fn accepts(&self, values: &[i32]) -> bool {
        match self {
            Problem::Puzzle(puzzle) => puzzle.accepts(&cells(values)),
            Problem::Model(model) => model.broken_by(values).is_ok_and(|broken| broken.is_none()),
        }
    }

    /// A solution as messages show it.
    pub fn text(&self, values: &[i32]) -> String {
        match self {
            Problem::Puzzle(puzzle) => puzzle.text(&cells(values)),
            Problem::Model(_) => values.iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

/// The values of a puzzle's solution.
pub(super) fn values(solution: &Solution) -> Values {
    solution.iter().map(|&value| i32::from(value)).collect()
}

/// The solution of a puzzle that has these values, which [`values`] has made of one.
fn cells(values: &[i32]) -> Solution {
    values.iter().map(|&value| value as u8).collect()
}

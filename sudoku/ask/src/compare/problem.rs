//! Problems that methods are run on: puzzles, or other models of the engine.

use csp::Model;
use sudoku::{Puzzle, Solution};

/// Problem to be solved.
#[derive(Clone, Debug)]
pub enum Problem {
    /// Puzzle.
    Puzzle(Puzzle),
    /// Model for methods that search: lanes take puzzles only.
    Model(Model),
}

/// Value of each cell of a puzzle, or of each variable of a model.
pub type Values = Box<[i32]>;

impl Problem {
    /// Returns whether these values are a solution.
    pub fn accepts(&self, values: &[i32]) -> bool {
        match self {
            Problem::Puzzle(puzzle) => puzzle.accepts(&cells(values)),
            Problem::Model(model) => model.broken_by(values).is_ok_and(|broken| broken.is_none()),
        }
    }

    /// Formats a solution for messages.
    pub fn text(&self, values: &[i32]) -> String {
        match self {
            Problem::Puzzle(puzzle) => puzzle.text(&cells(values)),
            Problem::Model(_) => values.iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Converts the solution of a puzzle to values.
pub fn values(solution: &Solution) -> Values {
    solution.iter().map(|&value| i32::from(value)).collect()
}

/// Converts values back to the solution of a puzzle; the inverse of [`values`].
fn cells(values: &[i32]) -> Solution {
    values.iter().map(|&value| value as u8).collect()
}

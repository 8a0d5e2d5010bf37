//! The interface of an engine in the comparison, and its results.

use std::time::Duration;

use crate::problem::Problem;

/// Problem with its name in the tables.
pub struct Task {
    pub name: String,
    pub problem: Problem,
    /// Seed of everything random in a search.
    pub seed: u32,
}

/// Limits of one run.
#[derive(Clone, Copy)]
pub struct Limits {
    pub time: Duration,
}

/// Engine in the comparison.
pub trait Peer {
    fn name(&self) -> &'static str;

    /// Returns the search settings for this problem, the best first; none if the engine cannot solve it. With `all`,
    /// known inferior ones are included.
    fn modes(&self, problem: &Problem, all: bool) -> Vec<&'static str>;

    /// Builds the model, searches, and returns the result; `Ok(None)` if the engine is not available. An error is a
    /// sentence for the user and ends the whole comparison.
    fn run(&mut self, task: &Task, mode: &str, limits: Limits) -> Result<Option<Outcome>, String>;

    /// Returns whether the engine would take hours for long lists of puzzles: it then gets only the short ones.
    fn is_slow(&self) -> bool {
        false
    }
}

/// Result of one run of one engine on one problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Time of model building and search, without reading files and starting processes.
    pub elapsed: Duration,
    /// Number of solutions found; for a list of Sudokus, of puzzles with exactly one; for an optimum, of improvements
    /// (not compared).
    pub solutions: u64,
    pub nodes: u64,
    pub fails: u64,
    pub restarts: u64,
    /// Whether the task was completed within the limit.
    pub complete: bool,
    /// Last solution found, in the order that [`Problem`] states; empty if there is none. For a list of Sudokus, the
    /// unique solutions, one after the other.
    pub witness: Vec<i64>,
}

#[cfg(any(feature = "pumpkin", feature = "selen"))]
impl Outcome {
    /// Adds the answer of one model: a puzzle of a list of Sudokus, or the only model.
    pub fn add(&mut self, problem: &Problem, solutions: u64, witness: Vec<i64>, complete: bool) {
        self.complete &= complete;
        if !matches!(problem, Problem::Sudoku(_)) {
            self.solutions = solutions;
            self.witness = witness;
        } else if complete && solutions == 1 {
            self.solutions += 1;
            self.witness.extend(witness);
        }
    }
}

//! What an engine has to offer to take part, and what it answers.

use std::time::Duration;

use crate::problem::Problem;

/// One problem with its name in the tables.
pub struct Task {
    pub name: String,
    pub problem: Problem,
    /// Of everything random in a search.
    pub seed: u32,
}

/// Bounds on one run.
#[derive(Clone, Copy)]
pub struct Limits {
    pub time: Duration,
}

/// One engine.
pub trait Peer {
    fn name(&self) -> &'static str;

    /// The ways of searching to try on this problem, the best first; none if it cannot do it. With
    /// `all`, those too that are known to be worse.
    fn modes(&self, problem: &Problem, all: bool) -> Vec<&'static str>;

    /// Builds the model, searches, and says what came out. `Ok(None)`: not there (yet).
    /// An error is a sentence for the user and ends the whole comparison.
    fn run(&mut self, task: &Task, mode: &str, limits: Limits) -> Result<Option<Outcome>, String>;

    /// Whether long lists of puzzles would take it hours: it then gets only the short ones.
    fn is_slow(&self) -> bool {
        false
    }
}

/// What one run of one engine on one problem gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Model building and search; not reading files, not starting a process.
    pub elapsed: Duration,
    /// Solutions found; for a list of Sudoku, the puzzles with exactly one; for an optimum, those on
    /// the way (not compared).
    pub solutions: u64,
    pub nodes: u64,
    pub fails: u64,
    pub restarts: u64,
    /// Whether what was asked was done within the limit.
    pub complete: bool,
    /// The last solution found, in the order that [`Problem`] states; empty if there is none. For a
    /// list of Sudoku the unique solutions, one after the other.
    pub witness: Vec<i64>,
}

#[cfg(any(feature = "pumpkin", feature = "selen"))]
impl Outcome {
    /// Takes in one model's answer: one of a list of Sudoku, or all there is.
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

//! A puzzle with several methods, one after the other.

mod contender;
mod problem;
mod trial;

use csp::clock::Instant;
use serde::{Serialize, Serializer};
use sudoku::{Budget, Puzzle};

use crate::json::fields;
pub use contender::Contender;
pub use problem::{Problem, Values, values};
pub use trial::{Counts, HumanSteps, Runner, Trial};

/// Asks for a puzzle to be solved with several methods.
#[derive(Clone, Copy, Debug)]
pub struct Compare<'a> {
    /// The methods.
    pub contenders: &'a [Contender],
}

impl Compare<'_> {
    /// Solves the puzzle with each method, up to a second solution. A method may use its share of the time up to the
    /// budget's deadline; what it leaves over is for those after it.
    pub fn answer(&self, puzzle: &Puzzle, budget: &Budget) -> Vec<Compared> {
        let problem = Problem::Puzzle(puzzle.clone());
        let mut runner = Runner::default();
        let run = |(at, contender): (usize, &Contender)| {
            let deadline = budget.limits().deadline();
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let share = left.map(|left| left / (self.contenders.len() - at) as u32);
            let budget = share.into_iter().fold(budget.clone(), Budget::time);
            let trial = runner.run(&problem, contender, (0, 1), &budget, 2);
            Compared { method: contender.name.clone(), trial }
        };
        self.contenders.iter().enumerate().map(run).collect()
    }
}

/// The run of a method.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The name of the method.
    pub method: String,
    /// The run.
    pub trial: Trial,
}

impl Serialize for Compared {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let [nodes, opened, ..] = self.trial.counts;
        fields!(to,
            "method": self.method,
            "verdict": self.trial.status().verdict(),
            "nodes": nodes,
            "guesses": opened,
            "seconds": self.trial.time.as_secs_f64(),
        )
    }
}

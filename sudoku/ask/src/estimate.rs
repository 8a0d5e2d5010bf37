//! An estimate of the number of solutions, which improves with time.

use csp::clock::Instant;
use sudoku::{Estimate as Found, Precision, Puzzle, Solver};

use crate::{Number, Status};

/// Asks for an estimate of the number of solutions, from random samples.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The error of the interval, as a part of the estimate, at which it ends.
    pub precision: f64,
    /// The seed of the samples.
    pub seed: u64,
}

impl Estimate {
    /// Estimates the number. `so_far` takes the estimate after each sample.
    pub fn answer(self, puzzle: &Puzzle, solver: &Solver, mut so_far: impl FnMut(&Found)) -> Estimated {
        let begun = Instant::now();
        let mut precision = Precision::new(self.precision);
        let estimate = solver.estimate(puzzle, self.seed, |estimate| {
            so_far(estimate);
            !precision.is_reached(estimate)
        });
        let is_precise = precision.is_reached(&estimate);
        Estimated { estimate, is_precise, micros: begun.elapsed().as_micros() as u64 }
    }
}

/// An estimate at its end.
#[derive(Debug)]
pub struct Estimated {
    /// The estimate.
    pub estimate: Found,
    /// Whether the requested precision is reached.
    pub is_precise: bool,
    /// Time that it took.
    pub micros: u64,
}

impl Estimated {
    /// Returns whether there is one solution, as far as the estimate tells.
    pub fn status(&self) -> Status {
        match self.estimate {
            Found { is_exact: false, high: None, .. } => Status::Limit,
            Found { is_exact: true, found: 0, .. } => Status::None,
            Found { is_exact: true, mean, .. } if mean.value() < 1.5 => Status::Unique,
            Found { is_exact, low, .. } if is_exact || low.value() >= 2.0 => Status::Multiple,
            _ => Status::Solved,
        }
    }

    /// Returns the estimate in words.
    pub fn number(&self) -> Number {
        Number::About(self.estimate)
    }
}

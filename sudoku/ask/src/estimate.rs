//! An estimate of the number of solutions, which improves with time.

use csp::clock::Instant;
use serde_json::{Value, json};
use sudoku::{Estimate as Found, Precision, Puzzle, Solver};

use crate::call::{Call, EVERY, Field, PUZZLE, Request, Response, Type, Work};
use crate::{Failure, Number, Pace, Status};

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

pub(crate) const CALL: Call = Call {
    path: "/api/estimate",
    about: "Estimates the number of solutions from random samples; from time to time a line has the estimate so far.",
    fields: &[
        PUZZLE,
        Field::new(
            "precision",
            Type::Number(1, 1000, Some(1)),
            "the error of the interval in percent at which it ends",
        ),
        Field::new("seed", Type::Number(0, u64::MAX, Some(1)), "the seed of the samples"),
    ],
    answer: "{estimate, low, high: the ends of the 95 % interval, each null if it is not known or too large for a \
             number, log10: of the estimate, text, samples, exact, finished} on each line",
    is_stream: true,
    run: estimate,
};

/// The number of samples between two readings of the clock.
const SAMPLES_PER_LOOK: u64 = 16;

fn estimate(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let precision = request.number("precision")? as f64 / 100.0;
    let seed = request.number("seed")?;
    let (solver, mut pace) = (Solver::new(work.budget()), Pace::new(EVERY));
    let estimated = Estimate { precision, seed }.answer(&puzzle, &solver, |estimate| {
        if estimate.probes.is_multiple_of(SAMPLES_PER_LOOK) && pace.is_due() {
            work.line(&told(estimate, false));
        }
    });
    work.line(&told(&estimated.estimate, estimated.is_precise));
    Ok(Response::Streamed)
}

fn told(estimate: &Found, is_finished: bool) -> Value {
    let is_known = estimate.found > 0 || estimate.is_exact;
    // JSON has no infinity: a number that is too large becomes null.
    json!({
        "estimate": is_known.then(|| estimate.mean.value()),
        "low": estimate.low.value(),
        "high": estimate.high.map(|high| high.value()),
        "log10": (estimate.found > 0).then(|| estimate.mean.log10()),
        "text": Number::About(*estimate).to_string(),
        "samples": estimate.probes,
        "exact": estimate.is_exact,
        "finished": is_finished,
    })
}

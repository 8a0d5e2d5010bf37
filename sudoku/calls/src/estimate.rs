//! `/api/estimate`: an estimate of the number of solutions, which improves with time.

use serde_json::{Value, json};
use sudoku::{Estimate as Found, Solver};
use sudoku_ask::{Estimate, Number, Pace};

use crate::{Answer, Call, EVERY, Failure, Field, Kind, PUZZLE, Request, Work};

pub(crate) const ESTIMATE: Call = Call {
    path: "/api/estimate",
    about: "Estimates the number of solutions from random samples; from time to time a line has the estimate so far.",
    fields: &[
        PUZZLE,
        Field::new(
            "precision",
            Kind::Number(1, 1000, Some(1)),
            "the error of the interval in percent at which it ends",
        ),
        Field::new("seed", Kind::Number(0, u64::MAX, Some(1)), "the seed of the samples"),
    ],
    answer: "{estimate, low, high: the ends of the 95 % interval, each null if it is not known or too large for a \
             number, log10: of the estimate, text, samples, exact, finished} on each line",
    is_stream: true,
    run: estimate,
};

/// The number of samples between two readings of the clock.
const SAMPLES_PER_LOOK: u64 = 16;

fn estimate(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
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
    Ok(Answer::Streamed)
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

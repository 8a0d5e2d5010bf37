//! `/api/count`: the number of solutions, as it grows.

use std::time::Duration;

use csp::Instant;
use serde_json::{Value, json};
use sudoku::{Count, Solver};

use crate::{Answer, Call, Failure, PUZZLE, Request, Work};

pub(crate) const COUNT: Call = Call {
    path: "/api/count",
    about: "Counts the solutions; from time to time a line has the number so far.",
    fields: &[PUZZLE, ("cap", "the number at which to stop; no limit by default")],
    answer: "{count, low, high: null until the count is complete, finished} on each line",
    is_stream: true,
    run: count,
};

/// The time between lines.
const EVERY: Duration = Duration::from_millis(100);

fn count(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.puzzle()?;
    let cap = request.number("cap", u64::MAX, 1, u64::MAX)?;
    let (mut found, mut latest) = (0, Instant::now());
    let (count, _) = Solver::new(work.budget()).count(&puzzle, cap, || {
        found += 1;
        // The clock is read only now and then: reading it may take longer than a solution.
        if found % 256 == 0 && latest.elapsed() >= EVERY {
            latest = Instant::now();
            work.line(&told(found, None, false));
        }
    });
    work.line(&match count {
        Count::Exactly(count) => told(count, Some(count), true),
        // The requested number was reached.
        Count::AtLeast(count) => told(count, None, true),
        Count::Limit(count) => told(count, None, false),
    });
    Ok(Answer::Streamed)
}

fn told(count: u64, high: Option<u64>, is_finished: bool) -> Value {
    json!({"count": count, "low": count, "high": high, "finished": is_finished})
}

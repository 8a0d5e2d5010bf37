//! `/api/count`: the number of solutions, as it grows.

use serde_json::{Value, json};
use sudoku::{Count as Found, Solver};
use sudoku_ask::{Count, Pace};

use crate::{Answer, Call, EVERY, Failure, Field, Kind, PUZZLE, Request, Work};

pub(crate) const COUNT: Call = Call {
    path: "/api/count",
    about: "Counts the solutions; from time to time a line has the number so far.",
    fields: &[
        PUZZLE,
        Field::new("cap", Kind::Number(1, u64::MAX, Some(u64::MAX)), "the number at which to stop"),
    ],
    answer: "{count, low, high: null until the count is complete, finished} on each line",
    is_stream: true,
    run: count,
};

fn count(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.puzzle()?;
    let most = request.number("cap")?;
    let (mut solver, mut pace) = (Solver::new(work.budget()), Pace::new(EVERY));
    let counted = Count { most, has_counters: false }.answer(&puzzle, None, &mut solver, || {
        if let Some(found) = pace.solution() {
            work.line(&told(found, None, false));
        }
    });
    work.line(&match counted.count {
        Found::Exactly(count) => told(count, Some(count), true),
        // The requested number was reached.
        Found::AtLeast(count) => told(count, None, true),
        Found::Limit(count) => told(count, None, false),
    });
    Ok(Answer::Streamed)
}

fn told(count: u64, high: Option<u64>, is_finished: bool) -> Value {
    json!({"count": count, "low": count, "high": high, "finished": is_finished})
}

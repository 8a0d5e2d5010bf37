//! `/api/compare`: methods side by side.

use serde_json::{Value, json};
use sudoku::Budget;
use sudoku_ask::Failure;
use sudoku_ask::call::{Call, Field, PUZZLE, Request, Response, Type, Work};

use crate::compare::{Contender, Problem, Runner, Trial};

pub(super) const COMPARE: Call = Call {
    path: "/api/compare",
    about: "Solves a puzzle with several methods, one after the other.",
    fields: &[PUZZLE, Field::new("methods", Type::Texts, "a list of names; a default selection without it")],
    answer: "[{method, verdict: unique, several, none or unknown, nodes: values tried, guesses: cells opened, seconds}]",
    is_stream: false,
    run: compare,
};

/// The greatest number of methods.
const MOST_METHODS: usize = 32;

fn compare(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let wrong = || Failure::new(400, format!("the methods are a list of at most {MOST_METHODS} names"));
    let names = match request.texts("methods") {
        None => Contender::USUAL.to_owned(),
        Some(list) if list.is_empty() || list.len() > MOST_METHODS => return Err(wrong()),
        Some(list) => list.join(","),
    };
    let contenders = Contender::parse_all(&names).map_err(|what| Failure::new(400, what))?.0;
    let problem = Problem::Puzzle(puzzle);
    let (mut runner, mut rows) = (Runner::default(), Vec::new());
    for (at, contender) in contenders.iter().enumerate() {
        // The time that a method does not use is left for the methods after it.
        let share = work.left().map(|left| left / (contenders.len() - at) as u32);
        let budget = share.into_iter().fold(work.budget(), Budget::time);
        let trial = runner.run(&problem, contender, (0, 1), &budget, 2);
        rows.push(row(&contender.name, &trial));
    }
    Ok(Response::Json(Value::Array(rows).to_string()))
}

fn row(name: &str, trial: &Trial) -> Value {
    let verdict = match trial.outcome() {
        "multiple" => "several",
        "limit" => "unknown",
        outcome => outcome,
    };
    let [nodes, opened, ..] = trial.counts;
    json!({"method": name, "verdict": verdict, "nodes": nodes, "guesses": opened, "seconds": trial.time.as_secs_f64()})
}

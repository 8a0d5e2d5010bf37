//! `/api/compare`: methods side by side.

use sudoku_ask::Failure;
use sudoku_ask::call::{Call, Field, PUZZLE, Request, Response, Type, Work};
use sudoku_ask::compare::{Compare, Contender};

use crate::compare::Contenders;

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
    let contenders = Contenders::parse(&names).map_err(|what| Failure::new(400, what))?.0;
    Ok(Response::of(&Compare { contenders: &contenders }.answer(&puzzle, &work.budget())))
}

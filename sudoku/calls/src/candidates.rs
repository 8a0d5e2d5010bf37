//! `/api/candidates`: the values of each cell over all solutions.

use csp::Instant;
use serde_json::json;
use sudoku::{End, Solver};

use crate::{Answer, Call, Failure, PUZZLE, Request, Work};

pub(crate) const CANDIDATES: Call = Call {
    path: "/api/candidates",
    about: "Finds the values that each cell takes in some solution, with the number of these solutions up to a cap.",
    fields: &[PUZZLE, ("cap", "the greatest number of solutions to count, by default 8, at most 1000")],
    answer: "{candidates: values of each cell, from 1 on, counts: a number for each of them, cap, complete: whether \
             all counts are final, seconds}",
    is_stream: false,
    run: candidates,
};

fn candidates(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let begun = Instant::now();
    let puzzle = request.puzzle()?;
    let cap = request.number("cap", 8, 1, 1000)?;
    let (seen, _) = Solver::new(work.budget()).occurrences(&puzzle, cap);
    let cells = 0..puzzle.cells().len();
    let is_gap = |cell: usize| puzzle.grid().is_gap(cell);
    let values = |cell: usize| if is_gap(cell) { Vec::new() } else { seen.candidates(cell).iter().collect() };
    let sets: Vec<Vec<u8>> = cells.map(values).collect();
    let counts = sets.iter().enumerate();
    let counts: Vec<Vec<u64>> =
        counts.map(|(cell, set)| set.iter().map(|&value| seen.count(cell, value)).collect()).collect();
    let sets: Vec<Vec<u8>> = sets.iter().map(|set| set.iter().map(|value| value + 1).collect()).collect();
    Ok(Answer::Json(
        json!({
            "candidates": sets,
            "counts": counts,
            "cap": cap,
            "complete": seen.end != End::Limit,
            "seconds": begun.elapsed().as_secs_f64(),
        })
        .to_string(),
    ))
}

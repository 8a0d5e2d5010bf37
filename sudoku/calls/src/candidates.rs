//! `/api/candidates`: the values of each cell over all solutions.

use csp::clock::Instant;
use serde_json::json;
use sudoku::{Candidates as Set, Solver};
use sudoku_ask::{Candidates, Status};

use crate::{Answer, Call, Failure, Field, Kind, PUZZLE, Request, Work};

pub(crate) const CANDIDATES: Call = Call {
    path: "/api/candidates",
    about: "Finds the values that each cell takes in some solution, with the number of these solutions up to a cap.",
    fields: &[
        PUZZLE,
        Field::new("cap", Kind::Number(1, 1000, Some(8)), "the greatest number of solutions to count"),
    ],
    answer: "{candidates: values of each cell, from 1 on, counts: a number for each of them, cap, complete: whether \
             all counts are final, seconds}",
    is_stream: false,
    run: candidates,
};

fn candidates(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let begun = Instant::now();
    let puzzle = request.puzzle()?;
    let cap = request.number("cap")?;
    let found = Candidates { most: cap }.answer(&puzzle, None, &mut Solver::new(work.budget()));
    let is_gap = |cell: usize| puzzle.grid().is_gap(cell);
    let of_cells = |cell: usize| if is_gap(cell) { Set::NONE } else { found.sets[cell] };
    let sets: Vec<Set> = (0..found.sets.len()).map(of_cells).collect();
    let counts = |(cell, set): (usize, &Set)| set.iter().map(|value| found.count(cell, value)).collect();
    Ok(Answer::of(&json!({
        "candidates": sets.iter().map(|set| set.iter().map(|value| value + 1).collect()).collect::<Vec<Vec<u8>>>(),
        "counts": sets.iter().enumerate().map(counts).collect::<Vec<Vec<u64>>>(),
        "cap": cap,
        "complete": found.status != Status::Limit,
        "seconds": begun.elapsed().as_secs_f64(),
    })))
}

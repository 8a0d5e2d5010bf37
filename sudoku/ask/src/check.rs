//! Whether a puzzle has one solution, and the solution that comes with it is right.

use sudoku::{Answer, Budget, Puzzle};

use crate::words::name;
use crate::{Reason, Status};

/// Asks whether a puzzle has one solution, several or none.
#[derive(Clone, Copy, Debug)]
pub struct Check;

impl Check {
    /// Checks a puzzle. `solved` is the answer to a search for two solutions.
    pub fn answer(self, puzzle: &Puzzle, solved: &Answer, budget: &Budget) -> Checked {
        let status = Status::of(solved);
        let reason = match (status, &solved.solutions[..]) {
            (Status::None, _) => Reason::obstacle(puzzle)
                .or_else(|| impossible(puzzle))
                .or_else(|| Reason::clash(puzzle, budget)),
            (Status::Unique, [one]) => wrong(puzzle, one),
            (Status::Multiple, _) => impossible(puzzle),
            _ => None,
        };
        Checked { status, reason }
    }
}

/// Whether a puzzle has one solution.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Whether it has.
    pub status: Status,
    /// Why there is no solution, or why the solution in the input is wrong.
    pub reason: Option<Reason>,
}

/// Compares the only solution with the one that came with the puzzle. Returns the difference.
fn wrong(puzzle: &Puzzle, solution: &[u8]) -> Option<Reason> {
    let supplied = puzzle.about()?.solution.as_deref()?;
    let cell = supplied.iter().zip(solution).position(|(supplied, right)| supplied != right)?;
    if puzzle.first_fault(supplied).is_none()
        && let Some(broken) = broken_by_supplied(puzzle)
    {
        return Some(broken);
    }
    let [says, right] = [supplied, solution].map(|values| puzzle.symbols().get(values[cell]));
    let what = format!("the given solution has {says} in {} instead of {right}", name(cell, puzzle));
    Some(Reason::new(what, puzzle.place(cell)))
}

/// Checks the solution that came with a puzzle of several solutions, or of none. Returns a reason if it cannot be one
/// of them.
fn impossible(puzzle: &Puzzle) -> Option<Reason> {
    let supplied = puzzle.about()?.solution.as_deref()?;
    let Some(cell) = puzzle.first_fault(supplied) else {
        return broken_by_supplied(puzzle);
    };
    let (says, name) = (puzzle.symbols().get(supplied[cell]), name(cell, puzzle));
    let what = format!("the given solution has {says} in {name}, which is impossible");
    Some(Reason::new(what, puzzle.place(cell)))
}

/// Returns the first rule that the solution in the input breaks. Returns `None` if the grid has loose cells: such a
/// solution does not fill them, so the rules cannot be evaluated.
fn broken_by_supplied(puzzle: &Puzzle) -> Option<Reason> {
    let supplied = puzzle.about()?.solution.as_deref()?;
    let is_whole = supplied.len() == puzzle.cells().len();
    is_whole.then(|| Reason::broken(puzzle, supplied, "the solution given")).flatten()
}

//! Reasons why a puzzle has no solution, in words and as data.

use std::time::Duration;

use sudoku::rules::Clue;
use sudoku::{Puzzle, Statement};
use sudoku_calls::report::{cited, faults, listed, quoted};

use super::Status;
use crate::batch::{Item, Reply};

/// Reason of a status.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    /// Message, a sentence. It may be short of the faults.
    pub what: String,
    /// All givens and rules that it is about; none if it is about something else.
    pub faults: Vec<Statement>,
}

impl Reason {
    /// Formats the sentence and all givens and rules as fields of an object.
    pub fn fields(&self, puzzle: &Puzzle) -> String {
        let what = quoted(&self.what);
        match &self.faults[..] {
            [] => format!(",\"reason\":{what}"),
            all => format!(",\"reason\":{what},\"faults\":{}", faults(all, puzzle)),
        }
    }
}

impl From<String> for Reason {
    fn from(what: String) -> Reason {
        Reason { what, faults: Vec::new() }
    }
}

/// Reports why a puzzle has no solution, if that is its status: a fault of the givens or of one rule if it is obvious,
/// else that the rules together have none.
pub(crate) fn note_none(
    status: Status,
    puzzle: &Puzzle,
    item: &Item<'_>,
    reply: &mut Reply,
) -> Option<Reason> {
    if status != Status::None {
        return None;
    }
    note_obstacle(puzzle, item, reply).or_else(|| note_rules(puzzle, item, reply))
}

/// Reports why a puzzle has no solution, with givens and rules that cannot hold together. That may take some time.
pub(crate) fn note_fault(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Reason {
    let found = note_obstacle(puzzle, item, reply).or_else(|| note_clash(puzzle, item, reply));
    found.unwrap_or_else(|| note("there is no solution".to_owned().into(), puzzle.place(0), item, reply))
}

/// Reports a fault of the givens.
pub(crate) fn note_obstacle(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<Reason> {
    let Some(obstacle) = puzzle.obstacle() else {
        return note_broken(puzzle, &puzzle.filled()?, "the grid", item, reply);
    };
    Some(note(obstacle.what.into(), puzzle.place(obstacle.cell), item, reply))
}

/// Reports the first rule that complete values break, with its place.
pub(crate) fn note_broken(
    puzzle: &Puzzle,
    values: &[u8],
    what: &str,
    item: &Item<'_>,
    reply: &mut Reply,
) -> Option<Reason> {
    let clue = puzzle.broken_clue(values)?;
    let what = format!("{what} breaks {}", cited(clue, puzzle));
    Some(note(Reason { what, faults: rule(clue, puzzle) }, clue.place, item, reply))
}

/// Reports a rule that cannot hold, with its place; else, at the first rule, that the rules cannot hold together.
pub(crate) fn note_rules(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<Reason> {
    note_impossible_rule(puzzle, item, reply).or_else(|| {
        let first = puzzle.clues().first()?;
        Some(note("the rules together have no solution".to_owned().into(), first.place, item, reply))
    })
}

fn note_impossible_rule(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<Reason> {
    let clue = puzzle.impossible_clue_within(&item.budget)?;
    let what = format!("no values of the open cells satisfy {}", cited(clue, puzzle));
    Some(note(Reason { what, faults: rule(clue, puzzle) }, clue.place, item, reply))
}

/// The rule of one of the puzzle's clues.
fn rule(clue: &Clue, puzzle: &Puzzle) -> Vec<Statement> {
    let at = puzzle.clues().iter().position(|other| std::ptr::eq(other, clue));
    at.into_iter().map(|at| Statement::Clue(at, None)).collect()
}

/// Longest time to look for givens and rules that clash.
const LONGEST_LOOK: Duration = Duration::from_millis(1_700);

/// Reports a rule that cannot hold, else givens and rules that cannot hold together, none of which can be left out.
pub(crate) fn note_clash(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<Reason> {
    note_impossible_rule(puzzle, item, reply).or_else(|| {
        let look = item.budget.clone().time(LONGEST_LOOK);
        let Some(clash) = puzzle.clash(&look) else { return note_rules(puzzle, item, reply) };
        let faults = clash.statements();
        let list = listed(&faults, puzzle);
        let what = match (&faults[..], clash.is_irreducible) {
            ([], _) => "the grid itself has no solution".to_owned(),
            ([_], _) => format!("impossible: {list}"),
            (_, true) => format!("impossible together, and possible without any one of them: {list}"),
            (_, false) => format!("impossible together: {list}"),
        };
        let place = faults.first().map_or_else(|| puzzle.place(0), |first| first.place(puzzle));
        Some(note(Reason { what, faults }, place, item, reply))
    })
}

/// Reports a reason at a place.
pub(crate) fn note(reason: Reason, (line, column): (u64, u32), item: &Item<'_>, reply: &mut Reply) -> Reason {
    reply.notes.push(item.note(line, column, &reason.what));
    reason
}

//! Reasons why a puzzle has no solution, in words.

use sudoku::Puzzle;
use sudoku::format;
use sudoku::rules::Clue;

use super::Status;
use crate::batch::{Item, Reply};

/// Reports why a puzzle has no solution, if that is its status: a fault of the givens or of one rule if it is obvious,
/// else that the rules together have none.
pub(crate) fn note_none(
    status: Status,
    puzzle: &Puzzle,
    item: &Item<'_>,
    reply: &mut Reply,
) -> Option<String> {
    if status != Status::None {
        return None;
    }
    note_obstacle(puzzle, item, reply).or_else(|| note_rules(puzzle, item, reply))
}

/// Reports a fault of the givens.
pub(crate) fn note_obstacle(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<String> {
    let Some(obstacle) = puzzle.obstacle() else {
        return note_broken(puzzle, &puzzle.filled()?, "the grid", item, reply);
    };
    let (line, column) = puzzle.place(obstacle.cell);
    reply.notes.push(item.note(line, column, &obstacle.what));
    Some(obstacle.what)
}

/// Maximum length of a cited rule.
const LONGEST_RULE: usize = 60;

/// Reports the first rule that complete values break, with its place.
pub(crate) fn note_broken(
    puzzle: &Puzzle,
    values: &[u8],
    what: &str,
    item: &Item<'_>,
    reply: &mut Reply,
) -> Option<String> {
    let clue = puzzle.broken_clue(values)?;
    let what = format!("{what} breaks {}", cited(clue, puzzle));
    let (line, column) = clue.place;
    reply.notes.push(item.note(line, column, &what));
    Some(what)
}

/// Reports a rule that cannot hold, with its place; else, at the first rule, that the rules cannot hold together.
pub(crate) fn note_rules(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<String> {
    let first = puzzle.clues().first()?;
    let (what, (line, column)) = match puzzle.impossible_clue_until(item.deadline) {
        Some(clue) => (format!("no values of the open cells satisfy {}", cited(clue, puzzle)), clue.place),
        None => ("the rules together have no solution".to_owned(), first.place),
    };
    reply.notes.push(item.note(line, column, &what));
    Some(what)
}

/// Formats a rule as it is written, up to a maximum length.
fn cited(clue: &Clue, puzzle: &Puzzle) -> String {
    let rule = format::rule(clue, puzzle);
    match rule.char_indices().nth(LONGEST_RULE) {
        Some((end, _)) => format!("{}…", &rule[..end]),
        None => rule,
    }
}

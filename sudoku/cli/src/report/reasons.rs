//! Reasons why a puzzle has no solution, in words.

use std::time::{Duration, Instant};

use sudoku::{Budget, Puzzle};
use sudoku_calls::report::cited;

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

/// Reports why a puzzle has no solution, with givens and rules that cannot hold together. That may take some time.
pub(crate) fn note_fault(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> String {
    let found = note_obstacle(puzzle, item, reply).or_else(|| note_clash(puzzle, item, reply));
    found.unwrap_or_else(|| note("there is no solution".to_owned(), puzzle.place(0), item, reply))
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
    note_impossible_rule(puzzle, item, reply).or_else(|| {
        let first = puzzle.clues().first()?;
        Some(note("the rules together have no solution".to_owned(), first.place, item, reply))
    })
}

fn note_impossible_rule(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<String> {
    let clue = puzzle.impossible_clue_until(item.deadline)?;
    let what = format!("no values of the open cells satisfy {}", cited(clue, puzzle));
    Some(note(what, clue.place, item, reply))
}

/// Longest time to look for givens and rules that clash.
const LONGEST_LOOK: Duration = Duration::from_millis(1_700);
/// Most of them that are listed.
const MOST_LISTED: usize = 12;

/// Reports a rule that cannot hold, else givens and rules that cannot hold together, none of which can be left out.
pub(crate) fn note_clash(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<String> {
    note_impossible_rule(puzzle, item, reply).or_else(|| {
        let left = item.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let budget = Budget::default().time(left.map_or(LONGEST_LOOK, |left| left.min(LONGEST_LOOK)));
        let Some(clash) = puzzle.clash(&budget) else { return note_rules(puzzle, item, reply) };
        let given = |&cell: &usize| {
            let value = puzzle.given(cell).expect("it has a given");
            format!("{} in {}", puzzle.symbols().get(value), puzzle.grid().name(cell))
        };
        let rule = |&at: &usize| cited(&puzzle.clues()[at], puzzle);
        let parts: Vec<String> = clash.clues.iter().map(rule).chain(clash.givens.iter().map(given)).collect();
        let mut list = parts[..parts.len().min(MOST_LISTED)].join("; ");
        if parts.len() > MOST_LISTED {
            list += &format!("; and {} more", parts.len() - MOST_LISTED);
        }
        let what = match (&parts[..], clash.is_irreducible) {
            ([], _) => "the grid itself has no solution".to_owned(),
            ([_], _) => format!("impossible: {list}"),
            (_, true) => format!("impossible together, and possible without any one of them: {list}"),
            (_, false) => format!("impossible together: {list}"),
        };
        let first_clue = clash.clues.first().map(|&at| puzzle.clues()[at].place);
        let place = first_clue.or_else(|| clash.givens.first().map(|&cell| puzzle.place(cell)));
        Some(note(what, place.unwrap_or_else(|| puzzle.place(0)), item, reply))
    })
}

fn note(what: String, (line, column): (u64, u32), item: &Item<'_>, reply: &mut Reply) -> String {
    reply.notes.push(item.note(line, column, &what));
    what
}

//! Differences between two solutions of a puzzle.

use std::fmt::Write as _;

use sudoku::{GAP, Puzzle};

use crate::batch::{Item, Reply};

/// Maximum number of cells that are listed.
const MOST_LISTED: usize = 3;

/// Reports on standard error in which cells two solutions differ.
pub(crate) fn note(puzzle: &Puzzle, both: [&[u8]; 2], item: &Item<'_>, reply: &mut Reply) {
    reply.note(|| text(puzzle, both, item));
}

/// Reports the differences, with both solutions one below the other and marks where they differ.
pub(crate) fn note_both(puzzle: &Puzzle, both: [&[u8]; 2], item: &Item<'_>, reply: &mut Reply) {
    reply.note(|| text(puzzle, both, item) + &marked(puzzle, both));
}

fn text(puzzle: &Puzzle, both: [&[u8]; 2], item: &Item<'_>) -> String {
    let (cell, what) = differences(puzzle, both).expect("two solutions differ");
    let (line, column) = puzzle.place(cell);
    item.note(line, column, &what)
}

/// Returns the differences as a text, for output formats without the notes on standard error.
pub(crate) fn reason(puzzle: &Puzzle, both: [&[u8]; 2]) -> Option<String> {
    differences(puzzle, both).map(|(_, what)| what)
}

/// Returns the first cell in which two solutions differ, and a text with the values of the first few:
/// `several solutions: R1C1 is 3 or 7, R1C2 is 7 or 3, and 12 more cells differ`.
fn differences(puzzle: &Puzzle, [one, other]: [&[u8]; 2]) -> Option<(usize, String)> {
    let differ: Vec<usize> = (0..one.len()).filter(|&cell| one[cell] != other[cell]).collect();
    let first = *differ.first()?;
    let symbol = |value: u8| puzzle.symbols().get(value);
    let describe = |&cell: &usize| {
        format!("{} is {} or {}", puzzle.grid().name(cell), symbol(one[cell]), symbol(other[cell]))
    };
    let listed: Vec<String> = differ.iter().take(MOST_LISTED).map(describe).collect();
    let mut what = format!("several solutions: {}", listed.join(", "));
    match differ.len() - listed.len() {
        0 => {}
        1 => what.push_str(", and 1 more cell differs"),
        more => {
            let _ = write!(what, ", and {more} more cells differ");
        }
    }
    Some((first, what))
}

/// Formats three lines: the two solutions, and below them a mark for each cell in which they differ.
fn marked(puzzle: &Puzzle, [one, other]: [&[u8]; 2]) -> String {
    let gap = if puzzle.symbols().are_characters() { "" } else { " " };
    let mut lines = [String::new(), String::new(), String::new()];
    for cell in 0..puzzle.grid().rectangle() {
        let symbol = |values: &[u8]| match puzzle.grid().is_gap(cell) {
            true => GAP,
            false => puzzle.symbols().get(values[cell]),
        };
        let words = [symbol(one), symbol(other)];
        let width = words.map(|word| word.chars().count()).into_iter().max().unwrap_or(1);
        let mark = if words[0] == words[1] { " " } else { "^" }.repeat(width);
        for (line, word) in lines.iter_mut().zip([words[0], words[1], &mark]) {
            let _ = write!(line, "{word:width$}{gap}");
        }
    }
    lines.iter().map(|line| format!("\n    {}", line.trim_end())).collect()
}

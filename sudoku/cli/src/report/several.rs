//! Differences between two solutions of a puzzle.

use std::fmt::Write as _;

use sudoku::{GAP, Puzzle};
use sudoku_ask::{Reason, differences};

use crate::reply::{Item, Reply};

/// Reports on standard error in which cells two solutions differ.
pub(crate) fn note(puzzle: &Puzzle, both: [&[u8]; 2], item: &Item<'_>, reply: &mut Reply) {
    reply.note(|| text(puzzle, both, item));
}

/// Reports the differences, with both solutions one below the other and marks where they differ.
pub(crate) fn note_both(puzzle: &Puzzle, both: [&[u8]; 2], item: &Item<'_>, reply: &mut Reply) {
    reply.note(|| text(puzzle, both, item) + &marked(puzzle, both));
}

fn text(puzzle: &Puzzle, both: [&[u8]; 2], item: &Item<'_>) -> String {
    let Reason { what, place: (line, column), .. } = differences(puzzle, both);
    item.note(line, column, &what)
}

/// Formats three lines: the two solutions, and below them a mark for each cell in which they differ.
fn marked(puzzle: &Puzzle, [one, other]: [&[u8]; 2]) -> String {
    let gap = if puzzle.symbols().are_characters() { "" } else { " " };
    let mut lines = [String::new(), String::new(), String::new()];
    for cell in 0..puzzle.grid().rectangle() {
        let is_gap = puzzle.grid().is_gap(cell);
        let symbol = |values: &[u8]| if is_gap { GAP } else { puzzle.symbols().get(values[cell]) };
        let words = [symbol(one), symbol(other)];
        let width = words.map(|word| word.chars().count()).into_iter().max().unwrap_or(1);
        let mark = if words[0] == words[1] { " " } else { "^" }.repeat(width);
        for (line, word) in lines.iter_mut().zip([words[0], words[1], &mark]) {
            let _ = write!(line, "{word:width$}{gap}");
        }
    }
    lines.iter().map(|line| format!("\n    {}", line.trim_end())).collect()
}

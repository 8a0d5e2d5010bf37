//! Writing of puzzles in any format, and the losses.

use super::definition::Write;
use super::{Format, Options, Unfit, parse};
use crate::puzzle::Puzzle;

/// Returns the text before the first puzzle of a file.
pub fn header(format: Format) -> &'static str {
    format.definition().header
}

/// Appends a puzzle and returns what is lost. `index` is its place in the file, from 0. The native format and tables
/// also hold the puzzle's solution, if it has one.
pub fn write(puzzle: &Puzzle, format: Format, index: u64, to: &mut String) -> Option<Unfit> {
    let begun = to.len();
    let definition = format.definition();
    let holds_candidates = match definition.write {
        Write::More(write) => return write(puzzle, index, to),
        Write::Givens(write) | Write::Candidates(write) => {
            write(puzzle, index, to);
            matches!(definition.write, Write::Candidates(_))
        }
    };
    if !puzzle.clues().is_empty() {
        let mut names: Vec<&str> = puzzle.clues().iter().map(|clue| clue.kind.name).collect();
        names.sort_unstable();
        names.dedup();
        return Some(Unfit::Rules(names.join(", ")));
    }
    if !puzzle.grid.is_rectangle() {
        return Some(Unfit::Grids);
    }
    if !puzzle.is_plain() && !holds_candidates {
        return Some(Unfit::Candidates);
    }
    if !puzzle.grid.is_usual() {
        return Some(Unfit::Regions);
    }
    // Losses of symbols are found by reading the text back.
    let options = Options { from: Some(format), ..Options::default() };
    let text = format!("{}{}", definition.header, &to[begun..]);
    let reads_back = is_plainest(puzzle)
        || parse(&text, &options).is_ok_and(|again| {
            matches!(&again[..], [again] if again.cells == puzzle.cells
                && again.symbols == puzzle.symbols && again.grid == puzzle.grid)
        });
    (!reads_back).then_some(Unfit::Symbols)
}

/// Whether a puzzle has only digits as symbols and values below 10: then reading it back is unnecessary.
fn is_plainest(puzzle: &Puzzle) -> bool {
    let grid = &puzzle.grid;
    grid.first_value() == 1
        && (4..=9).contains(&grid.values())
        && puzzle.symbols.is_usual(1)
        && puzzle.is_plain()
}

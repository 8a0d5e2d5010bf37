//! Text that several formats write: symbols of givens, and rows of symbols.

use crate::puzzle::{GAP, Puzzle};
use crate::symbols::OPEN;

/// Returns the symbol of a given, or `~` for a gap between grids; `None` for an open cell.
pub(super) fn given(puzzle: &Puzzle, cell: usize) -> Option<&str> {
    let symbol = |value| puzzle.symbols.get(value);
    if puzzle.grid.is_gap(cell) { Some(GAP) } else { puzzle.cells[cell].value().map(symbol) }
}

/// Appends rows of symbols, with blanks between if the symbols are words.
pub(super) fn plain_rows(puzzle: &Puzzle, open: char, to: &mut String) {
    let between = !puzzle.symbols.are_characters();
    // The sign for open cells may be a symbol.
    let open = if puzzle.symbols.find(&open.to_string()).is_some() { OPEN } else { open };
    let columns = puzzle.grid.columns();
    for row in 0..puzzle.grid.rows() {
        for column in 0..columns {
            if between && column > 0 {
                to.push(' ');
            }
            match given(puzzle, row * columns + column) {
                Some(symbol) => to.push_str(symbol),
                None => to.push(open),
            }
        }
        to.push('\n');
    }
}

//! A board as a list of rows, as programs print it. Such lists, and boards in any other text, are read by
//! [`found`](super::found).

use std::fmt::Write as _;

use super::ParseError;
use super::definition::{Definition, Layout, Write};
use super::plain::given;
use crate::puzzle::Puzzle;

pub(super) const LIST: Definition = Definition {
    name: "list",
    also: &["array"],
    help: "a list of rows, as programs print it; boards in any text are read",
    record: "a list of cells",
    layout: Layout::Text,
    begins: |_| false,
    read: |_, piece| Err(ParseError::new(piece.line, 1, "a list without a board")),
    header: "",
    write: Write::Givens(write),
};

/// The text of a cell without a value.
const OPEN: &str = ".";

/// Appends the rows as a list of lists of numbers, or of texts where symbols are no digits.
fn write(puzzle: &Puzzle, _: u64, to: &mut String) {
    let columns = puzzle.grid.columns();
    let is_number =
        |cell: usize| given(puzzle, cell).is_none_or(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let numbers = puzzle.grid.first_value() > 0 && (0..puzzle.cells.len()).all(is_number);
    for row in 0..puzzle.grid.rows() {
        to.push_str(if row == 0 { "[[" } else { " [" });
        for column in 0..columns {
            if column > 0 {
                to.push_str(if numbers { ", " } else { "," });
            }
            let text = given(puzzle, row * columns + column);
            let _ = if numbers {
                write!(to, "{}", text.unwrap_or("0"))
            } else {
                write!(to, "\"{}\"", text.unwrap_or(OPEN))
            };
        }
        to.push_str(if row + 1 == puzzle.grid.rows() { "]]\n" } else { "],\n" });
    }
}

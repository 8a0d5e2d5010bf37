//! Boards as programs and spreadsheets print them.
//!
//! | notation | from |
//! |---|---|
//! | `[["5","3",".",…],…]`, `[[5 3 0] [6 0 0]]`, `int g[9][9] = {{5,3,…},…};` | programs, arrays printed |
//! | `(list 2 7 4 B …)` | Lisp; the only name among numbers is the blank |
//! | `seq='00300…'`, `.add"800000000" to fixed`, `"53…\n6…"` | text in quotes: a puzzle, or a row a line |
//! | `5,3,,,7`, `5;3;;;7`, tabs between | tables; an empty field is blank |

mod cells;
mod look;

use std::fmt::Write as _;

use super::definition::{Definition, Layout, Write};
use super::plain::given;
use super::reader::Reader;
use super::token::{Side, Token, side_of};
use super::{ParseError, infer};
use crate::puzzle::Puzzle;
use crate::text::cells::cells_in_words;

pub(super) use look::{Look, depth_after, look};

pub(super) const LIST: Definition = Definition {
    name: "list",
    also: &["array"],
    help: "a list of rows, as programs print it; tables and text in quotes are read",
    record: "a list of cells",
    layout: Layout::Text,
    begins: |_| false,
    read: |reader, piece| read(reader, piece.utf8()?, piece.line),
    header: "",
    write: Write::Givens(write),
};

/// The text of a cell without a value.
const OPEN: &str = ".";

/// Reads the cells of a board in any of these notations.
pub(super) fn read(reader: &mut Reader, text: &str, line: u64) -> Result<Puzzle, ParseError> {
    if !text.contains(|c: char| c.is_alphanumeric() || infer::is_blank(c) || !c.is_ascii()) {
        return Err(ParseError::new(line, 1, "a board with nothing in its cells"));
    }
    let rows = match text.lines().find_map(look) {
        Some(Look::Table { separator, .. }) => cells::of_table(text, line, separator),
        _ => cells::of_list(text, line, reader.facts.hints().words)?,
    };
    let side = side(&rows, reader.facts.size, line)?;
    let tokens: Vec<Token<'_>> = rows.into_iter().flatten().collect();
    reader.assemble(side, &tokens, None)
}

/// Returns the sides of a board with these rows. A single row lists the whole board.
fn side(rows: &[Vec<Token<'_>>], size: Option<(usize, usize)>, line: u64) -> Result<Side, ParseError> {
    let cells: usize = rows.iter().map(Vec::len).sum();
    let place =
        rows.first().and_then(|row| row.first()).map_or((line, 1), |token| (token.line, token.column));
    let fail = |what: String| Err(ParseError::new(place.0, place.1, what));
    if let Some((rows, columns)) = size {
        let side = Side { rows, columns };
        return if side.cells() == cells {
            Ok(side)
        } else {
            fail(format!("{} in this list, {} expected", cells_in_words(cells), side.cells()))
        };
    }
    if let Some(side) = side_of(cells).filter(|_| rows.len() == 1 || rows.len().pow(2) == cells) {
        let odd = rows.iter().find(|row| rows.len() > 1 && row.len() != side);
        return match odd {
            None => Ok(Side::square(side)),
            Some(row) => {
                Err(row[0].error(format!("a row of {}, {side} expected", cells_in_words(row.len()))))
            }
        };
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    match rows.iter().find(|row| row.len() != width) {
        Some(row) => Err(row[0].error(format!("a row of {}, {width} expected", cells_in_words(row.len())))),
        None if rows.len() > 1 => fail(format!(
            "{} rows of {}: a puzzle has as many rows as columns",
            rows.len(),
            cells_in_words(width)
        )),
        None => fail(format!("a list of {} is no square", cells_in_words(cells))),
    }
    .map_err(|error: ParseError| error.hint("--size names the rows and columns of other grids"))
}

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

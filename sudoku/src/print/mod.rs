//! Pictures of puzzles, as text and as drawings.
//!
//! - [`rows`]: plain text that this program and others can read.
//! - [`candidates`]: plain text with the candidates of all cells.
//! - [`Picture`]: text for people, with walls between regions.
//! - [`Drawing`]: an [image](sheet::Image) with the [`marks`] of the puzzle's clues, or
//!   the marks [`explained`], as SVG and as data for other formats.

mod areas;
mod clues;
mod legend;
mod loose;
mod picture;
pub(crate) mod roles;
mod svg;

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::symbols::OPEN;
use crate::text::table::table;

pub use crate::rules::{LineEnd, Mark, Outline, Paint, Weight};
pub use crate::text::table::braced;
pub use areas::areas;
pub use clues::{marks, marks_of};
pub use legend::explained;
pub use picture::{Picture, side_by_side};
pub use roles::{Area, Cause, CellValue, Link, Roles};
pub use svg::{Drawing, dark, dark_style};

/// Prints rows of cells with `|` and `---` between boxes. Several grids on a canvas are drawn with lines around them.
pub fn rows(puzzle: &Puzzle) -> String {
    if !puzzle.grid.shape().parts.is_empty() {
        return Picture::of(puzzle).ascii().draw();
    }
    let open = OPEN.to_string();
    let cells = puzzle.cells.iter().map(|cell| match cell.value() {
        Some(value) => puzzle.symbols.get(value).to_owned(),
        None => open.clone(),
    });
    table(&puzzle.grid, cells.collect())
}

/// Prints each cell with its candidates. They are in braces where plain symbols could be read as a number or a row.
pub fn candidates(puzzle: &Puzzle, cells: &[Candidates]) -> String {
    let braces = puzzle.grid.values() > 9 || puzzle.grid.boxes().is_none() || !puzzle.symbols.is_usual(1);
    let cells = cells.iter().map(|cell| match cell.value() {
        Some(value) => puzzle.symbols.get(value).to_owned(),
        None if cell.is_empty() => "{}".to_owned(),
        None if braces => braced(&puzzle.symbols, *cell),
        None => cell.iter().map(|value| puzzle.symbols.get(value)).collect(),
    });
    let cells: Vec<String> = cells.collect();
    if !puzzle.grid.shape().parts.is_empty() {
        return Picture::with(puzzle, cells).ascii().draw();
    }
    let loose = loose::list(puzzle, |cell| cells.get(cell).cloned());
    let mut text = table(&puzzle.grid, cells);
    loose.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    text
}

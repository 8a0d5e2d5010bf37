//! Pictures of puzzles, as text and as drawings.
//!
//! - [`rows`]: plain text that this program and others can read.
//! - [`candidates`]: plain text with the candidates of all cells.
//! - [`Picture`]: text for people, with walls between regions.
//! - [`Drawing`]: an SVG image, with the [`marks`] of the puzzle's clues.

mod clues;
mod grounds;
mod loose;
mod mark;
mod picture;
mod svg;

use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::symbols::{OPEN, Symbols};

pub use clues::marks;
pub use grounds::grounds;
pub use mark::{LineEnd, Mark, Outline, Paint, Weight};
pub use picture::{Picture, side_by_side};
pub use svg::{Drawing, escaped};

/// Prints rows of cells with `|` and `---` between boxes. Several grids on a canvas are drawn with lines around them.
pub fn rows(puzzle: &Puzzle) -> String {
    puzzle.require_sound();
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
    puzzle.require_sound();
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

/// Prints candidates in braces: `{135}`, `{10,12}`.
pub fn braced(symbols: &Symbols, cell: Candidates) -> String {
    let words: Vec<&str> = cell.iter().map(|value| symbols.get(value)).collect();
    format!("{{{}}}", words.join(if symbols.are_characters() { "" } else { "," }))
}

/// Prints words in columns, with lines between boxes.
fn table(grid: &Grid, mut cells: Vec<String>) -> String {
    cells.truncate(grid.rectangle());
    let width = |word: &String| word.chars().count();
    let columns = grid.columns();
    let widths: Vec<usize> = (0..columns)
        .map(|column| cells.iter().skip(column).step_by(columns).map(width).max().unwrap_or(1))
        .collect();
    let (height, across) = grid.boxes().unwrap_or((grid.rows(), columns));
    let bar_before = |column: usize| column > 0 && column.is_multiple_of(across);
    let mut text = String::new();
    for row in 0..grid.rows() {
        if row > 0 && row.is_multiple_of(height) {
            let mut rule = String::new();
            for (column, width) in widths.iter().enumerate() {
                if bar_before(column) {
                    rule.push_str("-+");
                }
                rule.push_str(&"-".repeat(width + usize::from(column > 0)));
            }
            text.push_str(&rule);
            text.push('\n');
        }
        let mut line = String::new();
        for (column, &padded) in widths.iter().enumerate() {
            if bar_before(column) {
                line.push_str(" |");
            }
            if column > 0 {
                line.push(' ');
            }
            let cell = &cells[row * columns + column];
            line.push_str(cell);
            line.push_str(&" ".repeat(padded - width(cell)));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

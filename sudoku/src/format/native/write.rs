//! Writer of the native format.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::block;
use crate::grid::{Grid, Loose, Regions, Shape};
use crate::puzzle::{GAP, Puzzle};
use crate::rules::Clue;
use crate::symbols::{OPEN, Symbols};
use crate::text::table::braced;
use crate::text::{cells, one_line};

/// Appends a puzzle with all its parts.
pub(super) fn write(puzzle: &Puzzle, index: u64, to: &mut String) {
    if index > 0 {
        to.push_str("===\n");
    }
    let (grid, symbols) = (&puzzle.grid, &puzzle.symbols);
    let (columns, first) = (grid.columns(), grid.first_value());
    shape(grid, to);
    if **symbols != Symbols::usual(first, grid.values()) {
        let between = if symbols.are_characters() { "" } else { " " };
        let _ = writeln!(to, "symbols: {}", symbols.iter().collect::<Vec<_>>().join(between));
    }
    if let Some(about) = &puzzle.about {
        let lines = [("title", &about.title), ("author", &about.author), ("source", &about.source)];
        for (key, text) in lines.iter().filter_map(|(key, text)| Some((key, text.as_ref()?))) {
            let _ = writeln!(to, "{key}: {}", one_line(text));
        }
        for comment in &about.comments {
            let _ = writeln!(to, "rules: {}", one_line(comment));
        }
    }
    regions(grid, to);
    to.push_str("grid:\n");
    let all = puzzle.all_values();
    let cell = |cell: usize| match puzzle.cells[cell] {
        _ if grid.is_gap(cell) => GAP.into(),
        known if known == all && known.value().is_none() => Cow::Owned(OPEN.to_string()),
        known => match known.value() {
            Some(value) => symbols.get(value).into(),
            None => braced(symbols, known).into(),
        },
    };
    block::rows(&(0..grid.rectangle()).map(cell).collect::<Vec<_>>(), columns, to);
    rules(puzzle, to);
    if let Some(solution) = puzzle.about.as_ref().and_then(|about| about.solution.as_deref()) {
        to.push_str("solution:\n");
        block::rows(&puzzle.words(solution).collect::<Vec<&str>>(), columns, to);
    }
}

/// Appends the headers of the shape of a grid.
fn shape(grid: &Grid, to: &mut String) {
    let Shape { rows, columns, values, raw, parts, loose, .. } = grid.shape();
    let _ =
        if rows == columns { writeln!(to, "size: {rows}") } else { writeln!(to, "size: {rows}x{columns}") };
    let side = parts.iter().map(|part| part.frame.rows).max().unwrap_or(*rows.max(columns));
    if *values != (1..=side as i32) {
        let _ = writeln!(to, "values: {}-{}", values.start(), values.end());
    }
    if *raw {
        to.push_str("raw\n");
    }
    for part in parts {
        let corner = cells::write(&[(part.frame.top * columns + part.frame.left) as u16], grid);
        let _ = write!(to, "sudoku {} at {corner}", part.name);
        if part.frame.rows != 9 {
            let _ = write!(to, " size {}", part.frame.rows);
        }
        let _ = match part.regions {
            Regions::None => writeln!(to, " boxes none"),
            Regions::Boxes { height, width } => writeln!(to, " boxes {height}x{width}"),
            Regions::Default | Regions::Layout(_) => writeln!(to),
        };
    }
    for loose in loose {
        let Loose { name, count, columns } = loose;
        let _ = match columns {
            0 => writeln!(to, "cells: {name} {count}"),
            _ => writeln!(to, "cells: {name} {}x{columns}", count / columns),
        };
    }
}

fn regions(grid: &Grid, to: &mut String) {
    match grid.shape().regions {
        Regions::Default => {}
        Regions::Boxes { .. } | Regions::None if is_usual(grid) => {}
        Regions::None => to.push_str("boxes: none\n"),
        Regions::Boxes { height, width } => {
            let _ = writeln!(to, "boxes: {height}x{width}");
        }
        Regions::Layout(_) => {
            to.push_str("regions:\n");
            let symbol = |cell| grid.region_symbol(cell).unwrap_or('.').to_string();
            block::rows(&(0..grid.rectangle()).map(symbol).collect::<Vec<String>>(), grid.columns(), to);
        }
    }
}

/// Whether the boxes are those of a grid of this size without headers.
fn is_usual(grid: &Grid) -> bool {
    let usual = Grid::of(Shape { regions: Regions::Default, ..grid.shape().clone() });
    usual.is_ok_and(|usual| usual.houses() == grid.houses())
}

/// The length in bytes from which a line of clues is not continued.
const LONGEST_LINE: usize = 100;

/// Appends a line for each rule, or for several rules with the same parameters.
fn rules(puzzle: &Puzzle, to: &mut String) {
    let mut lines: Vec<String> = Vec::new();
    let mut last_head = None;
    for clue in puzzle.clues() {
        let (head, items) = clue.head_and_items(&puzzle.grid, &puzzle.symbols);
        // A line that ends with the name of a grid cannot be continued.
        let head = clue.part.is_none().then_some(head);
        match lines.last_mut().filter(|_| head.is_some() && head == last_head && !items.is_empty()) {
            Some(line) if line.len() + items.len() < LONGEST_LINE => {
                line.push_str(", ");
                line.push_str(&items);
            }
            _ => lines.push(rule(clue, puzzle)),
        }
        last_head = head;
    }
    lines.iter().for_each(|line| to.extend([line.as_str(), "\n"]));
}

/// Returns a rule of a puzzle as a line of the native format.
pub fn rule(clue: &Clue, puzzle: &Puzzle) -> String {
    clue.as_text(&puzzle.grid, &puzzle.symbols)
}

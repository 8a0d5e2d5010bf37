//! A puzzle in this project's own format.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::block;
use super::inner::Inner;
use crate::format::cells;
use crate::format::scan::in_quotes;
use crate::format::write::one_line;
use crate::grid::{Grid, Loose, Regions, Shape};
use crate::print;
use crate::puzzle::{GAP, Puzzle};
use crate::rules::{Clue, Detail, Lists, Param, Takes};
use crate::symbols::{OPEN, Symbols};

/// Appends a puzzle with all that is known of it.
pub(in crate::format) fn write(puzzle: &Puzzle, index: u64, to: &mut String) {
    if index > 0 {
        to.push_str("===\n");
    }
    let (grid, symbols) = (&puzzle.grid, &puzzle.symbols);
    let (columns, first) = (grid.columns(), grid.first_value());
    shape(grid, to);
    if **symbols != Symbols::usual(first, grid.values()) {
        let between = if symbols.are_characters() && symbols.len() > 1 { "" } else { " " };
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
            None => print::braced(symbols, known).into(),
        },
    };
    block::rows(&(0..grid.rectangle()).map(cell).collect::<Vec<_>>(), columns, to);
    rules(puzzle, to);
    if let Some(solution) = puzzle.about.as_ref().and_then(|about| about.solution.as_deref()) {
        to.push_str("solution:\n");
        block::rows(&puzzle.words(solution).collect::<Vec<&str>>(), columns, to);
    }
}

/// The headers that say how large the grid is and what it is made of.
fn shape(grid: &Grid, to: &mut String) {
    let Shape { rows, columns, values, raw, parts, loose, .. } = grid.shape();
    let _ = match rows == columns {
        true => writeln!(to, "size: {rows}"),
        false => writeln!(to, "size: {rows}x{columns}"),
    };
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
    let shape = grid.shape();
    let _ = match shape.regions {
        Regions::Default => return,
        Regions::Boxes { .. } | Regions::None if is_usual(grid) => return,
        Regions::None => writeln!(to, "boxes: none"),
        Regions::Boxes { height, width } => writeln!(to, "boxes: {height}x{width}"),
        Regions::Layout(_) => writeln!(to, "regions:"),
    };
    if matches!(shape.regions, Regions::Layout(_)) {
        let symbol = |cell| grid.region_symbol(cell).unwrap_or('.').to_string();
        block::rows(&(0..grid.rectangle()).map(symbol).collect::<Vec<String>>(), grid.columns(), to);
    }
}

/// Whether the boxes are those that the grid would have anyway.
fn is_usual(grid: &Grid) -> bool {
    let usual = Grid::of(Shape { regions: Regions::Default, ..grid.shape().clone() });
    usual.is_ok_and(|usual| usual.houses() == grid.houses())
}

/// Longer lines are begun anew.
const LONGEST_LINE: usize = 100;

/// A line for each rule, or for several that say the same of different cells.
fn rules(puzzle: &Puzzle, to: &mut String) {
    let mut line = String::new();
    let mut head = String::new();
    for clue in puzzle.clues() {
        let (next_head, items) = clue_text(clue, puzzle);
        let joins = !items.is_empty() && next_head == head && !line.is_empty() && clue.part.is_none();
        if joins && line.len() + items.len() < LONGEST_LINE {
            line += ", ";
            line += &items;
            continue;
        }
        if !line.is_empty() {
            to.push_str(&line);
            to.push('\n');
        }
        line = rule(clue, puzzle);
        // What ends with the name of a grid cannot go on.
        head = if clue.part.is_some() { String::new() } else { next_head };
    }
    if !line.is_empty() {
        to.push_str(&line);
        to.push('\n');
    }
}

/// A rule of a puzzle as the native format has it, in a line.
pub fn rule(clue: &Clue, puzzle: &Puzzle) -> String {
    let mut line = match clue_text(clue, puzzle) {
        (head, items) if items.is_empty() => head,
        (head, items) => format!("{head}: {items}"),
    };
    if let Some(part) = clue.part {
        line += " in ";
        line += &puzzle.grid.shape().parts[usize::from(part)].name;
    }
    line
}

/// What stands before the colon, and after it.
fn clue_text(clue: &Clue, puzzle: &Puzzle) -> (String, String) {
    let mut head = clue.kind.name.to_owned();
    for param in &clue.params {
        head.push(' ');
        let _ = match param {
            Param::Number(number) if clue.kind.takes == Takes::Values => {
                write!(head, "{}", value(*number, puzzle))
            }
            Param::Number(number) => write!(head, "{number}"),
            Param::Word(word) => write!(head, "{word}"),
            Param::Text(text) => write!(head, "{}", in_quotes(text)),
        };
    }
    if let Detail::Either(groups) = &clue.detail {
        let rule = |clue: &Clue| rule(clue, puzzle);
        let group = |clues: &Vec<Clue>| clues.iter().map(rule).collect::<Vec<_>>().join(" & ");
        let groups: Vec<String> = groups.iter().map(group).collect();
        return (format!("{head} {}", groups.join(" | ")), String::new());
    }
    if let Detail::Said(own) = &clue.detail {
        return (format!("{head} {}", own.text(&puzzle.grid, &puzzle.symbols)), String::new());
    }
    let parts = &puzzle.grid.shape().parts;
    let inner = clue.part.map(|part| Inner::new(&puzzle.grid, &parts[usize::from(part)]));
    let list = |cells: &Vec<u16>| match &inner {
        Some(inner) => list(clue, &inner.counted(cells), &inner.grid),
        None => list(clue, cells, &puzzle.grid),
    };
    (head, clue.lists.iter().map(list).collect::<Vec<_>>().join(" = "))
}

/// A value as rules take it: by its number, or by its symbol where the number is that of another.
fn value(number: i32, puzzle: &Puzzle) -> String {
    let own = puzzle.grid.shape().values.clone().position(|value| value == number).map(|at| at as u8);
    let (text, found) = (number.to_string(), puzzle.symbols.find(&number.to_string()));
    match own {
        Some(own) if found.is_some_and(|found| found != own) => in_quotes(puzzle.symbols.get(own)),
        _ => text,
    }
}

/// Cells, or a side of the grid from which they are seen.
fn list(clue: &Clue, cells: &[u16], grid: &Grid) -> String {
    let seen = if clue.kind.lists == Lists::Seen { seen(cells, grid) } else { None };
    seen.unwrap_or_else(|| cells::write(cells, grid))
}

/// `top 3`: a whole row or column, as it is seen from a side.
fn seen(line: &[u16], grid: &Grid) -> Option<String> {
    let (rows, columns) = (grid.rows(), grid.columns());
    let &first = line.first()?;
    let (row, column) = (usize::from(first) / columns, usize::from(first) % columns);
    let sides = [("top", column), ("bottom", column), ("left", row), ("right", row)];
    sides.into_iter().find_map(|(side, index)| {
        let cell = |at: usize| match side {
            "top" => at * columns + index,
            "bottom" => (rows - 1 - at) * columns + index,
            "left" => index * columns + at,
            _ => index * columns + columns - 1 - at,
        };
        let length = if matches!(side, "top" | "bottom") { rows } else { columns };
        let same = line.len() == length && (0..length).all(|at| usize::from(line[at]) == cell(at));
        same.then(|| format!("{side} {}", index + 1))
    })
}

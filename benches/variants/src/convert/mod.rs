//! Conversion of records to text in this project's format, in the form that people would write.
//!
//! ```text
//! record ──► layout, facts ──► clues ──► lines, with a block for regions and one for givens
//! ```
//!
//! A rule that the format cannot express is an error that says why.

mod automaton;
mod chaos;
mod clue;
mod composite;
mod facts;
mod kinds;
mod reader;
mod whole;

use std::collections::BTreeSet;
use std::fmt::Write;

use sudoku::Symbols;

use crate::layout::{Cell, LABELS, Layout};
use crate::record::Record;

use clue::Clue;
use facts::Facts;

/// Returns the text of a puzzle.
pub fn text(record: &Record) -> Result<String, String> {
    let layout = layout(record)?;
    let facts = Facts::new(record, &layout)?;
    let said = composite::all(record, &layout, &facts)?;
    let mut text = format!("title: {}\n", record.name);
    head(record, &layout, &facts, &mut text);
    let mut clues = said.clues;
    if facts.has_jigsaw_beside_boxes() {
        clues.extend(facts.jigsaw.iter().map(|piece| Clue::list("extra-region", layout.text(piece))));
    }
    let (mut grid, mut beside) = (said.kept, Vec::new());
    grid.retain(|(cell, values)| {
        let is_inside = layout.is_in_grid(*cell);
        if !is_inside {
            beside.push((*cell, values.clone()));
        }
        is_inside
    });
    clues.extend(among(&layout, beside));
    clue::write(&clues, &mut text);
    if !facts.has_jigsaw_beside_boxes() && !facts.jigsaw.is_empty() {
        regions(&layout, &facts, &mut text);
    }
    if !grid.is_empty() {
        givens(record, &layout, &grid, &mut text)?;
    }
    Ok(text)
}

/// Cells with their possible values.
type Kept = Vec<(Cell, BTreeSet<i32>)>;

/// Returns the grid and the loose cells.
fn layout(record: &Record) -> Result<Layout, String> {
    let mut layout = Layout::new(record);
    for rule in &record.rules {
        if rule["type"] == "Var" {
            let number = |key: &str| rule[key].as_u64().map(|number| number as usize);
            let group = rule["prefix"].as_str().zip(number("count")).zip(number("columns"));
            let ((prefix, count), columns) = group.ok_or("variables that are not understood")?;
            layout.add(&format!("V{prefix}"), count, columns);
        }
        if rule["type"] == "ChaosConstruction" {
            layout.add(LABELS, record.rows * record.columns, 0);
        }
        // Values that rows, columns and boxes miss, if other rules refer to them.
        if rule["type"] == "Doppelganger" && whole::speaks_of_missed(&record.rules) {
            let side = record.rows.max(record.columns);
            whole::MISSED.iter().for_each(|prefix| layout.add(prefix, side, 0));
        }
    }
    Ok(layout)
}

/// Writes the size, the values and the boxes of the grid.
fn head(record: &Record, layout: &Layout, facts: &Facts, text: &mut String) {
    let (rows, columns) = (record.rows, record.columns);
    let has_labels = layout.group(LABELS).is_some();
    let _ = if rows == columns {
        writeln!(text, "size: {rows}")
    } else {
        writeln!(text, "size: {rows}x{columns}")
    };
    if record.values != (1..=rows.max(columns) as i32) {
        let _ = writeln!(text, "values: {}-{}", record.values.start(), record.values.end());
    }
    if record.is_raw {
        text.push_str("raw\n");
    } else if facts.jigsaw.is_empty() || facts.has_jigsaw_beside_boxes() {
        let _ = match facts.boxes {
            boxes if boxes == facts.usual_boxes(record) && !has_labels => Ok(()),
            Some((height, width)) => writeln!(text, "boxes: {height}x{width}"),
            // The grid has no other regions beside unknown ones.
            None if has_labels => Ok(()),
            None => writeln!(text, "boxes: none"),
        };
    }
    for cells in layout.loose() {
        let _ = writeln!(text, "cells: {cells}");
    }
}

/// Returns a rule for each set of values, over the loose cells that have this set.
fn among(layout: &Layout, mut kept: Kept) -> Vec<Clue> {
    kept.sort_by(|one, other| (&one.1, one.0).cmp(&(&other.1, other.0)));
    let same = kept.chunk_by(|one, other| one.1 == other.1);
    let clue = |cells: &[(Cell, BTreeSet<i32>)]| {
        let values: Vec<i32> = cells[0].1.iter().copied().collect();
        let cells: Vec<Cell> = cells.iter().map(|&(cell, _)| cell).collect();
        Clue::list(clue::with_numbers("among", &values), layout.text(&cells))
    };
    same.map(clue).collect()
}

/// Writes a symbol for each cell's region.
fn regions(layout: &Layout, facts: &Facts, text: &mut String) {
    const SYMBOLS: &[u8] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    text.push_str("regions:\n");
    let columns = layout.columns();
    for row in 0..layout.rows() {
        let region = |cell: Cell| facts.jigsaw.iter().position(|piece| piece.contains(&cell));
        let symbol = |column: usize| region(row * columns + column).map_or('.', |at| SYMBOLS[at].into());
        text.extend((0..columns).map(symbol));
        text.push('\n');
    }
}

/// Writes a word for each cell; single characters if every cell is given or open.
fn givens(record: &Record, layout: &Layout, kept: &Kept, text: &mut String) -> Result<(), String> {
    let (first, last) = (*record.values.start(), *record.values.end());
    let symbols = Symbols::usual(first, (last - first + 1) as usize);
    let symbol = |value: &i32| {
        if record.values.contains(value) {
            Ok(symbols.get((value - first) as u8))
        } else {
            Err(format!("{value} is given, but is not a value"))
        }
    };
    let mut words = vec![".".to_owned(); layout.rows() * layout.columns()];
    for (cell, values) in kept {
        let found: Vec<&str> = values.iter().map(symbol).collect::<Result<_, _>>()?;
        words[*cell] = match &found[..] {
            [one] => (*one).to_owned(),
            several if symbols.are_characters() => format!("{{{}}}", several.concat()),
            several => format!("{{{}}}", several.join(",")),
        };
    }
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1);
    text.push_str("grid:\n");
    for row in words.chunks(layout.columns()) {
        let line = match width {
            1 => row.concat(),
            _ => row.iter().map(|word| format!("{word:width$}")).collect::<Vec<_>>().join(" "),
        };
        text.push_str(line.trim_end());
        text.push('\n');
    }
    Ok(())
}

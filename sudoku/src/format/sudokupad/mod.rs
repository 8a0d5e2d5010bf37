//! Documents of SudokuPad. They contain drawings and the setter's text, but few rules, so rules are recognised from
//! drawings and text.
//!
//! ```text
//!   JSON ──► document ──► drawing ──► recognise ──► claims: clues, guesses, what is not understood ──► Puzzle
//!                            words of the rules ──┘
//! ```
//!
//! Every guess is named in [`About::guesses`](crate::About::guesses). Drawn parts and sentences that are not understood
//! are in [`About::unknown`](crate::About::unknown): `sentences` decides which sentences of the text are rules.

mod claims;
mod colour;
mod document;
mod drawing;
mod ends;
mod keys;
mod languages;
mod paint;
mod recognise;
mod sentences;
mod sketches;
mod words;
mod write;

use std::collections::BTreeMap;

use serde_json::Value;

use super::links::outline::{self, Outline, Place, region_symbol};
use super::reader::Reader;
use crate::about::About;
use crate::grid::{LARGEST, Regions, Shape};
use crate::puzzle::Puzzle;
use crate::text::ParseError;
use claims::{Claims, Scene, clue};
use document::Document;
use drawing::Drawing;
use words::Words;

pub(super) use write::SUDOKUPAD;

/// Reads the puzzle of a document.
pub(super) fn read(reader: &mut Reader, document: &Value, place: Place) -> Result<Puzzle, ParseError> {
    let document = Document::read(document, place)?;
    let words = Words::new(document.words.get("rules").map_or("", String::as_str));
    let mut shape = Shape::rectangle(document.drawing.rows, document.drawing.columns);
    let (regions, overlapping) = regions(&document, &shape);
    shape.regions = regions;
    if words.has_zero() || document.givens.iter().any(|&(_, value, _)| value == 0) {
        let last = shape.values.end() - 1;
        shape.values = 0..=last;
    }
    let mut outline = Outline::new(shape, place)?;
    for (cell, value, path) in &document.givens {
        outline.give(usize::from(*cell), *value, path)?;
    }
    about(&document, &mut outline);
    let mut claims = Claims::default();
    let scene = Scene {
        drawing: &document.drawing,
        words: &words,
        grid: outline.grid(),
        is_converted: document.is_converted,
    };
    for cells in overlapping {
        claims.claim(&scene, clue("extra-region").list(cells), &[], "a region that overlaps others");
    }
    recognise::forced(&scene, &reader.facts.readings, &mut claims)
        .map_err(|what| ParseError::new(place.0, place.1, what))?;
    recognise::recognise(&scene, &document.flags, &mut claims);
    sentences::judge(&scene, &mut claims);
    for part in document.unknown {
        claims.not_understood(&part, "not known");
    }
    let drawn = sketches::sketches(&document.drawing, &claims);
    outline.about.sketches = drawn;
    record(&mut outline, claims, &words)?;
    outline.about.is_drawn = true;
    Ok(outline.finish(reader))
}

/// Reads the rules that only the words of a document state, beside the clues that it has.
pub(super) fn read_words(outline: &mut Outline, text: &str) -> Result<(), ParseError> {
    let words = Words::new(text);
    let mut claims = Claims::default();
    claims.clues = outline.clues().to_vec();
    let stated = claims.clues.len();
    let grid = outline.grid();
    let drawing = Drawing { rows: grid.rows(), columns: grid.columns(), ..Drawing::default() };
    let scene = Scene { drawing: &drawing, words: &words, grid, is_converted: false };
    recognise::said(&scene, &mut claims);
    sentences::judge(&scene, &mut claims);
    claims.clues.drain(..stated);
    record(outline, claims, &words)
}

/// Puts the clues into the puzzle, and records the guesses and the parts that were not understood.
fn record(outline: &mut Outline, mut claims: Claims, words: &Words) -> Result<(), ParseError> {
    let grid = outline.grid().clone();
    for clues in [&mut claims.clues[..], outline.clues_mut()] {
        if let Err(what) = ends::name(clues, words, &grid) {
            claims.unknown.push(("the rules".to_owned(), what));
        }
    }
    for clue in claims.clues {
        let name = clue.kind.name();
        outline.clue(clue, name)?;
    }
    outline.about.is_drawn = !claims.guesses.is_empty();
    outline.about.guesses = claims.guesses;
    // Parts with the same reason are one message.
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (part, why) in claims.unknown {
        reasons.entry(why).or_default().push(part);
    }
    for (why, parts) in reasons {
        let parts = short_list(&parts);
        outline.unknown(format!("{parts} ({why})"));
    }
    Ok(())
}

/// Lists names, the first ones if they are many.
fn short_list(names: &[String]) -> String {
    const MOST: usize = 6;
    let shown = names[..names.len().min(MOST)].join(", ");
    match names.len() {
        count if count > MOST => format!("{shown} and {} more", count - MOST),
        _ => shown,
    }
}

/// Returns the regions that divide the grid, and extra regions that overlap them.
fn regions(document: &Document, shape: &Shape) -> (Regions, Vec<Vec<u16>>) {
    let mut layout: Vec<Option<char>> = vec![None; shape.rows * shape.columns];
    let mut more = Vec::new();
    let mut count = 0;
    for cells in document.regions.iter().filter(|cells| !cells.is_empty()) {
        if cells.iter().any(|&cell| layout[usize::from(cell)].is_some()) || count == LARGEST {
            more.push(cells.clone());
            continue;
        }
        cells.iter().for_each(|&cell| layout[usize::from(cell)] = Some(region_symbol(count)));
        count += 1;
    }
    (outline::regions(layout, shape), more)
}

/// Reads title, author, rules and solution.
fn about(document: &Document, outline: &mut Outline) {
    let word = |name: &str| document.words.get(name).map(String::as_str);
    outline.about.title = word("title").and_then(About::line);
    outline.about.author = word("author").and_then(About::line);
    if let Some(rules) = word("rules") {
        outline.explain(rules);
    }
    let Some(solution) = word("solution") else { return };
    match full_solution(document, outline, solution) {
        Some(values) => outline.about.solution = Some(values),
        None => outline.remark("the solution is incomplete or not in digits: it is not compared"),
    }
}

/// Reads a solution of one character for each cell of the document, or of the part that is the puzzle.
fn full_solution(document: &Document, outline: &Outline, text: &str) -> Option<Box<[u8]>> {
    let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (rows, columns) = (document.drawing.rows, document.drawing.columns);
    let (top, left) = document.corner;
    let own: Vec<char> = if characters.len() == rows * columns {
        characters
    } else if characters.len() == document.whole.0 * document.whole.1 {
        let row = |row: usize| &characters[(top + row) * document.whole.1 + left..][..columns];
        (0..rows).flat_map(row).copied().collect()
    } else {
        return None;
    };
    let value = |c: &char| {
        let number = c.to_digit(36).filter(|_| rows.max(columns) > 9 || c.is_ascii_digit())?;
        outline.value(number.into(), "solution").ok()
    };
    own.iter().map(value).collect()
}

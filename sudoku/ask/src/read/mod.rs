//! `/api/read`: a puzzle as the page draws it.

mod beside;

use std::time::Duration;

use crate::call::{Call, Field, Request, Response, Type, Work};
use crate::words::remarks;
use crate::{Convert, Failure};
use beside::Beside;
use serde_json::{Value, json};
use sudoku::format::{self, Format, Kind, Options, Parser, Records, Unknown};
use sudoku::print::{self, Drawing};
use sudoku::rules::{self, Clue};
use sudoku::{Grid, Guess, OPEN, Puzzle};

pub(crate) const CALL: Call = Call {
    path: "/api/read",
    about: "Reads a puzzle: its text in the native format, its board, its rules and the reader's notes.",
    fields: &[
        Field::new(
            "text",
            Type::Text,
            "a puzzle, link or document in any format that the program reads; the first one of several",
        ),
        Field::new(
            "as",
            Type::Texts,
            "readings of parts of a drawing, PART=RULE or PART=nothing, as --as of the program",
        ),
    ],
    answer: "{puzzle, format, title, author, comments, notes, \
             guesses: [{rule, parts, reason, others: rules that it may be instead}], rules: [{rule: null for the grid, says}], \
             lines: [{rule, text, line, cells}], \
             houses: [{name, cells}], board: {rows, columns, symbols, blank, width, height, corner, svg, \
             cells: [{name, row, column: null beside the grid, x, y: null if not on the board, size, gap, given, values, \
             houses}]}}",
    is_stream: false,
    run: read,
};

/// The longest time to search for another reading of a drawing.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

fn read(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let readings = request.texts("as").unwrap_or_default().into_iter().map(reading).collect::<Result<_, _>>();
    let readings = readings.map_err(|what| Failure::new(400, what))?;
    let (original, form, others) = first(request.text("text")?, readings)?;
    let look = work.left().map_or(LONGEST_LOOK, |left| left.min(LONGEST_LOOK));
    let original = original.reread(&work.budget().time(look)).unwrap_or(original);
    let native = Convert { to: Format::Native, place: 0 }.answer(&original).text;
    // The puzzle is read again, so that line numbers are those of the native text.
    let mut puzzle: Puzzle = native.parse()?;
    if let Some(about) = original.about() {
        // The page must not receive the solution.
        puzzle.set_about(about.clone().with_solution(None));
    }
    let mut notes = remarks(&original);
    if others > 0 {
        notes.push(format!("{others} more in the text: this is the first"));
    }
    let about = puzzle.about();
    let texts = |text: Option<&String>| text.map_or(Value::Null, |text| json!(text));
    Ok(Response::Json(
        json!({
            "puzzle": native,
            "format": form,
            "title": texts(about.and_then(|about| about.title.as_ref())),
            "author": texts(about.and_then(|about| about.author.as_ref())),
            "comments": about.map_or(&[][..], |about| &about.comments),
            "notes": notes,
            "guesses": about.map_or(&[][..], |about| &about.guesses).iter().map(guess).collect::<Vec<_>>(),
            "rules": sentences(&puzzle),
            "lines": lines(&puzzle),
            "houses": houses(puzzle.grid()),
            "board": board(&puzzle),
        })
        .to_string(),
    ))
}

fn guess(Guess { rule, parts, reason, others }: &Guess) -> Value {
    json!({"rule": rule, "parts": parts, "reason": reason, "others": others})
}

/// Reads the reading of a part of a drawing: `line2=renban`.
pub fn reading(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(part, rule)| (part.trim(), rule.trim()));
    match parts.filter(|(part, rule)| !part.is_empty() && !rule.is_empty()) {
        Some((part, rule)) => Ok((part.to_lowercase(), rule.to_lowercase())),
        None => Err("a part and its rule are expected, as in line2=renban".into()),
    }
}

/// Reads the first puzzle of a text. Returns it with its format and the number of others. Parts that are not understood
/// are notes.
fn first(text: &str, readings: Vec<(String, String)>) -> Result<(Puzzle, &'static str, usize), Failure> {
    let options = Options { unknown: Unknown::Ignore, readings, ..Options::default() };
    let mut parser = Parser::new(options.clone());
    let mut records = Records::new(text.as_bytes(), &options);
    let (mut found, mut others) = (None, 0);
    while let Some(chunk) = records.next_chunk().map_err(|error| Failure::new(422, error.to_string()))? {
        for record in &chunk.records {
            match (&record.kind, &found) {
                (Kind::Echo, _) => {}
                (_, Some(_)) => others += 1,
                (kind, None) => {
                    let form = match kind {
                        Kind::Puzzle(form) => form.name(),
                        Kind::Found(_) => Format::List.name(),
                        _ => "",
                    };
                    found = Some((parser.read(chunk.text(record), record)?, form));
                }
            }
        }
    }
    let (puzzle, form) = found.ok_or_else(|| Failure::new(422, "there is no puzzle here"))?;
    Ok((puzzle, form, others))
}

/// The rules in sentences for players, each with the name of its rule; null is the grid.
fn sentences(puzzle: &Puzzle) -> Vec<Value> {
    let told = |(kind, says): (Option<&rules::Kind>, String)| json!({"rule": kind.map(|kind| kind.name()), "says": says});
    puzzle.sentences().into_iter().map(told).collect()
}

/// The clues, with their lines in the native text.
fn lines(puzzle: &Puzzle) -> Vec<Value> {
    let line = |clue: &Clue| {
        let mut cells: Vec<u16> = clue.lists.concat();
        cells.sort_unstable();
        cells.dedup();
        json!({
            "rule": clue.kind.name(),
            "text": format::rule(clue, puzzle),
            "line": clue.place.0,
            "cells": cells,
        })
    };
    puzzle.clues().iter().map(line).collect()
}

fn houses(grid: &Grid) -> Vec<Value> {
    grid.houses().iter().map(|house| json!({"name": house.to_string(), "cells": house.cells()})).collect()
}

fn board(puzzle: &Puzzle) -> Value {
    let grid = puzzle.grid();
    // The page draws the digits.
    let mut blank = puzzle.clone();
    for cell in (0..grid.cells()).filter(|&cell| puzzle.given(cell).is_some()) {
        blank.set_cell(cell, puzzle.all_values());
    }
    let image = Drawing::of(&blank).marks(&print::marks(puzzle)).without_words().image();
    let [width, height] = image.size;
    let beside = Beside::of(grid, image.corner, image.size);
    let cells: Vec<Value> = (0..grid.cells()).map(|at| cell(puzzle, at, &beside)).collect();
    json!({
        "rows": grid.rows(),
        "columns": grid.columns(),
        "symbols": puzzle.symbols().iter().collect::<Vec<_>>(),
        "blank": OPEN.to_string(),
        "corner": image.corner,
        "width": width,
        "height": height + beside.height,
        "svg": image.svg(),
        "cells": cells,
    })
}

fn cell(puzzle: &Puzzle, cell: usize, beside: &Beside) -> Value {
    let grid = puzzle.grid();
    let at = u16::try_from(cell).expect("a grid has few cells");
    let houses = grid.houses().iter().enumerate().filter(|(_, house)| house.cells().contains(&at));
    let is_inside = cell < grid.rectangle();
    let [row, column] = [cell / grid.columns(), cell % grid.columns()];
    let within = || [column, row].map(|number| number as f64 * Drawing::SCALE);
    let below = || beside.corners.get(cell - grid.rectangle()).copied();
    let corner = if is_inside { Some(within()) } else { below() };
    json!({
        "name": grid.usual_name(cell).to_string().to_lowercase(),
        "row": is_inside.then_some(row),
        "column": is_inside.then_some(column),
        "x": corner.map(|[x, _]| x),
        "y": corner.map(|[_, y]| y),
        "size": if is_inside { Drawing::SCALE } else { beside::SIDE },
        "gap": grid.is_gap(cell),
        "given": puzzle.given(cell).map(|value| value + 1),
        "values": puzzle.cells()[cell].iter().map(|value| value + 1).collect::<Vec<u8>>(),
        "houses": houses.map(|(at, _)| at).collect::<Vec<usize>>(),
    })
}

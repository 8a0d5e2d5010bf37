//! Constraint strings of Interactive-Sudoku-Solver: `.~R1C1_5~R2C3_1_4.Cage~15~R1C1~R1C2.AntiKnight`.
//!
//! ```text
//! string = item { item }
//! item   = "." [NAME] { "~" argument }     without a name: givens and candidates
//! given  = cell { "_" NUMBER }
//! cell   = "R" digit "C" digit             digits go on from 9 with a = 10 to g = 16
//! ```
//!
//! Each item becomes a line of the native format, whose reader does the rest. `Or` and `And` stand before their members
//! and `End` after them. Items without a rule here are unknown parts of the puzzle.

mod items;

use std::fmt::Write as _;

use super::outline::Place;
use crate::format::native;
use crate::format::reader::Reader;
use crate::grid::LARGEST;
use crate::puzzle::{Places, Puzzle};
use crate::text::{DEEPEST, ParseError};
use items::{Board, rule};

/// Whether a text is a string of constraints.
pub(super) fn is_string(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('.') else { return false };
    let first = rest.split('.').next().unwrap_or(rest);
    match first.split_once('~') {
        Some(("", given)) => items::cell(given.split('_').next().unwrap_or(given)).is_some(),
        Some((name, _)) => is_name(name),
        None => items::is_flag(first.trim()),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The lines of the native format under construction.
#[derive(Default)]
struct Lines {
    head: String,
    regions: String,
    rules: String,
    unknown: Vec<String>,
}

/// Reads the puzzle of a string.
pub(super) fn read(reader: &mut Reader, text: &str, place: Place) -> Result<Puzzle, ParseError> {
    let fail = |what: String| ParseError::new(place.0, place.1, what);
    let items: Vec<(&str, Vec<&str>)> = text
        .split('.')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(|item| {
            let mut parts = item.split('~').map(str::trim);
            (parts.next().unwrap_or_default(), parts.collect())
        })
        .collect();
    check_depth(&items).map_err(fail)?;
    let mut lines = Lines::default();
    let mut board = board(&items, &mut lines).map_err(fail)?;
    let has_boxes = !items.iter().any(|item| item.0 == "NoBoxes");
    let mut rest = items.iter();
    while let Some(item) = rest.next() {
        match (item.0, &item.1[..]) {
            ("Shape" | "NoBoxes", _) => {}
            ("", givens) => givens.iter().try_for_each(|given| board.given(given)).map_err(fail)?,
            ("Jigsaw", [layout]) if has_boxes || !lines.regions.is_empty() => {
                for rule in board.extra_regions(layout).map_err(fail)? {
                    let _ = writeln!(lines.rules, "{rule}");
                }
            }
            ("Jigsaw", [layout]) => lines.regions = board.regions(layout).map_err(fail)?,
            ("Or" | "And", _) => match group(item.0, &mut rest, &board) {
                Ok(rules) => rules.iter().for_each(|rule| _ = writeln!(lines.rules, "{rule}")),
                Err(what) => lines.unknown.push(what),
            },
            (name, arguments) => match rule(name, arguments, &board) {
                Some(rules) => rules.iter().for_each(|rule| _ = writeln!(lines.rules, "{rule}")),
                None => lines.unknown.push(shown(item)),
            },
        }
    }
    let Lines { head, regions, rules, unknown } = lines;
    let native = format!("{head}{regions}{}{rules}", board.block());
    let inner = |error: ParseError| {
        let line = native.lines().nth((error.line as usize).saturating_sub(1)).unwrap_or_default();
        fail(format!("{} (read as {line:?})", error.what))
    };
    let options = std::mem::take(&mut reader.facts);
    let read = native::read(reader, &native, 1);
    reader.facts = options;
    let mut puzzle = read.map_err(inner)?;
    puzzle.places = Places::Each(vec![place; puzzle.cells.len()]);
    let about = puzzle.about.get_or_insert_default();
    about.remarks.iter_mut().for_each(|remark| remark.place = place);
    about.unknown = unknown;
    if about.unknown.is_empty() && **about == Default::default() {
        puzzle.about = None;
    }
    Ok(puzzle)
}

/// Checks that groups do not lie in each other too deeply.
fn check_depth(items: &[(&str, Vec<&str>)]) -> Result<(), String> {
    let mut depth: usize = 0;
    for (at, (name, _)) in items.iter().enumerate() {
        match *name {
            "Or" | "And" => depth += 1,
            "End" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(format!("item {}, {name}: more than {DEEPEST} groups in each other", at + 1));
        }
    }
    Ok(())
}

/// Returns an item as messages show it.
fn shown((name, arguments): &(&str, Vec<&str>)) -> String {
    const MOST: usize = 40;
    let text = format!("{name} {}", arguments.join(" "));
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.trim_end().to_owned(),
    }
}

/// Reads the size of the board, and whether it has boxes.
fn board(items: &[(&str, Vec<&str>)], lines: &mut Lines) -> Result<Board, String> {
    let shape = items.iter().find(|item| item.0 == "Shape").map_or(&[][..], |item| &item.1[..]);
    let size = shape.first().copied().unwrap_or("9x9");
    let sides =
        size.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let Some((rows, columns)) =
        sides.filter(|&(rows, columns)| (1..=LARGEST).contains(&rows) && (1..=LARGEST).contains(&columns))
    else {
        return Err(format!("{size:?} is not a size"));
    };
    let _ = writeln!(lines.head, "size: {rows}x{columns}");
    let (mut first, mut last) = (1, rows.max(columns) as i32);
    for argument in shape.iter().skip(1) {
        match argument.split_once('-') {
            _ if *argument == "Raw" => lines.head += "raw\n",
            Some((low, high)) => (first, last) = (number(low)?, number(high)?),
            None => last = number(argument)?,
        }
    }
    let _ = writeln!(lines.head, "values: {first}-{last}");
    let is_named = |name: &str| items.iter().any(|item| item.0 == name);
    if is_named("NoBoxes") && !is_named("Jigsaw") {
        lines.head += "boxes: none\n";
    }
    Ok(Board::new(rows, columns))
}

fn number(text: &str) -> Result<i32, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

/// Reads the members of `Or` or `And` up to their end. Returns rules that hold together, or what is unknown.
fn group<'a>(
    name: &str,
    rest: &mut impl Iterator<Item = &'a (&'a str, Vec<&'a str>)>,
    board: &Board,
) -> Result<Vec<String>, String> {
    let mut members: Vec<Result<Vec<String>, String>> = Vec::new();
    loop {
        let Some(item) = rest.next() else { return Err(format!("{name} without its End")) };
        members.push(match (item.0, &item.1[..]) {
            ("End", _) => break,
            ("Or" | "And", _) => group(item.0, rest, board),
            ("", givens) => givens.iter().map(|given| board.among(given)).collect(),
            (name, arguments) => rule(name, arguments, board).ok_or_else(|| shown(item)),
        });
    }
    let members = members.into_iter().collect::<Result<Vec<_>, _>>()?;
    if name == "And" {
        return Ok(members.concat());
    }
    // An alternative within another one cannot be written.
    if members.iter().flatten().any(|rule| rule.starts_with("either")) {
        return Err("Or within Or".into());
    }
    let alternatives: Vec<String> = members.iter().map(|rules| rules.join(" & ")).collect();
    if alternatives.iter().any(String::is_empty) {
        Err("an empty alternative".into())
    } else {
        Ok(vec![format!("either {}", alternatives.join(" | "))])
    }
}

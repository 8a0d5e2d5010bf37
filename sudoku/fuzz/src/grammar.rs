//! Small puzzles in this project's own format, with rules of every kind. The parameters of rules are read from their
//! kinds, so a new rule is covered as soon as it is listed.

use std::fmt::Write as _;

use sudoku::rules::{KINDS, Kind, ListSyntax, ParamSyntax};
use testkit::Bytes;

use crate::formula;

/// Grid of the puzzle.
#[derive(Clone, Debug)]
struct Canvas {
    rows: usize,
    columns: usize,
    values: usize,
    first: i32,
    loose: usize,
}

impl Canvas {
    fn any(bytes: &mut Bytes<'_>) -> Canvas {
        let (rows, columns) =
            bytes.pick(&[(2, 2), (3, 3), (1, 4), (2, 3), (4, 4), (4, 4), (1, 6), (3, 2), (4, 2), (6, 6)]);
        let side = rows.max(columns);
        let values = if bytes.one_in(3) { side + bytes.below(3) } else { side };
        let loose = if bytes.one_in(8) { 1 + bytes.below(2) } else { 0 };
        Canvas { rows, columns, values, first: bytes.pick(&[1, 1, 1, 0, -1, 8]), loose }
    }

    fn cell(&self, bytes: &mut Bytes<'_>) -> String {
        if self.loose > 0 && bytes.one_in(8) {
            return format!("A{}", 1 + bytes.below(self.loose));
        }
        format!("r{}c{}", 1 + bytes.below(self.rows), 1 + bytes.below(self.columns))
    }

    fn number(&self, bytes: &mut Bytes<'_>) -> i32 {
        match bytes.below(8) {
            0..5 => self.first + bytes.below(self.values) as i32,
            5 | 6 => bytes.between(0, 12),
            _ => bytes.pick(&[-1, 0, 20, 45, 64, 65, 1000]),
        }
    }

    /// Returns a list of cells, mostly of `least` cells.
    fn list(&self, bytes: &mut Bytes<'_>, least: usize, most: usize) -> String {
        let (row, column) = (1 + bytes.below(self.rows), 1 + bytes.below(self.columns));
        match bytes.below(12) {
            0 => format!("row {row}"),
            1 => format!("col {column}"),
            2 => "all".to_owned(),
            3 => format!("r1c{column}-r{}c{column}", self.rows),
            4 => format!("r{row}c1-r{row}c{}", self.columns),
            5 => bytes
                .pick(&["box 1", "box 2", "neighbours of r1c1", "r1c1 dr", "r1-2c1-2", "top 1", "right 1"])
                .to_owned(),
            _ => {
                let length = least + bytes.below(most.min(least + 3) - least + 1);
                (0..length).map(|_| self.cell(bytes)).collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn seen(&self, bytes: &mut Bytes<'_>) -> String {
        let side = bytes.pick(&["top", "bottom", "left", "right", "row", "col"]);
        let places = if matches!(side, "top" | "bottom" | "col") { self.columns } else { self.rows };
        format!("{side} {}", 1 + bytes.below(places))
    }
}

/// Returns a puzzle with a few rules.
pub fn puzzle(bytes: &mut Bytes<'_>) -> String {
    let canvas = Canvas::any(bytes);
    let Canvas { rows, columns, values, first, loose } = canvas;
    let mut text = format!("size: {rows}x{columns}\nvalues: {first}-{}\n", first + values as i32 - 1);
    if loose > 0 {
        writeln!(text, "cells: A {loose}").unwrap();
    }
    match bytes.below(5) {
        // Every cell is in an unknown region; large grids have too many divisions.
        4 if rows * columns <= 16 => text += "chaos-construction\n",
        0 => text += "raw\n",
        1 => text += "boxes: none\n",
        _ => {}
    }
    let letters = bytes.one_in(8);
    if letters {
        let symbols: Vec<&str> =
            ["A", "B", "c", "D", "e", "F", "g", "H", "i"].into_iter().take(values).collect();
        writeln!(text, "symbols: {}", symbols.join(if bytes.one_in(2) { " " } else { "" })).unwrap();
    }
    for _ in 0..bytes.below(4) {
        let line = rule(bytes, &canvas);
        let place = if text.lines().count() > 3 && bytes.one_in(16) { " in a" } else { "" };
        writeln!(text, "{line}{place}").unwrap();
    }
    if !bytes.one_in(3) {
        text += &grid(bytes, &canvas, letters);
    }
    text
}

/// Returns a grid with some givens, more in a large grid, so that all assignments can be tried.
fn grid(bytes: &mut Bytes<'_>, canvas: &Canvas, letters: bool) -> String {
    let mut text = "grid:\n".to_owned();
    let turn = bytes.below(canvas.values);
    for row in 0..canvas.rows {
        for column in 0..canvas.columns {
            let open = match canvas.rows * canvas.columns {
                0..7 => 4,
                7..17 => 3,
                _ => 1,
            };
            // A Latin square, and with the default boxes.
            let inner = if canvas.columns > 2 { 2 } else { 1 };
            let value = (row * inner + row / inner + column + turn) % canvas.values;
            let number = canvas.first + value as i32;
            let word = match bytes.below(5) {
                choice if choice < open => ".".to_owned(),
                4 if !letters && canvas.first >= 0 && number > canvas.first && number < 10 => {
                    format!("{{{}{number}}}", canvas.first)
                }
                _ if letters => {
                    ["A", "B", "c", "D", "e", "F", "g", "H", "i"].get(value).unwrap_or(&".").to_string()
                }
                _ => number.to_string(),
            };
            text += &word;
            text.push(if column + 1 == canvas.columns { '\n' } else { ' ' });
        }
    }
    text
}

/// Returns a line that states a rule.
fn rule(bytes: &mut Bytes<'_>, canvas: &Canvas) -> String {
    let kind = &KINDS[bytes.below(KINDS.len())];
    stated(bytes, canvas, kind, true)
}

fn stated(bytes: &mut Bytes<'_>, canvas: &Canvas, kind: &Kind, outermost: bool) -> String {
    let name = kind.name();
    let several = |bytes: &mut Bytes<'_>, one: &dyn Fn(&mut Bytes<'_>) -> String| {
        let more = if outermost && bytes.one_in(4) { 2 } else { 1 };
        (0..more).map(|_| one(bytes)).collect::<Vec<_>>().join(", ")
    };
    let lists = match kind.lists() {
        ListSyntax::None => String::new(),
        ListSyntax::Optional if bytes.one_in(2) => format!(": {}", canvas.list(bytes, 1, 4)),
        ListSyntax::Optional => String::new(),
        ListSyntax::Each(least, most) => {
            format!(": {}", several(bytes, &|bytes: &mut Bytes<'_>| canvas.list(bytes, least, most)))
        }
        ListSyntax::Joined(least, most) => {
            let joined = |bytes: &mut Bytes<'_>| {
                let number = least + bytes.below(most.min(least + 2) - least + 1);
                (0..number).map(|_| canvas.list(bytes, 1, 3)).collect::<Vec<_>>().join(" = ")
            };
            format!(": {}", several(bytes, &joined))
        }
        ListSyntax::Seen => format!(": {}", canvas.seen(bytes)),
        ListSyntax::Alternatives => return either(bytes, canvas, name),
        ListSyntax::Formula => {
            let depth = bytes.below(4);
            return format!("{name} {}", formula::condition(bytes, depth, &[], &|bytes| canvas.cell(bytes)));
        }
        ListSyntax::Template => return each(bytes, canvas, name),
    };
    let params: Vec<String> = params(bytes, canvas, kind);
    let space = if params.is_empty() { "" } else { " " };
    format!("{name}{space}{}{lists}", params.join(" "))
}

fn params(bytes: &mut Bytes<'_>, canvas: &Canvas, kind: &Kind) -> Vec<String> {
    let number = |bytes: &mut Bytes<'_>| canvas.number(bytes).to_string();
    match kind.params() {
        ParamSyntax::Nothing => Vec::new(),
        ParamSyntax::MaybeNumber => bytes.list(0, 1, number),
        ParamSyntax::Number => vec![number(bytes)],
        ParamSyntax::Numbers(least, most) => bytes.list(least, most.min(least + 3), number),
        ParamSyntax::Values => bytes.list(1, 3, number),
        ParamSyntax::Words(words) => bytes.list(1, 2, |bytes| bytes.pick(words).to_owned()),
        ParamSyntax::Text if kind.name() == "automaton" => vec![quoted(&machine(bytes, canvas))],
        ParamSyntax::Text => vec![quoted(&pattern(bytes, canvas, 3))],
        ParamSyntax::Anything => match kind.name() {
            "math" => vec![bytes.pick(&["+", "-", "x", "/"]).to_owned(), number(bytes)],
            "full-rank" => {
                let mut params = vec![number(bytes)];
                params.extend(bytes.list(0, 1, |bytes| bytes.pick(&["none", "unclued", "any"]).to_owned()));
                params
            }
            "sum-line" => {
                let mut params = vec![number(bytes)];
                params.extend(bytes.list(0, 1, |_| "loop".to_owned()));
                params
            }
            _ => bytes.list(1, 5, |bytes| format!("{}/{}", canvas.number(bytes), canvas.number(bytes))),
        },
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// Returns a regular expression over the numbers of a grid.
fn pattern(bytes: &mut Bytes<'_>, canvas: &Canvas, depth: usize) -> String {
    let number = |bytes: &mut Bytes<'_>| (canvas.first + bytes.below(canvas.values) as i32).to_string();
    let part = |bytes: &mut Bytes<'_>| pattern(bytes, canvas, depth.saturating_sub(1));
    match bytes.below(if depth == 0 { 4 } else { 8 }) {
        0 | 1 => number(bytes),
        2 => ".".to_owned(),
        3 => format!("[{}{} {}]", bytes.pick(&["", "^"]), number(bytes), number(bytes)),
        4 => bytes.list(1, 3, part).join(" "),
        5 => format!("({})", bytes.list(1, 3, part).join("|")),
        _ => format!("({}){}", part(bytes), bytes.pick(&["*", "+", "?", "{2}", "{1,}", "{0,2}"])),
    }
}

/// Returns an automaton as text.
fn machine(bytes: &mut Bytes<'_>, canvas: &Canvas) -> String {
    const STATES: [&str; 3] = ["a", "b", "c"];
    let states = 1 + bytes.below(STATES.len());
    let arc = |bytes: &mut Bytes<'_>| {
        let value = match bytes.below(4) {
            0 => ".".to_owned(),
            _ => (canvas.first + bytes.below(canvas.values) as i32).to_string(),
        };
        format!("{value} {}", STATES[bytes.below(states)])
    };
    let mut parts: Vec<String> =
        STATES[..states].iter().map(|name| format!("{name}: {}", bytes.list(0, 3, arc).join(", "))).collect();
    if bytes.one_in(3) {
        parts.push(format!("start {}", STATES[bytes.below(states)]));
    }
    parts.push(format!("accept {}", STATES[bytes.below(states)]));
    parts.join("; ")
}

fn either(bytes: &mut Bytes<'_>, canvas: &Canvas, name: &str) -> String {
    let one = |bytes: &mut Bytes<'_>| {
        let kind = &KINDS[bytes.below(KINDS.len())];
        stated(bytes, canvas, if kind.alone() { &KINDS[0] } else { kind }, false)
    };
    let alternative = |bytes: &mut Bytes<'_>| bytes.list(1, 2, one).join(" & ");
    format!("{name} {}", bytes.list(2, 3, alternative).join(" | "))
}

fn each(bytes: &mut Bytes<'_>, canvas: &Canvas, name: &str) -> String {
    let (span, names) = match bytes.below(6) {
        0 => ("adjacent".to_owned(), &["a", "b"][..]),
        1 => ("knight".to_owned(), &["a", "b"][..]),
        2 => ("king".to_owned(), &["a", "b"][..]),
        3 => ("window 2x2".to_owned(), &["a", "b", "c", "d"][..]),
        4 => (format!("along {}", canvas.list(bytes, 3, 5)), &["a", "b", "c"][..]),
        _ => (format!("pairs {}", canvas.list(bytes, 3, 5)), &["a", "b"][..]),
    };
    let depth = bytes.below(3);
    let formula = formula::condition(bytes, depth, names, &|bytes| canvas.cell(bytes));
    format!("{name} {span} {}: {formula}", names.join(" "))
}

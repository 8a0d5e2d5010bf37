//! Penpa+: compressed lines of text. Givens are the large numbers of the question, and thick lines divide regions; the
//! rest is only drawn.
//!
//! The board is a rectangle of places with two more on each side. Its cells are listed, each by its distance from the
//! previous one. Corners are counted after the places: corner `n` is below and to the right of place `n`.

use std::collections::{BTreeMap, HashSet};

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde_json::Value;

use super::base64;
use super::json::{self, Node};
use super::lz::TOO_MUCH;
use super::outline::{self, Outline, Place, region_symbol};
use super::{LARGEST_DOCUMENT, packed};
use crate::about::About;
use crate::format::reader::Reader;
use crate::grid::{LARGEST, Regions, Shape};
use crate::puzzle::Puzzle;
use crate::text::ParseError;

/// Short keys of a layer: numbers, lines along edges.
const NUMBERS: &str = "zN";
const EDGES: &str = "zE";
/// Keys for undo and redo.
const HISTORY: [&str; 3] = ["zR", "zU", "z8"];
/// Keys of drawings, with their names for messages.
const DRAWINGS: [(&str, &str); 15] = [
    ("zS", "shaded cells"),
    ("z1", "small numbers"),
    ("zY", "symbols"),
    ("zF", "free lines"),
    ("z2", "free edges"),
    ("zT", "thermometers"),
    ("z3", "arrows"),
    ("zD", "directions"),
    ("z0", "frames"),
    ("z5", "polygons"),
    ("zL", "lines"),
    ("zW", "walls"),
    ("zC", "cages"),
    ("z6", "killer cages"),
    ("z7", "thermometers without bulbs"),
];

/// Decompresses the data of a link. No more comes out than a document may have.
fn inflated(data: &str) -> Result<String, String> {
    let bytes = base64::decode(data)?;
    let text =
        decompress_to_vec_with_limit(&bytes, LARGEST_DOCUMENT).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => TOO_MUCH,
            _ => "the data of the link is damaged",
        })?;
    String::from_utf8(text).map_err(|_| "the data of the link is not text".into())
}

/// Reads the puzzle of the data after `p=`.
pub(super) fn read(reader: &mut Reader, data: &str, place: Place) -> Result<Puzzle, ParseError> {
    let fail = |what: &str| ParseError::new(place.0, place.1, what).hint("is the link complete?");
    let text = inflated(data).map_err(|what| fail(&what))?;
    let lines: Vec<&str> = text.lines().collect();
    let [head, _, _, question, _, cells, ..] = lines[..] else {
        return Err(fail("the data of the link is cut off"));
    };
    let head: Vec<&str> = head.split(',').collect();
    let side = |at: usize| {
        head.get(at).and_then(|side| side.parse::<usize>().ok()).filter(|side| (1..=100).contains(side))
    };
    let (Some(&kind), Some(across), Some(down)) = (head.first(), side(1), side(2)) else {
        return Err(fail("the link does not begin with a board"));
    };
    if !["square", "sudoku"].contains(&kind) {
        let what = format!("a board of the kind {:?} is not a Sudoku", About::line(kind).unwrap_or_default());
        return Err(ParseError::new(place.0, place.1, what));
    }
    let board = Board::new(across + 4, down + 4, &json::parse(cells, place)?, place)?;
    let question = packed::parse(question).map_err(|what| fail(&what))?;
    let question = Node { value: &question, path: "question".into(), place };
    let (regions, are_some) = board.regions(&question)?;
    let mut outline = Outline::new(Shape { regions, ..Shape::rectangle(board.rows, board.columns) }, place)?;
    for (prefix, to) in [("Title: ", true), ("Author: ", false)] {
        let text = head.iter().find_map(|field| field.strip_prefix(prefix)).unwrap_or_default();
        let text = About::line(&text.replace("%2C", ","));
        let slot = if to { &mut outline.about.title } else { &mut outline.about.author };
        *slot = text;
    }
    if !are_some {
        outline.remark("no boxes are drawn, so the puzzle has none");
    }
    givens(&mut outline, &board, &question)?;
    rest(&mut outline, &question)?;
    Ok(outline.finish(reader))
}

/// The places that are cells.
struct Board {
    /// Number of places in a row, and of all places.
    width: usize,
    places: usize,
    top: usize,
    left: usize,
    rows: usize,
    columns: usize,
}

impl Board {
    fn new(width: usize, height: usize, cells: &Value, place: Place) -> Result<Board, ParseError> {
        let mut at = 0_i64;
        let mut found = Vec::new();
        for step in (Node { value: cells, path: "cells".into(), place }).list()? {
            at = at.saturating_add(step.number()?);
            let inside = usize::try_from(at).ok().filter(|&at| at < width * height);
            found.push(inside.ok_or_else(|| step.error("a cell outside the board"))?);
        }
        found.sort_unstable();
        found.dedup();
        let fail = |what: String| ParseError::new(place.0, place.1, what);
        let (rows, columns) = (found.iter().map(|at| at / width), found.iter().map(|at| at % width));
        let bounds = (rows.clone().min().zip(rows.max()), columns.clone().min().zip(columns.max()));
        let (Some((top, bottom)), Some((left, right))) = bounds else {
            return Err(fail("the board has no cells".into()));
        };
        let (rows, columns) = (bottom - top + 1, right - left + 1);
        if found.len() != rows * columns || rows > LARGEST || columns > LARGEST {
            return Err(fail(format!("the {} cells of the board do not form a rectangle", found.len())));
        }
        Ok(Board { width, places: width * height, top, left, rows, columns })
    }

    /// Returns the cell of a place; `None` outside the grid.
    fn cell(&self, place: usize) -> Option<usize> {
        let row = (place / self.width).checked_sub(self.top).filter(|&row| row < self.rows)?;
        let column = (place % self.width).checked_sub(self.left).filter(|&column| column < self.columns)?;
        Some(row * self.columns + column)
    }

    /// Returns the regions between lines, and whether there are several.
    fn regions(&self, question: &Node<'_>) -> Result<(Regions, bool), ParseError> {
        let lines = thick_lines(question)?;
        // Whether a line lies between two neighbouring places.
        let line = |from: usize, to: usize| lines.contains(&(self.places + from, self.places + to));
        let place =
            |cell: usize| (self.top + cell / self.columns) * self.width + self.left + cell % self.columns;
        let divided = |cell: usize, other: usize| {
            let place = place(cell.min(other));
            let is_beside =
                cell.abs_diff(other) == 1 && self.columns > 1 && cell / self.columns == other / self.columns;
            if is_beside { line(place - self.width, place) } else { line(place - 1, place) }
        };
        let count = self.rows * self.columns;
        let mut layout: Vec<Option<char>> = vec![None; count];
        let mut pieces = 0;
        for start in 0..count {
            if layout[start].is_some() {
                continue;
            }
            if pieces == LARGEST {
                return Err(question.error(format!("lines cut the grid into more than {LARGEST} pieces")));
            }
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if layout[cell].replace(region_symbol(pieces)).is_some() {
                    continue;
                }
                let (row, column) = (cell / self.columns, cell % self.columns);
                let ways = [
                    (column > 0).then(|| cell - 1),
                    (column + 1 < self.columns).then_some(cell + 1),
                    (row > 0).then(|| cell - self.columns),
                    (row + 1 < self.rows).then_some(cell + self.columns),
                ];
                let reached = ways.into_iter().flatten();
                open.extend(reached.filter(|&next| layout[next].is_none() && !divided(cell, next)));
            }
            pieces += 1;
        }
        if pieces == 1 {
            return Ok((Regions::None, false));
        }
        Ok((outline::regions(layout, &Shape::rectangle(self.rows, self.columns)), true))
    }
}

/// Returns the ends of the lines that divide regions.
fn thick_lines(question: &Node<'_>) -> Result<HashSet<(usize, usize)>, ParseError> {
    let mut lines = HashSet::new();
    let Some(edges) = question.get(EDGES) else { return Ok(lines) };
    for (name, style) in edges.object()? {
        // Thin and dashed lines do not divide regions.
        if style.as_i64().is_some_and(|style| ![2, 21].contains(&style)) {
            continue;
        }
        let ends = name.split_once(',').map(|(a, b)| (a.trim().parse::<usize>(), b.trim().parse::<usize>()));
        let Some((Ok(a), Ok(b))) = ends else {
            return Err(edges.error("a line needs two ends"));
        };
        lines.insert((a.min(b), a.max(b)));
    }
    Ok(lines)
}

/// Reads the givens: large numbers.
fn givens(outline: &mut Outline, board: &Board, question: &Node<'_>) -> Result<(), ParseError> {
    let Some(numbers) = question.get(NUMBERS) else { return Ok(()) };
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, number) in numbers.object()? {
        let path = format!("number at {place:.20}");
        let node = Node { value: number, path: path.clone(), place: outline.place };
        let fields: Vec<Node<'_>> = node.list()?.collect();
        let cell = place.parse().ok().and_then(|place| board.cell(place));
        let is_large = fields.get(2).is_some_and(|kind| kind.value.as_str() == Some("1"));
        match (cell, fields.first().map(|field| field.number())) {
            (Some(cell), Some(Ok(number))) if is_large => outline.give(cell, number, path)?,
            (None, _) => *others.entry("numbers outside the grid").or_default() += 1,
            _ => *others.entry("small numbers or text").or_default() += 1,
        }
    }
    for (what, count) in others {
        outline.unknown(format!("{what} ({count})"));
    }
    Ok(())
}

/// Records everything else that is drawn.
fn rest(outline: &mut Outline, question: &Node<'_>) -> Result<(), ParseError> {
    for (key, value) in question.object()? {
        let known = [NUMBERS, EDGES, "z4"].contains(&key.as_str()) || HISTORY.contains(&key.as_str());
        let count =
            value.as_array().map(Vec::len).or(value.as_object().map(|object| object.len())).unwrap_or(1);
        if known || count == 0 {
            continue;
        }
        let what = DRAWINGS.iter().find(|(name, _)| name == key).map_or(key.as_str(), |(_, what)| what);
        outline.unknown(format!("{what:.40}, which are only drawn ({count})"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec;

    use super::*;

    /// Encodes bytes in base 64, without padding.
    fn encoded(bytes: &[u8]) -> String {
        let group = |bytes: &[u8]| {
            let bits = (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(*bytes.get(at).unwrap_or(&0)));
            (0..=bytes.len())
                .map(move |digit| char::from(base64::DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]))
        };
        bytes.chunks(3).flat_map(group).collect()
    }

    #[test]
    fn bombs_end_at_the_limit() {
        let blanks = |count| inflated(&encoded(&compress_to_vec(&vec![b' '; count], 1)));
        assert_eq!(blanks(LARGEST_DOCUMENT).map(|text| text.len()), Ok(LARGEST_DOCUMENT));
        assert_eq!(blanks(LARGEST_DOCUMENT + 1), Err(TOO_MUCH.to_owned()));
        // The end of a bomb is not reached: it is cut off, or damaged.
        let mut bomb = compress_to_vec(&vec![b' '; LARGEST_DOCUMENT + (1 << 20)], 1);
        bomb.truncate(bomb.len() - 100);
        assert_eq!(inflated(&encoded(&bomb)), Err(TOO_MUCH.to_owned()));
        bomb.truncate(100);
        assert_eq!(inflated(&encoded(&bomb)), Err("the data of the link is damaged".to_owned()));
        assert_eq!(inflated("////"), Err("the data of the link is damaged".to_owned()));
        assert_eq!(
            inflated(&encoded(&compress_to_vec(b"\xFF", 1))),
            Err("the data of the link is not text".to_owned())
        );
    }
}

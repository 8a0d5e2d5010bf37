//! Headers of the native format: the shape of the grid, its symbols, title, author and source.

use std::sync::Arc;

use super::block::{Block, layout};
use super::{BETWEEN, Keyed, known_key};
use crate::about::About;
use crate::format::reader::Reader;
use crate::format::shape::without_comment;
use crate::grid::{Frame, Grid, LARGEST, Loose, Part, Regions, Shape};
use crate::symbols::Symbols;
use crate::text::ParseError;
use crate::text::cells;
use crate::text::scan::Scanner;

/// The headers that have been read.
pub(super) struct Head {
    pub first_line: u64,
    size: Option<(usize, usize)>,
    values: Option<(i32, i32)>,
    /// The text of the symbols. It is parsed when the number of values is known.
    symbols: Option<String>,
    regions: Option<Regions>,
    raw: bool,
    parts: Vec<Part>,
    loose: Vec<Loose>,
    /// The size of unknown regions, if a rule makes them unknown; 0 for the usual size.
    unknown: Option<usize>,
    pub about: About,
    /// Line and column of each header.
    places: Vec<(&'static str, u64, u32)>,
}

/// Headers that blocks depend on: they stand before all blocks.
const HEADERS: [&str; 7] = ["size", "values", "symbols", "boxes", "raw", "cells", "sudoku"];

/// Whether a line is a header without a colon.
pub(super) fn is_bare(line: &str) -> bool {
    // A fast test excludes most lines by their first letter.
    let mut letters = line.bytes().skip_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r' | b'-' | b'_'));
    if letters.next().is_none_or(|byte| byte.is_ascii() && !matches!(byte, b'r' | b'R' | b's' | b'S')) {
        return false;
    }
    let first = line.split_whitespace().next().unwrap_or_default();
    let Some(key) = known_key(without_comment(first)) else { return false };
    let mut words = without_comment(line).split_whitespace().skip(1);
    match key {
        "raw" => words.next().is_none(),
        "sudoku" => words.nth(1).is_some_and(|at| at.eq_ignore_ascii_case("at")),
        _ => false,
    }
}

impl Head {
    pub fn new(size: Option<(usize, usize)>, first_line: u64) -> Head {
        Head {
            first_line,
            size,
            values: None,
            symbols: None,
            regions: None,
            raw: false,
            parts: Vec::new(),
            loose: Vec::new(),
            unknown: None,
            about: About::default(),
            places: Vec::new(),
        }
    }

    /// Returns the numbers of rows and columns.
    pub fn size(&self) -> (usize, usize) {
        self.size.unwrap_or((9, 9))
    }

    /// Returns an error at the first of these keys that was written, or else at the beginning.
    pub fn error(&self, keys: &[&str], what: String) -> ParseError {
        let place = |key: &&str| self.places.iter().find(|(known, ..)| known == key);
        let (line, column) =
            keys.iter().find_map(place).map_or((self.first_line, 1), |&(_, line, column)| (line, column));
        ParseError::new(line, column, what)
    }

    /// Reads a line if it is a header. Returns whether it is.
    pub fn line(
        &mut self,
        line: &str,
        keyed: Option<Keyed>,
        number: u64,
        has_blocks: bool,
    ) -> Result<bool, ParseError> {
        let (name, key_length) = match keyed {
            _ if is_bare(line) => {
                let word = line.split_whitespace().next().unwrap_or_default();
                (known_key(word), line.len() - line.trim_start().len() + word.len())
            }
            Some(Keyed { known, length }) => (known, length + 1),
            None => return Ok(false),
        };
        let Some(name) = name else { return Ok(false) };
        let rest = &line[key_length..];
        let indent = rest.len() - rest.trim_start().len();
        let body_column = line[..key_length + indent].chars().count() as u32 + 1;
        let body = without_comment(rest).trim();
        let wrong = |what: String| ParseError::new(number, body_column, what);
        if HEADERS.contains(&name) {
            if has_blocks {
                let what = format!("{name}: write it before the blocks");
                return Err(ParseError::new(number, 1, what).hint(BETWEEN));
            }
            self.places.push((name, number, body_column));
        }
        match name {
            "size" => {
                let size = size(body)
                    .ok_or_else(|| wrong(format!("{body:?} is not a size")).hint("size: 9, or size: 6x6"))?;
                self.size = Some(size);
            }
            "values" => {
                // The first may be negative.
                let dash = body.char_indices().skip(1).find(|&(_, c)| c == '-').map(|(at, _)| at);
                let bounds = dash.and_then(|at| {
                    Some((body[..at].trim().parse().ok()?, body[at + 1..].trim().parse().ok()?))
                });
                self.values = Some(
                    bounds.ok_or_else(|| wrong(format!("{body:?} are not values")).hint("values: 1-9"))?,
                );
            }
            "symbols" => {
                // With one value the whole word is its symbol, which is parsed later. Errors of others are found here.
                let is_one =
                    self.values.is_some_and(|(first, last)| first == last) || self.size == Some((1, 1));
                if let (Err(error), false) = (Symbols::parse(body), is_one) {
                    return Err(wrong(error.to_string()));
                }
                self.symbols = Some(body.to_owned());
            }
            "boxes" if body.eq_ignore_ascii_case("none") => self.regions = Some(Regions::None),
            "boxes" => {
                let (height, width) = size(body).filter(|_| body.contains(['x', 'X'])).ok_or_else(|| {
                    wrong(format!("{body:?} are not boxes"))
                        .hint("boxes: 2x3 (height x width), or boxes: none")
                })?;
                self.regions = Some(Regions::Boxes { height, width });
            }
            "raw" => self.raw = true,
            "cells" => self.loose.push(loose(body).ok_or_else(|| {
                wrong(format!("{body:?} are not cells beside the grid"))
                    .hint("cells: A 8, for A1 to A8; cells: A 2x4, in rows and columns")
            })?),
            "sudoku" => self.part(body, number, body_column)?,
            "title" => self.about.title = About::line(rest),
            "author" => self.about.author = About::line(rest),
            "source" => self.about.source = About::line(rest),
            "rules" => self.about.comments.extend(About::line(rest)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the symbols of the header, if there is one. A single word has a character for each value; with one value
    /// the word is the symbol.
    pub fn symbols(&self, values: usize) -> Result<Option<Symbols>, ParseError> {
        let Some(text) = &self.symbols else { return Ok(None) };
        let is_one = values == 1 && text.split_whitespace().count() == 1;
        let symbols = if is_one { Symbols::new([&**text]) } else { Symbols::parse(text) };
        match symbols {
            Ok(symbols) if symbols.len() == values => Ok(Some(symbols)),
            Ok(symbols) => {
                Err(self.error(&["symbols"], format!("{} symbols for {values} values", symbols.len())))
            }
            Err(error) => Err(self.error(&["symbols"], error.to_string())),
        }
    }

    /// Makes the regions of the grid unknown, with the size that the rule states, if any.
    pub fn unknown(&mut self, size: Option<usize>, number: u64) {
        self.unknown = Some(size.unwrap_or(0));
        self.places.push(("unknown", number, 1));
    }

    /// `NAME at r1c1 [size 9] [boxes 3x3]`.
    fn part(&mut self, body: &str, number: u64, column: u32) -> Result<(), ParseError> {
        const FORM: &str = "sudoku NAME at r1c1 [size 9] [boxes 3x3]";
        let (rows, columns) = self.size();
        let canvas = Grid::of(Shape { raw: true, ..Shape::rectangle(rows, columns) });
        let canvas = canvas.map_err(|error| self.error(&["size"], error.to_string()))?;
        let mut scanner = Scanner::new(body, number, column);
        let name = scanner.word().to_owned();
        scanner.skip_blanks();
        if name.is_empty() || !scanner.keyword("at") {
            return Err(scanner.expected("a name and at").hint(FORM));
        }
        scanner.skip_blanks();
        let corner = usize::from(cells::cell(&mut scanner, &canvas)?);
        let (mut side, mut regions) = (9, Regions::Default);
        loop {
            scanner.skip_blanks();
            if scanner.keyword("size") {
                scanner.skip_blanks();
                side = scanner.number(LARGEST as u64)? as usize;
            } else if scanner.keyword("boxes") {
                scanner.skip_blanks();
                let start = scanner;
                let text = scanner.take_while(|c| !c.is_whitespace());
                regions = match size(text) {
                    _ if text.eq_ignore_ascii_case("none") => Regions::None,
                    Some((height, width)) if text.contains(['x', 'X']) => Regions::Boxes { height, width },
                    _ => return Err(start.error(format!("{text:?} are not boxes")).hint(FORM)),
                };
            } else if scanner.is_at_end() {
                break;
            } else {
                return Err(scanner.expected("size or boxes").hint(FORM));
            }
        }
        let frame = Frame { top: corner / columns, left: corner % columns, rows: side, columns: side };
        self.parts.push(Part { name, frame, regions });
        Ok(())
    }

    /// Returns the grid, with the regions of the block, of `boxes:`, or the default ones.
    pub fn grid(&mut self, block: Option<&Block<'_>>, reader: &mut Reader) -> Result<Arc<Grid>, ParseError> {
        let (regions, mut keys) = match (block, self.regions.clone()) {
            (Some(block), None) => (Regions::Layout(layout(block)?), vec![]),
            (Some(block), Some(_)) => {
                return Err(ParseError::new(block.line, 1, "boxes: and regions: exclude each other"));
            }
            (None, Some(boxes)) => (boxes, vec!["boxes"]),
            (None, None) => (reader.facts.regions.clone().unwrap_or_default(), vec![]),
        };
        keys.extend(["unknown", "values", "sudoku", "cells", "size"]);
        let (rows, columns) = self.size();
        let side = self.parts.iter().map(|part| part.frame.rows).max().unwrap_or(rows.max(columns));
        let (first, last) = self.values.unwrap_or((1, side as i32));
        let shape = Shape {
            rows,
            columns,
            values: first..=last,
            regions,
            raw: self.raw,
            parts: std::mem::take(&mut self.parts),
            loose: std::mem::take(&mut self.loose),
            unknown: self.unknown.map(|size| if size == 0 { rows.max(columns) } else { size }),
        };
        reader.grid_of(shape).map_err(|error| {
            let mut at = self.error(&keys, error.to_string());
            if let Some(block) = block {
                (at.line, at.column) = (block.line, 1);
            }
            at
        })
    }
}

fn size(text: &str) -> Option<(usize, usize)> {
    match text.split_once(['x', 'X']) {
        Some((rows, columns)) => Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?)),
        None => text.parse().ok().map(|side| (side, side)),
    }
}

/// `A 8` or `A 2x4`.
fn loose(text: &str) -> Option<Loose> {
    let (name, count) = text.split_once(char::is_whitespace)?;
    // A name must not look like a cell, nor end in a digit.
    let is_name = name.chars().all(char::is_alphabetic) && !name.eq_ignore_ascii_case("r");
    let (count, columns) = if count.contains(['x', 'X']) {
        size(count).and_then(|(rows, columns)| Some((rows.checked_mul(columns)?, columns)))?
    } else {
        (count.trim().parse().ok()?, 0)
    };
    is_name.then_some(Loose { name: name.into(), count, columns })
}

//! This project's own format, for people to write and to read: sizes, values, symbols, boxes or regions, rules, several
//! grids on one canvas, several puzzles a file.
//!
//! ```text
//! file   = puzzle { "===" puzzle }
//! line   = header | block | rule | text       a comment follows # at the beginning or after a blank
//! header = size: 9 | 6x6         default 9, before every block
//!          values: 0-8           default 1-size
//!          symbols: ABCDEFGHI | red green blue …     of one value, a word is one symbol
//!          boxes: 2x3 | none     height x width; default as square as they get
//!          raw                   no rules for rows, columns and boxes
//!          cells: A 8 | A 2x4    cells A1 … A8 beside the grid, for rules to speak of; perhaps in rows and columns
//!          sudoku NAME at r1c1 [size 9] [boxes 3x3]
//!                                repeated: several grids on the canvas of size:
//! text   = title: author: source: rules:   take the rest of the line
//! block  = "grid:" | "regions:" | "solution:", then as many lines as there are rows
//! row    = a character a cell, or words with blanks between; "|" and lines of - + = with a + are ignored
//!          "." and "_" are open, also "0" where it is no symbol; "{135}" is a cell with candidates, "{+}" one with
//!          a single one: so a row says symbols that would make it something else, such as ":" and "+"
//!          "~" is no cell: what lies between grids on a canvas
//!          in regions: a symbol for each region, "." for none
//! rule   = NAME { param } [":" item {"," item}] ["in" GRID]
//!                                each item is a clue of its own; in GRID all is counted from its corner and seen
//!                                from its sides: cells, rows, columns, boxes and sides; without, on the canvas
//!          | NAME side ":" { NUMBER | "." } ["in" GRID]      a clue for each place of a side
//!          | "either" rule {"&" rule} {"|" rule {"&" rule}}
//!          | "require" formula   of numbers and logic; as an alternative it ends at "|" or "&"
//!          | "each" places NAME NAME … ":" formula
//! param  = NUMBER | value | WORD | "TEXT" | 'TEXT'       as the rule takes them: see `sudoku rules`; a quote inside
//!                                is written twice
//! item   = list {"=" list}
//! list   = part { blank part }   the order is kept
//! part   = r1c1 | r1-3c1-3 | r1c1-r1c5-r5c5      a cell, a block row by row, a path along lines and diagonals
//!          | r1c1 dr             a ray to the border: ul, ur, dl or dr
//!          | row 1 | col 1 | box 1 | region a | all | neighbours of r1c1
//!          | side 1              the row or column as it is seen from there
//!          | A1 | A1-8           cells beside the grid
//!          | g1c1                the label of this cell's region, where regions are unknown (chaos-construction)
//! side   = "top" | "bottom" | "left" | "right"
//! places = "adjacent" | "knight" | "king" | "window" 2x2 | "along" list | "pairs" list
//! ```
//!
//! Keys and names of rules ignore case, blanks, `-` and `_`. Formulas are explained by `sudoku rules require`, every
//! rule by `sudoku rules NAME`.

mod block;
mod head;
mod part;
mod rules;
mod write;

use std::sync::Arc;

use super::definition::{Definition, Layout, Write};
use super::infer::{self, is_blank};
use super::reader::Reader;
use super::token::Token;
use crate::about::About;
use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::puzzle::{Places, Puzzle};
use crate::symbols::Symbols;
use crate::text::ParseError;

use block::{Block, is_frame};
use head::Head;
use rules::{Context, Named, Notes};

pub use write::rule;

pub(super) const NATIVE: Definition = Definition {
    name: "native",
    also: &[],
    help: "sizes, symbols, regions, rules, several puzzles a file",
    record: "the native format",
    layout: Layout::Blocks,
    begins: is_keyword,
    read: |reader, piece| read(reader, piece.utf8()?, piece.line),
    header: "",
    write: Write::More(|puzzle, index, to| {
        write::write(puzzle, index, to);
        None
    }),
};

const KEYS: [&str; 14] = [
    "size", "values", "symbols", "boxes", "raw", "cells", "sudoku", "grid", "regions", "solution", "title",
    "author", "source", "rules",
];

/// Whether a line shows that a text is in this format.
fn is_keyword(line: &str) -> bool {
    let has_key = line.split_once(':').is_some_and(|(key, _)| known_key(key).is_some());
    has_key || head::is_bare(line) || rules::is_rule(line)
}

/// Whether a line separates two puzzles.
pub(super) fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'=')
}

/// The hint where the next puzzle seems to begin without a separator.
const BETWEEN: &str = "write === between puzzles";

/// Letters of the longest of [`KEYS`].
const LONGEST_KEY: usize = 8;

/// First letters of [`KEYS`]. Most rules begin with other letters.
const BEGIN_KEYS: &[u8] = b"svbrcgta";

/// Returns the key of a text, in which blanks, `-`, `_` and case do not matter.
fn known_key(text: &str) -> Option<&'static str> {
    let first = text.bytes().next().map(|byte| byte.to_ascii_lowercase());
    if first.is_some_and(|first| first.is_ascii_lowercase() && !BEGIN_KEYS.contains(&first)) {
        return None;
    }
    let mut letters = [0; LONGEST_KEY];
    let mut count = 0;
    for c in text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_')) {
        // No key is longer or has characters above 255.
        *letters.get_mut(count)? = u8::try_from(c).ok()?.to_ascii_lowercase();
        count += 1;
    }
    KEYS.into_iter().find(|key| key.as_bytes() == &letters[..count])
}

/// The text before the first colon of a line.
#[derive(Clone, Copy)]
struct Keyed {
    /// The key, if the text is one.
    known: Option<&'static str>,
    /// The length in bytes.
    length: usize,
}

impl Keyed {
    fn of(line: &str) -> Option<Keyed> {
        let length = memchr::memchr(b':', line.as_bytes())?;
        Some(Keyed { known: known_key(&line[..length]), length })
    }
}

/// Returns the lines of a text as [`str::lines`] does, but faster.
fn lines(mut rest: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let Some(end) = memchr::memchr(b'\n', rest.as_bytes()) else {
            let last = std::mem::take(&mut rest);
            return (!last.is_empty()).then_some(last);
        };
        let line = &rest[..end];
        rest = &rest[end + 1..];
        Some(line.strip_suffix('\r').unwrap_or(line))
    })
}

/// Reads one puzzle.
pub(super) fn read(reader: &mut Reader, text: &str, first_line: u64) -> Result<Puzzle, ParseError> {
    let mut lines = (first_line..).zip(lines(text));
    let mut head = Head::new(reader.facts.size, first_line);
    let (mut grid, mut regions, mut solution) = (None, None, None);
    let mut rule_lines = Vec::with_capacity(32);
    while let Some((number, line)) = lines.next() {
        let begin = line.trim_start();
        if begin.is_empty() || begin.starts_with('#') || is_frame(begin) {
            continue;
        }
        let error = |what: String| ParseError::new(number, 1, what);
        let keyed = Keyed::of(line);
        if let Some(Keyed { known: Some(name @ ("grid" | "regions" | "solution")), length }) = keyed {
            let rest = super::shape::without_comment(&line[length + 1..]);
            if !rest.trim().is_empty() {
                let column = (line.chars().count() - rest.trim_start().chars().count()) as u32 + 1;
                let what = format!("{name}: write it alone on a line and its rows below");
                return Err(ParseError::new(number, column.min(line.chars().count() as u32), what));
            }
            let slot = match name {
                "grid" => &mut grid,
                "regions" => &mut regions,
                _ => &mut solution,
            };
            if slot.is_some() {
                return Err(error(format!("a second {name}:")).hint(BETWEEN));
            }
            *slot = Some(block::read(&mut lines, number, name, head.size())?);
            continue;
        }
        let has_blocks = grid.is_some() || regions.is_some() || solution.is_some();
        if !head.line(line, keyed, number, has_blocks)? {
            let rule = Named::read(line, number, rule_lines.last())?;
            if let Some(size) = rule.unknown_regions() {
                head.unknown(size, number);
            }
            rule_lines.push(rule);
        }
    }
    build(reader, head, Blocks { grid, regions, solution }, &rule_lines)
}

/// The blocks of a puzzle.
struct Blocks<'a> {
    grid: Option<Block<'a>>,
    regions: Option<Block<'a>>,
    solution: Option<Block<'a>>,
}

fn build(
    reader: &mut Reader,
    mut head: Head,
    blocks: Blocks<'_>,
    rule_lines: &[Named<'_>],
) -> Result<Puzzle, ParseError> {
    let grid = head.grid(blocks.regions.as_ref(), reader)?;
    let (first, values) = (grid.first_value(), grid.values());
    let said = head.symbols(values)?.map(Arc::new).or_else(|| reader.facts.symbols.clone());
    let symbols = said.unwrap_or_else(|| Symbols::usual_shared(first, values));
    if symbols.len() != values {
        return Err(head.error(&["symbols"], format!("{} symbols for {values} values", symbols.len())));
    }
    let mut puzzle = Puzzle::open_with(grid, symbols);
    let places = match &blocks.grid {
        Some(block) => {
            for (cell, token) in block.cells.iter().enumerate() {
                puzzle.cells[cell] = cell_of(token, cell, &puzzle.grid, &puzzle.symbols)?;
            }
            let mut places = Vec::with_capacity(puzzle.cells.len());
            places.extend(block.cells.iter().map(|token| (token.line, token.column)));
            places.resize(puzzle.cells.len(), (block.line, 1));
            places
        }
        None => vec![(head.first_line, 1); puzzle.cells.len()],
    };
    puzzle.places = Places::Each(places);
    let mut about = head.about;
    if let Some(block) = &blocks.solution {
        let value = |(cell, token): (usize, &Token<'_>)| {
            let known = cell_of(token, cell, &puzzle.grid, &puzzle.symbols)?;
            known.value().ok_or_else(|| token.error("a cell of the solution is open"))
        };
        about.solution = Some(block.cells.iter().enumerate().map(value).collect::<Result<_, _>>()?);
    }
    let mut clues = Vec::with_capacity(rule_lines.len());
    let context =
        Context { grid: &puzzle.grid, symbols: &puzzle.symbols, is_alternative: false, inner: None };
    let mut notes = Notes::new(std::mem::take(&mut reader.texts));
    for rule in rule_lines {
        rules::line(rule, &context, &mut notes, &mut clues)?;
        if clues.len() > MOST_CLUES {
            return Err(ParseError::new(rule.number(), 1, format!("more than {MOST_CLUES} clues")));
        }
    }
    about.remarks = notes.remarks;
    reader.texts = notes.texts;
    puzzle.rules = (!clues.is_empty()).then(|| clues.into());
    puzzle.symbols = reader.share(puzzle.symbols);
    puzzle.about = (about != About::default()).then(|| Box::new(about));
    Ok(puzzle)
}

/// The most clues of a puzzle: more than a puzzle needs, and few enough for the memory.
pub(super) const MOST_CLUES: usize = 20_000;

/// Reads a cell: open, a symbol, a number, candidates, or a gap.
fn cell_of(token: &Token<'_>, cell: usize, grid: &Grid, symbols: &Symbols) -> Result<Candidates, ParseError> {
    let is_gap = token.text == "~";
    if grid.is_gap(cell) {
        let is_open = is_gap || token.text.chars().all(is_blank);
        let what = || format!("{} is in no grid of the canvas", grid.name(cell));
        return if is_open {
            Ok(Candidates::one(0))
        } else {
            Err(token.error(what()).hint("~ stands there"))
        };
    }
    // Most cells are open, and `.` is no symbol.
    if token.text == "." {
        return Ok(Candidates::all(symbols.len()));
    }
    // No symbol begins with a brace.
    if token.text.starts_with('{') {
        return infer::candidates(token, symbols);
    }
    if let Some(value) = symbols.find(token.text) {
        return Ok(Candidates::one(value));
    }
    if is_gap {
        let what = if grid.shape().parts.is_empty() {
            "~ (no cell) is for several grids on one canvas".to_owned()
        } else {
            format!("~ (no cell) at {}, which is in a grid", grid.name(cell))
        };
        return Err(token.error(what).hint("sudoku NAME at r1c1"));
    }
    let mut chars = token.text.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && (is_blank(c) || c == '0')
    {
        return Ok(Candidates::all(symbols.len()));
    }
    if let Ok(number) = token.text.parse::<i32>()
        && let Ok(value) = u8::try_from(i64::from(number) - i64::from(grid.first_value()))
        && usize::from(value) < symbols.len()
    {
        return Ok(Candidates::one(value));
    }
    Err(token
        .error(format!("{:?} is neither a symbol of this puzzle nor blank", token.text))
        .hint(format!("symbols are {symbols}, blanks . _ 0")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_however_it_is_written() {
        for key in KEYS {
            assert_eq!(known_key(key), Some(key));
            assert_eq!(known_key(&format!(" _{}-", key.to_uppercase())), Some(key));
            assert!(BEGIN_KEYS.contains(&key.as_bytes()[0]) && key.len() <= LONGEST_KEY);
            assert_eq!(known_key(&format!("{key}s")), None);
        }
        assert_eq!((known_key("killer"), known_key("é"), known_key("")), (None, None, None));
    }

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "\n", "a", "a\r\nb\r", "\r\n\n\nab\ncd\n", "a\r\n", "é\r\rb\nc\r"] {
            assert!(lines(text).eq(text.lines()), "{text:?}");
        }
    }
}

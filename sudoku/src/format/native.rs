//! This project's own format: sizes, values, symbols, boxes or regions, several puzzles a file.
//!
//! ```text
//! file   = puzzle { "===" puzzle }
//! line   = key ":" text ["# comment"]
//! key    = size: 9 | 6x6      default 9, before every block
//!          values: 0-8        default 1-size
//!          symbols: ABCDEFGHI | red green blue …
//!          boxes: 2x3 | none  height x width; default as square as they get
//!          title: author: source: rules:   take the rest of the line
//! block  = "grid:" | "regions:" | "solution:", then as many lines as there are rows
//! row    = a character a cell, or words with blanks between; "|" and lines of - + = with a + are ignored
//!          "." and "_" are open, also "0" where it is no symbol; "{135}" is a cell with candidates
//!          in regions: a symbol for each region, "." for none
//! ```
//!
//! Keys ignore case, `-` and `_`.

use std::sync::Arc;

use super::infer::{self, is_blank};
use super::shape::{without_comment, words};
use super::{Parser, Token, characters};
use crate::format::ParseError;
use crate::grid::{Grid, Regions};
use crate::puzzle::{About, Candidates, Places, Puzzle};
use crate::symbols::Symbols;

const KEYS: [&str; 11] = [
    "size", "values", "symbols", "boxes", "grid", "regions", "solution", "title", "author", "source", "rules",
];

/// Those that say how blocks are read.
const HEADERS: [&str; 4] = ["size", "values", "symbols", "boxes"];

/// Whether a line begins a puzzle in this format.
pub(super) fn is_keyword(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| KEYS.contains(&normal(key).as_str()))
}

/// Whether a line stands between two puzzles.
pub(super) fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'=')
}

fn normal(key: &str) -> String {
    key.chars().filter(|c| !c.is_whitespace() && !"-_".contains(*c)).flat_map(char::to_lowercase).collect()
}

/// What has been read of the head.
#[derive(Default)]
struct Head {
    size: Option<(usize, usize)>,
    values: Option<(i32, i32)>,
    symbols: Option<Symbols>,
    regions: Option<Regions>,
    about: About,
    /// Where each of these was said.
    places: Vec<(&'static str, u64, u32)>,
}

impl Head {
    /// An error at the first of these keys that was written, else at the beginning.
    fn error(&self, keys: &[&str], first_line: u64, what: String) -> ParseError {
        let place = |key: &&str| self.places.iter().find(|(known, ..)| known == key);
        let (line, column) =
            keys.iter().find_map(place).map_or((first_line, 1), |&(_, line, column)| (line, column));
        ParseError::new(line, column, what)
    }
}

/// The rows of a block.
struct Block<'a> {
    line: u64,
    cells: Vec<Token<'a>>,
}

/// Reads one puzzle.
pub(super) fn read(parser: &mut Parser, text: &str, first_line: u64) -> Result<Puzzle, ParseError> {
    let mut lines = (first_line..).zip(text.lines());
    let mut head = Head { size: parser.options.size, ..Head::default() };
    let (mut grid, mut regions, mut solution) = (None, None, None);
    while let Some((number, line)) = lines.next() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') || is_frame(line) {
            continue;
        }
        let error = |what: String| ParseError::new(number, 1, what);
        let Some((key, rest)) = line.split_once(':') else {
            return Err(error(format!("{:?} is no line of a puzzle", line.trim()))
                .hint("lines are `key: text`; rows follow `grid:`"));
        };
        let indent = rest.chars().take_while(|c| c.is_whitespace()).count();
        let body_column = (key.chars().count() + 1 + indent) as u32 + 1;
        let body = without_comment(rest).trim();
        let wrong = |what: String| ParseError::new(number, body_column, what);
        let name = normal(key);
        if let Some(&known) = HEADERS.iter().find(|header| **header == name) {
            if grid.is_some() || regions.is_some() || solution.is_some() {
                return Err(error(format!("{known}: stands before the blocks")));
            }
            head.places.push((known, number, body_column));
        }
        match name.as_str() {
            "size" => {
                let size = size(body)
                    .ok_or_else(|| wrong(format!("{body:?} is no size")).hint("size: 9, or size: 6x6"))?;
                head.size = Some(size);
            }
            "values" => {
                // The first may be negative.
                let dash = body.char_indices().skip(1).find(|&(_, c)| c == '-').map(|(at, _)| at);
                let bounds = dash.and_then(|at| {
                    Some((body[..at].trim().parse().ok()?, body[at + 1..].trim().parse().ok()?))
                });
                head.values =
                    Some(bounds.ok_or_else(|| wrong(format!("{body:?} are no values")).hint("values: 1-9"))?);
            }
            "symbols" => {
                head.symbols = Some(Symbols::parse(body).map_err(|error| wrong(error.to_string()))?);
            }
            "boxes" if body.eq_ignore_ascii_case("none") => head.regions = Some(Regions::None),
            "boxes" => {
                let (height, width) = size(body).filter(|_| body.contains(['x', 'X'])).ok_or_else(|| {
                    wrong(format!("{body:?} are no boxes"))
                        .hint("boxes: 2x3 (height x width), or boxes: none")
                })?;
                head.regions = Some(Regions::Boxes { height, width });
            }
            "title" => head.about.title = Some(rest.trim().to_owned()),
            "author" => head.about.author = Some(rest.trim().to_owned()),
            "source" => head.about.source = Some(rest.trim().to_owned()),
            "rules" => head.about.comments.push(rest.trim().to_owned()),
            name @ ("grid" | "regions" | "solution") => {
                if !body.is_empty() {
                    return Err(wrong(format!("{name}: stands alone, its rows follow")));
                }
                let size = head.size.unwrap_or((9, 9));
                let block = block(&mut lines, number, name, size)?;
                let slot = match name {
                    "grid" => &mut grid,
                    "regions" => &mut regions,
                    _ => &mut solution,
                };
                if slot.replace(block).is_some() {
                    return Err(error(format!("a second {name}:")).hint("=== stands between puzzles"));
                }
            }
            unknown => return Err(unknown_key(key.trim(), unknown, number)),
        }
    }
    build(parser, head, grid, regions, solution, first_line)
}

fn size(text: &str) -> Option<(usize, usize)> {
    match text.split_once(['x', 'X']) {
        Some((rows, columns)) => Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?)),
        None => text.parse().ok().map(|side| (side, side)),
    }
}

/// The rows that follow.
fn block<'a>(
    lines: &mut impl Iterator<Item = (u64, &'a str)>,
    number: u64,
    name: &str,
    (rows, columns): (usize, usize),
) -> Result<Block<'a>, ParseError> {
    let mut cells = Vec::new();
    for row in 0..rows {
        let next = lines.find(|(_, line)| !is_frame(line) && !line.trim_start().starts_with('#'));
        let short = |line| ParseError::new(line, 1, format!("{name}: has {row} rows, {rows} expected"));
        let (line, text) = next.ok_or_else(|| short(number))?;
        if text.trim().is_empty() || text.contains(':') {
            return Err(short(line));
        }
        let words = words(without_comment(text), line);
        let each: Vec<Token<'_>> = match words.len() == columns {
            true => words,
            false => words.iter().flat_map(|word| characters(word.text, line, word.column)).collect(),
        };
        if each.len() != columns {
            let what = format!("row {} has {} cells, {columns} expected", row + 1, each.len());
            return Err(ParseError::new(line, 1, what));
        }
        cells.extend(each);
    }
    Ok(Block { line: number, cells })
}

/// A line that only draws.
fn is_frame(line: &str) -> bool {
    line.contains('+') && line.trim().chars().all(|c| "-+=| ".contains(c))
}

fn unknown_key(written: &str, key: &str, line: u64) -> ParseError {
    let error = ParseError::new(line, 1, format!("{written:?} is no key that is known here"));
    let nearest = KEYS.iter().min_by_key(|known| distance(known, key)).expect("there are keys");
    if distance(nearest, key) <= 2 {
        return error.hint(format!("did you mean {nearest}?"));
    }
    error.hint(format!("keys are {}", KEYS.join(", ")))
}

/// Letters to insert, drop or change to get from one word to the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (at, c) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, d) in other.chars().enumerate() {
            let changed = diagonal + usize::from(c != d);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[row.len() - 1]
}

fn build(
    parser: &mut Parser,
    head: Head,
    grid_block: Option<Block<'_>>,
    regions: Option<Block<'_>>,
    solution: Option<Block<'_>>,
    first_line: u64,
) -> Result<Puzzle, ParseError> {
    let (rows, columns) = head.size.unwrap_or((9, 9));
    let (shape, mut keys) = match (&regions, head.regions.clone()) {
        (Some(block), None) => (Regions::Layout(layout(block)?), vec![]),
        (Some(block), Some(_)) => {
            return Err(ParseError::new(block.line, 1, "boxes: and regions: exclude each other"));
        }
        (None, Some(boxes)) => (boxes, vec!["boxes"]),
        (None, None) => (parser.options.regions.clone().unwrap_or_default(), vec![]),
    };
    keys.extend(["values", "size"]);
    let (first, last) = head.values.unwrap_or((1, rows.max(columns) as i32));
    let grid = Grid::new(rows, columns, first..=last, &shape).map_err(|error| {
        let mut at = head.error(&keys, first_line, error.to_string());
        if let Some(block) = &regions {
            (at.line, at.column) = (block.line, 1);
        }
        at
    })?;
    let symbols = match head.symbols.clone().or_else(|| parser.options.symbols.as_deref().cloned()) {
        Some(symbols) => symbols,
        None => Symbols::usual(first, grid.values()),
    };
    if symbols.len() != grid.values() {
        let what = format!("{} symbols for {} values", symbols.len(), grid.values());
        return Err(head.error(&["symbols"], first_line, what));
    }
    let mut about = head.about;
    let mut puzzle = Puzzle::open(grid);
    let known = |token: &Token<'_>| cell(token, &symbols, first);
    if let Some(block) = grid_block {
        puzzle.cells = block.cells.iter().map(known).collect::<Result<_, _>>()?;
        puzzle.places = Places::Each(block.cells.iter().map(|token| (token.line, token.column)).collect());
    } else {
        puzzle.places = Places::Each(vec![(first_line, 1); puzzle.cells.len()]);
    }
    if let Some(block) = solution {
        let value = |token: &Token<'_>| {
            known(token)?.value().ok_or_else(|| token.error("a cell of the solution is open"))
        };
        about.solution = Some(block.cells.iter().map(value).collect::<Result<_, _>>()?);
    }
    puzzle.symbols = parser.share(symbols);
    if let Some(same) = parser.grids.iter().find(|known| **known == puzzle.grid) {
        puzzle.grid = Arc::clone(same);
    }
    puzzle.about = (about != About::default()).then(|| Box::new(about));
    Ok(puzzle)
}

fn layout(block: &Block<'_>) -> Result<Vec<Option<char>>, ParseError> {
    let region = |token: &Token<'_>| {
        let mut chars = token.text.chars();
        match (chars.next(), chars.next()) {
            (Some('.'), None) => Ok(None),
            (Some(symbol), None) => Ok(Some(symbol)),
            _ => Err(token.error(format!("{:?} is no region", token.text)).hint("a region is one character")),
        }
    };
    block.cells.iter().map(region).collect()
}

/// A cell: open, a symbol, a number, or candidates.
fn cell(token: &Token<'_>, symbols: &Symbols, first: i32) -> Result<Candidates, ParseError> {
    if let Some(value) = symbols.find(token.text) {
        return Ok(Candidates::one(value));
    }
    if token.text == "~" {
        return Err(token.error("~ (no cell) is for several grids on one canvas, which are not read yet"));
    }
    let mut chars = token.text.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && (is_blank(c) || c == '0')
    {
        return Ok(Candidates::all(symbols.len()));
    }
    if let Ok(number) = token.text.parse::<i32>()
        && let Ok(value) = u8::try_from(i64::from(number) - i64::from(first))
        && usize::from(value) < symbols.len()
    {
        return Ok(Candidates::one(value));
    }
    if token.text.starts_with('{') {
        return infer::candidates(token, symbols);
    }
    Err(token
        .error(format!("{:?} is neither a symbol of this puzzle nor blank", token.text))
        .hint(format!("symbols are {symbols}, blanks . _ 0")))
}

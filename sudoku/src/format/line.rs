//! Puzzles in one line.
//!
//! A line has one character a cell; from 10 x 10 on perhaps two decimal digits a cell; a character for each value of
//! each cell (candidates, 729 characters for 9 x 9); or numbers with blanks between. Text after the first word is a
//! comment.

use std::fmt::Write as _;

use super::definition::{Definition, Layout, Piece, Write};
use super::infer::is_blank;
use super::plain::given;
use super::reader::Reader;
use super::shape::{without_comment, words};
use super::token::{Side, Token, characters, side_of};
use crate::candidates::Candidates;
use crate::grid::LARGEST;
use crate::puzzle::{GAP, Places, Puzzle};
use crate::symbols::{OPEN, Symbols};
use crate::text::ParseError;
use crate::text::cells::cells_in_words;

pub(super) const LINE: Definition = Definition {
    name: "line",
    also: &[],
    help: "one puzzle a line, one character a cell",
    record: "a line",
    layout: Layout::Lines,
    begins: |_| false,
    read: record,
    header: "",
    write: Write::Givens(|puzzle, _, to| write(puzzle, to)),
};

pub(super) const NUMBERS: Definition = Definition {
    name: "numbers",
    help: "one puzzle a line, numbers with blanks between",
    write: Write::Givens(|puzzle, _, to| numbers(puzzle, to)),
    ..LINE
};

pub(super) const SDM: Definition = Definition { name: "sdm", help: "one puzzle a line (SadMan)", ..LINE };

/// Reads a line of digits, letters and blanks only, the most common form of puzzles. Returns `None` for any other line.
/// Batches spend their reading time here.
fn plain(reader: &mut Reader, text: &[u8], line: u64) -> Option<Puzzle> {
    // A comment may follow 81 characters. Other lengths have to be the whole line.
    let ends = |&after: &u8| matches!(after, b'\r' | b'\n' | b' ' | b'\t' | b',' | b';' | b'#');
    let (side, text) = match text.first_chunk::<81>() {
        Some(text81) if text.get(81).is_none_or(ends) => (9, text81.as_slice()),
        _ => {
            let text = text.strip_suffix(b"\n").unwrap_or(text);
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            (side_of(text.len())?, text)
        }
    };
    reader.plain(side)?.read(text, line)
}

fn record(reader: &mut Reader, piece: &Piece<'_>) -> Result<Puzzle, ParseError> {
    match plain(reader, piece.text, piece.line) {
        Some(puzzle) => Ok(puzzle),
        None => read(reader, piece.utf8()?, piece.line),
    }
}

/// Reads any line.
pub(super) fn read(reader: &mut Reader, text: &str, line: u64) -> Result<Puzzle, ParseError> {
    let text = without_comment(text);
    let indent = text.chars().take_while(|c| c.is_whitespace()).count() as u32;
    let body = text.trim_start();
    let all = words(text, line);
    let Some(first) = all.first() else {
        return Err(ParseError::new(line, 1, "there is no puzzle here"));
    };
    let size = reader.facts.size.map(|(rows, columns)| Side { rows, columns });
    // The line has one word for each cell: numbers or candidates.
    let as_words = match size {
        Some(side) => (all.len() == side.cells() && all.len() > 1).then_some(side),
        None => side_of(all.len()).filter(|&side| side >= 4).map(Side::square),
    };
    let named = reader.facts.hints().words;
    if let Some(side) = as_words
        && (named || all.iter().all(|word| word.text.chars().count() <= 3 || word.text.starts_with('{')))
    {
        return reader.assemble(side, &all, None);
    }
    let blocks = all.iter().all(|word| word.text.chars().count() == first.text.chars().count());
    if blocks && all.len() > 1 {
        let tokens: Vec<Token<'_>> =
            all.iter().flat_map(|word| characters(word.text, line, word.column)).collect();
        let side = size.or_else(|| side_of(tokens.len()).map(Side::square));
        if let Some(side) = side.filter(|side| side.cells() == tokens.len() && side.rows > 3) {
            return reader.assemble(side, &tokens, None);
        }
    }
    // Only the first word counts: a comment or other fields follow.
    let word = body.split([' ', '\t', ',', ';']).next().unwrap_or(body);
    let tokens: Vec<Token<'_>> = characters(word, line, indent + 1).collect();
    let length = tokens.len();
    let sides = |cells: usize| match size {
        Some(side) => (side.cells() == cells).then_some(side),
        None => side_of(cells).filter(|&side| side > 3).map(Side::square),
    };
    if let Some(side) = candidates_side(&tokens, size) {
        return candidates(reader, side, &tokens);
    }
    if let Some(side) = sides(length) {
        return reader.assemble(side, &tokens, None);
    }
    if length.is_multiple_of(2)
        && let Some(side) = sides(length / 2).filter(|side| side.rows.max(side.columns) >= 10)
        && let Some(pairs) = two_digits(word, line, indent + 1)
    {
        return reader.assemble(side, &pairs, None);
    }
    Err(wrong_length(line, indent + 1, length, reader.facts.size))
}

/// Returns tokens of two decimal digits each, as in `0012..`; `None` if the word has others.
fn two_digits(word: &str, line: u64, column: u32) -> Option<Vec<Token<'_>>> {
    if !word.is_ascii() {
        return None;
    }
    let pairs = (0..word.len() / 2).map(|at| {
        let text = match &word[2 * at..2 * at + 2] {
            "00" | ".." => ".",
            pair if pair.bytes().all(|byte| byte.is_ascii_digit()) => pair,
            _ => return None,
        };
        Some(Token { text, line, column: column + 2 * at as u32 })
    });
    pairs.collect()
}

/// Returns the side of a string of candidates: for each cell and each k, symbol k or a blank, and at least one symbol a
/// cell. `None` if it is no such string.
fn candidates_side(tokens: &[Token<'_>], size: Option<Side>) -> Option<Side> {
    let side = match size {
        Some(side) => side,
        None => Side::square((2..=LARGEST).find(|side| side * side * side >= tokens.len())?),
    };
    let values = side.rows.max(side.columns);
    if side.cells() * values != tokens.len() || values < 2 {
        return None;
    }
    let symbols = Symbols::usual(1, values);
    let fits = |group: &[Token<'_>]| {
        let known = |(at, token): (usize, &Token<'_>)| match symbols.find(token.text) {
            Some(value) => (usize::from(value) == at).then_some(true),
            None => is_no_value(token.text).then_some(false),
        };
        let found: Option<Vec<bool>> = group.iter().enumerate().map(known).collect();
        found.is_some_and(|found| found.contains(&true))
    };
    tokens.chunks(values).all(fits).then_some(side)
}

/// Whether a token of a string of candidates is a blank.
fn is_no_value(text: &str) -> bool {
    text.chars().all(|c| is_blank(c) || c == '0' || c.eq_ignore_ascii_case(&'x'))
}

fn candidates(reader: &mut Reader, side: Side, tokens: &[Token<'_>]) -> Result<Puzzle, ParseError> {
    let values = side.rows.max(side.columns);
    let grid = reader.grid(side, 1).map_err(|error| tokens[0].error(error.to_string()))?;
    let symbols = reader.share(Symbols::usual(1, values));
    let mut cells = Vec::with_capacity(side.cells());
    let mut places = Vec::with_capacity(side.cells());
    for group in tokens.chunks(values) {
        let found = group.iter().filter_map(|token| symbols.find(token.text));
        cells.push(found.fold(Candidates::NONE, Candidates::with));
        places.push((group[0].line, group[0].column));
    }
    Ok(Puzzle { grid, symbols, cells, rules: None, about: None, places: Places::Each(places) })
}

/// Returns the error for a line of this length, with the nearest valid length as a hint.
pub(super) fn wrong_length(
    line: u64,
    column: u32,
    length: usize,
    size: Option<(usize, usize)>,
) -> ParseError {
    if let Some((rows, columns)) = size {
        let expected = rows * columns;
        return ParseError::new(
            line,
            column,
            format!("{}, but {rows}x{columns} has {expected}", cells_in_words(length)),
        );
    }
    let nearest =
        (4..=LARGEST).min_by_key(|side| (side * side).abs_diff(length)).expect("some side is nearest");
    let expected = nearest * nearest;
    let error = ParseError::new(line, column, format!("{} do not make a puzzle", cells_in_words(length)));
    let off = expected.abs_diff(length);
    if off * 10 <= expected {
        let how = if length < expected { "missing" } else { "too many" };
        return error.hint(format!("{nearest}x{nearest} has {expected}: {off} {how}"));
    }
    error.hint("a line has 16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25) … cells")
}

/// Writes a puzzle as a line: a character a cell if the symbols are characters, otherwise numbers.
pub(super) fn write(puzzle: &Puzzle, to: &mut String) {
    if !puzzle.symbols.are_characters() {
        return numbers(puzzle, to);
    }
    let mut open = [0; 4];
    let open = OPEN.encode_utf8(&mut open);
    for cell in 0..puzzle.grid.rectangle() {
        to.push_str(given(puzzle, cell).unwrap_or(open));
    }
    to.push('\n');
}

fn numbers(puzzle: &Puzzle, to: &mut String) {
    let first = puzzle.grid.first_value();
    for cell in 0..puzzle.grid.rectangle() {
        if cell > 0 {
            to.push(' ');
        }
        let _ = match puzzle.given(cell) {
            _ if puzzle.grid.is_gap(cell) => write!(to, "{GAP}"),
            Some(value) => write!(to, "{}", first + i32::from(value)),
            None => write!(to, "{OPEN}"),
        };
    }
    to.push('\n');
}

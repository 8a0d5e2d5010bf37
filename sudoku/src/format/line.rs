//! Puzzles in one line.
//!
//! A line has one character a cell; from 10 x 10 on perhaps two decimal digits a cell; a character for each value of
//! each cell (candidates, 729 characters for 9 x 9); or numbers with blanks between. Text after the first word is a
//! comment.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use super::definition::{Definition, Layout, Piece, Write};
use super::infer::is_blank;
use super::plain::given;
use super::shape::{without_comment, words};
use super::{Format, Kind, Parser, Record, Side, Token, characters, side_of};
use crate::candidates::Candidates;
use crate::grid::{Grid, LARGEST};
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

/// A reader of plain lines of one square grid: digits, letters from 10 on, and one kind of blank.
#[derive(Debug)]
pub(super) struct Plain {
    side: usize,
    /// For each byte the candidates of the cell, and the [kind](DIGIT) of the byte above them.
    bytes: [u32; 256],
    grid: Arc<Grid>,
    symbols: Arc<Symbols>,
}

const DIGIT: u32 = 1 << 16;
const LETTER: u32 = 2 << 16;
const BLANK: u32 = 4 << 16;
const ZERO: u32 = 8 << 16;
const OTHER: u32 = 16 << 16;

/// The candidates in an entry of the table.
const CANDIDATES: u32 = DIGIT - 1;

impl Plain {
    pub fn new(side: usize, grid: Arc<Grid>, symbols: Arc<Symbols>) -> Plain {
        let all = Candidates::all(side).bits() as u32;
        let mut bytes = [OTHER; 256];
        for value in 0..side as u8 {
            let byte = symbols.get(value).as_bytes()[0];
            bytes[usize::from(byte)] = 1 << value | if byte.is_ascii_digit() { DIGIT } else { LETTER };
        }
        for byte in b".*_-?" {
            bytes[usize::from(*byte)] = all | BLANK;
        }
        bytes[usize::from(b'0')] = all | ZERO;
        Plain { side, bytes, grid, symbols }
    }

    /// The reader of plain lines of the usual 9 x 9.
    fn classic() -> &'static Plain {
        static CLASSIC: LazyLock<Plain> =
            LazyLock::new(|| Plain::new(9, Grid::classic(), Symbols::usual_shared(1, 9)));
        &CLASSIC
    }

    pub fn side(&self) -> usize {
        self.side
    }

    /// Reads a line with a byte for each cell. Returns `None` if it is not plain.
    fn read(&self, text: &[u8], line: u64) -> Option<Puzzle> {
        let mut kinds = 0;
        let cells = text.iter().map(|&byte| {
            let entry = self.bytes[usize::from(byte)];
            kinds |= entry;
            Candidates::of_bits(u64::from(entry & CANDIDATES))
        });
        let cells = cells.collect();
        // Beside another blank a 0 may be a symbol, and letters without digits may begin with A = 1.
        if kinds & OTHER != 0 || kinds & (ZERO | BLANK) == ZERO | BLANK || kinds & (DIGIT | LETTER) == LETTER
        {
            return None;
        }
        let (grid, symbols) = (self.grid.clone(), self.symbols.clone());
        Some(Puzzle { grid, symbols, cells, rules: None, about: None, places: Places::InLine(line, 1) })
    }
}

/// Sides whose plain lines have one reading. 64 characters may be the candidates of a 4 x 4, and above 16 x 16 the
/// letters reach x, which may be a blank.
pub(super) const PLAIN: [usize; 9] = [4, 6, 7, 9, 10, 12, 14, 15, 16];

/// Reads a line of digits, letters and blanks only, the most common form of puzzles. Returns `None` for any other line.
/// Batches spend their reading time here.
fn plain(parser: &mut Parser, text: &[u8], line: u64) -> Option<Puzzle> {
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
    parser.plain(side)?.read(text, line)
}

/// The 81 cells of a line of digits, open ones as points or zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits<'a>(&'a [u8; 81]);

impl<'a> Digits<'a> {
    /// Returns the cells of a line without anything else. `None` for any other line, which may still have a puzzle.
    // Written so that it is compiled to vector instructions.
    fn of(text: &'a [u8]) -> Option<Digits<'a>> {
        let text: &[u8; 81] = text.try_into().ok()?;
        let (mut others, mut zeros, mut points) = (false, false, false);
        for &byte in text {
            others |= !(byte.is_ascii_digit() | (byte == b'.'));
            zeros |= byte == b'0';
            points |= byte == b'.';
        }
        // Beside a point a 0 may be a symbol.
        (!(others || zeros && points)).then_some(Digits(text))
    }

    /// The candidates of each cell, in reading order.
    #[inline]
    pub(crate) fn cells(self) -> impl Iterator<Item = Candidates> {
        static CANDIDATES: [Candidates; 256] = {
            let mut candidates = [Candidates::of_bits(0x1FF); 256];
            let mut digit = 1;
            while digit <= 9 {
                candidates[b'0' as usize + digit] = Candidates::of_bits(1 << (digit - 1));
                digit += 1;
            }
            candidates
        };
        self.0.iter().map(|&byte| CANDIDATES[usize::from(byte)])
    }
}

/// Returns the cells of a record that is a line of digits, if the parser's grid for it has the values 1 to 9.
pub(super) fn digits<'a>(parser: &mut Parser, text: &'a [u8], record: &Record) -> Option<Digits<'a>> {
    match record.kind {
        Kind::Puzzle(Format::Line | Format::Sdm) if parser.plain(9).is_some() => Digits::of(text),
        _ => None,
    }
}

/// Reads a text that is one plain line of a 9 x 9 with a given, which no other format begins with. Returns `None` for
/// any other text.
pub(super) fn classic(text: &str) -> Option<Puzzle> {
    let text = text.strip_suffix('\n').unwrap_or(text).as_bytes();
    let is_given = |byte: &u8| matches!(byte, b'1'..=b'9');
    if text.len() != 81 || !text.iter().any(is_given) {
        return None;
    }
    Plain::classic().read(text, 1)
}

fn record(parser: &mut Parser, piece: &Piece<'_>) -> Result<Puzzle, ParseError> {
    match plain(parser, piece.text, piece.line) {
        Some(puzzle) => Ok(puzzle),
        None => read(parser, piece.utf8()?, piece.line),
    }
}

/// Reads any line.
pub(super) fn read(parser: &mut Parser, text: &str, line: u64) -> Result<Puzzle, ParseError> {
    let text = without_comment(text);
    let indent = text.chars().take_while(|c| c.is_whitespace()).count() as u32;
    let body = text.trim_start();
    let all = words(text, line);
    let Some(first) = all.first() else {
        return Err(ParseError::new(line, 1, "there is no puzzle here"));
    };
    let size = parser.options.size.map(|(rows, columns)| Side { rows, columns });
    // The line has one word for each cell: numbers or candidates.
    let as_words = match size {
        Some(side) => (all.len() == side.cells() && all.len() > 1).then_some(side),
        None => side_of(all.len()).filter(|&side| side >= 4).map(Side::square),
    };
    let named = parser.options.hints().words;
    if let Some(side) = as_words
        && (named || all.iter().all(|word| word.text.chars().count() <= 3 || word.text.starts_with('{')))
    {
        return parser.assemble(side, &all, None);
    }
    let blocks = all.iter().all(|word| word.text.chars().count() == first.text.chars().count());
    if blocks && all.len() > 1 {
        let tokens: Vec<Token<'_>> =
            all.iter().flat_map(|word| characters(word.text, line, word.column)).collect();
        let side = size.or_else(|| side_of(tokens.len()).map(Side::square));
        if let Some(side) = side.filter(|side| side.cells() == tokens.len() && side.rows > 3) {
            return parser.assemble(side, &tokens, None);
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
        return candidates(parser, side, &tokens);
    }
    if let Some(side) = sides(length) {
        return parser.assemble(side, &tokens, None);
    }
    if length.is_multiple_of(2)
        && let Some(side) = sides(length / 2).filter(|side| side.rows.max(side.columns) >= 10)
        && let Some(pairs) = two_digits(word, line, indent + 1)
    {
        return parser.assemble(side, &pairs, None);
    }
    Err(wrong_length(line, indent + 1, length, parser.options.size))
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

fn candidates(parser: &mut Parser, side: Side, tokens: &[Token<'_>]) -> Result<Puzzle, ParseError> {
    let values = side.rows.max(side.columns);
    let grid = parser.grid(side, 1).map_err(|error| tokens[0].error(error.to_string()))?;
    let symbols = parser.share(Symbols::usual(1, values));
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

//! Formats of puzzles, for reading and writing: a file for each, and a line in the table [`Format`].
//!
//! Reading has two steps, so that one thread can read a batch and many can parse it: [`Records`] cuts a stream into
//! pieces of text with one puzzle each, and a [`Parser`] makes a [`Puzzle`] from a piece. [`parse`] does both for a
//! whole text.

mod binary;
mod csv;
mod definition;
mod formats;
#[cfg(feature = "links")]
mod fpuzzles;
mod gate;
mod infer;
mod line;
#[cfg(feature = "links")]
mod links;
mod listing;
mod native;
mod plain;
mod record;
mod records;
mod rows;
mod sdk;
mod segmenter;
mod shape;
mod spaced;
#[cfg(feature = "links")]
mod sudokupad;
mod unfit;
mod write;

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::Arc;

use definition::Piece;
use shape::Hints;

use crate::candidates::Candidates;
use crate::grid::{Grid, GridError, LARGEST, Regions};
use crate::puzzle::{About, Places, Puzzle};
use crate::symbols::Symbols;

pub use crate::text::{ParseError, nearest};
pub use csv::is_formula;
pub use formats::Format;
pub use gate::Unknown;
pub use line::Digits;
#[cfg(feature = "links")]
pub use links::unpacked;
pub use native::rule;
pub use record::{Kind, Record};
pub use records::{Chunk, Records, decoded};
pub use unfit::Unfit;
pub use write::{header, write};

/// Facts about a text that are known before it is read. All others are inferred.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The format.
    pub from: Option<Format>,
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// The regions of grids without regions of their own.
    pub regions: Option<Regions>,
    /// The symbols, in the order of their values.
    pub symbols: Option<Arc<Symbols>>,
    /// Whether every line is a puzzle, a comment or blank, and a record of its own.
    pub one_a_line: bool,
    /// Readings of parts of drawings: the name of a part, and of a rule with its numbers, or `nothing`.
    pub readings: Vec<(String, String)>,
    /// Texts of cells that are read as others: `l` as `1`.
    pub read_as: Vec<(String, String)>,
    /// The treatment of parts that are not understood.
    pub unknown: Unknown,
}

impl Options {
    /// Returns the options that decide how lines are cut into cells.
    fn hints(&self) -> Hints {
        let words = self.symbols.as_ref().is_some_and(|symbols| !symbols.are_characters());
        Hints { size: self.size, words }
    }
}

/// Makes puzzles from records. Grids and symbols are kept and shared by puzzles that have the same.
#[derive(Debug, Default)]
pub struct Parser {
    options: Options,
    grids: Vec<Arc<Grid>>,
    symbols: Vec<Arc<Symbols>>,
    /// Readers of plain lines, one for each side.
    plain: Vec<line::Plain>,
}

impl Parser {
    /// Creates a parser with options.
    pub fn new(options: Options) -> Parser {
        Parser { options, ..Parser::default() }
    }

    /// Reads the puzzle of a record.
    ///
    /// # Panics
    /// If the record has no puzzle ([`Kind::Echo`]).
    pub fn read(&mut self, text: &[u8], record: &Record) -> Result<Puzzle, ParseError> {
        match &record.kind {
            Kind::Puzzle(format) => {
                let piece = Piece { text, line: record.line, columns: record.columns };
                self.options.unknown.admit((format.definition().read)(self, &piece)?)
            }
            Kind::Damaged(error) => Err((**error).clone()),
            Kind::Echo => panic!("an echoed line is not a puzzle"),
        }
    }

    /// Returns the cells of a record that is a line of 81 digits and points, for
    /// [`Solver::solve_lines`](crate::Solver::solve_lines). `None` for any other, even if it has the same puzzle.
    pub fn digits<'a>(&mut self, text: &'a [u8], record: &Record) -> Option<Digits<'a>> {
        line::digits(self, text, record)
    }

    /// Returns the grid of these sides, with values from `first` on and the regions of the options.
    fn grid(&mut self, side: Side, first: i32) -> Result<Arc<Grid>, GridError> {
        let Side { rows, columns } = side;
        let values = rows.max(columns);
        let fits =
            |grid: &Arc<Grid>| (grid.rows(), grid.columns(), grid.first_value()) == (rows, columns, first);
        if let Some(known) = self.grids.iter().find(|grid| fits(grid)) {
            return Ok(known.clone());
        }
        let grid = match &self.options.regions {
            None if (rows, columns, first) == (9, 9, 1) => Grid::classic(),
            regions => {
                let regions = regions.clone().unwrap_or_default();
                Arc::new(Grid::new(rows, columns, first..=first + values as i32 - 1, &regions)?)
            }
        };
        self.grids.push(grid.clone());
        Ok(grid)
    }

    /// Returns the reader of plain lines of a side. `None` if the options exclude it, or if lines of this side have
    /// several readings.
    fn plain(&mut self, side: usize) -> Option<&line::Plain> {
        let known = self.plain.iter().position(|plain| plain.side() == side);
        let at = match known {
            Some(at) => at,
            None => {
                let Options { symbols, size, .. } = &self.options;
                if !line::PLAIN.contains(&side)
                    || symbols.is_some()
                    || size.is_some_and(|size| size != (side, side))
                {
                    return None;
                }
                let grid = self.grid(Side::square(side), 1).ok()?;
                let symbols = self.share(Symbols::usual(1, side));
                self.plain.push(line::Plain::new(side, grid, symbols));
                self.plain.len() - 1
            }
        };
        Some(&self.plain[at])
    }

    /// Returns the same symbols, shared with earlier puzzles.
    fn share(&mut self, symbols: impl Into<Arc<Symbols>>) -> Arc<Symbols> {
        let symbols = symbols.into();
        if let Some(known) = self.symbols.iter().find(|known| **known == symbols) {
            return known.clone();
        }
        // A stream of wordokus may have new symbols in every puzzle.
        if self.symbols.len() == 32 {
            self.symbols.clear();
        }
        self.symbols.push(symbols.clone());
        symbols
    }

    /// Makes a puzzle from the tokens of its cells, in reading order.
    fn assemble(
        &mut self,
        side: Side,
        tokens: &[Token<'_>],
        about: Option<Box<About>>,
    ) -> Result<Puzzle, ParseError> {
        let start = tokens.first().map_or((1, 1), |token| (token.line, token.column));
        let values = side.rows.max(side.columns);
        let read_as = self.options.read_as.clone();
        let tokens = &meant(tokens, &read_as)[..];
        let forced = self.options.symbols.clone();
        let found = infer::infer(tokens, values, forced.as_deref())?;
        let grid = self
            .grid(side, found.first)
            .map_err(|error| ParseError::new(start.0, start.1, error.to_string()))?;
        let symbols = match forced {
            Some(forced) => forced,
            None => self.share(found.symbols),
        };
        let in_line = tokens
            .iter()
            .enumerate()
            .all(|(at, token)| (token.line, token.column) == (start.0, start.1 + at as u32));
        let places = if in_line {
            Places::InLine(start.0, start.1)
        } else {
            Places::Each(tokens.iter().map(|token| (token.line, token.column)).collect())
        };
        Ok(Puzzle { grid, symbols, cells: found.cells, rules: None, about, places })
    }
}

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    rows: usize,
    columns: usize,
}

impl Side {
    fn square(side: usize) -> Side {
        Side { rows: side, columns: side }
    }

    fn cells(self) -> usize {
        self.rows * self.columns
    }
}

/// The text in a cell, with its place.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    line: u64,
    column: u32,
}

impl Token<'_> {
    fn error(&self, what: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column, what)
    }
}

/// Returns the tokens, with the texts replaced that the options read as others.
fn meant<'a>(tokens: &'a [Token<'a>], read_as: &'a [(String, String)]) -> Cow<'a, [Token<'a>]> {
    if read_as.is_empty() {
        return tokens.into();
    }
    let meant =
        |text: &'a str| read_as.iter().find(|(from, _)| from == text).map_or(text, |(_, to)| to.as_str());
    tokens.iter().map(|token| Token { text: meant(token.text), ..*token }).collect()
}

/// Returns each character as a token.
fn characters(text: &str, line: u64, column: u32) -> impl Iterator<Item = Token<'_>> {
    text.char_indices().enumerate().map(move |(at, (byte, c))| Token {
        text: &text[byte..byte + c.len_utf8()],
        line,
        column: column + at as u32,
    })
}

/// Returns the text as UTF-8, or an error at the first byte that is not.
fn utf8(text: &[u8], first_line: u64) -> Result<&str, ParseError> {
    std::str::from_utf8(text).map_err(|error| {
        let before = &text[..error.valid_up_to()];
        let line = first_line + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let begun = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[begun..]).chars().count() as u32 + 1;
        let byte = text[error.valid_up_to()];
        ParseError::new(line, column, format!("byte 0x{byte:02X} is not UTF-8"))
            .hint("save the file as UTF-8 text")
    })
}

/// Returns the side of a square with this number of cells, if there is one.
fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && (1..=LARGEST).contains(&side)).then_some(side)
}

/// Reads all puzzles of a text, or returns the first error.
///
/// ```
/// use sudoku::format::{Options, parse};
///
/// let puzzles = parse("# two of them\n1234341221434321\n123434122143432.", &Options::default())?;
/// assert_eq!(puzzles.len(), 2);
/// # Ok::<(), sudoku::ParseError>(())
/// ```
pub fn parse(text: &str, options: &Options) -> Result<Vec<Puzzle>, ParseError> {
    let mut parser = Parser::new(options.clone());
    let mut records = Records::of_text(text.as_bytes(), options);
    let mut puzzles = Vec::new();
    while let Some(chunk) = records.next_chunk().expect("a text at hand can be read") {
        for record in chunk.records.iter().filter(|record| record.kind != Kind::Echo) {
            puzzles.push(parser.read(chunk.text(record), record)?);
        }
    }
    Ok(puzzles)
}

/// Reads the only puzzle of a text.
pub fn parse_one(text: &str, options: &Options) -> Result<Puzzle, ParseError> {
    let mut puzzles = parse(text, options)?;
    match puzzles.len() {
        1 => Ok(puzzles.remove(0)),
        0 => Err(ParseError::new(1, 1, "there is no puzzle here")),
        more => Err(ParseError::new(1, 1, format!("{more} puzzles where one is expected"))),
    }
}

/// Candidates of all cells, in their order; a given has one.
type Cells = Vec<Candidates>;

/// Reads one puzzle in any format.
impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        match line::classic(text) {
            Some(puzzle) => Ok(puzzle),
            None => parse_one(text, &Options::default()),
        }
    }
}

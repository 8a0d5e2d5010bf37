//! Formats of puzzles, for reading and writing: a file for each, and a line in the table [`Format`].
//!
//! Reading has two steps, so that one thread can read a batch and many can parse it: [`Records`] cuts a stream into
//! pieces of text with one puzzle each, and a [`Parser`] makes a [`Puzzle`] from a piece. [`parse`] does both for a
//! whole text.

mod binary;
mod csv;
mod definition;
mod fast_line;
mod formats;
mod found;
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
mod reader;
mod record;
mod records;
mod rows;
mod sdk;
mod segmenter;
mod shape;
mod spaced;
#[cfg(feature = "links")]
mod sudokupad;
mod token;
mod unfit;
mod width;
mod write;

use std::str::FromStr;
use std::sync::Arc;

use definition::Piece;
use reader::{Facts, Reader};
use token::utf8;

use crate::grid::{CellNames, Regions};
use crate::puzzle::Puzzle;
use crate::symbols::Symbols;

pub use crate::text::{ParseError, nearest};
pub use csv::is_formula;
pub use fast_line::Digits;
pub use formats::Format;
pub use found::{Board, Form};
pub use gate::Unknown;
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
    /// Whether the text is a whole format, so that no boards are looked for between other words.
    pub whole: bool,
    /// Readings of parts of drawings: the name of a part, and of a rule with its numbers, or `nothing`.
    pub readings: Vec<(String, String)>,
    /// Texts of cells that are read as others: `l` as `1`.
    pub read_as: Vec<(String, String)>,
    /// The treatment of parts that are not understood.
    pub unknown: Unknown,
    /// How cells are named in texts about the puzzles.
    pub cell_names: CellNames,
}

/// Makes puzzles from records. Grids and symbols are kept and shared by puzzles that have the same.
#[derive(Debug, Default)]
pub struct Parser {
    unknown: Unknown,
    cell_names: CellNames,
    reader: Reader,
}

impl Parser {
    /// Creates a parser with options.
    pub fn new(options: Options) -> Parser {
        let Options { size, regions, symbols, readings, read_as, unknown, cell_names, .. } = options;
        Parser {
            unknown,
            cell_names,
            reader: Reader::new(Facts { size, regions, symbols, readings, read_as }),
        }
    }

    /// Reads the puzzle of a record.
    ///
    /// # Panics
    /// If the record has no puzzle ([`Kind::Echo`]).
    pub fn read(&mut self, text: &[u8], record: &Record) -> Result<Puzzle, ParseError> {
        match &record.kind {
            Kind::Puzzle(format) => {
                let piece = Piece { text, line: record.line, columns: record.columns };
                let mut puzzle = self.unknown.admit((format.definition().read)(&mut self.reader, &piece)?)?;
                puzzle.set_cell_names(self.cell_names);
                Ok(puzzle)
            }
            Kind::Found(board) => {
                let mut puzzle =
                    self.unknown.admit(board.read(&mut self.reader, utf8(text, record.line)?)?)?;
                puzzle.set_cell_names(self.cell_names);
                Ok(puzzle)
            }
            Kind::Damaged(error) | Kind::Prose(error) => Err((**error).clone()),
            Kind::Echo => panic!("an echoed line is not a puzzle"),
        }
    }

    /// Returns the cells of a record that is a line of 81 digits and points, for
    /// [`Questions::Lines`](crate::Questions::Lines). `None` for any other, even if it has the same puzzle.
    pub fn digits<'a>(&mut self, text: &'a [u8], record: &Record) -> Option<Digits<'a>> {
        match record.kind {
            Kind::Puzzle(Format::Line | Format::Sdm) if self.reader.plain(9).is_some() => Digits::of(text),
            _ => None,
        }
    }
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

/// Reads one puzzle in any format.
impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        match fast_line::classic(text) {
            Some(puzzle) => Ok(puzzle),
            None => parse_one(text, &Options::default()),
        }
    }
}

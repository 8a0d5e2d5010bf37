//! What people keep puzzles in: read and written, a file for each.
//!
//! Reading has two steps, so that batches can be read by one thread and understood by many:
//! [`Records`] cuts a stream into pieces of text, one puzzle each, and a [`Parser`] turns a piece into a
//! [`Puzzle`]. [`parse`] does both for a text at hand.

pub(crate) mod cells;
mod csv;
mod error;
#[cfg(feature = "links")]
mod fpuzzles;
mod infer;
mod line;
#[cfg(feature = "links")]
mod links;
mod native;
mod nearest;
mod records;
mod rows;
pub(crate) mod scan;
mod segmenter;
mod shape;
mod write;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use shape::Hints;

use crate::candidates::Candidates;
use crate::grid::{Grid, GridError, LARGEST, Regions};
use crate::puzzle::{About, Places, Puzzle};
use crate::symbols::Symbols;

pub use csv::is_formula;
pub use error::ParseError;
pub use native::rule;
pub use nearest::nearest;
pub use records::{Chunk, Kind, Record, Records};
pub use write::{Unfit, header, write};

/// A way to write puzzles down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle a line, one character a cell (numbers with blanks between where characters run out).
    Line,
    /// One puzzle a line, numbers with blanks between.
    Numbers,
    /// A line for each row, rules between boxes.
    Grid,
    /// One puzzle a line: SadMan's collections.
    Sdm,
    /// A row a line after `#` headers: SadMan's single puzzles.
    Sdk,
    /// Rows with `|` and `---`: Simple Sudoku.
    Ss,
    /// Every cell with all it can be: HoDoKu, SudokuWiki, SudoCue.
    Candidates,
    /// `quizzes,solutions`: Kaggle's.
    Csv,
    /// `Grid 01` and its rows: Project Euler 96.
    Euler,
    /// This project's own: sizes, symbols, regions, several puzzles a file.
    Native,
    /// A document of f-puzzles, one a line.
    #[cfg(feature = "links")]
    FPuzzles,
    /// A link or id of another tool, one a line; a link to f-puzzles is written.
    #[cfg(feature = "links")]
    Link,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; if cfg!(feature = "links") { 12 } else { 10 }] = [
        Format::Line,
        Format::Numbers,
        Format::Grid,
        Format::Sdm,
        Format::Sdk,
        Format::Ss,
        Format::Candidates,
        Format::Csv,
        Format::Euler,
        Format::Native,
        #[cfg(feature = "links")]
        Format::FPuzzles,
        #[cfg(feature = "links")]
        Format::Link,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Numbers => "numbers",
            Format::Grid => "grid",
            Format::Sdm => "sdm",
            Format::Sdk => "sdk",
            Format::Ss => "ss",
            Format::Candidates => "candidates",
            Format::Csv => "csv",
            Format::Euler => "euler",
            Format::Native => "native",
            #[cfg(feature = "links")]
            Format::FPuzzles => "fpuzzles",
            #[cfg(feature = "links")]
            Format::Link => "link",
        }
    }

    /// What it is, in a line.
    pub fn help(self) -> &'static str {
        match self {
            Format::Line => "one puzzle a line, one character a cell",
            Format::Numbers => "one puzzle a line, numbers with blanks between",
            Format::Grid => "a line for each row, rules between boxes",
            Format::Sdm => "one puzzle a line (SadMan)",
            Format::Sdk => "rows after # headers (SadMan)",
            Format::Ss => "rows with | and --- (Simple Sudoku)",
            Format::Candidates => "every cell with all it can be (HoDoKu, SudokuWiki)",
            Format::Csv => "quizzes,solutions (Kaggle)",
            Format::Euler => "Grid 01 and its rows (Project Euler 96)",
            Format::Native => "sizes, symbols, regions, rules, several puzzles a file",
            #[cfg(feature = "links")]
            Format::FPuzzles => "documents with rules (f-puzzles)",
            #[cfg(feature = "links")]
            Format::Link => "a link a line (f-puzzles; SudokuPad, Penpa and others are read)",
        }
    }

    /// Whether every puzzle is one line, and every line a puzzle.
    pub fn is_one_line(self) -> bool {
        match self.layout() {
            Layout::Lines => true,
            #[cfg(feature = "links")]
            Layout::Links => true,
            _ => false,
        }
    }

    /// How lines are put together.
    fn layout(self) -> Layout {
        match self {
            Format::Line | Format::Numbers | Format::Sdm => Layout::Lines,
            Format::Grid | Format::Sdk | Format::Ss | Format::Candidates | Format::Euler => Layout::Rows,
            Format::Csv => Layout::Csv,
            Format::Native => Layout::Native,
            #[cfg(feature = "links")]
            Format::FPuzzles => Layout::Documents,
            #[cfg(feature = "links")]
            Format::Link => Layout::Links,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How the lines of a text belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Whatever the lines look like.
    Text,
    Lines,
    Rows,
    Csv,
    Native,
    /// Documents, and a link a line.
    #[cfg(feature = "links")]
    Documents,
    /// A link a line.
    #[cfg(feature = "links")]
    Links,
}

/// What is known of the text beforehand. Everything else is found out.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The format.
    pub from: Option<Format>,
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// Boxes or none.
    pub regions: Option<Regions>,
    /// The symbols, in the order of their values.
    pub symbols: Option<Arc<Symbols>>,
    /// Every line is a puzzle, a comment or blank, and none is left out.
    pub one_a_line: bool,
}

impl Options {
    /// What matters for cutting lines into cells.
    fn hints(&self) -> Hints {
        let words = self.symbols.as_ref().is_some_and(|symbols| !symbols.are_characters());
        Hints { size: self.size, words }
    }
}

/// Turns records into puzzles. Keeps grids and symbols, which many puzzles share.
#[derive(Debug, Default)]
pub struct Parser {
    options: Options,
    grids: Vec<Arc<Grid>>,
    symbols: Vec<Arc<Symbols>>,
    /// What plain lines of each side need.
    plain: Vec<line::Plain>,
}

impl Parser {
    /// With what is known beforehand.
    pub fn new(options: Options) -> Parser {
        Parser { options, ..Parser::default() }
    }

    /// The puzzle of a record.
    ///
    /// # Panics
    /// For a record that holds none ([`Kind::Echo`]).
    pub fn read(&mut self, text: &[u8], record: &Record) -> Result<Puzzle, ParseError> {
        let line = record.line;
        match &record.kind {
            Kind::Line => {
                if let Some(puzzle) = line::plain(self, text, line) {
                    return Ok(puzzle);
                }
                line::read(self, utf8(text, line)?, line)
            }
            Kind::Rows => rows::read(self, utf8(text, line)?, line),
            Kind::Csv(columns) => csv::read(self, utf8(text, line)?, line, *columns),
            Kind::Native => native::read(self, utf8(text, line)?, line),
            #[cfg(feature = "links")]
            Kind::Link => links::read_line(self, utf8(text, line)?, line),
            #[cfg(feature = "links")]
            Kind::Document => links::read_document(self, utf8(text, line)?, line),
            Kind::Damaged(error) => Err((**error).clone()),
            Kind::Echo => panic!("an echoed line is no puzzle"),
        }
    }

    /// The square grid of a side and its values, or what the options force.
    fn grid(&mut self, side: Side, first: i32) -> Result<Arc<Grid>, GridError> {
        let Side { rows, columns } = side;
        let values = rows.max(columns);
        let fits =
            |grid: &Arc<Grid>| (grid.rows(), grid.columns(), grid.first_value()) == (rows, columns, first);
        if let Some(known) = self.grids.iter().find(|grid| fits(grid)) {
            return Ok(known.clone());
        }
        let regions = self.options.regions.clone().unwrap_or_default();
        let grid = Arc::new(Grid::new(rows, columns, first..=first + values as i32 - 1, &regions)?);
        self.grids.push(grid.clone());
        Ok(grid)
    }

    /// What plain lines of a side need; `None` if the options force something else, or if there may be other readings.
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

    /// The table, shared with the puzzles before.
    fn share(&mut self, symbols: impl Into<Arc<Symbols>>) -> Arc<Symbols> {
        let symbols = symbols.into();
        if let Some(known) = self.symbols.iter().find(|known| **known == symbols) {
            return known.clone();
        }
        // Wordokus can go on for ever with new ones.
        if self.symbols.len() == 32 {
            self.symbols.clear();
        }
        self.symbols.push(symbols.clone());
        symbols
    }

    /// A puzzle from what stands in its cells, in reading order.
    fn assemble(
        &mut self,
        side: Side,
        tokens: &[Token<'_>],
        about: Option<Box<About>>,
    ) -> Result<Puzzle, ParseError> {
        let start = tokens.first().map_or((1, 1), |token| (token.line, token.column));
        let values = side.rows.max(side.columns);
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

/// What stands in a cell, and where.
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

/// Each character as a token.
fn characters(text: &str, line: u64, column: u32) -> impl Iterator<Item = Token<'_>> {
    text.char_indices().enumerate().map(move |(at, (byte, c))| Token {
        text: &text[byte..byte + c.len_utf8()],
        line,
        column: column + at as u32,
    })
}

/// The text, or the place of its first byte that is none.
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

/// The side of a square of so many cells.
fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && (1..=LARGEST).contains(&side)).then_some(side)
}

/// All puzzles of a text. The first that cannot be read ends it.
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

/// An empty cell's candidates, a given's value, in the order of cells: what readers collect.
type Cells = Vec<Candidates>;

/// One puzzle in any format that is read.
impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        let mut puzzles = parse(text, &Options::default())?;
        match puzzles.len() {
            1 => Ok(puzzles.remove(0)),
            0 => Err(ParseError::new(1, 1, "there is no puzzle here")),
            more => Err(ParseError::new(1, 1, format!("{more} puzzles where one is expected"))),
        }
    }
}

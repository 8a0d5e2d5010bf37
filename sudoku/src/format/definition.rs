//! The description of a format: its names, its layout, its reader and its writer. A format is a file with a description
//! and a line in [`formats`](super::formats).

use super::reader::Reader;
use super::token::utf8;
use super::unfit::Unfit;
use crate::puzzle::Puzzle;
use crate::text::ParseError;

/// The properties of a format.
pub(super) struct Definition {
    /// The format's name in options.
    pub name: &'static str,
    /// Other names that options take.
    pub also: &'static [&'static str],
    /// A description in a line.
    pub help: &'static str,
    /// The name of a record of the format in messages.
    pub record: &'static str,
    /// The arrangement of the format's puzzles in lines.
    pub layout: Layout,
    /// Whether the first line of a text that is neither blank nor a comment shows that the text is of this format.
    pub begins: fn(&str) -> bool,
    /// Reads a record.
    pub read: fn(&mut Reader, &Piece<'_>) -> Result<Puzzle, ParseError>,
    /// The text before the first puzzle of a file.
    pub header: &'static str,
    /// Appends a puzzle. The number is its index in the file, from 0.
    pub write: Write,
}

/// Arrangement of puzzles in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Unknown: each line is classified by its characters.
    Text,
    /// A puzzle a line.
    Lines,
    /// A puzzle in a line for each row.
    Rows,
    /// A header, and a puzzle a line.
    Table,
    /// A puzzle in all lines up to a line of `===`.
    Blocks,
    /// Documents, and a link a line.
    #[cfg(feature = "links")]
    Documents,
    /// A link a line.
    #[cfg(feature = "links")]
    Links,
}

/// Writers, by the contents that their formats can hold.
pub(super) enum Write {
    /// Formats of givens and their symbols. The losses are found by reading the text back.
    Givens(fn(&Puzzle, u64, &mut String)),
    /// Formats of givens, candidates and symbols.
    Candidates(fn(&Puzzle, u64, &mut String)),
    /// Formats with further contents. The writer returns the losses.
    More(fn(&Puzzle, u64, &mut String) -> Option<Unfit>),
}

/// The text of a record.
pub(super) struct Piece<'a> {
    pub text: &'a [u8],
    /// The number of its first line.
    pub line: u64,
    /// The columns, if it is a line of a table.
    pub columns: Columns,
}

impl<'a> Piece<'a> {
    /// The text as UTF-8, or an error at the first byte that is not.
    pub fn utf8(&self) -> Result<&'a str, ParseError> {
        utf8(self.text, self.line)
    }
}

/// Columns of the puzzle and its solution in a table, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub puzzle: usize,
    pub solution: Option<usize>,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns { puzzle: 0, solution: Some(1) }
    }
}

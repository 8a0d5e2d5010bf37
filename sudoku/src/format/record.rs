//! Records: pieces of text with one puzzle each.

use std::ops::Range;

use super::definition::Columns;
use super::{Board, Format, ParseError};

/// A piece of text with one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub(super) range: Range<usize>,
    /// The number of its first line.
    pub line: u64,
    /// The kind of the record.
    pub kind: Kind,
    pub(super) columns: Columns,
}

/// The kind of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A puzzle in this format, or in another one with the same reader.
    Puzzle(Format),
    /// A board in a text of another kind.
    Found(Box<Board>),
    /// Text that cannot be read, with the error.
    Damaged(Box<ParseError>),
    /// Text without any board, which has no answer: what to say about it.
    Prose(Box<ParseError>),
    /// A comment or a blank line, to be passed on.
    Echo,
}

impl Kind {
    /// Returns the name of the kind for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Puzzle(format) => format.definition().record,
            Kind::Found(board) => board.form().name(),
            Kind::Damaged(_) => "damaged",
            Kind::Prose(_) => "a text",
            Kind::Echo => "no puzzle",
        }
    }
}

//! Records: pieces of text with one puzzle each.

use std::ops::Range;

use super::definition::Columns;
use super::{Format, ParseError};

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
    /// Text that cannot be read, with the error.
    Damaged(Box<ParseError>),
    /// A comment or a blank line, to be passed on.
    Echo,
}

impl Kind {
    /// Returns the name of the kind for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Puzzle(format) => format.definition().record,
            Kind::Damaged(_) => "damaged",
            Kind::Echo => "no puzzle",
        }
    }
}

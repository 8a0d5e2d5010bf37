//! Errors in text, with their place and a hint.

use std::fmt;

/// An error in a text. Prints as `line:column: what (hint)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The error in a sentence.
    pub what: String,
    /// Advice that would help.
    pub hint: Option<String>,
    /// Texts of cells that are probably meant as others: `l` as `1`.
    pub meant: Vec<(String, String)>,
}

impl ParseError {
    /// Creates an error at a place.
    pub fn new(line: u64, column: u32, what: impl Into<String>) -> ParseError {
        ParseError { line, column, what: what.into(), hint: None, meant: Vec::new() }
    }

    /// Adds advice.
    pub fn hint(mut self, hint: impl Into<String>) -> ParseError {
        self.hint = Some(hint.into());
        self
    }

    /// Adds texts of cells that are probably meant as others, and advice how to say so.
    pub(crate) fn meaning(mut self, meant: impl Iterator<Item = (String, String)>) -> ParseError {
        self.meant = meant.collect();
        let all: Vec<String> = self.meant.iter().map(|(from, to)| format!("{from}={to}")).collect();
        self.hint(format!("--read-as {} reads it so", all.join(",")))
    }

    /// Returns the error and the hint without the place.
    pub fn message(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{} ({hint})", self.what),
            None => self.what.clone(),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message())
    }
}

impl std::error::Error for ParseError {}

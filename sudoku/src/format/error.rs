//! What cannot be read, where, and what would help.

use std::fmt;

/// A text that is no puzzle. Prints as `line:column: what (hint)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// From 1.
    pub line: u64,
    /// From 1, in characters.
    pub column: u32,
    /// What is wrong.
    pub what: String,
    /// What would help.
    pub hint: Option<String>,
}

impl ParseError {
    /// At a place.
    pub fn new(line: u64, column: u32, what: impl Into<String>) -> ParseError {
        ParseError { line, column, what: what.into(), hint: None }
    }

    /// With advice.
    pub fn hint(mut self, hint: impl Into<String>) -> ParseError {
        self.hint = Some(hint.into());
        self
    }

    /// What is wrong, and the hint, without the place.
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

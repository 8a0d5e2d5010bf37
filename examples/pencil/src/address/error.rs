//! What is wrong with an address, and where.

use std::fmt;

/// What is wrong with an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError {
    /// The column of the character that is wrong, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What to write instead, if that is known.
    pub hint: Option<String>,
}

impl AddressError {
    pub(crate) fn new(column: usize, what: impl Into<String>) -> AddressError {
        AddressError { column, what: what.into(), hint: None }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> AddressError {
        AddressError { hint: Some(hint.into()), ..self }
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.what)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl std::error::Error for AddressError {}

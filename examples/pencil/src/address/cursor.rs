//! The characters of an address that are still to be read.

use super::AddressError;

/// Characters to read, and their column.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// Begins to read a text whose first character stands in a column.
    pub fn new(rest: &'a str, column: usize) -> Cursor<'a> {
        Cursor { rest, column }
    }

    /// Returns the column of the next character.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the next character without reading it.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads a character if it is this one.
    pub fn skip(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.rest = &self.rest[wanted.len_utf8()..];
            self.column += 1;
        }
        is_next
    }

    /// Reads a character; `what` was expected if there is none.
    pub fn next(&mut self, what: &str) -> Result<char, AddressError> {
        let next =
            self.peek().ok_or_else(|| self.error(format!("the address ends, where {what} should follow")))?;
        self.skip(next);
        Ok(next)
    }

    /// Reads a number of exactly so many digits.
    pub fn number(&mut self, digits: usize, radix: u32, what: &str) -> Result<u32, AddressError> {
        (0..digits).try_fold(0, |number, _| {
            let column = self.column;
            let next = self.next(what)?;
            let digit = next.to_digit(radix);
            let digit = digit
                .ok_or_else(|| AddressError::new(column, format!("{next:?} is not a digit of {what}")))?;
            Ok(radix * number + digit)
        })
    }

    /// Reads up to a slash, which is read, too, or to the end.
    pub fn word(&mut self) -> &'a str {
        let (word, rest) = self.rest.split_once('/').unwrap_or((self.rest, ""));
        self.column += word.chars().count() + usize::from(word.len() < self.rest.len());
        self.rest = rest;
        word
    }

    /// Returns an error at the next character.
    pub fn error(&self, what: impl Into<String>) -> AddressError {
        AddressError::new(self.column, what)
    }
}

//! Texts of cells with their places, and what is made of them first.

use crate::candidates::Candidates;
use crate::grid::LARGEST;
use crate::text::ParseError;

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub rows: usize,
    pub columns: usize,
}

impl Side {
    pub fn square(side: usize) -> Side {
        Side { rows: side, columns: side }
    }

    pub fn cells(self) -> usize {
        self.rows * self.columns
    }
}

/// Candidates of all cells, in their order; a given has one.
pub(super) type Cells = Vec<Candidates>;

/// The text in a cell, with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    pub line: u64,
    pub column: u32,
}

impl Token<'_> {
    pub fn error(&self, what: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column, what)
    }
}

/// Returns each character as a token.
pub(super) fn characters(text: &str, line: u64, column: u32) -> impl Iterator<Item = Token<'_>> {
    text.char_indices().enumerate().map(move |(at, (byte, c))| Token {
        text: &text[byte..byte + c.len_utf8()],
        line,
        column: column + at as u32,
    })
}

/// Returns the text as UTF-8, or an error at the first byte that is not.
pub(super) fn utf8(text: &[u8], first_line: u64) -> Result<&str, ParseError> {
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
pub(super) fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && (1..=LARGEST).contains(&side)).then_some(side)
}

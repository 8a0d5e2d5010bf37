//! The cells of a list or a table, with their places.

use super::OPEN;
use super::look::{unquoted, value};
use crate::format::infer::is_blank;
use crate::format::token::Token;
use crate::text::ParseError;

/// Rows of cells.
type Rows<'a> = Vec<Vec<Token<'a>>>;

/// Returns the fields of a table. A row that is shorter than the others ends with empty fields.
pub(super) fn of_table(text: &str, line: u64, separator: char) -> Rows<'_> {
    let mut rows: Rows<'_> = Vec::new();
    for (line, text) in (line..).zip(text.lines()) {
        let mut column = 1;
        let mut row = Vec::new();
        for field in text.split(separator) {
            let inner = unquoted(field);
            let before = field.find(inner).map_or(0, |at| field[..at].chars().count()) as u32;
            row.push(Token {
                text: if inner.is_empty() { OPEN } else { inner },
                line,
                column: column + before,
            });
            column += field.chars().count() as u32 + 1;
        }
        rows.push(row);
    }
    // A separator after the last field of every row is no field.
    let count = rows.len();
    let ends_empty =
        |row: &Vec<Token<'_>>| row.len() == count + 1 && row.last().is_some_and(|end| end.text == OPEN);
    if rows.iter().all(ends_empty) {
        rows.iter_mut().for_each(|row| row.truncate(count));
    }
    rows
}

/// Returns the cells of a list, a row for each of the innermost brackets and each text in quotes. With `words` a text in
/// quotes is a cell.
pub(super) fn of_list(text: &str, line: u64, words: bool) -> Result<Rows<'_>, ParseError> {
    let mut scan = Scan {
        text,
        at: 0,
        line,
        column: 1,
        rows: Vec::new(),
        row: Vec::new(),
        blank: None,
        depth: 0,
        words,
    };
    scan.skip_name();
    while let Some(c) = scan.peek() {
        match c {
            '[' | '{' | '(' => scan.open(c),
            ']' | '}' | ')' => {
                scan.end_row();
                scan.depth = scan.depth.saturating_sub(1);
                scan.next();
            }
            '\'' if scan.rest().starts_with("'(") => scan.next(),
            '"' | '\'' => scan.quoted(c)?,
            ',' => scan.comma(),
            ';' | '#' => scan.next(),
            c if c.is_whitespace() => scan.next(),
            _ => scan.word()?,
        }
    }
    scan.end_row();
    if scan.rows.is_empty() { Err(ParseError::new(line, 1, "a list without cells")) } else { Ok(scan.rows) }
}

struct Scan<'a> {
    text: &'a str,
    /// Offset and place of the next character.
    at: usize,
    line: u64,
    column: u32,
    rows: Rows<'a>,
    row: Vec<Token<'a>>,
    /// The name that stands for an open cell.
    blank: Option<&'a str>,
    /// Number of open brackets.
    depth: usize,
    /// Whether symbols are words.
    words: bool,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) {
        let Some(c) = self.peek() else { return };
        self.at += c.len_utf8();
        (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
    }

    /// Skips a number of bytes.
    fn skip(&mut self, bytes: usize) {
        let end = self.at + bytes;
        while self.at < end {
            self.next();
        }
    }

    /// Skips the name and the type before the `=` of an assignment.
    fn skip_name(&mut self) {
        self.skip(self.text.len() - value(self.text).len());
    }

    fn token(&self, bytes: usize) -> Token<'a> {
        Token { text: &self.rest()[..bytes], line: self.line, column: self.column }
    }

    fn end_row(&mut self) {
        if !self.row.is_empty() {
            self.rows.push(std::mem::take(&mut self.row));
        }
    }

    /// Opens a bracket. In Lisp the name of a function follows, and the name that is defined.
    fn open(&mut self, bracket: char) {
        self.end_row();
        self.depth += 1;
        self.next();
        if bracket != '(' {
            return;
        }
        for function in ["list", "vector", "define", "quote"] {
            let named =
                self.rest().strip_prefix(function).filter(|rest| rest.starts_with(char::is_whitespace));
            if named.is_some() {
                self.skip(function.len() + 1);
                if function == "define" {
                    let name = self.rest().find(char::is_whitespace).unwrap_or(self.rest().len());
                    self.skip(name);
                }
                return;
            }
        }
    }

    /// Takes a comma. An empty place after another comma is an open cell.
    fn comma(&mut self) {
        self.next();
        let after = self.rest().trim_start();
        if after.starts_with(',') && self.depth > 0 {
            self.row.push(Token { text: OPEN, line: self.line, column: self.column });
        }
    }

    /// Takes a text in quotes: a cell, or a row or several.
    fn quoted(&mut self, quote: char) -> Result<(), ParseError> {
        self.next();
        let Some(end) = self.rest().find(quote) else {
            return Err(ParseError::new(self.line, self.column, "the quote is not closed"));
        };
        let inner = self.token(end);
        if inner.text.trim().is_empty() && self.depth == 0 {
            // Three quotes begin a text of several lines.
            self.skip(end + 1);
            return Ok(());
        }
        if self.words || inner.text.chars().count() <= 2 {
            let text = inner.text.trim();
            self.row.push(Token { text: if text.is_empty() { OPEN } else { text }, ..inner });
            self.skip(end + 1);
            return Ok(());
        }
        let end = self.at + end;
        self.end_row();
        while self.at < end {
            let c = self.peek().unwrap_or(quote);
            if ["\\n", "\\r"].iter().any(|escape| self.rest().starts_with(escape)) {
                self.end_row();
                self.next();
            } else if c == '\n' {
                self.end_row();
            } else if !c.is_whitespace() {
                self.row.push(self.token(c.len_utf8()));
            }
            self.next();
        }
        self.end_row();
        self.next();
        Ok(())
    }

    /// Takes a number, a sign, or a name. Names outside of brackets and before them are no cells.
    fn word(&mut self) -> Result<(), ParseError> {
        let ends = |c: char| c.is_whitespace() || "[](){},;\"'".contains(c);
        let bytes = self.rest().find(ends).unwrap_or(self.rest().len()).max(1);
        let token = self.token(bytes);
        let after = self.rest()[bytes..].chars().next();
        self.skip(bytes);
        let is_name = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_') || text == "-1";
        if self.depth == 0 || token.text.contains('=') || matches!(after, Some('(' | '[' | '{')) {
            return Ok(());
        }
        let mut characters = token.text.chars();
        let only = characters.next().filter(|_| characters.next().is_none());
        if only.is_some_and(is_blank) {
            self.row.push(Token { text: OPEN, ..token });
        } else if is_name(token.text) {
            if *self.blank.get_or_insert(token.text) != token.text {
                let first = self.blank.unwrap_or_default();
                let what =
                    format!("{:?} beside {first:?}: only one name can stand for open cells", token.text);
                return Err(token.error(what).hint("write symbols in quotes"));
            }
            self.row.push(Token { text: OPEN, ..token });
        } else {
            // Arrays of floating numbers print a point after each.
            let text = token.text.trim_end_matches(".0").trim_end_matches('.');
            self.row.push(Token { text: if text.is_empty() { OPEN } else { text }, ..token });
        }
        Ok(())
    }
}

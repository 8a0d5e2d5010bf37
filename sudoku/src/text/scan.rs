//! A cursor over one line with its place in the text, for errors.

use std::borrow::Cow;

use super::ParseError;

/// The most characters of the text that an error repeats.
const MOST_SHOWN: usize = 20;

/// A position in a line. A copy remembers the position, for an error or to read from there again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanner<'a> {
    rest: &'a str,
    line: u64,
    column: u32,
    after_blank: bool,
}

impl<'a> Scanner<'a> {
    /// Creates a scanner at the beginning of a text. The text has this place in its file and ends with its line.
    pub fn new(text: &'a str, line: u64, column: u32) -> Scanner<'a> {
        Scanner { rest: text, line, column, after_blank: true }
    }

    /// Returns the rest of the line with its comment.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Returns the line and the column of the next character.
    pub fn place(&self) -> (u64, u32) {
        (self.line, self.column)
    }

    /// Skips bytes.
    pub fn skip(&mut self, bytes: usize) {
        self.go(bytes);
    }

    /// Returns the next character without skipping it.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Whether the line ends here or a comment begins: `#` at the beginning or after a blank.
    pub fn is_at_end(&self) -> bool {
        self.peek().is_none_or(|c| c == '#' && self.after_blank)
    }

    /// Whether the next character is an ASCII digit.
    pub fn is_at_digit(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit())
    }

    /// Skips bytes and returns them.
    fn go(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        if taken.is_ascii() {
            if let Some(last) = taken.as_bytes().last() {
                self.after_blank = matches!(last, b' ' | b'\t'..=b'\r');
                self.column += bytes as u32;
            }
        } else {
            self.after_blank = taken.ends_with(char::is_whitespace);
            self.column += taken.chars().count() as u32;
        }
        taken
    }

    /// Skips the next character and returns it.
    pub fn next_char(&mut self) -> Option<char> {
        self.go(self.peek().map_or(0, char::len_utf8)).chars().next()
    }

    /// Skips the wanted characters that follow and returns them; there may be none.
    pub fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        self.go(self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len()))
    }

    /// Skips blanks.
    #[inline]
    pub fn skip_blanks(&mut self) {
        match self.rest.as_bytes() {
            [next, ..] if next.is_ascii_graphic() => {}
            [b' ', next, ..] if next.is_ascii_graphic() => {
                self.go(1);
            }
            _ => {
                self.take_while(char::is_whitespace);
            }
        }
    }

    /// Skips this text if it follows, in either case. Returns whether it does.
    #[inline]
    pub fn take(&mut self, text: &str) -> bool {
        let follows = self.rest.get(..text.len()).is_some_and(|next| next.eq_ignore_ascii_case(text));
        if follows {
            self.go(text.len());
        }
        follows
    }

    /// Skips a word and returns it: a letter, then letters, digits and `_`. It is empty if no letter follows.
    pub fn word(&mut self) -> &'a str {
        if !self.peek().is_some_and(char::is_alphabetic) {
            return "";
        }
        self.take_while(|c| c.is_alphanumeric() || c == '_')
    }

    /// Skips a name and returns it: [words](Scanner::word) with hyphens between, as in `little-killer`. The sign at the
    /// end of `diagonal-` is no part of it.
    pub fn name(&mut self) -> &'a str {
        let text = self.rest;
        let mut length = self.word().len();
        loop {
            let mut ahead = *self;
            if length == 0 || !ahead.take("-") || ahead.word().is_empty() {
                return &text[..length];
            }
            *self = ahead;
            length = text.len() - self.rest.len();
        }
    }

    /// Skips this word if it follows as a whole word, in either case. Returns whether it does.
    pub fn keyword(&mut self, word: &str) -> bool {
        let mut ahead = *self;
        let is_whole = |c: char| !c.is_alphanumeric() && c != '_';
        let follows = ahead.take(word) && ahead.peek().is_none_or(is_whole);
        if follows {
            *self = ahead;
        }
        follows
    }

    /// Reads a number without a sign.
    pub fn number(&mut self, most: u64) -> Result<u64, ParseError> {
        let start = *self;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(start.expected("a number"));
        }
        let number = digits.parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| start.error(format!("{} is too large: at most {most}", shortened(digits))))
    }

    /// Reads a text between two quotes, `'` or `"`. A quote inside is written twice.
    pub fn quoted(&mut self) -> Result<Cow<'a, str>, ParseError> {
        let start = *self;
        let quote =
            self.peek().filter(|&c| c == '\'' || c == '"').ok_or_else(|| start.expected("a quote"))?;
        self.next_char();
        let mut text = Cow::Borrowed("");
        loop {
            let piece = self.go(self.rest.find(quote).unwrap_or(self.rest.len()));
            text = if text.is_empty() { piece.into() } else { text + piece };
            match self.next_char() {
                None => return Err(start.error(format!("the closing {quote} is missing"))),
                Some(_) if self.peek() == Some(quote) => {
                    self.next_char();
                    text.to_mut().push(quote);
                }
                Some(_) => return Ok(text),
            }
        }
    }

    /// Returns an error at this place.
    pub fn error(&self, what: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column, what)
    }

    /// Returns the error that something else is expected here.
    pub fn expected(&self, what: &str) -> ParseError {
        self.error(format!("{what} expected, not {}", self.found()))
    }

    /// Returns the text at this place as errors show it.
    fn found(&self) -> String {
        if self.is_at_end() {
            return "the end of the line".into();
        }
        let mut ahead = *self;
        if ahead.word().is_empty() && ahead.take_while(|c| c.is_ascii_digit()).is_empty() {
            ahead.next_char();
        }
        quote(&self.rest[..self.rest.len() - ahead.rest.len()])
    }
}

/// Returns a word of the text as errors show it.
pub(crate) fn quote(word: &str) -> String {
    format!("{:?}", shortened(word))
}

fn shortened(word: &str) -> String {
    match word.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.into(),
    }
}

/// Returns a text in quotes, as [`quoted`](Scanner::quoted) reads it.
pub(crate) fn in_quotes(text: &str) -> String {
    if text.contains('"') && !text.contains('\'') {
        format!("'{text}'")
    } else {
        format!("\"{}\"", text.replace('"', "\"\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_can_stand_in_quotes() {
        for text in ["", "a", "'", "\"", "'\"", "\"\"", "a'\"b\"'", "''"] {
            let line = format!("{} x", in_quotes(text));
            let mut scanner = Scanner::new(&line, 1, 1);
            assert_eq!(scanner.quoted().as_deref(), Ok(text));
            assert_eq!(scanner.rest(), " x");
        }
    }

    #[test]
    fn a_line_is_read_piece_by_piece() {
        let mut scanner = Scanner::new("killer 15: 'a b' \"c\" # done", 7, 3);
        assert_eq!(scanner.name(), "killer");
        scanner.skip_blanks();
        assert_eq!(scanner.number(99), Ok(15));
        assert!(scanner.take(":") && !scanner.take(":"));
        scanner.skip_blanks();
        assert_eq!(scanner.quoted().as_deref(), Ok("a b"));
        scanner.skip_blanks();
        assert_eq!(scanner.quoted().as_deref(), Ok("c"));
        assert!(!scanner.is_at_end());
        scanner.skip_blanks();
        assert!(scanner.is_at_end());
        assert_eq!(scanner.rest(), "# done");
        assert_eq!(scanner.error("x").to_string(), "7:24: x");
        assert_eq!(scanner.expected("y").to_string(), "7:24: y expected, not the end of the line");
    }

    #[test]
    fn a_comment_begins_after_a_blank_only() {
        assert!(Scanner::new("# x", 1, 1).is_at_end() && Scanner::new("", 1, 1).is_at_end());
        let mut scanner = Scanner::new("a#b", 1, 1);
        assert_eq!(scanner.word(), "a");
        assert!(!scanner.is_at_end());
    }

    #[test]
    fn names_have_hyphens_and_words_have_none() {
        let name = |text| Scanner::new(text, 1, 1).name();
        assert_eq!(name("little-killer 5"), "little-killer");
        assert_eq!(name("diagonal-:"), "diagonal");
        assert_eq!(name("diagonal+"), "diagonal");
        assert_eq!(name("a-1"), "a");
        assert_eq!(name("all_different{"), "all_different");
        assert_eq!(name("-a"), "");
        assert_eq!(Scanner::new("little-killer", 1, 1).word(), "little");
        assert_eq!(Scanner::new("x1_y2+", 1, 1).word(), "x1_y2");
        assert_eq!(Scanner::new("1a", 1, 1).word(), "");
    }

    #[test]
    fn keywords_are_whole_words_in_either_case() {
        let mut scanner = Scanner::new("AND android", 1, 1);
        assert!(scanner.keyword("and"));
        scanner.skip_blanks();
        assert!(!scanner.keyword("and"));
        assert_eq!(scanner.rest(), "android");
    }

    #[test]
    fn columns_are_characters() {
        let mut scanner = Scanner::new("äöü ≤ 'é", 2, 5);
        assert_eq!(scanner.word(), "äöü");
        scanner.skip_blanks();
        assert!(!scanner.take("<=="), "three bytes, and not these");
        assert_eq!(scanner.expected("x").to_string(), "2:9: x expected, not \"≤\"");
        scanner.next_char();
        scanner.skip_blanks();
        assert_eq!(scanner.quoted().unwrap_err().to_string(), "2:11: the closing ' is missing");
    }

    #[test]
    fn numbers_that_are_none_or_too_large_are_errors() {
        let number = |text| Scanner::new(text, 1, 1).number(100).map_err(|error| error.to_string());
        assert_eq!(number("0100"), Ok(100));
        assert_eq!(number("x"), Err("1:1: a number expected, not \"x\"".into()));
        assert_eq!(number("101"), Err("1:1: 101 is too large: at most 100".into()));
        let long = "9".repeat(1000);
        assert_eq!(number(&long), Err(format!("1:1: {}… is too large: at most 100", "9".repeat(20))));
    }
}

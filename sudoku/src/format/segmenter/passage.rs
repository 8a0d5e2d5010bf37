//! Text that is no whole format: boards are looked for in it.
//!
//! A passage begins with a line that has other signs than grids, or with rows that are no grid. It ends with a line that
//! is a puzzle, a link or a document, and where the text ends.

use std::ops::Range;

use super::{LARGEST_RECORD, Segmenter, is_long_line_of_digits};
use crate::format::Format;
use crate::format::binary;
use crate::format::definition::{Columns, Layout};
use crate::format::found::Found;
#[cfg(feature = "links")]
use crate::format::links;
use crate::format::record::{Kind, Record};
use crate::format::shape::{Line, RowShape, is_square, look, words};
use crate::format::token::Token;
use crate::grid::LARGEST;
use crate::symbols::Symbols;
use crate::text::ParseError;

/// A passage between its first and its latest line.
#[derive(Debug)]
pub(super) struct Passage {
    pub range: Range<usize>,
    pub line: u64,
    /// Whether it has only rows of a grid so far.
    pub is_plain: bool,
    /// Whether it is the bracket of a list, and nothing more.
    pub is_bracket: bool,
    /// The kind of the text if there is no board in it.
    pub otherwise: Option<Kind>,
}

impl Passage {
    pub fn new(range: Range<usize>, line: u64, is_plain: bool) -> Passage {
        Passage { range, line, is_plain, is_bracket: false, otherwise: None }
    }

    /// Moves it towards the beginning of the buffer.
    pub fn move_back(&mut self, by: usize) {
        self.range = self.range.start - by..self.range.end - by;
    }
}

impl Segmenter {
    /// Adds a line to the passage. Returns false if the passage ends before it.
    pub(super) fn passage_line(&mut self, buffer: &[u8], range: Range<usize>) -> bool {
        let Some(passage) = &mut self.passage else { return false };
        let bytes = &buffer[range.clone()];
        let Some(text) = std::str::from_utf8(bytes).ok().filter(|_| !binary::has_nul(bytes)) else {
            self.close_passage();
            return false;
        };
        #[cfg(feature = "links")]
        if passage.is_bracket && text.trim_start().starts_with("{\"") && may_be_document(text) {
            // The bracket was that of a list of documents.
            let (first, line) = (passage.range.clone(), passage.line);
            self.passage = None;
            self.begin_documents(buffer, first, line);
            return false;
        }
        let is_end = is_long_line_of_digits(bytes) || passage.is_plain && text.trim().is_empty();
        #[cfg(feature = "links")]
        let is_end = is_end
            || links::begin(bytes) == Some(links::Begin::Link)
            || text.contains("://") && links::links_inside(text).next().is_some();
        if is_end {
            self.close_passage();
            return false;
        }
        passage.is_bracket = false;
        passage.is_plain &= matches!(look(text), Line::Cells(shape) if !is_prose(text, &shape));
        passage.range.end = range.end;
        if passage.range.len() > LARGEST_RECORD {
            self.close_passage();
        }
        true
    }

    /// Begins a passage with a line.
    pub(super) fn begin_passage(&mut self, range: Range<usize>, is_bracket: bool) {
        // Rows that are no grid yet belong to it, and comments at the beginning of the text: a frame may be drawn with
        // their sign.
        let comments = self.only_comments.take().filter(|_| self.group.is_none());
        let (start, line) = match self.group.take() {
            Some(group) => (group.start, group.line),
            None => comments.unwrap_or((range.start, self.line)),
        };
        self.begin_anew();
        self.has_prose = true;
        let passage = Passage::new(start..range.end, line, false);
        self.passage = Some(Passage { is_bracket, ..passage });
    }

    /// Whether a line begins a passage as code does, by a list, a tuple or quotes, where other formats would take it.
    pub(super) fn begins_code(&self, line: &[u8]) -> bool {
        if self.finder.is_some() && line.trim_ascii() == b"|===" {
            return true;
        }
        if self.finder.is_none() || !matches!(line.first(), Some(b'[' | b'(' | b'{' | b'\'' | b'"' | b'<')) {
            return false;
        }
        let Ok(text) = std::str::from_utf8(line) else { return false };
        if text.contains("://") {
            return false;
        }
        let next = text[1..].trim_start();
        let is_document = match line[0] {
            b'{' => next.is_empty() || next.starts_with(['"', '}']) || are_candidates(text),
            b'[' => next.starts_with('{') && may_be_document(text) || next.trim_end() == "]",
            // The elements `opensudoku` and `game`.
            b'<' => ["?xml", "!--", "opensudoku", "game"].iter().any(|begin| next.starts_with(begin)),
            // Borders of grids have quotes.
            _ => matches!(look(text), Line::Rule),
        };
        !(is_document || self.undecided && Format::of_text(text).is_some())
    }

    /// Completes the passage. Its boards are found when the records are taken.
    pub(super) fn close_passage(&mut self) {
        let Some(mut passage) = self.passage.take() else { return };
        if passage.is_plain && !self.has_prose {
            // Nothing but rows is meant as a grid, and told what is wrong.
            passage.otherwise = Some(self.puzzle(Layout::Rows));
        }
        self.passages.push((self.records.len(), passage));
    }

    /// Returns the complete records of a buffer and forgets them.
    pub fn take(&mut self, buffer: &[u8], is_end: bool) -> Vec<Record> {
        // The next chunk is likely to have as many.
        let next = Vec::with_capacity(self.records.len());
        let mut records = std::mem::replace(&mut self.records, next);
        for (at, passage) in std::mem::take(&mut self.passages).into_iter().rev() {
            let Passage { range, line, otherwise, .. } = passage;
            let mut found = match &otherwise {
                Some(Kind::Puzzle(format)) if is_foreign(&buffer[range.clone()], *format) => Vec::new(),
                _ => self.find(buffer, range.clone(), line),
            };
            if let Some(kind) = otherwise.filter(|_| found.is_empty()) {
                found.push(Record { range, line, kind, columns: Columns::default() });
            }
            records.splice(at..at, found);
        }
        self.has_records |= !records.is_empty();
        if let Some((start, line)) = self.only_comments.filter(|_| is_end && self.finder.is_some()) {
            records.extend(self.find(buffer, start..buffer.len(), line));
        }
        if is_end && self.has_prose && !self.has_records {
            let error = ParseError::new(1, 1, "there is no board in this text")
                .hint("a board is 81 signs in a word, in quotes, in a list or in rows, or another square");
            let kind = Kind::Prose(Box::new(error));
            records.push(Record { range: 0..0, line: 1, kind, columns: Columns::default() });
        }
        records
    }

    /// Returns the boards of a text, and what is nearly one.
    pub(super) fn find(&self, buffer: &[u8], range: Range<usize>, line: u64) -> Vec<Record> {
        let (Some(finder), Ok(text)) = (&self.finder, std::str::from_utf8(&buffer[range.clone()])) else {
            return Vec::new();
        };
        let record = |Found { start, end, line, what }: Found| {
            let kind = match what {
                Ok(board) => Kind::Found(Box::new(board)),
                Err(error) => Kind::Damaged(Box::new(error)),
            };
            Record { range: range.start + start..range.start + end, line, kind, columns: Columns::default() }
        };
        finder.find(text, line, self.format == Some(Format::List)).into_iter().map(record).collect()
    }

    /// Takes a line of a batch if it has one board.
    pub(super) fn line_with_board(&mut self, buffer: &[u8], range: Range<usize>) -> bool {
        let found = self.find(buffer, range, self.line);
        let is_one = matches!(&found[..], [Record { kind: Kind::Found(_), .. }]);
        if is_one {
            self.records.extend(found);
        }
        is_one
    }
}

/// Whether a line begins with candidates in braces.
fn are_candidates(text: &str) -> bool {
    let parts = text[1..].split_once('}');
    parts.is_some_and(|(inner, rest)| {
        inner.chars().all(|c| c.is_alphanumeric() || c == ',') && !rest.trim_start().starts_with([',', ';'])
    })
}

/// Whether a text is a document of a tool whose puzzles are more than boards.
fn is_foreign(text: &[u8], format: Format) -> bool {
    let has = |key: &[u8]| memchr::memmem::find(text, key).is_some();
    let begins = |c: u8| text.trim_ascii_start().first() == Some(&c);
    // SudokuPad's cells are rows of objects.
    let has_cells = || {
        memchr::memmem::find_iter(text, b"\"cells\"").any(|at| {
            let mut rest = text[at + 7..].iter().filter(|byte| !byte.is_ascii_whitespace() && **byte != b':');
            let begin = [rest.next(), rest.next(), rest.next()];
            matches!(begin, [Some(b'['), Some(b'['), Some(b'{' | b']')])
        })
    };
    format.layout() != Layout::Rows && (!begins(b'{') || has(b"\"size\"") || has_cells())
}

/// Whether a line with an object may be of a document: an object that ends on its line has a grid.
fn may_be_document(text: &str) -> bool {
    !text.contains('}') || ["\"size\"", "\"cells\"", "\"grid\""].iter().any(|key| text.contains(key))
}

/// Whether a line has signs or words that rows of grids have not.
pub(super) fn is_prose(text: &str, shape: &RowShape) -> bool {
    let all = words(text, 1);
    let Some(first) = all.first() else { return false };
    // A comment may follow a puzzle.
    let length = |word: &str| word.split([',', ';']).next().map_or(0, |word| word.chars().count());
    let is_board = |word: &str| {
        let (length, is_plain) = (length(word), |c: char| !c.is_lowercase() || c == 'x');
        length > LARGEST || length >= 36 && is_square(length) && word.chars().all(is_plain)
    };
    let is_puzzle =
        is_board(first.text) && !first.text.contains(['(', '[', '"', '=', '<', '/', '\\', '>', '\'']);
    if is_puzzle {
        return false;
    }
    let has_later = !shape.even && !shape.braced && all.iter().skip(1).any(|word| is_board(word.text));
    let is_open = |text: &str| text.matches('{').count() != text.matches('}').count();
    // A sign that only changes the looks of the one before it is none of a grid.
    let is_sign = |c: char| "\"[]()=<>;&\t\\`/:\u{FE0F}←⍴→".contains(c) || c == ',' && !shape.braced;
    let has_signs = text.contains(is_sign) || text.contains("||") || text.matches(" ! ").count() > 1;
    let is_word = |word: &str| {
        word.len() > 1
            && word.chars().all(char::is_alphanumeric)
            && word.chars().any(|c| c.is_lowercase() && c != 'x')
    };
    let may_have_comment = is_square(length(first.text)) && !first.text.contains(char::is_lowercase);
    let has_words =
        || (!shape.even || shape.characters > LARGEST) && all.iter().any(|word| is_word(word.text));
    has_signs || has_later || are_names(&all) || is_open(text) || !may_have_comment && has_words()
}

/// Whether words are the names of columns: letters that follow each other, or a letter with numbers that do.
fn are_names(words: &[Token<'_>]) -> bool {
    let is_pair = |pair: &[Token<'_>]| {
        let [one, next] = [pair[0].text.as_bytes(), pair[1].text.as_bytes()];
        match [one, next] {
            [[one], [next]] => next.is_ascii_alphabetic() && *next == one + 1,
            [[one, from], [next, to]] => {
                one == next && one.is_ascii_alphabetic() && to.is_ascii_digit() && *to == from + 1
            }
            _ => false,
        }
    };
    words.len() > 3
        && matches!(words[0].text, "a" | "A" | "a1" | "A1" | "c1" | "C1" | "c0" | "C0")
        && words.windows(2).all(is_pair)
}

/// Whether one of the symbols has a sign of lists and tables.
pub(super) fn has_signs(symbols: &Symbols) -> bool {
    (0..symbols.len()).any(|value| {
        symbols.get(value as u8).contains(['"', '\'', '[', ']', '(', ')', '{', '}', ',', ';', '\t'])
    })
}

//! Groups lines into records.
//!
//! A line of 16 characters may be a 4 x 4 or a row of a 16 x 16; the same holds for other square lengths. Such lines
//! are kept as a group until they are decided. The lines of a group are one grid if there are exactly as many lines as
//! a line has characters, if lines are drawn between them, or if most lines have more symbols than the small puzzle
//! has values. Otherwise each is a puzzle.

#[cfg(feature = "links")]
mod foreign;
mod grids;
mod group;
mod passage;
mod spoilt;

use std::borrow::Cow;
use std::ops::Range;

use super::definition::{Columns, Layout};
use super::found::Finder;
use super::record::{Kind, Record};
use super::shape::{Hints, Line, look};
use super::{Format, Options, binary, csv, native};
use crate::grid::LARGEST;
use group::LineGroup;
use passage::{Passage, is_prose};
use spoilt::Rest;

/// The largest record in bytes.
const LARGEST_RECORD: usize = 4 * 1024 * 1024;

/// Takes lines and makes records. Offsets are places in the buffer of the reader.
#[derive(Debug)]
pub(super) struct Segmenter {
    layout: Layout,
    /// The format, if it is known.
    format: Option<Format>,
    /// Whether only blank lines and comments have been read so far.
    undecided: bool,
    columns: Option<Columns>,
    hints: Hints,
    echo: bool,
    /// The number of the latest line.
    line: u64,
    records: Vec<Record>,
    group: Option<LineGroup>,
    /// Offset and line of the comments and titles that belong to the next grid.
    comments: Option<(usize, u64)>,
    /// Offset and line of the first comment, as long as there have been nothing but comments.
    only_comments: Option<(usize, u64)>,
    /// Whether a drawn line has been read since the last grid.
    ruled: bool,
    /// Length of the previous line if it was a puzzle, otherwise 0. A line nearly as long is a damaged puzzle, not a
    /// row.
    previous_puzzle: usize,
    /// Whether the previous line completed a grid in which lines of dashes are drawn lines.
    after_dashed_grid: bool,
    /// The length of lines that are known to be puzzles, because more of them were read than a grid has rows.
    puzzle_length: Option<usize>,
    /// The end of a record that was refused, before which no record begins.
    rest: Option<Rest>,
    /// Text that is no whole format, between its first and its latest line.
    passage: Option<Passage>,
    /// Passages that are complete, each with the number of records before it.
    passages: Vec<(usize, Passage)>,
    /// The finder of boards in passages, if there may be any.
    finder: Option<Finder>,
    /// Whether there have been words, and records.
    has_prose: bool,
    has_records: bool,
    /// The scanner of documents of another tool, between their first and their last line.
    #[cfg(feature = "links")]
    documents: Option<super::links::DocumentScanner>,
}

impl Segmenter {
    /// Creates a segmenter with options.
    pub fn new(options: &Options) -> Segmenter {
        let layout = match options.from {
            _ if options.one_a_line => Layout::Lines,
            None => Layout::Text,
            Some(format) => format.layout(),
        };
        let hints = Hints::new(options.size, options.symbols.as_deref());
        let is_open = matches!(layout, Layout::Text | Layout::Lines)
            && (!options.whole || options.from == Some(Format::List))
            && !options.symbols.as_ref().is_some_and(|symbols| passage::has_signs(symbols));
        Segmenter {
            layout,
            format: options.from,
            undecided: options.from.is_none() && !options.one_a_line,
            columns: None,
            hints,
            echo: options.one_a_line,
            line: 0,
            records: Vec::new(),
            group: None,
            comments: None,
            only_comments: None,
            ruled: false,
            previous_puzzle: 0,
            after_dashed_grid: false,
            puzzle_length: None,
            rest: None,
            passage: None,
            passages: Vec::new(),
            finder: is_open
                .then(|| Finder::new(options.size, options.symbols.clone(), options.read_as.clone())),
            has_prose: false,
            has_records: false,
            #[cfg(feature = "links")]
            documents: None,
        }
    }

    /// Whether an incomplete record has begun.
    pub fn has_begun(&self) -> bool {
        self.in_documents() || self.group.is_some() || self.passage.is_some()
    }

    /// Whether the first line of documents has been read, but not the last.
    fn in_documents(&self) -> bool {
        #[cfg(feature = "links")]
        return self.documents.is_some();
        #[cfg(not(feature = "links"))]
        false
    }

    fn push(&mut self, range: Range<usize>, line: u64, kind: Kind) {
        let columns = self.columns.unwrap_or_default();
        self.records.push(Record { range, line, kind, columns });
    }

    /// Returns the kind of a puzzle in this layout: the known format if it has the layout, otherwise the usual one.
    fn puzzle(&self, layout: Layout) -> Kind {
        let usual = match layout {
            Layout::Text | Layout::Lines => Format::Line,
            Layout::Rows => Format::Grid,
            Layout::Table => Format::Csv,
            Layout::Blocks => Format::Native,
            #[cfg(feature = "links")]
            Layout::Documents => Format::FPuzzles,
            #[cfg(feature = "links")]
            Layout::Links => Format::Link,
        };
        Kind::Puzzle(self.format.filter(|format| format.layout() == layout).unwrap_or(usual))
    }

    /// Takes a line. `range` excludes the line break, but may include a carriage return.
    pub fn line(&mut self, buffer: &[u8], mut range: Range<usize>) {
        self.line += 1;
        if self.line == 1 && buffer[range.clone()].starts_with(b"\xEF\xBB\xBF") {
            range.start += 3;
        }
        if range.end > range.start && buffer[range.end - 1] == b'\r' {
            range.end -= 1;
        }
        let bytes = &buffer[range.clone()];
        if self.rest.is_some() && self.is_of_rest(bytes) {
            return;
        }
        if self.passage.is_some() && self.passage_line(buffer, range.clone()) {
            return;
        }
        let bytes = &buffer[range.clone()];
        let may_be_alone =
            matches!(self.layout, Layout::Text | Layout::Lines) && !self.has_begun() && !self.undecided;
        if may_be_alone && is_long_line_of_digits(bytes) {
            return self.long_line(range);
        }
        let may_have_boards = matches!(self.layout, Layout::Text | Layout::Lines) && !self.in_documents();
        if may_have_boards && self.begins_code(bytes) {
            if self.layout == Layout::Text {
                self.undecided = false;
                let is_bracket = bytes.trim_ascii() == b"[";
                return self.begin_passage(range, is_bracket);
            }
            if self.line_with_board(buffer, range.clone()) {
                return;
            }
        }
        #[cfg(feature = "links")]
        if self.foreign_line(buffer, range.clone()) {
            return;
        }
        if binary::has_nul(bytes) && !self.echo {
            return self.refuse_input(binary::nul(self.line));
        }
        let is_line_alone = matches!(self.layout, Layout::Text | Layout::Lines) && self.group.is_none();
        if is_line_alone && !self.undecided && is_long_line(bytes) {
            return self.long_line(range);
        }
        if self.layout == Layout::Blocks
            && let Some(&first) = bytes.first().filter(|first| first.is_ascii_graphic() && **first != b'=')
        {
            return self.native_text(first != b'#', range);
        }
        // Most lines are valid UTF-8 and need no copy.
        let text = std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed);
        // A line that is no text is refused as a whole.
        #[cfg(feature = "links")]
        if let Cow::Borrowed(text) = text
            && self.text_with_links(text, range.clone())
        {
            return;
        }
        if self.undecided {
            self.decide(&text);
        }
        if self.layout == Layout::Blocks {
            self.only_comments = None;
            return self.native_line(&text, range);
        }
        let is_text = matches!(text, Cow::Borrowed(_));
        self.line_of_layout(buffer, (&text, is_text), range);
    }

    /// Takes a line by what the layout allows there.
    fn line_of_layout(&mut self, buffer: &[u8], (text, is_text): (&str, bool), range: Range<usize>) {
        let looks = look(text);
        if let Line::Cells(shape) = &looks
            && self.finder.is_some()
            && is_text
            && !self.hints.words
            && (self.format == Some(Format::List) || is_prose(text, shape))
        {
            if self.layout == Layout::Text {
                return self.begin_passage(range, false);
            }
            if self.layout == Layout::Lines && self.line_with_board(buffer, range.clone()) {
                return;
            }
        }
        self.only_comments.take_if(|_| !self.undecided);
        match self.layout {
            Layout::Lines => match looks {
                Line::Blank | Line::Comment if self.echo => self.push(range, self.line, Kind::Echo),
                Line::Blank | Line::Comment => {}
                _ => self.push(range, self.line, self.puzzle(Layout::Lines)),
            },
            Layout::Table => match (looks, self.columns) {
                (Line::Blank | Line::Comment, _) => {}
                (_, Some(_)) => self.push(range, self.line, self.puzzle(Layout::Table)),
                (_, None) => {
                    let header = csv::header(text);
                    self.columns = Some(header.unwrap_or_default());
                    if header.is_none() {
                        self.push(range, self.line, self.puzzle(Layout::Table));
                    }
                }
            },
            Layout::Blocks => self.native_line(text, range),
            Layout::Text | Layout::Rows => self.text_line(looks, range, text.chars().count()),
            #[cfg(feature = "links")]
            Layout::Documents | Layout::Links => {}
        }
    }

    /// Takes a line that can only be a puzzle.
    fn long_line(&mut self, range: Range<usize>) {
        self.comments = None;
        (self.previous_puzzle, self.after_dashed_grid) = (range.len(), false);
        self.push(range, self.line, self.puzzle(Layout::Lines));
    }

    /// Sets the format and its layout if this is the first line that is neither blank nor a comment, and shows the
    /// format.
    fn decide(&mut self, text: &str) {
        let begin = text.trim_start();
        if begin.is_empty() || begin.starts_with('#') {
            return;
        }
        self.undecided = false;
        self.format = Format::of_text(text);
        if let Some(format) = self.format {
            self.layout = format.layout();
        }
    }

    fn native_line(&mut self, text: &str, range: Range<usize>) {
        if native::is_separator(text) {
            self.close();
            return;
        }
        let text = text.trim_start();
        self.native_text(!text.is_empty() && !text.starts_with('#'), range);
    }

    /// Adds a line to the puzzle in the native format. `has_content` is false for blank lines and comments.
    fn native_text(&mut self, has_content: bool, range: Range<usize>) {
        let (line, comments) = (self.line, self.comments.take());
        let start = comments.unwrap_or((range.start, line));
        let group = self.group.get_or_insert_with(|| LineGroup::new(start.0, start.1));
        group.has_content |= has_content;
        group.end = range.end;
        if group.end - group.start > LARGEST_RECORD {
            let line = group.line;
            self.refuse_large(line);
        }
    }

    /// Completes the group as it is.
    pub fn close(&mut self) {
        #[cfg(feature = "links")]
        self.close_documents();
        self.close_passage();
        self.close_rows(false);
    }

    /// Returns the offset of the first byte that later records may need.
    pub fn needed_from(&self) -> Option<usize> {
        #[cfg(feature = "links")]
        if let Some(documents) = &self.documents {
            return documents.needed_from();
        }
        let group = self.group.as_ref().map(|group| group.start);
        let passage = self.passage.as_ref().map(|passage| passage.range.start);
        let comments = [self.comments, self.only_comments].map(|begin| begin.map(|(start, _)| start));
        [group, passage].into_iter().chain(comments).flatten().min()
    }

    /// Completes the current record before a record of another layout.
    fn begin_anew(&mut self) {
        self.close();
        self.undecided = false;
        (self.comments, self.only_comments) = (None, None);
        (self.puzzle_length, self.previous_puzzle) = (None, 0);
        (self.after_dashed_grid, self.ruled) = (false, false);
    }

    /// Drops waiting comments, and refuses a group, when they exceed the size of a record.
    pub fn forget(&mut self, now: usize) {
        for comments in [&mut self.comments, &mut self.only_comments] {
            comments.take_if(|(start, _)| now - *start > LARGEST_RECORD);
        }
        if let Some(group) = self.group.as_ref().filter(|group| now - group.start > LARGEST_RECORD) {
            let line = group.line;
            self.refuse_large(line);
        }
    }

    /// Adjusts all offsets after the first `by` bytes of the buffer have been removed.
    pub fn moved(&mut self, by: usize) {
        #[cfg(feature = "links")]
        if let Some(documents) = &mut self.documents {
            documents.moved(by);
        }
        for (start, _) in [&mut self.comments, &mut self.only_comments].into_iter().flatten() {
            *start -= by;
        }
        if let Some(passage) = &mut self.passage {
            passage.move_back(by);
        }
        if let Some(group) = &mut self.group {
            group.start -= by;
            group.end -= by;
            for row in &mut group.rows {
                row.range = row.range.start - by..row.range.end - by;
            }
        }
    }
}

/// Whether a line begins with more digits and points than a row has characters: a still faster test for most lines of
/// large files.
fn is_long_line_of_digits(bytes: &[u8]) -> bool {
    let Some(begin) = bytes.first_chunk::<{ LARGEST + 1 }>() else {
        return false;
    };
    let of_digits = begin.iter().fold(true, |all, &byte| all & (byte.is_ascii_digit() | (byte == b'.')));
    of_digits && begin.iter().fold(false, |any, &byte| any | (byte != b'.'))
}

/// Whether a line begins with more characters than a row has, without blanks and bars: a fast test for lines that can
/// only be puzzles.
fn is_long_line(bytes: &[u8]) -> bool {
    let Some(begin) = bytes.first_chunk::<{ LARGEST + 1 }>() else {
        return false;
    };
    // From `!` to `)` stand the sign of comments, quotes and brackets. Fields of tables have two characters at most.
    let plain = begin
        .iter()
        .fold(true, |plain, &byte| plain & (byte > b')') & byte.is_ascii_graphic() & (byte != b'|'));
    let plain = plain && !begin[..3].iter().any(|byte| matches!(byte, b',' | b';'));
    plain && begin.iter().fold(false, |any, byte| any | byte.is_ascii_alphanumeric())
}

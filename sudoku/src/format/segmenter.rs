//! Groups lines into records.
//!
//! A line of 16 characters may be a 4 x 4 or a row of a 16 x 16; the same holds for other square lengths. Such lines
//! are kept as a group until they are decided. The lines of a group are one grid if there are exactly as many lines as
//! a line has characters, if lines are drawn between them, or if most lines have more symbols than the small puzzle
//! has values. Otherwise each is a puzzle.

#[cfg(feature = "links")]
mod foreign;
mod group;
mod listing;
mod spoilt;

use std::borrow::Cow;
use std::ops::Range;

use super::definition::{Columns, Layout};
use super::record::{Kind, Record};
use super::shape::{Alone, Hints, Line, Reading, RowShape, alone, dashes_are_rows, is_square, length, look};
use super::{Format, Options, binary, csv, native};
use crate::grid::{LARGEST, usual_boxes};
use group::{GroupRow, LineGroup};
use listing::Listing;
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
    /// A board in the notation of a program or a table, between its first and its last line.
    listing: Option<Listing>,
    /// Whether brackets, quotes and separators may be symbols.
    has_signs: bool,
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
        Segmenter {
            layout,
            format: options.from,
            undecided: options.from.is_none() && !options.one_a_line,
            columns: None,
            hints: Hints::new(options.size, options.symbols.as_deref()),
            echo: options.one_a_line,
            line: 0,
            records: Vec::new(),
            group: None,
            comments: None,
            ruled: false,
            previous_puzzle: 0,
            after_dashed_grid: false,
            puzzle_length: None,
            rest: None,
            listing: None,
            has_signs: options.symbols.as_ref().is_some_and(|symbols| listing::has_signs(symbols)),
            #[cfg(feature = "links")]
            documents: None,
        }
    }

    /// Returns the complete records and forgets them.
    pub fn take(&mut self) -> Vec<Record> {
        // The next chunk is likely to have as many.
        let next = Vec::with_capacity(self.records.len());
        std::mem::replace(&mut self.records, next)
    }

    /// Whether an incomplete record has begun.
    pub fn has_begun(&self) -> bool {
        self.in_documents() || self.group.is_some() || self.listing.is_some()
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
        let may_be_alone =
            matches!(self.layout, Layout::Text | Layout::Lines) && !self.has_begun() && !self.undecided;
        if may_be_alone && is_long_line_of_digits(bytes) {
            return self.long_line(range);
        }
        if (self.listing.is_some() || listing::may_begin(bytes)) && self.listing_line(bytes, range.clone()) {
            return;
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
        if !listing::may_begin(bytes) && self.listing_line(bytes, range.clone()) {
            return;
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
            return self.native_line(&text, range);
        }
        self.line_of_layout(&text, range);
    }

    /// Takes a line by what the layout allows there.
    fn line_of_layout(&mut self, text: &str, range: Range<usize>) {
        let looks = look(text);
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

    fn text_line(&mut self, looks: Line, range: Range<usize>, characters: usize) {
        if !matches!(looks, Line::Cells(_) | Line::Dashes(_)) {
            self.previous_puzzle = 0;
        }
        let after_dashed_grid = std::mem::take(&mut self.after_dashed_grid);
        match looks {
            Line::Blank => self.blank(characters),
            Line::Comment => {
                if self.group.is_none() {
                    self.comments.get_or_insert((range.start, self.line));
                }
            }
            Line::Title => {
                self.close();
                self.comments = Some((range.start, self.line));
            }
            Line::Rule => {
                self.puzzle_length = None;
                match &mut self.group {
                    Some(group) => group.ruled = true,
                    None => self.ruled = true,
                }
                self.emit_if_complete();
            }
            Line::Dashes(_) if after_dashed_grid && self.group.is_none() => self.after_dashed_grid = true,
            Line::Dashes(shape) => match &mut self.group {
                // A line that is not as long as a row is a drawn line.
                Some(group) if group.rows[0].shape.characters != shape.characters => {
                    group.ruled = true;
                    self.emit_if_complete();
                }
                _ => self.row(shape, true, range),
            },
            Line::Cells(shape) => self.row(shape, false, range),
        }
    }

    fn blank(&mut self, characters: usize) {
        self.puzzle_length = None;
        self.ruled = false;
        self.comments = None;
        let Some(group) = &mut self.group else {
            return;
        };
        if let Some(expected) = group.spaced_rows().or_else(|| group.rows_if_open(characters)) {
            // After a band of boxes it may also be a blank line between bands.
            let band = usual_boxes(expected).map_or(usize::MAX, |(height, _)| height);
            if !(group.rows.len() + group.open_rows).is_multiple_of(band) {
                group.open_rows += 1;
            }
            return self.emit_if_complete();
        }
        let (Reading { side, .. }, rows) = group.reading(self.hints);
        let band = usual_boxes(side.rows).map_or(usize::MAX, |(height, _)| height);
        let between_bands =
            !group.may_be_lines(self.hints) && rows.is_multiple_of(band) && (group.banded || rows == band);
        if between_bands {
            group.banded = true;
        } else {
            self.close();
        }
    }

    fn row(&mut self, shape: RowShape, dashes: bool, range: Range<usize>) {
        let line = self.line;
        let kind = match self.layout {
            Layout::Rows => Alone::Row,
            _ => alone(&shape, self.hints),
        };
        let is_another = kind == Alone::Either && self.puzzle_length == Some(length(&shape, self.hints));
        let damaged = kind == Alone::Row
            && 2 * shape.characters > self.previous_puzzle
            && self.previous_puzzle > 0
            && self.group.is_none()
            && !shape.barred;
        if kind == Alone::Puzzle || is_another || damaged {
            self.close();
            self.comments = None;
            self.previous_puzzle = range.len();
            return self.push(range, line, self.puzzle(Layout::Lines));
        }
        if let Some(group) = &self.group
            && group.may_be_lines(self.hints)
            && group.rows.iter().any(|row| length(&row.shape, self.hints) != length(&shape, self.hints))
        {
            self.close();
        }
        self.puzzle_length = None;
        let (start, first_line) = self.comments.take().unwrap_or((range.start, line));
        let ruled = std::mem::take(&mut self.ruled);
        let group = self.group.get_or_insert_with(|| {
            let mut group = LineGroup::new(start, first_line);
            group.ruled = ruled;
            group
        });
        group.end = range.end;
        group.may_be_puzzles &= kind == Alone::Either;
        group.rows.push(GroupRow { range, line, shape, dashes });
        self.emit_if_complete();
    }

    /// Completes the group if it has all its rows.
    fn emit_if_complete(&mut self) {
        let Some(group) = &self.group else {
            return;
        };
        let (Reading { side, .. }, rows) = group.reading(self.hints);
        if group.may_be_lines(self.hints) {
            let length = length(&group.rows[0].shape, self.hints);
            if rows > length {
                // More lines than a grid has rows: each is a puzzle.
                self.puzzle_length = Some(length);
                self.close();
            }
            return;
        }
        let expected =
            group.spaced_rows().map_or(side.rows, |expected| self.hints.size.map_or(expected, |size| size.0));
        if rows + group.open_rows == expected || rows > 4 * LARGEST {
            self.close();
        }
    }

    /// Completes the group as it is.
    pub fn close(&mut self) {
        #[cfg(feature = "links")]
        self.close_documents();
        self.close_listing();
        let Some(group) = self.group.take() else {
            return;
        };
        if self.layout == Layout::Blocks {
            if group.has_content {
                self.push(group.start..group.end, group.line, self.puzzle(Layout::Blocks));
            }
            return;
        }
        let length = length(&group.rows[0].shape, self.hints);
        let alone = group.may_be_lines(self.hints) && group.rows.len() != length
            || group.rows.len() == 1 && !group.ruled && is_square(length) && self.layout == Layout::Text;
        let marked = group.rows.iter().map(|row| (row.shape, row.dashes));
        self.after_dashed_grid = !alone && !dashes_are_rows(marked);
        if alone {
            for row in group.rows {
                self.push(row.range, row.line, self.puzzle(Layout::Lines));
            }
        } else {
            self.push(group.start..group.end, group.line, self.puzzle(Layout::Rows));
        }
    }

    /// Returns the offset of the first byte that later records may need.
    pub fn needed_from(&self) -> Option<usize> {
        #[cfg(feature = "links")]
        if let Some(documents) = &self.documents {
            return documents.needed_from();
        }
        let group = self.group.as_ref().map(|group| group.start);
        let listing = self.listing.as_ref().map(Listing::start);
        group.or(listing).or(self.comments.map(|(start, _)| start))
    }

    /// Completes the current record before a record of another layout.
    fn begin_anew(&mut self) {
        self.close();
        self.undecided = false;
        (self.comments, self.puzzle_length, self.previous_puzzle) = (None, None, 0);
        (self.after_dashed_grid, self.ruled) = (false, false);
    }

    /// Drops waiting comments, and refuses a group, when they exceed the size of a record.
    pub fn forget(&mut self, now: usize) {
        if self.comments.is_some_and(|(start, _)| now - start > LARGEST_RECORD) {
            self.comments = None;
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
        if let Some((start, _)) = &mut self.comments {
            *start -= by;
        }
        if let Some(listing) = &mut self.listing {
            listing.moved(by);
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

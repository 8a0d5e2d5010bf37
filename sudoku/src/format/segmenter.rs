//! Puts lines together that belong together.
//!
//! Lines whose length could be a row as well as a small puzzle (16 characters: a 4 x 4, or a row of a
//! 16 x 16) wait until it shows: as many lines as characters standing alone, or ruled, are one grid, and so are lines
//! with more symbols than such puzzles have; others are a puzzle each.

#[cfg(feature = "links")]
mod foreign;

use std::borrow::Cow;
use std::ops::Range;

use super::records::{Kind, Record};
use super::shape::{
    Alone, Hints, Line, Reading, RowShape, alone, has_symbols_of_row, is_square, length, look, reading,
};
use super::{Layout, Options, ParseError, csv, native};
use crate::grid::{LARGEST, usual_boxes};

/// Larger puzzles are refused.
const LARGEST_RECORD: usize = 4 * 1024 * 1024;

/// Lines go in, records come out. Offsets are places in the reader's buffer.
#[derive(Debug)]
pub(super) struct Segmenter {
    layout: Layout,
    /// The first line of any meaning is still to come.
    undecided: bool,
    columns: Option<csv::Columns>,
    hints: Hints,
    echo: bool,
    /// The number of the latest line.
    line: u64,
    records: Vec<Record>,
    group: Option<Group>,
    /// Comments and titles that belong to the next grid: where they begin, and on which line.
    waiting: Option<(usize, u64)>,
    /// A rule has been seen since the last grid.
    ruled: bool,
    /// The length of the line before if it was a puzzle: one that is nearly as long is a damaged one, not a row.
    after_line: usize,
    /// The line before ended a grid in which lines of dashes are rules.
    after_rows: bool,
    /// Rows of this length are puzzles, as more of them have come than a grid has.
    loose: Option<usize>,
    /// Documents of another tool, while we are among them.
    #[cfg(feature = "links")]
    documents: Option<super::links::Scanner>,
}

/// Lines that may become a grid.
#[derive(Debug)]
struct Group {
    start: usize,
    end: usize,
    line: u64,
    rows: Vec<GroupRow>,
    ruled: bool,
    /// Rows stand in bands with blank lines between.
    banded: bool,
    /// The lines could be puzzles of their own.
    either: bool,
    /// A puzzle in the native format has begun.
    meant: bool,
}

#[derive(Clone, Debug)]
struct GroupRow {
    range: Range<usize>,
    line: u64,
    shape: RowShape,
    dashes: bool,
}

impl Group {
    fn new(start: usize, line: u64) -> Group {
        Group {
            start,
            end: start,
            line,
            rows: Vec::new(),
            ruled: false,
            banded: false,
            either: true,
            meant: false,
        }
    }

    /// Whether its lines can still be puzzles: they could be by their length, no rule is among them, and most have
    /// no more symbols than such puzzles.
    fn may_be_lines(&self, hints: Hints) -> bool {
        let rows = self.rows.iter().filter(|row| has_symbols_of_row(&row.shape, hints)).count();
        self.either && !self.ruled && 2 * rows <= self.rows.len()
    }

    /// How its rows are read, and how many there are.
    fn reading(&self, hints: Hints) -> (Reading, usize) {
        let shapes = rows_without_rules(self.rows.iter().map(|row| (row.shape, row.dashes)));
        (reading(&shapes, hints), shapes.len())
    }
}

/// Lines of `-` are rules unless other rows have `-` for open cells too, or there are no other rows.
pub(super) fn rows_without_rules(rows: impl Iterator<Item = (RowShape, bool)> + Clone) -> Vec<RowShape> {
    let dashes_are_rows = dashes_are_rows(rows.clone());
    rows.filter(|(_, dashes)| !dashes || dashes_are_rows).map(|(shape, _)| shape).collect()
}

/// See [`rows_without_rules`].
pub(super) fn dashes_are_rows(rows: impl Iterator<Item = (RowShape, bool)> + Clone) -> bool {
    let mut others = rows.filter(|(_, dashes)| !dashes).map(|(shape, _)| shape).peekable();
    let none = others.peek().is_none();
    none || others.clone().any(|shape| shape.dashed) && !others.any(|shape| shape.blank)
}

impl Segmenter {
    /// With what is known beforehand.
    pub fn new(options: &Options) -> Segmenter {
        let layout = match options.from {
            _ if options.one_a_line => Layout::Lines,
            None => Layout::Text,
            Some(format) => format.layout(),
        };
        Segmenter {
            layout,
            undecided: options.from.is_none() && !options.one_a_line,
            columns: None,
            hints: options.hints(),
            echo: options.one_a_line,
            line: 0,
            records: Vec::new(),
            group: None,
            waiting: None,
            ruled: false,
            after_line: 0,
            after_rows: false,
            loose: None,
            #[cfg(feature = "links")]
            documents: None,
        }
    }

    /// The records that are complete.
    pub fn take(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records)
    }

    /// Whether lines are waiting for more.
    pub fn has_begun(&self) -> bool {
        #[cfg(feature = "links")]
        if self.documents.is_some() {
            return true;
        }
        self.group.is_some()
    }

    fn push(&mut self, range: Range<usize>, line: u64, kind: Kind) {
        self.records.push(Record { range, line, kind });
    }

    /// Takes a line: `range` is without its end.
    pub fn line(&mut self, buffer: &[u8], mut range: Range<usize>) {
        self.line += 1;
        if self.line == 1 && buffer[range.clone()].starts_with(b"\xEF\xBB\xBF") {
            range.start += 3;
        }
        if range.end > range.start && buffer[range.end - 1] == b'\r' {
            range.end -= 1;
        }
        #[cfg(feature = "links")]
        if self.foreign_line(buffer, range.clone()) {
            return;
        }
        let bytes = &buffer[range.clone()];
        if !self.undecided && self.group.is_none() && self.layout == Layout::Text && is_long_line(bytes) {
            self.waiting = None;
            (self.after_line, self.after_rows) = (range.len(), false);
            return self.push(range, self.line, Kind::Line);
        }
        if self.layout == Layout::Native
            && !self.undecided
            && let Some(&first) = bytes.first().filter(|first| first.is_ascii_graphic() && **first != b'=')
        {
            return self.native_text(first != b'#', range);
        }
        // Mostly it is text, and is looked at faster than what may have to be mended.
        let text = std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed);
        if self.layout == Layout::Native && !self.undecided || self.begins_native(&text) {
            return self.native_line(&text, range);
        }
        let looks = look(&text);
        if self.undecided && !matches!(looks, Line::Blank | Line::Comment) {
            self.undecided = false;
            if let Some(columns) = csv::header(&text) {
                self.layout = Layout::Csv;
                self.columns = Some(columns);
                return;
            }
        }
        match self.layout {
            Layout::Lines => match looks {
                Line::Blank | Line::Comment if self.echo => self.push(range, self.line, Kind::Echo),
                Line::Blank | Line::Comment => {}
                _ => self.push(range, self.line, Kind::Line),
            },
            Layout::Csv => match (looks, self.columns) {
                (Line::Blank | Line::Comment, _) => {}
                (_, Some(columns)) => self.push(range, self.line, Kind::Csv(columns)),
                (_, None) => {
                    let header = csv::header(&text);
                    let columns = header.unwrap_or_default();
                    self.columns = Some(columns);
                    if header.is_none() {
                        self.push(range, self.line, Kind::Csv(columns));
                    }
                }
            },
            Layout::Native => self.native_line(&text, range),
            Layout::Text | Layout::Rows => self.text_line(looks, range),
            #[cfg(feature = "links")]
            Layout::Documents | Layout::Links => {}
        }
    }

    /// Whether this is the first line of any meaning, and one of this project's own format: then all that follow are.
    fn begins_native(&mut self, text: &str) -> bool {
        let is_blank = || text.trim_start().is_empty() || text.trim_start().starts_with('#');
        if !self.undecided || is_blank() || !native::is_keyword(text) {
            return false;
        }
        (self.undecided, self.layout) = (false, Layout::Native);
        true
    }

    fn native_line(&mut self, text: &str, range: Range<usize>) {
        if native::is_separator(text) {
            self.close();
            return;
        }
        let text = text.trim_start();
        self.native_text(!text.is_empty() && !text.starts_with('#'), range);
    }

    /// A line of a puzzle in the native format, which may be blank or a comment or mean something.
    fn native_text(&mut self, is_meant: bool, range: Range<usize>) {
        let (line, waiting) = (self.line, self.waiting.take());
        let start = waiting.unwrap_or((range.start, line));
        let group = self.group.get_or_insert_with(|| Group::new(start.0, start.1));
        group.meant |= is_meant;
        group.end = range.end;
        if group.end - group.start > LARGEST_RECORD {
            let error = ParseError::new(group.line, 1, "a puzzle of more than 4 MiB");
            self.group = None;
            self.push(range.end..range.end, line, Kind::Damaged(Box::new(error)));
        }
    }

    fn text_line(&mut self, looks: Line, range: Range<usize>) {
        if !matches!(looks, Line::Cells(_) | Line::Dashes(_)) {
            self.after_line = 0;
        }
        let after_rows = std::mem::take(&mut self.after_rows);
        match looks {
            Line::Blank => self.blank(),
            Line::Comment => {
                if self.group.is_none() {
                    self.waiting.get_or_insert((range.start, self.line));
                }
            }
            Line::Title => {
                self.close();
                self.waiting = Some((range.start, self.line));
            }
            Line::Rule => {
                self.loose = None;
                match &mut self.group {
                    Some(group) => group.ruled = true,
                    None => self.ruled = true,
                }
                self.emit_if_complete();
            }
            Line::Dashes(_) if after_rows && self.group.is_none() => self.after_rows = true,
            Line::Dashes(shape) => match &mut self.group {
                // As long as no row is: a rule.
                Some(group) if group.rows[0].shape.characters != shape.characters => {
                    group.ruled = true;
                    self.emit_if_complete();
                }
                _ => self.row(shape, true, range),
            },
            Line::Cells(shape) => self.row(shape, false, range),
        }
    }

    fn blank(&mut self) {
        self.loose = None;
        self.ruled = false;
        self.waiting = None;
        let Some(group) = &mut self.group else {
            return;
        };
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
        let loose = kind == Alone::Either && self.loose == Some(length(&shape, self.hints));
        let damaged = kind == Alone::Row
            && 2 * shape.characters > self.after_line
            && self.after_line > 0
            && self.group.is_none()
            && !shape.barred;
        if kind == Alone::Puzzle || loose || damaged {
            self.close();
            self.waiting = None;
            self.after_line = range.len();
            return self.push(range, line, Kind::Line);
        }
        if let Some(group) = &self.group
            && group.may_be_lines(self.hints)
            && group.rows.iter().any(|row| length(&row.shape, self.hints) != length(&shape, self.hints))
        {
            self.close();
        }
        self.loose = None;
        let (start, first_line) = self.waiting.take().unwrap_or((range.start, line));
        let ruled = std::mem::take(&mut self.ruled);
        let group = self.group.get_or_insert_with(|| {
            let mut group = Group::new(start, first_line);
            group.ruled = ruled;
            group
        });
        group.end = range.end;
        group.either &= kind == Alone::Either;
        group.rows.push(GroupRow { range, line, shape, dashes });
        self.emit_if_complete();
    }

    /// Gives the group away when its last row has come.
    fn emit_if_complete(&mut self) {
        let Some(group) = &self.group else {
            return;
        };
        let (Reading { side, .. }, rows) = group.reading(self.hints);
        if group.may_be_lines(self.hints) {
            let length = length(&group.rows[0].shape, self.hints);
            if rows > length {
                // More than a grid has: each is a puzzle.
                self.loose = Some(length);
                self.close();
            }
        } else if rows == side.rows || rows > 4 * LARGEST {
            self.close();
        }
    }

    /// Gives the group away as it is.
    pub fn close(&mut self) {
        #[cfg(feature = "links")]
        self.close_documents();
        let Some(group) = self.group.take() else {
            return;
        };
        if self.layout == Layout::Native {
            if group.meant {
                self.push(group.start..group.end, group.line, Kind::Native);
            }
            return;
        }
        let length = length(&group.rows[0].shape, self.hints);
        let alone = group.may_be_lines(self.hints) && group.rows.len() != length
            || group.rows.len() == 1 && !group.ruled && is_square(length) && self.layout == Layout::Text;
        let marked = group.rows.iter().map(|row| (row.shape, row.dashes));
        self.after_rows = !alone && !dashes_are_rows(marked);
        if alone {
            for row in group.rows {
                self.push(row.range, row.line, Kind::Line);
            }
        } else {
            self.push(group.start..group.end, group.line, Kind::Rows);
        }
    }

    /// A line too long to be held.
    pub fn overlong(&mut self, most: usize) {
        self.close();
        self.line += 1;
        self.undecided = false;
        let error = ParseError::new(self.line, 1, format!("a line of more than {} MiB", most >> 20));
        self.push(0..0, self.line, Kind::Damaged(Box::new(error)));
    }

    /// The first byte that the next lines may still need.
    pub fn needed_from(&self) -> Option<usize> {
        #[cfg(feature = "links")]
        if let Some(documents) = &self.documents {
            return documents.needed_from();
        }
        let group = self.group.as_ref().map(|group| group.start);
        group.or(self.waiting.map(|(start, _)| start))
    }

    /// Comments without end are not kept for the grid that may follow them.
    pub fn forget(&mut self, now: usize) {
        if self.waiting.is_some_and(|(start, _)| now - start > LARGEST_RECORD) {
            self.waiting = None;
        }
        if self.group.as_ref().is_some_and(|group| now - group.start > LARGEST_RECORD) {
            self.close();
        }
    }

    /// The buffer has lost its first bytes.
    pub fn moved(&mut self, by: usize) {
        #[cfg(feature = "links")]
        if let Some(documents) = &mut self.documents {
            documents.moved(by);
        }
        if let Some((start, _)) = &mut self.waiting {
            *start -= by;
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

/// A line that can only be a puzzle, seen without looking closely: no row is as long.
fn is_long_line(bytes: &[u8]) -> bool {
    let Some(begin) = bytes.first_chunk::<{ LARGEST + 1 }>() else {
        return false;
    };
    let plain = begin
        .iter()
        .fold(true, |plain, &byte| plain & byte.is_ascii_graphic() & (byte != b'#') & (byte != b'|'));
    plain && begin.iter().fold(false, |any, byte| any | byte.is_ascii_alphanumeric())
}

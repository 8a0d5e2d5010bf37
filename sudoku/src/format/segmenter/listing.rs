//! Lines of boards in the notation of programs and tables.

use std::ops::Range;

use super::{LARGEST_RECORD, Segmenter};
use crate::format::Format;
use crate::format::definition::Layout;
use crate::format::listing::{Look, depth_after, look};
use crate::format::record::Kind;
use crate::grid::LARGEST;
use crate::symbols::Symbols;

/// A board between its first and its last line.
#[derive(Debug)]
pub(super) struct Listing {
    range: Range<usize>,
    line: u64,
    look: Look,
    /// Open brackets.
    depth: usize,
    rows: usize,
}

impl Listing {
    /// Returns the offset of the board's first byte.
    pub fn start(&self) -> usize {
        self.range.start
    }

    /// Adjusts the offsets after bytes have been removed.
    pub fn moved(&mut self, by: usize) {
        self.range = self.range.start - by..self.range.end - by;
    }

    /// Whether all lines of the board have been read.
    fn is_complete(&self) -> bool {
        match self.look {
            Look::Brackets => self.depth == 0,
            Look::Quoted { breaks: true, .. } => true,
            Look::Quoted { cells, .. } | Look::Table { cells, .. } => cells > LARGEST || self.rows == cells,
        }
    }

    /// Adds a line if it belongs to the board.
    fn add(&mut self, text: &str, end: usize) -> bool {
        let belongs = match self.look {
            Look::Brackets => true,
            // The fields of the last row may be fewer: some programs drop empty ones at the end.
            _ => look(text) == Some(self.look),
        };
        if belongs {
            self.range.end = end;
            self.rows += 1;
            self.depth = depth_after(text, self.depth);
        }
        belongs
    }
}

impl Segmenter {
    /// Takes a line if it belongs to a board in one of these notations. Returns whether it does.
    pub(super) fn listing_line(&mut self, bytes: &[u8], range: Range<usize>) -> bool {
        let Ok(text) = std::str::from_utf8(bytes) else {
            self.close_listing();
            return false;
        };
        if let Some(listing) = &mut self.listing {
            if listing.add(text, range.end) {
                if listing.range.len() > LARGEST_RECORD {
                    let line = listing.line;
                    self.refuse_large(line);
                } else if listing.is_complete() {
                    self.close_listing();
                }
                return true;
            }
            self.close_listing();
        }
        let is_possible =
            matches!(self.layout, Layout::Text | Layout::Lines) && !self.has_signs && !self.in_documents();
        if !is_possible || self.undecided && Format::of_text(text).is_some() {
            return false;
        }
        let Some(look) = look(text) else { return false };
        // A table of words between rows of a grid is a row of it.
        if matches!(look, Look::Table { .. }) && self.group.is_some() {
            return false;
        }
        self.begin_anew();
        let listing = Listing { range, line: self.line, look, depth: depth_after(text, 0), rows: 1 };
        let is_complete = listing.is_complete() || self.layout == Layout::Lines;
        self.listing = Some(listing);
        if is_complete {
            self.close_listing();
        }
        true
    }

    /// Completes the board as it is.
    pub(super) fn close_listing(&mut self) {
        if let Some(Listing { range, line, .. }) = self.listing.take() {
            self.push(range, line, Kind::Puzzle(Format::List));
        }
    }
}

/// Whether a line may begin a board by its first byte, where other formats would take it.
pub(super) fn may_begin(line: &[u8]) -> bool {
    matches!(line.first(), Some(b'[' | b'(' | b'{' | b'\'' | b'"'))
}

/// Whether one of the symbols has a sign of lists and tables.
pub(super) fn has_signs(symbols: &Symbols) -> bool {
    (0..symbols.len()).any(|value| {
        symbols.get(value as u8).contains(['"', '\'', '[', ']', '(', ')', '{', '}', ',', ';', '\t'])
    })
}

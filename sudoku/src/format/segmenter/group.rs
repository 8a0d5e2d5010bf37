//! A group of lines that may be one grid, or a puzzle each.

use std::ops::Range;

use crate::format::shape::{Hints, Reading, RowShape, has_symbols_of_row, reading, rows_without_rules};
use crate::format::spaced;

/// Lines that may be one grid.
#[derive(Debug)]
pub(super) struct LineGroup {
    pub start: usize,
    pub end: usize,
    pub line: u64,
    pub rows: Vec<GroupRow>,
    pub ruled: bool,
    /// Whether blank lines stand between bands of boxes.
    pub banded: bool,
    /// The number of blank lines that are rows.
    pub open_rows: usize,
    /// Whether each line may be a puzzle by its length.
    pub may_be_puzzles: bool,
    /// Whether a line of the native format has been read that is neither blank nor a comment.
    pub has_content: bool,
}

#[derive(Clone, Debug)]
pub(super) struct GroupRow {
    pub range: Range<usize>,
    pub line: u64,
    pub shape: RowShape,
    pub dashes: bool,
}

impl LineGroup {
    pub fn new(start: usize, line: u64) -> LineGroup {
        LineGroup {
            start,
            end: start,
            line,
            rows: Vec::new(),
            ruled: false,
            banded: false,
            open_rows: 0,
            may_be_puzzles: true,
            has_content: false,
        }
    }

    /// Whether each line may still be a puzzle: by its length, without drawn lines, and with few enough symbols in at
    /// least half of the lines.
    pub fn may_be_lines(&self, hints: Hints) -> bool {
        let rows = self.rows.iter().filter(|row| has_symbols_of_row(&row.shape, hints)).count();
        self.may_be_puzzles && !self.ruled && 2 * rows <= self.rows.len()
    }

    /// Returns the number of rows if open cells are left blank in them.
    pub fn spaced_rows(&self) -> Option<usize> {
        let shapes = self.rows.iter().map(|row| row.shape);
        spaced::are_spaced(shapes.clone()).then(|| spaced::expected(shapes)).flatten()
    }

    /// Returns the number of rows if a line of `blanks` blanks is one of the rows.
    pub fn rows_if_open(&self, blanks: usize) -> Option<usize> {
        spaced::expected_with_blanks(self.rows.iter().map(|row| row.shape), blanks)
    }

    /// Whether the rows have the lengths of a grid.
    pub fn is_grid(&self, hints: Hints) -> bool {
        let (Reading { side, by_words }, rows) = self.reading(hints);
        let length = |row: &GroupRow| if by_words { row.shape.words } else { row.shape.characters };
        self.spaced_rows().is_some()
            || rows == side.rows && self.rows.iter().all(|row| row.dashes || length(row) == side.columns)
    }

    /// Whether the digits of the rows are of a grid of this side. Three numbers a row are more likely facts than a grid
    /// of three rows.
    pub fn fits(&self, hints: Hints) -> bool {
        let (Reading { side, .. }, _) = self.reading(hints);
        let largest = |row: &GroupRow| row.shape.values_of_words.unwrap_or(0);
        hints.size.is_some() || side.rows != 3 || self.rows.iter().all(|row| largest(row) <= side.rows)
    }

    /// Returns the reading of the group's rows, and their number.
    pub fn reading(&self, hints: Hints) -> (Reading, usize) {
        let shapes = rows_without_rules(self.rows.iter().map(|row| (row.shape, row.dashes)));
        (reading(&shapes, hints), shapes.len())
    }
}

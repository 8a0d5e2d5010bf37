//! Lines of grids, and what becomes of them: a grid, a puzzle each, or a passage.

use std::ops::Range;

use super::Segmenter;
use super::group::{GroupRow, LineGroup};
use super::passage::Passage;
use crate::format::definition::Layout;
use crate::format::shape::{Alone, Line, Reading, RowShape, alone, dashes_are_rows, is_square, length};
use crate::grid::{LARGEST, usual_boxes};

impl Segmenter {
    pub(super) fn text_line(&mut self, looks: Line, range: Range<usize>, characters: usize) {
        if !matches!(looks, Line::Cells(_) | Line::Dashes(_)) {
            self.previous_puzzle = 0;
        }
        let after_dashed_grid = std::mem::take(&mut self.after_dashed_grid);
        match looks {
            Line::Blank => self.blank(characters),
            Line::Comment => {
                if self.undecided {
                    self.only_comments.get_or_insert((range.start, self.line));
                }
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

    pub(super) fn blank(&mut self, characters: usize) {
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

    pub(super) fn row(&mut self, shape: RowShape, dashes: bool, range: Range<usize>) {
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
        let may_be_spaced =
            shape.width.has_gaps && self.group.as_ref().is_some_and(|group| group.rows.len() == 1);
        if self.is_column() && !may_be_spaced {
            if !is_sign(&shape) {
                self.close();
            }
        } else if let Some(group) = &self.group
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

    /// Whether each row of the group is one sign: all may be the cells of one board.
    fn is_column(&self) -> bool {
        // Others than these join only such rows.
        let of = |group: &LineGroup| {
            let [first, second, last] = [group.rows.first(), group.rows.get(1), group.rows.last()];
            [first, second, last].into_iter().flatten().all(|row| is_sign(&row.shape))
        };
        self.finder.is_some() && self.hints.size.is_none() && self.group.as_ref().is_some_and(of)
    }

    /// Completes the group if it has all its rows.
    pub(super) fn emit_if_complete(&mut self) {
        let Some(group) = &self.group else {
            return;
        };
        if self.is_column() {
            if group.rows.len() > LARGEST * LARGEST {
                self.close_rows(true);
            }
            return;
        }
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
            self.close_rows(true);
        }
    }

    /// Completes the group. Rows that are no grid become a passage, which may go on.
    pub(super) fn close_rows(&mut self, may_go_on: bool) {
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
        } else if self.finder.is_some() && !(group.is_grid(self.hints) && group.fits(self.hints)) {
            self.passage = Some(Passage::new(group.start..group.end, group.line, true));
            if !may_go_on {
                self.close_passage();
            }
        } else {
            self.push(group.start..group.end, group.line, self.puzzle(Layout::Rows));
        }
    }
}

/// Whether a line is a sign alone, at its beginning.
fn is_sign(shape: &RowShape) -> bool {
    shape.characters == 1 && !shape.barred && shape.width.narrow == 1
}

//! Results of puzzles in the requested form.
//!
//! ```text
//!   answers: Report, Shown ──► Writer: line, picture, json, csv ──► Reply
//! ```
//!
//! Each form is a file with a [`Writer`] and a variant of [`Layout`]. Commands do not depend on the form.

mod csv;
pub(crate) mod image;
pub(crate) mod json;
pub(crate) mod line;
pub(crate) mod page;
mod picture;
pub(crate) mod several;
pub(crate) mod texts;

use clap::ValueEnum;
use sudoku::Puzzle;
use sudoku::format::ParseError;
use sudoku_ask::{Report, Shown};

use crate::reply::{Item, Reply};
pub(crate) use csv::csv_field;
pub(crate) use line::put_line;

/// Forms of reports, by their names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// A picture
    Grid,
    /// One line
    Line,
    /// One object a line
    Json,
    /// A table with a header
    Csv,
}

impl Layout {
    /// Returns the writer of this form. Pictures may be limited to ASCII and may have colours.
    pub fn writer(self, ascii: bool, color: bool) -> Box<dyn Writer> {
        match self {
            Layout::Grid => Box::new(picture::Pictures { ascii, color }),
            Layout::Line => Box::new(line::Lines),
            Layout::Json => Box::new(json::Objects),
            Layout::Csv => Box::new(csv::Table),
        }
    }
}

/// Subject of the results; it determines the columns of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// One result for each puzzle: a solution, a status, a count.
    Answer,
    /// One result for each solution of a puzzle.
    List,
    /// Another answer, by its columns.
    Other(&'static [&'static str]),
}

impl Topic {
    /// Returns the columns after the number of the puzzle.
    fn columns(self) -> &'static [&'static str] {
        match self {
            Topic::Answer => &["status", "solution", "solutions", "nodes", "micros"],
            Topic::List => &["nth", "status", "solution", "solutions", "nodes", "micros"],
            Topic::Other(columns) => columns,
        }
    }
}

/// Writes reports in one form.
pub(crate) trait Writer: Sync {
    /// Returns the text above the results.
    fn header(&self, _: Topic) -> String {
        String::new()
    }

    /// Writes a solution, or the status if there is not exactly one.
    fn solution(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply);

    /// Writes whether there is one solution, none or several.
    fn status(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        self.solution(report, item, reply);
    }

    /// Writes the number of solutions.
    fn count(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        self.solution(report, item, reply);
    }

    /// Writes the text before the listed solutions of a puzzle.
    fn begin_list(&self, _: &Item<'_>, _: &mut Reply) {}

    /// Writes one of many solutions, numbered from 1.
    fn nth(&self, nth: u64, puzzle: &Puzzle, solution: &[u8], item: &Item<'_>, reply: &mut Reply);

    /// Writes the text after the solutions of a puzzle.
    fn end_list(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply);

    /// Writes another answer.
    fn answer(&self, answer: &dyn Shown, item: &Item<'_>, reply: &mut Reply);

    /// Writes the answer to a puzzle that cannot be read.
    fn invalid(&self, topic: Topic, error: &ParseError, item: &Item<'_>, reply: &mut Reply);
}

/// Writes a blank line between the results of two puzzles.
fn set_apart(item: &Item<'_>, reply: &mut Reply) {
    if item.index > item.first_index {
        reply.out.push(b'\n');
    }
}

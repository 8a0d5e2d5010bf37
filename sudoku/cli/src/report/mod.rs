//! Results of puzzles in the requested form.
//!
//! ```text
//!   commands ──► Report, CandidateReport, … ──► Writer: line, picture, json, csv ──► Reply
//! ```
//!
//! Each form is a file with a [`Writer`] and a variant of [`Layout`]. Commands do not depend on the form.

mod csv;
pub(crate) mod image;
mod json;
pub(crate) mod line;
pub(crate) mod page;
mod picture;
pub(crate) mod reasons;
pub(crate) mod several;

use clap::ValueEnum;
use sudoku::format::ParseError;
use sudoku::{Answer, Candidates, Minimization, Occurrences, Puzzle, Solution, Statement};

use crate::batch::{Item, Reply};
pub(crate) use csv::csv_field;
pub(crate) use line::put_line;
use reasons::Reason;
pub(crate) use sudoku_calls::report::{Number, RatingReport, Status, hundredths, quoted, stated};

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
    /// Candidates of cells.
    Candidates,
    /// Clues that a puzzle needs.
    Reduction,
    /// The difficulty of a puzzle.
    Rating,
    /// Canonical form of a puzzle.
    Form,
}

/// Result about the solutions of a puzzle.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub puzzle: &'a Puzzle,
    pub status: Status,
    pub solutions: &'a [Solution],
    /// Number of solutions, if it was asked for.
    pub count: Option<Number>,
    /// Reason of the status, if it is known.
    pub reason: Option<&'a Reason>,
    pub nodes: u64,
    pub micros: u64,
}

impl<'a> Report<'a> {
    /// Returns the report of an answer.
    pub fn of(puzzle: &'a Puzzle, answer: &'a Answer, reason: Option<&'a Reason>, micros: u64) -> Report<'a> {
        let status = Status::of(answer);
        // A solution without a proof does not answer `--unique`.
        let solutions = if status == Status::Limit { &[] } else { &answer.solutions[..] };
        Report { puzzle, status, solutions, count: None, reason, nodes: answer.nodes, micros }
    }

    /// Returns the two solutions of a puzzle that has several.
    fn both(&self) -> Option<[&'a [u8]; 2]> {
        match (self.status, self.solutions) {
            (Status::Multiple, [one, other]) => Some([one, other]),
            _ => None,
        }
    }
}

/// Values that each cell takes in some solution.
#[derive(Debug)]
pub(crate) struct CandidateReport<'a> {
    pub puzzle: &'a Puzzle,
    pub status: Status,
    pub sets: &'a [Candidates],
    /// Number of solutions for each value, if it was asked for.
    pub counts: Option<&'a Occurrences>,
    pub nodes: u64,
    pub micros: u64,
}

/// Clues that a puzzle needs.
#[derive(Debug)]
pub(crate) struct Reduction<'a> {
    pub puzzle: &'a Puzzle,
    pub status: Status,
    /// Needed clues, and the text of the puzzle with these only, or of its rules beside a picture; `None` unless there is exactly one solution.
    pub minimal: Option<(&'a Minimization, &'a str)>,
    /// Reason why there is no solution.
    pub reason: Option<&'a Reason>,
}

/// Writes reports in one form.
pub(crate) trait Writer: Sync {
    /// Returns the text above the results.
    fn header(&self, _: Topic) -> &'static str {
        ""
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

    /// Writes the candidates of cells.
    fn candidates(&self, report: &CandidateReport<'_>, item: &Item<'_>, reply: &mut Reply);

    /// Writes the puzzle with the clues that it needs.
    fn reduction(&self, reduction: &Reduction<'_>, item: &Item<'_>, reply: &mut Reply);

    /// Writes how hard the puzzle is.
    fn rating(&self, report: &RatingReport<'_>, item: &Item<'_>, reply: &mut Reply);

    /// Writes the canonical form of the puzzle.
    fn form(&self, puzzle: &Puzzle, form: &Puzzle, item: &Item<'_>, reply: &mut Reply);

    /// Writes the answer to a puzzle that cannot be read.
    fn invalid(&self, topic: Topic, error: &ParseError, item: &Item<'_>, reply: &mut Reply);
}

/// Names a given by its cell, and a rule by its text.
fn named(clue: Statement, puzzle: &Puzzle) -> String {
    match clue {
        Statement::Given(cell) => puzzle.grid().name(cell).to_string(),
        Statement::Clue(..) => stated(clue, puzzle),
    }
}

/// Returns the number of clues other than givens.
fn rules_of(puzzle: &Puzzle) -> usize {
    puzzle.statements().iter().filter(|clue| !clue.is_given()).count()
}

/// Writes a blank line between the results of two puzzles.
fn set_apart(item: &Item<'_>, reply: &mut Reply) {
    if item.index > item.first_index {
        reply.out.push(b'\n');
    }
}

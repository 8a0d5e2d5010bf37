//! What became of a puzzle, in the form that was asked for.
//!
//! ```text
//!   commands ──► Report, CandidateReport, Reduction ──► Writer: line, picture, json, csv ──► Reply
//! ```
//!
//! A form is a file with a [`Writer`] and a variant of [`Layout`]; commands do not know which one they have.

mod csv;
pub(crate) mod image;
mod json;
mod line;
pub(crate) mod page;
mod picture;
pub(crate) mod reasons;
pub(crate) mod several;

use clap::ValueEnum;
use sudoku::format::ParseError;
use sudoku::{Answer, Candidates, End, Needs, Occurrences, Puzzle, Solution};

use crate::batch::{Item, Reply};
pub(crate) use csv::csv_field;
pub(crate) use json::quoted;
pub(crate) use line::put_line;

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// One solution, proved.
    Unique,
    /// A solution; whether there are others was not asked.
    Solved,
    /// More than one solution.
    Multiple,
    /// No solution, proved.
    None,
    /// Could not be read.
    Invalid,
    /// A limit came first.
    Limit,
}

impl Status {
    pub const ALL: [Status; 6] =
        [Status::Unique, Status::Solved, Status::Multiple, Status::None, Status::Invalid, Status::Limit];

    /// What an answer says, if one solution was asked for, or two.
    pub fn of(answer: &Answer) -> Status {
        match (answer.solutions.len(), answer.end) {
            (0, End::Exhausted) => Status::None,
            (1, End::Exhausted) => Status::Unique,
            (1, End::Enough) => Status::Solved,
            (2, _) => Status::Multiple,
            _ => Status::Limit,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Solved => "solved",
            Status::Multiple => "multiple",
            Status::None => "none",
            Status::Invalid => "invalid",
            Status::Limit => "limit",
        }
    }
}

/// The forms of reports, as they are typed.
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
    /// Its writer. Pictures may have to do with plain characters, and may have colours.
    pub fn writer(self, ascii: bool, color: bool) -> Box<dyn Writer> {
        match self {
            Layout::Grid => Box::new(picture::Pictures { ascii, color }),
            Layout::Line => Box::new(line::Lines),
            Layout::Json => Box::new(json::Objects),
            Layout::Csv => Box::new(csv::Table),
        }
    }
}

/// What the results of a command are about. Tables have other columns for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// Each puzzle has one result: a solution, a status, a count.
    Answer,
    /// Each solution of a puzzle is a result.
    List,
    /// The candidates of cells.
    Candidates,
    /// The clues that a puzzle needs.
    Reduction,
}

/// What was found out about the solutions of a puzzle.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub puzzle: &'a Puzzle,
    pub status: Status,
    pub solutions: &'a [Solution],
    /// How many, where that was asked; and whether that is all.
    pub count: Option<(u64, bool)>,
    /// Why, where it is known.
    pub reason: Option<&'a str>,
    pub nodes: u64,
    pub micros: u64,
}

impl<'a> Report<'a> {
    /// Of an answer, which took so long.
    pub fn of(puzzle: &'a Puzzle, answer: &'a Answer, reason: Option<&'a str>, micros: u64) -> Report<'a> {
        let status = Status::of(answer);
        // A solution without its proof is no answer to --unique.
        let solutions = if status == Status::Limit { &[] } else { &answer.solutions[..] };
        Report { puzzle, status, solutions, count: None, reason, nodes: answer.nodes, micros }
    }

    /// The two solutions of a puzzle that has several.
    fn both(&self) -> Option<[&'a [u8]; 2]> {
        match (self.status, self.solutions) {
            (Status::Multiple, [one, other]) => Some([one, other]),
            _ => None,
        }
    }
}

/// What each cell of a puzzle is in some solution.
#[derive(Debug)]
pub(crate) struct CandidateReport<'a> {
    pub puzzle: &'a Puzzle,
    pub status: Status,
    pub sets: &'a [Candidates],
    /// In how many solutions, if that was asked.
    pub counts: Option<&'a Occurrences>,
    pub nodes: u64,
    pub micros: u64,
}

/// Which clues a puzzle needs.
#[derive(Debug)]
pub(crate) struct Reduction<'a> {
    pub puzzle: &'a Puzzle,
    pub status: Status,
    /// The clues, and the puzzle with these only; nothing where there is not just one solution.
    pub minimal: Option<(&'a Needs, &'a Puzzle)>,
    /// Why there is no solution.
    pub reason: Option<&'a str>,
}

/// Writes reports in one form.
pub(crate) trait Writer: Sync {
    /// What stands above the results.
    fn header(&self, _: Topic) -> &'static str {
        ""
    }

    /// A solution, or what became of the puzzle where there is not just one.
    fn solution(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply);

    /// Whether there is one solution, none or several.
    fn status(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        self.solution(report, item, reply);
    }

    /// How many solutions there are.
    fn count(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        self.solution(report, item, reply);
    }

    /// What stands before the solutions of a puzzle that are listed.
    fn begin_list(&self, _: &Item<'_>, _: &mut Reply) {}

    /// One of many solutions, by its number from 1.
    fn nth(&self, nth: u64, puzzle: &Puzzle, solution: &[u8], item: &Item<'_>, reply: &mut Reply);

    /// What stands after the solutions of a puzzle.
    fn end_list(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply);

    /// The candidates of cells.
    fn candidates(&self, report: &CandidateReport<'_>, item: &Item<'_>, reply: &mut Reply);

    /// The puzzle with the clues that it needs.
    fn reduction(&self, reduction: &Reduction<'_>, item: &Item<'_>, reply: &mut Reply);

    /// The answer to a puzzle that cannot be read.
    fn invalid(&self, topic: Topic, error: &ParseError, item: &Item<'_>, reply: &mut Reply);
}

/// A blank line between the results of two puzzles.
fn set_apart(item: &Item<'_>, reply: &mut Reply) {
    if item.index > item.first_index {
        reply.out.push(b'\n');
    }
}

//! The outcome of a puzzle.

use serde::Serialize;
use sudoku::{Answer, End};

/// Outcome of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Exactly one solution, proved.
    Unique,
    /// A solution; uniqueness was not checked.
    Solved,
    /// More than one solution.
    Multiple,
    /// No solution, proved.
    None,
    /// Puzzle that cannot be read.
    Invalid,
    /// A limit was reached first.
    Limit,
}

impl Status {
    /// All statuses.
    pub const ALL: [Status; 6] =
        [Status::Unique, Status::Solved, Status::Multiple, Status::None, Status::Invalid, Status::Limit];

    /// Returns the status of an answer to a request for one solution or two.
    pub fn of(answer: &Answer) -> Status {
        match (answer.solutions.len(), answer.end) {
            (0, End::Exhausted) => Status::None,
            (1, End::Exhausted) => Status::Unique,
            (1, End::Enough) => Status::Solved,
            (2, _) => Status::Multiple,
            _ => Status::Limit,
        }
    }

    /// Returns the status of an answer to a request for at least two solutions.
    pub fn of_several(answer: &Answer) -> Status {
        match (answer.solutions.len(), answer.end) {
            (0, End::Exhausted) => Status::None,
            (1, End::Exhausted) => Status::Unique,
            (0 | 1, _) => Status::Limit,
            _ => Status::Multiple,
        }
    }

    /// Returns the word for the status on a page.
    pub fn verdict(self) -> &'static str {
        match self {
            Status::Multiple => "several",
            Status::Limit => "unknown",
            other => other.name(),
        }
    }

    /// Returns the word for the status.
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

/// The answer to a search for one solution or two.
#[derive(Debug)]
pub struct Solved {
    /// The solutions.
    pub answer: Answer,
    /// Microseconds; the mean if several puzzles were solved together.
    pub micros: u64,
}

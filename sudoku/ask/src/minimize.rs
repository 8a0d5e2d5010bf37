//! Puzzles without redundant clues.

use serde::{Serialize, Serializer};
use sudoku::{Minimization, Puzzle, Statement};

use crate::json::fields;
use crate::words::{named, rules_of};
use crate::{Reason, Status};

/// The clues that a puzzle needs.
#[derive(Debug)]
pub struct Reduction<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whether there is one solution, and it is known of each clue whether it is needed.
    pub status: Status,
    /// Needed clues, and the text of the puzzle with these only, or of its rules beside a picture; `None` unless there is
    /// exactly one solution.
    pub minimal: Option<(&'a Minimization, &'a str)>,
    /// Reason why there is no solution.
    pub reason: Option<&'a Reason>,
}

impl Serialize for Reduction<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Reduction { puzzle, minimal, reason, .. } = *self;
        let found = minimal.map(|(found, _)| found);
        let list = |clues: &[Statement], has: fn(&Statement) -> bool| -> Vec<String> {
            clues.iter().filter(|clue| has(clue)).map(|clue| named(*clue, puzzle)).collect()
        };
        fields!(to,
            "status": self.status,
            "givens": puzzle.givens(),
            "needed"?: found.map(|found| found.minimal.givens()),
            "redundant"?: found.map(|found| list(&found.redundant, |clue| clue.is_given())),
            "rules"?: found.map(|_| rules_of(puzzle)),
            "needed_rules"?: found.map(|found| rules_of(&found.minimal)),
            "redundant_rules"?: found.map(|found| list(&found.redundant, |clue| !clue.is_given())),
            "undecided"?: found.map(|found| list(&found.undecided, |_| true)),
            "minimal"?: minimal.map(|(_, text)| text.trim_end()),
            "reason"?: reason.map(|reason| &reason.what),
            "faults"?: reason.and_then(|reason| reason.faults(puzzle)),
        )
    }
}

//! Puzzles without redundant clues.

use serde::{Serialize, Serializer};
use sudoku::print::Picture;
use sudoku::{Minimization, Puzzle, Statement};

use crate::json::{self, fields};
use crate::words::{named, rules_of};
use crate::{Reason, Shown, Status};

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
        let list = |clues, has| self.names(clues, has);
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

impl Reduction<'_> {
    /// The columns of a table.
    pub const COLUMNS: &'static [&'static str] = &[
        "status",
        "givens",
        "needed",
        "redundant",
        "minimal",
        "rules",
        "needed_rules",
        "redundant_rules",
        "undecided",
    ];

    fn names(&self, clues: &[Statement], has: fn(&Statement) -> bool) -> Vec<String> {
        clues.iter().filter(|clue| has(clue)).map(|clue| named(*clue, self.puzzle)).collect()
    }

    fn status_line(&self) -> String {
        format!("{}\n", self.status.name())
    }
}

impl Shown for Reduction<'_> {
    fn lines(&self, out: &mut Vec<u8>) {
        match self.minimal {
            Some((_, minimal)) => out.extend(minimal.bytes()),
            None => out.extend(self.status_line().bytes()),
        }
    }

    fn object(&self, index: u64) -> String {
        json::numbered(index, self)
    }

    fn row(&self) -> Vec<String> {
        let cells = self.minimal.map(|(found, minimal)| {
            [
                found.minimal.givens().to_string(),
                self.names(&found.redundant, |clue| clue.is_given()).join(" "),
                minimal.trim_end().to_owned(),
                rules_of(self.puzzle).to_string(),
                rules_of(&found.minimal).to_string(),
                self.names(&found.redundant, |clue| !clue.is_given()).join("; "),
                self.names(&found.undecided, |_| true).join("; "),
            ]
        });
        let before = [self.status.name().to_owned(), self.puzzle.givens().to_string()];
        before.into_iter().chain(cells.unwrap_or_default()).collect()
    }

    /// The grid, and the rules below it.
    fn picture(&self, draw: &dyn Fn(Picture<'_>) -> String) -> Option<String> {
        Some(match self.minimal {
            Some((found, rules)) => draw(Picture::of(&found.minimal)) + rules,
            None => self.status_line(),
        })
    }
}

//! Puzzles without redundant clues.

use serde::{Serialize, Serializer};
use sudoku::format::Format;
use sudoku::print::Picture;
use sudoku::{Answer, May, Minimization, Puzzle, Solver, Statement};

use crate::call::{Call, Field, PUZZLE, Request, Response, Type, Work};
use crate::json::{self, fields, object};
use crate::words::{Fault, cited, named, rules_of, stated};
use crate::{Convert, Failure, Reason, Shown, Status};

/// Asks which clues a puzzle does not need.
#[derive(Clone, Copy, Debug)]
pub struct Minimize {
    /// What may be left out.
    pub may: May,
}

impl Minimize {
    /// Leaves clues out. `solved` is the answer to a search for two solutions.
    pub fn answer(self, puzzle: &Puzzle, solved: &Answer, solver: &mut Solver) -> Minimized {
        let mut asked = puzzle.statements();
        asked.retain(|&clue| self.may.includes(clue));
        let found = Minimization::of(solver, puzzle, solved, &asked);
        let is_undecided = found.as_ref().is_some_and(|found| !found.undecided.is_empty());
        let status = if is_undecided { Status::Limit } else { Status::of(solved) };
        Minimized { status, found }
    }
}

/// The clues that a puzzle needs.
#[derive(Debug)]
pub struct Minimized {
    /// Whether there is one solution, and it is known of each clue whether it is needed.
    pub status: Status,
    /// The clues; `None` unless there is exactly one solution.
    pub found: Option<Minimization>,
}

/// Tells which clues can be left out, each by itself, and which were kept because of a limit.
pub fn clues_in_words(found: &Minimization, puzzle: &Puzzle) -> Vec<Reason> {
    let tell = |clues: &[Statement], one: &str, several: &str| {
        let first = clues.first()?;
        let list = list(clues, puzzle);
        let what = match clues {
            [_] => format!("{list} {one}"),
            _ => format!("{} clues {several}: {list}", clues.len()),
        };
        Some(Reason::new(what, first.place(puzzle)))
    };
    let redundant = tell(&found.redundant, "is not needed", "are not needed, each by itself");
    let undecided = tell(
        &found.undecided,
        "was kept: the limit was reached before it was known whether it is needed",
        "were kept, since the limit was reached before it was known whether they are needed",
    );
    redundant.into_iter().chain(undecided).collect()
}

/// Lists givens, and rules apart by semicolons, since they may have commas.
fn list(clues: &[Statement], puzzle: &Puzzle) -> String {
    let mut list = String::new();
    for clue in clues {
        if !list.is_empty() {
            list += if clue.is_given() { ", " } else { "; " };
        }
        list += &match clue.clue(puzzle) {
            Some(rule) => cited(&rule, puzzle),
            None => stated(*clue, puzzle),
        };
    }
    list
}

/// The clues that a puzzle needs, to be shown.
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

pub(crate) const CALL: Call = Call {
    path: "/api/minimize",
    about: "Finds the givens and clues that a puzzle does not need for its only solution.",
    fields: &[
        PUZZLE,
        Field::new("givens", Type::Flag, "whether to ask about givens alone"),
        Field::new("rules", Type::Flag, "whether to ask about clues of rules alone"),
    ],
    answer: "{status, redundant: [{kind: given or rule, text, cells}], each by itself, undecided: those that a limit kept, \
             erased: those that can go together, puzzle: without them}",
    is_stream: false,
    run: minimize,
};

fn minimize(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let question = Minimize { may: May::only(request.flag("givens"), request.flag("rules")) };
    let mut solver = Solver::new(work.budget());
    let answer = solver.solve(&puzzle, 2);
    let Minimized { status, found } = question.answer(&puzzle, &answer, &mut solver);
    let mut told = object().with("status", status);
    if let Some(found) = found {
        let faults = |statements: &[Statement]| -> Vec<Fault<usize>> {
            statements.iter().map(|&one| Fault::of(one, &puzzle, |cell| cell)).collect()
        };
        told = told
            .with("redundant", faults(&found.redundant))
            .with("undecided", faults(&found.undecided))
            .with("erased", faults(&found.erased))
            .with("puzzle", Convert { to: Format::Native, place: 0 }.answer(&found.minimal).text);
    }
    Ok(Response::of(&told))
}

//! What a setter may change: for one solution, or for a level easier or harder.

use serde::Serialize;
use sudoku::explain::{Explainer, Level, State, Step, Truth};
use sudoku::format::Format;
use sudoku::print::Picture;
use sudoku::{Aim, Answer, Budget, Change, Changed, May, Puzzle, Statement};

use crate::call::{Call, Field, PUZZLE, Request, Response, Type, Work};
use crate::failure::named;
use crate::json::{Decimal, Object, object};
use crate::words::{Fault, listed, name};
use crate::{Convert, Failure, Names, Reason, Shown, Status, headed};

/// What a puzzle may be changed for, by name.
pub const AIMS: &Names<Aim> = &[
    ("unique", "One solution of several, by as few givens and clues as are found in 10 s", Aim::Unique),
    ("easier", "One level easier, by givens", Aim::Easier),
    ("harder", "One level harder, without some givens and clues or with others", Aim::Harder),
];

/// Asks for a change.
#[derive(Clone, Copy, Debug)]
pub struct Suggest {
    /// What it is for.
    pub aim: Aim,
    /// What may be added or erased.
    pub may: May,
}

impl Suggest {
    /// Looks for a change. `solved` is the answer to a search for two solutions.
    pub fn answer(self, puzzle: &Puzzle, solved: &Answer, budget: &Budget) -> Suggested {
        let status = Status::of(solved);
        let budget = budget.clone().from_now();
        let say = |what: &str| Some(Reason::of_puzzle(what, puzzle));
        let asks_level = status == Status::Unique && self.aim != Aim::Unique;
        let hardest = if asks_level { Hardest::of(puzzle, &budget) } else { None };
        let mut suggested = Suggested { status, hardest, change: None, level: None, reason: None };
        suggested.reason = match (status, self.aim) {
            (Status::Unique, Aim::Unique) => say("the puzzle has one solution already"),
            (Status::Multiple, Aim::Easier | Aim::Harder) => say("several solutions: make it unique first"),
            (Status::Unique | Status::Multiple, _) => return self.change(puzzle, suggested, &budget),
            (Status::Limit, _) => say("the limit was reached before the number of solutions was known"),
            (_, _) => Reason::of_none(status, puzzle, &budget),
        };
        suggested
    }

    fn change(self, puzzle: &Puzzle, suggested: Suggested, budget: &Budget) -> Suggested {
        let say = |what: &str| Some(Reason::of_puzzle(what, puzzle));
        match Change::of(puzzle, self.aim, self.may, budget) {
            Changed::To(change) => {
                let rating = Explainer::within(budget.clone()).rate(&change.puzzle);
                let level = rating.is_complete().then(|| rating.level());
                Suggested { status: Status::Unique, change: Some(*change), level, ..suggested }
            }
            Changed::Nothing => Suggested { reason: say("no such change was found"), ..suggested },
            Changed::Limit => {
                let reason = say("the limit was reached before a change was found");
                Suggested { status: Status::Limit, reason, ..suggested }
            }
        }
    }
}

/// The hardest step of a puzzle.
#[derive(Debug)]
pub struct Hardest {
    /// Its level.
    pub level: Level,
    /// Its cost, in hundredths.
    pub cost: u16,
    /// Its name.
    pub name: String,
    /// What it says.
    pub text: String,
    /// The clues of rules that carry it.
    pub clues: Vec<Statement>,
}

impl Hardest {
    /// Returns the first of the costliest steps; `None` if the steps do not reach the end.
    fn of(puzzle: &Puzzle, budget: &Budget) -> Option<Hardest> {
        let mut explainer = Explainer::within(budget.clone());
        let mut path = explainer.path(puzzle);
        let mut hardest: Option<(Step, State)> = None;
        while !path.state().is_solved() {
            let before = path.state().clone();
            let step = path.step().ok()?;
            if hardest.as_ref().is_none_or(|(hardest, _)| step.cost > hardest.cost) {
                hardest = Some((step, before));
            }
        }
        let (step, before) = hardest?;
        let clues = clues(&step, &before, puzzle);
        let (level, name) = (Level::of(step.cost), step.title(&before));
        Some(Hardest { level, cost: step.cost, name, text: headed(&step, &before), clues })
    }
}

/// The clues of rules that a step names.
fn clues(step: &Step, before: &State, puzzle: &Puzzle) -> Vec<Statement> {
    let is_clue = |truth: &&Truth| !matches!(truth, Truth::Cell(_) | Truth::Place { .. });
    let truths = step.truths.iter().filter(is_clue).flat_map(|&truth| before.names_of(truth));
    let names: Vec<String> = truths.chain(step.rules(before)).collect();
    let clues = 0..puzzle.clues().len();
    clues.filter(|&at| names.contains(&before.name_of_clue(at))).map(|at| Statement::Clue(at, None)).collect()
}

/// A change of a puzzle, and what it is for.
#[derive(Debug)]
pub struct Suggested {
    /// Whether the changed puzzle has one solution, which is proved; without a change, what is known of the puzzle.
    pub status: Status,
    /// The hardest step of a puzzle with one solution, unless that is the aim, if steps reach it.
    pub hardest: Option<Hardest>,
    /// The change.
    pub change: Option<Change>,
    /// The level of the changed puzzle, if it is known.
    pub level: Option<Level>,
    /// Why there is no change.
    pub reason: Option<Reason>,
}

impl Suggested {
    /// The answer as data; `cell` tells a cell.
    fn object<C: Serialize>(&self, puzzle: &Puzzle, cell: impl Fn(usize, &Puzzle) -> C) -> Object {
        let faults = |statements: &[Statement], of: &Puzzle| -> Vec<Fault<C>> {
            statements.iter().map(|&one| Fault::of(one, of, |at| cell(at, of))).collect()
        };
        let mut told = object().with("status", self.status);
        if let Some(hardest) = &self.hardest {
            let Hardest { level, cost, name, text, clues } = hardest;
            let step = object()
                .with("name", name)
                .with("cost", Decimal::hundredths((*cost).into()))
                .with("text", text)
                .with("clues", faults(clues, puzzle));
            told = told.with("level", level.name()).with("hardest", step);
        }
        if let Some(change) = &self.change {
            let written = Convert { to: Format::Native, place: 0 }.answer(&change.puzzle).text;
            told = told
                .with("removed", faults(&change.removed, puzzle))
                .with("added", faults(&change.added, &change.puzzle))
                .with("puzzle", written);
        }
        if let Some(level) = self.level {
            told = told.with("to", level.name());
        }
        if let Some(reason) = &self.reason {
            told = told.with("reason", &reason.what);
        }
        told
    }

    /// What is added and left out, in a sentence each; why there is no change; and what the hardest step is.
    pub fn notes(&self, puzzle: &Puzzle) -> Vec<Reason> {
        let say = |what: String| Reason::of_puzzle(what, puzzle);
        let mut notes: Vec<Reason> = self.reason.iter().cloned().collect();
        if let Some(Hardest { level, name, clues, .. }) = &self.hardest {
            let by =
                if clues.is_empty() { String::new() } else { format!(" (by {})", listed(clues, puzzle)) };
            notes.push(say(format!("{}, the hardest step{by}: {name}", level.name())));
        }
        let Some(change) = &self.change else { return notes };
        let parts = [("left out", &change.removed, puzzle), ("added", &change.added, &change.puzzle)];
        for (what, statements, of) in parts.into_iter().filter(|(_, statements, _)| !statements.is_empty()) {
            notes.push(say(format!("{what}: {}", listed(statements, of))));
        }
        notes
    }
}

/// A change, to be shown.
#[derive(Debug)]
pub struct Suggestion<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The change.
    pub suggested: &'a Suggested,
    /// The changed puzzle as text.
    pub text: Option<&'a str>,
}

impl Suggestion<'_> {
    /// The columns of a table.
    pub const COLUMNS: &'static [&'static str] = &["status", "removed", "added", "level", "to", "puzzle"];
}

impl Shown for Suggestion<'_> {
    fn lines(&self, out: &mut Vec<u8>) {
        match self.text {
            Some(text) => out.extend(text.bytes()),
            None => out.extend(format!("{}\n", self.suggested.status.name()).bytes()),
        }
    }

    fn object(&self, index: u64) -> String {
        crate::json::numbered(index, &self.suggested.object(self.puzzle, name))
    }

    fn row(&self) -> Vec<String> {
        let Suggested { status, hardest, change, level, .. } = self.suggested;
        let told = |statements: &[Statement], of: &Puzzle| {
            statements.iter().map(|&one| crate::words::stated(one, of)).collect::<Vec<_>>().join("; ")
        };
        let change = change.as_ref();
        vec![
            status.name().to_owned(),
            change.map_or_else(String::new, |change| told(&change.removed, self.puzzle)),
            change.map_or_else(String::new, |change| told(&change.added, &change.puzzle)),
            hardest.as_ref().map_or_else(String::new, |hardest| hardest.level.name().to_owned()),
            level.map_or_else(String::new, |level| level.name().to_owned()),
            self.text.unwrap_or_default().trim_end().to_owned(),
        ]
    }

    /// The grid, and the rules below it.
    fn picture(&self, draw: &dyn Fn(Picture<'_>) -> String) -> Option<String> {
        Some(match (&self.suggested.change, self.text) {
            (Some(change), Some(rules)) => draw(Picture::of(&change.puzzle)) + rules,
            _ => format!("{}\n", self.suggested.status.name()),
        })
    }
}

pub(crate) const CALL: Call = Call {
    path: "/api/suggest",
    about: "Looks for a change of a puzzle: as few givens and clues as are found that leave one solution, or a variant that \
            is a level easier or harder; and tells its hardest step, with the clues that carry it.",
    fields: &[
        PUZZLE,
        Field::new("for", Type::Text, "unique, easier or harder; unique without the field"),
        Field::new("givens", Type::Flag, "whether to add or erase givens alone"),
        Field::new("rules", Type::Flag, "whether to add or erase clues of rules alone"),
    ],
    answer: "{status, level, hardest: {name, cost, text, clues}, removed: [{kind: given or rule, text, cells}], added, \
             puzzle: the changed one, to: its level, reason: why there is none}",
    is_stream: false,
    run: suggest,
};

fn suggest(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let aim = named("aim", request.maybe_text("for").unwrap_or("unique"), AIMS)?;
    let may = May::only(request.flag("givens"), request.flag("rules"));
    let answer = work.solve(&puzzle, 2);
    let suggested = Suggest { aim, may }.answer(&puzzle, &answer, &work.budget());
    Ok(Response::of(&suggested.object(&puzzle, |cell, _| cell)))
}

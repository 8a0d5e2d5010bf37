//! The next step from the current entries, or what was entered wrongly.

use std::time::Duration;

use csp::clock::Instant;
use serde::{Serialize, Serializer};
use serde_json::json;
use sheet::Image;
use sudoku::explain::{self, Detail, Explainer, State, Stuck};
use sudoku::print::{self, Area, Drawing, Roles};
use sudoku::{Answer, Budget, Candidates, End, Puzzle, Solver, Statement};

use crate::call::{Call, ENTRIES, Field, PUZZLE, Request, Response, Type, Work};
use crate::failure::named;
use crate::json::{self, fields, object};
use crate::reason::roles_of;
use crate::step::{candidates_of, headed};
use crate::words::{MOST_LISTED, faults, listed, name};
use crate::{Failure, Names, Reason, Status, StepData};

/// Longest time to search for the reasons why entries are wrong.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

/// The decisions after which a hint no longer depends on whether there is another solution. They settle all but 9 of 242
/// published variants, and take a tenth of a second there.
const MOST_NODES: u64 = 2_000;

/// How much a hint tells.
pub const LEVELS: &Names<Detail> = &[
    ("nudge", "What to look for", Detail::Nudge),
    ("where", "Where to look", Detail::Where),
    ("full", "The reason, and what follows", Detail::Full),
];

/// Asks for a hint.
#[derive(Clone, Copy, Debug)]
pub struct Hint<'a> {
    /// The candidates of all cells, with entries and pencil marks.
    pub marks: &'a [Candidates],
    /// How much the hint tells.
    pub detail: Detail,
    /// The number of wrong entries whose reasons are looked for.
    pub explained: usize,
    /// Whether to look for the reason if there is no solution.
    pub finds_fault: bool,
}

/// Returns the level with a name.
pub fn level(name: &str) -> Result<Detail, Failure> {
    named("level", name, LEVELS)
}

impl Hint<'_> {
    /// Finds wrong entries, or else the next step. `known` is the answer to a search for two solutions, if there was one.
    /// If it takes long to find out whether there is another solution, and what was entered fits one, the status leaves
    /// it open.
    pub fn answer<'a>(
        &self,
        puzzle: &'a Puzzle,
        known: Option<Answer>,
        solver: &mut Solver,
        budget: &Budget,
    ) -> Hinted<'a> {
        let solved = &known.unwrap_or_else(|| self.solve(puzzle, solver, MOST_NODES));
        let status = Status::of(solved);
        let advice = match (status, &solved.solutions[..]) {
            (Status::None, _) => Advice::NoSolution(self.finds_fault.then(|| Reason::fault(puzzle, budget))),
            (Status::Unique, [solution]) => {
                let mistakes = Mistakes::of(puzzle, self.marks, solution, self.explained, budget);
                mistakes.map_or_else(|| self.next(puzzle, solved, budget), Advice::Mistakes)
            }
            _ => self.next(puzzle, solved, budget),
        };
        let text = advice.text(puzzle, self.detail);
        Hinted { puzzle, status, nodes: solved.nodes, text, advice }
    }

    /// Searches for two solutions as far as the hint depends on them: entries that fit one solution are not wrong, whether
    /// or not there is another, and a step holds in all of them. So after `nodes` decisions it is enough to know that the
    /// entries fit one.
    fn solve(&self, puzzle: &Puzzle, solver: &mut Solver, nodes: u64) -> Answer {
        let mut brief = solver.solve_briefly(puzzle, 2, nodes);
        if brief.end != End::Limit || solver.budget().is_spent_by(&brief) {
            return brief;
        }
        let marked = || puzzle.cells().iter().zip(self.marks);
        let fits = |solution: &[u8]| {
            let mut cells = solution.iter().zip(self.marks).enumerate();
            cells.all(|(cell, (&value, marks))| puzzle.grid().is_gap(cell) || marks.contains(value))
        };
        let is_open = marked().all(|(cell, &marks)| cell.without(marks).is_empty());
        if !is_open && !brief.solutions.iter().any(|solution| fits(solution)) {
            let mut entered = puzzle.clone();
            entered.set_cells(&marked().map(|(&cell, &marks)| cell.and(marks)).collect::<Vec<Candidates>>());
            let found = solver.solve(&entered, 1);
            if found.solutions.is_empty() {
                return solver.solve(puzzle, 2);
            }
            (brief.solutions, brief.nodes) = (found.solutions, brief.nodes + found.nodes);
        }
        if !brief.solutions.is_empty() {
            brief.end = End::Enough;
        }
        brief
    }

    fn next(&self, puzzle: &Puzzle, solved: &Answer, budget: &Budget) -> Advice {
        if budget.is_spent_by(solved) {
            return Advice::Limit;
        }
        let mut entered = puzzle.clone();
        entered.set_cells(self.marks);
        let mut explainer = Explainer::within(budget.clone());
        let state = explainer.begin(&entered);
        match explainer.next(&state) {
            Ok(step) => Advice::Step(Box::new(step), Box::new(state)),
            Err(Stuck::Solved) => Advice::Done,
            Err(Stuck::Contradiction(truth)) => Advice::Impossible(state.names_of(truth).join(" ")),
            Err(Stuck::Limit) => Advice::Limit,
            Err(_) => Advice::Unknown,
        }
    }
}

/// The answer to a request for a hint.
pub struct Hinted<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whether the puzzle has one solution.
    pub status: Status,
    /// The decisions of the search for solutions.
    pub nodes: u64,
    /// The hint in words.
    pub text: String,
    /// The hint.
    pub advice: Advice,
}

/// A hint.
pub enum Advice {
    /// The puzzle has no solution, perhaps with the reason.
    NoSolution(Option<Reason>),
    /// Something was entered wrongly.
    Mistakes(Mistakes),
    /// The next step, and the state before it.
    Step(Box<explain::Step>, Box<State>),
    /// All cells have values.
    Done,
    /// The entries have no solution; the text names the clues and rules that show it.
    Impossible(String),
    /// The limit was reached before a step was found.
    Limit,
    /// No step is known.
    Unknown,
}

impl Hinted<'_> {
    /// A picture as far as the hint goes: where to look, or the whole step; wrong entries with the clues that exclude
    /// the first; givens and clues that have no solution together. `None` if there is nothing to draw.
    pub fn image(&self, marks: &[Candidates], detail: Detail) -> Option<Image> {
        let clues = print::marks(self.puzzle);
        match (&self.advice, detail) {
            (_, Detail::Nudge) => None,
            (Advice::Step(step, before), Detail::Where) => {
                Some(before.image(self.puzzle, &clues, &step.places(before)))
            }
            (Advice::Step(step, before), Detail::Full) => Some(step.image(before, self.puzzle, &clues)),
            (Advice::Mistakes(mistakes), _) => {
                let roles = mistakes.roles(self.puzzle);
                let placed: Vec<Option<u8>> = marks.iter().map(|marks| marks.value()).collect();
                let drawing = Drawing::of(self.puzzle).marks(&clues).candidates(marks).placed(&placed);
                Some(drawing.roles(&roles).without_words().image())
            }
            (Advice::NoSolution(Some(reason)), _) => reason.image(self.puzzle),
            _ => None,
        }
    }
}

impl Advice {
    fn text(&self, puzzle: &Puzzle, detail: Detail) -> String {
        match self {
            Advice::NoSolution(Some(reason)) => format!("No solution: {}.", reason.what),
            Advice::NoSolution(None) => "The puzzle has no solution.".into(),
            Advice::Mistakes(mistakes) => mistakes.text(puzzle, detail),
            Advice::Step(step, before) if detail == Detail::Full => headed(step, before),
            Advice::Step(step, before) => step.text(before, detail),
            Advice::Done => "All is done.".into(),
            Advice::Impossible(names) => format!("What stands there has no solution: see {names}."),
            Advice::Limit => "The limit was reached before a step was found.".into(),
            Advice::Unknown => "No step is known from here.".into(),
        }
    }
}

impl Serialize for Hinted<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (mut step, mut mistakes, mut reason) = (None, None, None);
        match &self.advice {
            Advice::Step(found, before) => step = Some(StepData::of(found, before, self.puzzle)),
            Advice::Mistakes(found) => mistakes = Some(found),
            Advice::NoSolution(found) => reason = found.as_ref(),
            _ => {}
        }
        let puzzle = self.puzzle;
        let wrong = |entry: &WrongEntry| {
            let reasons = entry.reasons.as_ref().map(|reasons| faults(reasons, puzzle));
            let value = puzzle.symbols().get(entry.value);
            object().with("cell", name(entry.cell, puzzle)).with("value", value).with("reasons", reasons)
        };
        let lacking = |found: &Mistakes| -> Vec<String> {
            found.lacking.iter().map(|&cell| name(cell, puzzle)).collect()
        };
        fields!(to,
            "status": self.status,
            "text": self.text,
            "step": step,
            "wrong"?: mistakes.map(|found| found.entries.iter().map(wrong).collect::<Vec<_>>()),
            "lacking"?: mistakes.map(lacking),
            "reason"?: reason.map(|reason| &reason.what),
            "faults"?: reason.and_then(|reason| reason.faults(puzzle)),
        )
    }
}

/// All that was entered wrongly. There is something.
pub struct Mistakes {
    /// The entries that differ from the solution.
    pub entries: Vec<WrongEntry>,
    /// The cells whose pencil marks lack the right value.
    pub lacking: Vec<usize>,
}

/// An entry that differs from the solution.
pub struct WrongEntry {
    /// The cell.
    pub cell: usize,
    /// The value that was entered.
    pub value: u8,
    /// Givens and rules that have no solution together with the entry; `None` if they are not known.
    pub reasons: Option<Vec<Statement>>,
}

impl Mistakes {
    /// Compares entries and pencil marks with the solution, and looks for the reasons of the first `explained` wrong
    /// entries. `None` if nothing is wrong.
    fn of(
        puzzle: &Puzzle,
        marks: &[Candidates],
        solution: &[u8],
        explained: usize,
        budget: &Budget,
    ) -> Option<Mistakes> {
        let begun = Instant::now();
        let mut mistakes = Mistakes { entries: Vec::new(), lacking: Vec::new() };
        for (cell, marks) in marks.iter().enumerate() {
            if puzzle.grid().is_gap(cell) || marks.contains(solution[cell]) {
                continue;
            }
            let Some(value) = marks.value() else {
                mistakes.lacking.push(cell);
                continue;
            };
            let left = LONGEST_LOOK.saturating_sub(begun.elapsed());
            let is_explained = mistakes.entries.len() < explained && left > Duration::ZERO;
            let reasons = is_explained.then(|| {
                let mut with_entry = puzzle.clone();
                with_entry.set_cell(cell, *marks);
                let clash = with_entry.clash(&budget.clone().time(left))?;
                let others = clash.statements().into_iter();
                Some(others.filter(|&other| other != Statement::Given(cell)).collect())
            });
            mistakes.entries.push(WrongEntry { cell, value, reasons: reasons.flatten() });
        }
        (!mistakes.entries.is_empty() || !mistakes.lacking.is_empty()).then_some(mistakes)
    }

    /// The wrong entries, and the clues and givens that exclude the first of them.
    fn roles(&self, puzzle: &Puzzle) -> Roles {
        let reasons = self.entries.first().and_then(|entry| entry.reasons.as_ref());
        let mut roles = roles_of(reasons.map_or(&[][..], Vec::as_slice), puzzle);
        roles.wrong = self.entries.iter().map(|entry| entry.cell).collect();
        let lacking = self.lacking.iter().map(|&cell| Area { cells: vec![cell as u16], is_second: false });
        roles.places.extend(lacking);
        roles
    }

    /// Returns the first mistake in words, and the places of the other wrong entries.
    fn text(&self, puzzle: &Puzzle, detail: Detail) -> String {
        let name = |cell: usize| name(cell, puzzle);
        let Some((WrongEntry { cell, value, reasons }, others)) = self.entries.split_first() else {
            return match (detail, self.lacking.first()) {
                (Detail::Where | Detail::Full, Some(&cell)) => {
                    format!("The pencil marks of {} lack its value: look at them again.", name(cell))
                }
                _ => "Some pencil marks lack the right value.".into(),
            };
        };
        let (name_of_first, symbol) = (name(*cell), puzzle.symbols().get(*value));
        let mut text = match (detail, reasons) {
            (Detail::Nudge, _) => return "Something that was entered is wrong.".into(),
            (Detail::Where, _) => return format!("Look at {name_of_first} again."),
            (Detail::Full, None) => format!("{name_of_first} is not {symbol}."),
            (Detail::Full, Some(reasons)) => {
                let because =
                    if reasons.is_empty() { "the grid".to_owned() } else { listed(reasons, puzzle) };
                format!("{symbol} in {name_of_first} cannot stand: it is impossible with {because}.")
            }
        };
        if !others.is_empty() {
            let names: Vec<String> = others.iter().take(MOST_LISTED).map(|entry| name(entry.cell)).collect();
            let more = others.len().saturating_sub(MOST_LISTED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            text += &format!(" Also wrong: {}{more}.", names.join(", "));
        }
        text
    }
}

pub(crate) const CALL: Call = Call {
    path: "/api/hint",
    about: "Finds wrong entries, or else the next step, as `sudoku hint --json`.",
    fields: &[
        PUZZLE,
        ENTRIES,
        Field::new(
            "marks",
            Type::Cells,
            "pencil marks: a list of values for each cell; null or an empty list allows all values",
        ),
        Field::new("level", Type::Text, "nudge, where or full, by default full"),
    ],
    answer: "{status, text, level, step; cells: {truths, removed, placed: [[cell, value]]} and svg except \
             for nudges; instead of a step, full hints have reason and faults if there is no solution, or else \
             wrong: [{cell, value, reasons: [{kind: given or rule, text, cells}], or null if they were not found in \
             time}] and lacking: the cells whose marks lack their value, by their names}",
    is_stream: false,
    run: hint,
};

fn hint(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let marks = entered(request, &puzzle)?;
    let name = request.maybe_text("level").unwrap_or("full");
    let detail = level(name)?;
    let is_full = detail == Detail::Full;
    let explained = if is_full { usize::MAX } else { 0 };
    let question = Hint { marks: &marks, detail, explained, finds_fault: is_full };
    let budget = work.budget();
    let hinted = question.answer(&puzzle, None, &mut Solver::new(budget.clone()), &budget);
    let mut told = if is_full {
        json::value(&hinted)
    } else {
        json!({"status": hinted.status, "text": hinted.text, "step": null})
    };
    told["level"] = name.into();
    if let Advice::Step(step, before) = &hinted.advice
        && detail != Detail::Nudge
    {
        told["cells"] = candidates_of(step, before, is_full);
    }
    if let Some(image) = hinted.image(&marks, detail) {
        told["svg"] = image.svg().into();
    }
    Ok(Response::of(&told))
}

/// The candidates of all cells, with entries and pencil marks.
fn entered(request: &Request, puzzle: &Puzzle) -> Result<Vec<Candidates>, Failure> {
    let mut marks = request.marks(puzzle)?;
    for (cell, entry) in request.entries(puzzle)?.into_iter().enumerate() {
        match entry {
            _ if puzzle.given(cell).is_some() || puzzle.grid().is_gap(cell) => {
                marks[cell] = puzzle.cells()[cell]
            }
            Some(value) => marks[cell] = Candidates::one(value),
            None => {}
        }
    }
    Ok(marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    /// The answer to the search for solutions within some decisions, with a value in a cell.
    fn solved(text: &str, entry: Option<(usize, u8)>, nodes: u64) -> (Status, Answer) {
        let puzzle: Puzzle = text.parse().unwrap();
        let mut marks = puzzle.cells().to_vec();
        entry.into_iter().for_each(|(cell, value)| marks[cell] = Candidates::one(value));
        let hint = Hint { marks: &marks, detail: Detail::Full, explained: 1, finds_fault: true };
        let answer = hint.solve(&puzzle, &mut Solver::default(), nodes);
        (Status::of(&answer), answer)
    }

    #[test]
    fn a_search_goes_on_only_for_entries_that_fit_no_solution() {
        assert_eq!(solved(HARD, None, 1).0, Status::Limit);
        let solution = Solver::default().solve(&HARD.parse().unwrap(), 2).solutions.remove(0);
        assert_eq!(solved(HARD, Some((1, solution[1])), 1).0, Status::Solved);
        let wrong = Some((1, (solution[1] + 1) % 9));
        let (status, answer) = solved(HARD, wrong, 1);
        assert_eq!((status, &answer.solutions[..]), (Status::Unique, &[solution][..]));
        // Several solutions and none are still told.
        assert_eq!(solved("12343412........", None, 100).0, Status::Multiple);
        let none = HARD.replacen("..3", ".83", 1);
        assert_eq!(solved(&none, Some((1, 0)), 1).0, Status::None);
    }
}

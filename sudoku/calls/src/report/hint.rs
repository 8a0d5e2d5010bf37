//! The next step from the current entries, or what was entered wrongly.

use std::time::Duration;

use csp::Instant;
use sudoku::explain::{Detail, Explainer, State, Step, Stuck};
use sudoku::{Budget, Candidates, Puzzle, Statement};

use super::{MOST_LISTED, Status, faults, listed, quoted, step};

/// Longest time to search for the reasons why entries are wrong.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

/// The answer to a request for a hint.
pub enum Next {
    /// The next step, and the state before it.
    Step(Box<Step>, Box<State>),
    /// All cells have values.
    Done,
    /// The entries have no solution; the text names the clues and rules that show it.
    Impossible(String),
    /// The limit was reached before a step was found.
    Limit,
    /// No step is known.
    Unknown,
}

impl Next {
    /// Looks for the next step, with these candidates.
    pub fn from(puzzle: &Puzzle, marks: &[Candidates], budget: &Budget) -> Next {
        let mut entered = puzzle.clone();
        entered.set_cells(marks);
        let mut explainer = Explainer::within(budget.clone());
        let state = explainer.begin(&entered);
        match explainer.next(&state) {
            Ok(step) => Next::Step(Box::new(step), Box::new(state)),
            Err(Stuck::Solved) => Next::Done,
            Err(Stuck::Contradiction(truth)) => Next::Impossible(state.names_of(truth).join(" ")),
            Err(Stuck::Limit) => Next::Limit,
            Err(_) => Next::Unknown,
        }
    }

    /// Returns the hint in words.
    pub fn text(&self, detail: Detail) -> String {
        match self {
            Next::Step(step, before) => step.text(before, detail),
            Next::Done => "All is done.".into(),
            Next::Impossible(names) => format!("What stands there has no solution: see {names}."),
            Next::Limit => "The limit was reached before a step was found.".into(),
            Next::Unknown => "No step is known from here.".into(),
        }
    }

    /// The step as JSON, if there is one.
    pub fn object(&self, puzzle: &Puzzle) -> Option<String> {
        match self {
            Next::Step(step, before) => Some(step::object(step, before, puzzle)),
            _ => None,
        }
    }
}

/// A hint as JSON, with further fields.
pub fn object(status: Status, step: Option<String>, text: &str, fields: &str) -> String {
    let step = step.unwrap_or_else(|| "null".into());
    let (status, text) = (status.name(), quoted(text));
    format!("{{\"status\":\"{status}\",\"text\":{text},\"step\":{step}{fields}}}")
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
    pub fn of(
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

    /// Returns the first mistake in words, and the places of the other wrong entries.
    pub fn text(&self, puzzle: &Puzzle, detail: Detail) -> String {
        let name = |cell: usize| puzzle.grid().name(cell).to_string();
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

    /// All mistakes as fields of an object: `wrong`, with cell, value and reasons of each entry, and `lacking`.
    pub fn fields(&self, puzzle: &Puzzle) -> String {
        let name = |cell: usize| quoted(&puzzle.grid().name(cell).to_string());
        let entry = |WrongEntry { cell, value, reasons }: &WrongEntry| {
            let (cell, value) = (name(*cell), quoted(puzzle.symbols().get(*value)));
            let reasons = reasons.as_ref().map_or("null".into(), |reasons| faults(reasons, puzzle));
            format!("{{\"cell\":{cell},\"value\":{value},\"reasons\":{reasons}}}")
        };
        let entries: Vec<String> = self.entries.iter().map(entry).collect();
        let lacking: Vec<String> = self.lacking.iter().map(|&cell| name(cell)).collect();
        format!(",\"wrong\":[{}],\"lacking\":[{}]", entries.join(","), lacking.join(","))
    }
}

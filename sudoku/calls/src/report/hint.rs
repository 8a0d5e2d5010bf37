//! The next step from the current entries, or the first wrong entry.

use std::time::Duration;

use sudoku::explain::{Detail, Explainer, State, Step, Stuck};
use sudoku::{Budget, Candidates, Puzzle};

use super::{Status, cited, quoted, step};

/// Longest time to search for the reason why an entry is wrong.
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

/// A hint as JSON.
pub fn object(status: Status, step: Option<String>, text: &str) -> String {
    let step = step.unwrap_or_else(|| "null".into());
    let (status, text) = (status.name(), quoted(text));
    format!("{{\"status\":\"{status}\",\"text\":{text},\"step\":{step}}}")
}

/// The first entry that differs from the solution, with the reason, or pencil marks without the right value.
pub fn wrong(
    puzzle: &Puzzle,
    marks: &[Candidates],
    solution: &[u8],
    detail: Detail,
    budget: &Budget,
) -> Option<String> {
    let grid = puzzle.grid();
    let entry = |&cell: &usize| puzzle.given(cell).is_none().then(|| marks[cell].value()).flatten();
    let is_wrong = |cell: &usize| entry(cell).is_some_and(|value| value != solution[*cell]);
    if let Some(cell) = (0..marks.len()).find(is_wrong) {
        let (name, symbol) = (grid.name(cell), puzzle.symbols().get(marks[cell].value()?));
        let mut with_entry = puzzle.clone();
        with_entry.set_cell(cell, marks[cell]);
        let shown = match detail {
            Detail::Nudge => return Some("Something that was entered is wrong.".into()),
            Detail::Where => return Some(format!("Look at {name} again.")),
            Detail::Full => with_entry.clash(&budget.clone().time(LONGEST_LOOK)),
        };
        let Some(clash) = shown else { return Some(format!("{name} is not {symbol}.")) };
        let givens = clash.givens.iter().filter(|&&given| given != cell);
        let given = |&given: &usize| {
            let value = puzzle.given(given).map_or("", |value| puzzle.symbols().get(value));
            format!("{value} in {}", grid.name(given))
        };
        let rules = clash.clues.iter().map(|&at| cited(&puzzle.clues()[at], puzzle));
        let parts: Vec<String> = rules.chain(givens.map(given)).collect();
        let because = if parts.is_empty() { "the grid".to_owned() } else { parts.join("; ") };
        return Some(format!("{symbol} in {name} cannot stand: it is impossible with {because}."));
    }
    let lacks = |&cell: &usize| !grid.is_gap(cell) && !marks[cell].contains(solution[cell]);
    let cell = (0..marks.len()).find(lacks)?;
    let name = grid.name(cell);
    Some(match detail {
        Detail::Nudge => "Some pencil marks lack the right value.".into(),
        Detail::Where | Detail::Full => {
            format!("The pencil marks of {name} lack its value: look at them again.")
        }
    })
}

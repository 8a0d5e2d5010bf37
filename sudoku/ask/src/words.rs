//! Givens and rules in sentences, and whole as data.

use std::fmt::Write as _;

use serde::Serialize;
use sudoku::format::{self, Format};
use sudoku::rules::Clue;
use sudoku::{Puzzle, Statement};

use crate::Convert;

/// Maximum length of a cited rule.
const LONGEST_RULE: usize = 60;

/// Formats a rule as it is written, up to a maximum length: for sentences.
pub fn cited(clue: &Clue, puzzle: &Puzzle) -> String {
    shortened(format::rule(clue, puzzle))
}

fn shortened(rule: String) -> String {
    match rule.char_indices().nth(LONGEST_RULE) {
        Some((end, _)) => format!("{}…", &rule[..end]),
        None => rule,
    }
}

/// Formats `5 in R1C1`, or a rule as it is written.
pub fn stated(statement: Statement, puzzle: &Puzzle) -> String {
    match (statement, statement.clue(puzzle)) {
        (Statement::Given(cell), _) => {
            let symbol = puzzle.given(cell).map_or("", |value| puzzle.symbols().get(value));
            format!("{symbol} in {}", puzzle.grid().name(cell))
        }
        (_, clue) => clue.map_or_else(String::new, |clue| format::rule(&clue, puzzle)),
    }
}

/// Most givens and rules that a sentence lists.
pub(crate) const MOST_LISTED: usize = 12;

/// Lists givens and rules in a sentence, each up to a maximum length, and up to a maximum number.
pub fn listed(statements: &[Statement], puzzle: &Puzzle) -> String {
    let shown = statements.iter().take(MOST_LISTED).map(|&statement| shortened(stated(statement, puzzle)));
    let mut list = shown.collect::<Vec<String>>().join("; ");
    if statements.len() > MOST_LISTED {
        let _ = write!(list, "; and {} more", statements.len() - MOST_LISTED);
    }
    list
}

/// A given or a rule that takes part in a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault<C> {
    /// What it is: a given, a rule, and others on a page.
    pub kind: &'static str,
    /// The given or the rule, whole.
    pub text: String,
    /// Its cells.
    pub cells: Vec<C>,
}

impl<C> Fault<C> {
    /// Returns a given or a rule, whose cells are told by `cell`.
    pub fn of(statement: Statement, puzzle: &Puzzle, cell: impl Fn(usize) -> C) -> Fault<C> {
        let kind = if statement.is_given() { "given" } else { "rule" };
        let cells = statement.cells(puzzle).into_iter().map(cell).collect();
        Fault { kind, text: stated(statement, puzzle), cells }
    }
}

/// Returns givens and rules with the names of their cells.
pub fn faults(statements: &[Statement], puzzle: &Puzzle) -> Vec<Fault<String>> {
    let fault = |&statement: &Statement| Fault::of(statement, puzzle, |cell| name(cell, puzzle));
    statements.iter().map(fault).collect()
}

/// Returns the name of a cell.
pub(crate) fn name(cell: usize, puzzle: &Puzzle) -> String {
    puzzle.grid().name(cell).to_string()
}

/// Returns the symbols of values.
pub(crate) fn symbols(values: impl IntoIterator<Item = u8>, puzzle: &Puzzle) -> Vec<String> {
    values.into_iter().map(|value| puzzle.symbols().get(value).to_owned()).collect()
}

/// Names a given by its cell, and a rule by its text.
pub fn named(clue: Statement, puzzle: &Puzzle) -> String {
    match clue {
        Statement::Given(cell) => name(cell, puzzle),
        Statement::Clue(..) => stated(clue, puzzle),
    }
}

/// Returns the number of clues other than givens.
pub fn rules_of(puzzle: &Puzzle) -> usize {
    puzzle.statements().iter().filter(|clue| !clue.is_given()).count()
}

/// Returns the givens on a line, which cannot hold rules.
pub fn line(puzzle: &Puzzle) -> String {
    Convert { to: Format::Line, place: 0 }.answer(puzzle).text.trim_end().to_owned()
}

/// Returns what the reader has to say of a puzzle: parts that it did not understand, and how it read a drawing.
pub fn remarks(puzzle: &Puzzle) -> Vec<String> {
    let Some(about) = puzzle.about() else { return Vec::new() };
    let guesses = about.guesses.iter().map(|guess| format!("read as {guess}"));
    about.remarks.iter().map(|remark| remark.what.clone()).chain(guesses).collect()
}

/// Returns a text with a capital letter at its beginning.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

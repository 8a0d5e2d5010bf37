//! Parts of answers, as JSON or in words, which the program `sudoku` writes as well.

mod entry;
pub mod hint;
mod number;
mod rating;
pub mod step;

use std::fmt::Write as _;

use sudoku::format;
use sudoku::rules::Clue;
use sudoku::{Answer, End, Puzzle, Statement};

pub use entry::{method, rule};
pub use number::Number;
pub use rating::RatingReport;

/// Outcome of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
const MOST_LISTED: usize = 12;

/// Lists givens and rules in a sentence, each up to a maximum length, and up to a maximum number.
pub fn listed(statements: &[Statement], puzzle: &Puzzle) -> String {
    let shown = statements.iter().take(MOST_LISTED).map(|&statement| shortened(stated(statement, puzzle)));
    let mut list = shown.collect::<Vec<String>>().join("; ");
    if statements.len() > MOST_LISTED {
        let _ = write!(list, "; and {} more", statements.len() - MOST_LISTED);
    }
    list
}

/// Formats givens and rules as JSON, whole: `[{"kind":"given","text":"5 in R1C1","cells":["R1C1"]}]`.
pub fn faults(statements: &[Statement], puzzle: &Puzzle) -> String {
    let fault = |&statement: &Statement| {
        let kind = if statement.is_given() { "given" } else { "rule" };
        let name = |&cell: &usize| quoted(&puzzle.grid().name(cell).to_string());
        let cells: Vec<String> = statement.cells(puzzle).iter().map(name).collect();
        let text = quoted(&stated(statement, puzzle));
        format!("{{\"kind\":\"{kind}\",\"text\":{text},\"cells\":[{}]}}", cells.join(","))
    };
    format!("[{}]", statements.iter().map(fault).collect::<Vec<String>>().join(","))
}

/// Formats hundredths as a decimal.
pub fn hundredths(number: u32) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

/// Formats a JSON string.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
    }
}

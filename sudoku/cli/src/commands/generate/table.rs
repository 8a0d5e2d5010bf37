//! The table of what a plan has made.

use sudoku::explain::Explainer;
use sudoku::{Budget, Puzzle};
use sudoku_ask::{Canonical, Quick as _, Shown as _, words};

const HEADS: [&str; 8] = ["", "puzzle", "givens", "rules", "cost", "level", "techniques", "form"];

/// A puzzle in the table.
pub(super) struct Row([String; 7]);

impl Row {
    /// Rates a puzzle, as far as the budget goes.
    pub fn new(words: &str, puzzle: &Puzzle, budget: Budget) -> Row {
        let rating = Explainer::within(budget).rate(puzzle);
        // The hardest step first.
        let counts = rating.counts.iter().rev();
        let techniques: Vec<String> =
            counts.map(|(technique, count)| format!("{count} {}", technique.name)).collect();
        let (more, level) = if rating.is_complete() { ("", rating.level().name()) } else { ("> ", "") };
        let cost = format!("{more}{}.{:02}", rating.hardest / 100, rating.hardest % 100);
        Row([
            words.to_owned(),
            puzzle.givens().to_string(),
            words::rules_of(puzzle).to_string(),
            cost,
            level.to_owned(),
            techniques.join(", "),
            form(puzzle),
        ])
    }
}

/// The canonical form of a classic, or else the number by which puzzles are compared.
fn form(puzzle: &Puzzle) -> String {
    match Canonical::answer(puzzle) {
        Ok(form) => {
            let mut line = Vec::new();
            form.lines(&mut line);
            String::from_utf8_lossy(&line).trim_end().to_owned()
        }
        Err(_) => format!("{:032x}", sudoku::Known::form(puzzle)),
    }
}

/// The table, with columns that are as wide as their texts.
pub(super) fn table(rows: &[Row]) -> String {
    let numbers = (1..=rows.len()).map(|number| number.to_string());
    let mut lines: Vec<Vec<String>> = vec![HEADS.map(str::to_owned).into()];
    lines.extend(numbers.zip(rows).map(|(number, Row(cells))| [&[number][..], cells].concat()));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEADS.len()).map(width).collect();
    let line = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

//! Splitting of a hard puzzle into parts, for machines that share no memory.

use csp::{Config, Decision, Error, deduce::Deduction};

use super::PuzzleModel;
use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::text::scan::Scanner;
use crate::text::{ParseError, cells};

/// A part of a puzzle: the first decisions of a search, cells with their values.
///
/// ```
/// use sudoku::{Prefix, Puzzle, Solver};
///
/// let puzzle: Puzzle = "size: 4\n".parse()?;
/// let lines: Vec<String> = puzzle.split(50).expect("its model is sound").iter().map(|part| part.text(&puzzle)).collect();
/// let mut sum = 0;
/// for line in &lines {
///     let part = Prefix::read(line, &puzzle)?.of(&puzzle);
///     sum += Solver::default().count(&part, u64::MAX, || {}).0.found();
/// }
/// assert!(lines.len() >= 50);
/// assert_eq!(sum, 288);
/// # Ok::<(), sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefix {
    values: Vec<(u16, u8)>,
}

/// The text of a prefix without decisions.
const ALL: &str = "all";

impl Puzzle {
    /// Splits the puzzle into at least `least` parts if possible; see [`Deduction::split`]. Each solution belongs to
    /// exactly one part, so that numbers of solutions can be added.
    pub fn split(&self, least: usize) -> Result<Vec<Prefix>, Error> {
        let declared = PuzzleModel::new(self);
        let mut deduction = Deduction::compile(&declared.model, &Config::default())?;
        deduction.suppose(&declared.assumptions)?;
        let prefix = |part: Vec<Decision>| {
            let value = |decision: &Decision| {
                let Decision::Assign(var, value) = *decision else {
                    unreachable!("a cell has at most 64 values: domains of that size are not halved")
                };
                let cell =
                    declared.cells.iter().position(|&cell| cell == var).expect("it is split over cells");
                (cell as u16, (value - declared.first_value()) as u8)
            };
            Prefix { values: part.iter().map(value).collect() }
        };
        Ok(deduction.split(&declared.cells, least)?.into_iter().map(prefix).collect())
    }
}

impl Prefix {
    /// Returns the puzzle with these values only.
    pub fn of(&self, puzzle: &Puzzle) -> Puzzle {
        let mut part = puzzle.clone();
        for &(cell, value) in &self.values {
            let cell = usize::from(cell);
            part.set_cell(cell, part.cells()[cell].and(Candidates::one(value)));
        }
        part
    }

    /// Formats the prefix on one line: `r1c1=5 r2c3=1`, or `all` without decisions.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let value = |&(cell, value): &(u16, u8)| {
            format!("{}={}", cells::write(&[cell], puzzle.grid()), puzzle.symbols().get(value))
        };
        if self.values.is_empty() {
            return ALL.into();
        }
        self.values.iter().map(value).collect::<Vec<_>>().join(" ")
    }

    /// Parses the result of [`text`](Prefix::text).
    pub fn read(text: &str, puzzle: &Puzzle) -> Result<Prefix, ParseError> {
        let mut scanner = Scanner::new(text.trim_end(), 1, 1);
        let mut prefix = Prefix::default();
        if text.trim() == ALL {
            return Ok(prefix);
        }
        loop {
            scanner.skip_blanks();
            let start = scanner;
            let [cell] = cells::list(&mut scanner, puzzle.grid())?[..] else {
                return Err(start.expected("one cell and its value, as r1c1=5"));
            };
            if !scanner.take("=") {
                return Err(scanner.expected("= and a value"));
            }
            let start = scanner;
            let symbol = scanner.take_while(|c| !c.is_whitespace());
            let value = puzzle.symbols().find(symbol);
            prefix.values.push((cell, value.ok_or_else(|| start.expected("a value of the puzzle"))?));
            if scanner.is_at_end() {
                return Ok(prefix);
            }
        }
    }
}

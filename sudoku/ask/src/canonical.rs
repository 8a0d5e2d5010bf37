//! The smallest form of a classic puzzle under all symmetries.

use serde::Serialize;
use sudoku::{Puzzle, canonical};

use crate::words::line;
use crate::{Quick, Shown, json};

/// Asks for the smallest form of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Canonical;

impl Quick for Canonical {
    const NAME: &'static str = "canonical";
    const ABOUT: &'static str =
        "Write the smallest form of classic puzzles under all symmetries, to find repeats";
    const HELP: &'static str = "\
Examples:
  sudoku canonical puzzle.txt
  sudoku canonical many.txt | sort | uniq -d      puzzles that occur twice
  sudoku canonical --format csv < many.txt

Prints the smallest form of each puzzle: the smallest of all puzzles that result from exchanging rows \
within a band, columns within a stack, bands, stacks, rows with columns, and values. Puzzles are compared \
in reading order, open cells first. Two puzzles have the same form exactly if they are equivalent.

Only classic puzzles of 9x9 have a form. Others, also puzzles with further rules or pencil marks, give \
the line invalid, and exit status 2. Solutions do not matter: a puzzle with \
none or several has a form, too.";
    const COLUMNS: &'static [&'static str] = &["status", "givens", "canonical"];
    type Answer = Form;

    fn answer(puzzle: &Puzzle) -> Result<Form, String> {
        let form = canonical(puzzle).map_err(|error| error.to_string())?;
        Ok(Form { status: "canonical", givens: puzzle.givens(), canonical: line(&form) })
    }
}

/// The smallest form of a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Form {
    status: &'static str,
    givens: usize,
    canonical: String,
}

impl Shown for Form {
    fn lines(&self, out: &mut Vec<u8>) {
        out.extend(self.canonical.bytes());
        out.push(b'\n');
    }

    fn object(&self, index: u64) -> String {
        json::numbered(index, self)
    }

    fn row(&self) -> Vec<String> {
        vec![self.status.to_owned(), self.givens.to_string(), self.canonical.clone()]
    }
}

//! A puzzle in another format.

use serde::Serialize;
use sudoku::Puzzle;
use sudoku::format::{self, Format};

use crate::Refused;

/// Asks for a puzzle in another format.
#[derive(Clone, Copy, Debug)]
pub struct Convert {
    /// The format.
    pub to: Format,
    /// The number of puzzles before it in the text.
    pub place: u64,
}

impl Convert {
    /// Asks for the format with a name.
    pub fn named(name: &str) -> Result<Convert, Refused> {
        let names = || format!("formats are {}", Format::ALL.map(Format::name).join(", "));
        let to = Format::find(name).ok_or_else(|| Refused::unknown("format", name, names()))?;
        Ok(Convert { to, place: 0 })
    }

    /// Writes the puzzle.
    pub fn answer(self, puzzle: &Puzzle) -> Converted {
        let mut text = String::new();
        let lost = format::write(puzzle, self.to, self.place, &mut text);
        Converted { text, lost: lost.map(|lost| lost.to_string()) }
    }
}

/// A puzzle in another format.
#[derive(Clone, Debug, Serialize)]
pub struct Converted {
    /// The puzzle; empty if the format cannot hold it.
    pub text: String,
    /// The parts that the format cannot hold, in a sentence.
    pub lost: Option<String>,
}

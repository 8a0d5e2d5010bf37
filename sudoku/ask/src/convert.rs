//! A puzzle in another format.

use serde::Serialize;
use serde_json::json;
use sudoku::Puzzle;
use sudoku::format::{self, Format};

use crate::Failure;
use crate::call::{Call, Field, PUZZLE, Request, Response, Type, Work};

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
    pub fn named(name: &str) -> Result<Convert, Failure> {
        let names = || format!("formats are {}", Format::ALL.map(Format::name).join(", "));
        let to = Format::find(name).ok_or_else(|| Failure::unknown("format", name, names()))?;
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

pub(crate) const CALL: Call = Call {
    path: "/api/convert",
    about: "Writes a puzzle in another format, as `sudoku convert`.",
    fields: &[
        PUZZLE,
        Field::new("to", Type::Text, "the name of a format: native, line, fpuzzles, sudokupad, …"),
    ],
    answer: "{text, lost: sentences about parts that the format cannot hold}",
    is_stream: false,
    run: convert,
};

fn convert(request: &Request, _: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let question = Convert::named(request.text("to")?)?;
    let converted = question.answer(&puzzle);
    let text = format::header(question.to).to_owned() + &converted.text;
    Ok(Response::of(&json!({"text": text, "lost": Vec::from_iter(converted.lost)})))
}

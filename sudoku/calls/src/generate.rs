//! `/api/generate`: a random puzzle.

use sudoku_ask::Generate;

use crate::{Answer, Call, Failure, Field, Kind, Request, Work};

pub(crate) const GENERATE: Call = Call {
    path: "/api/generate",
    about: "Makes a random puzzle with one solution, as `sudoku generate`.",
    fields: &[
        Field::new("seed", Kind::Number(0, u64::MAX - 1, None), "the same seed gives the same puzzle"),
        Field::new("size", Kind::Number(1, LARGEST, Some(9)), "the number of rows and columns"),
        Field::new(
            "clues",
            Kind::Range,
            "the number of clues, or a list of the least and the greatest; by default the puzzle is minimal",
        ),
        Field::new("symmetry", Kind::Text, "none, rotational, mirror, diagonal or full"),
        Field::new("difficulty", Kind::Text, "easy, medium, hard, fiendish, extreme or nested"),
        Field::new("rules", Kind::Texts, "a list of rules of variants whose clues are placed at random"),
    ],
    answer: "{puzzle: native text, solution: a value of each cell, from 1 on}",
    is_stream: false,
    run: generate,
};

/// The greatest size, beyond which a puzzle takes minutes.
const LARGEST: u64 = 16;

fn generate(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let question = Generate {
        seed: request.number("seed")?,
        size: request.number("size")? as usize,
        clues: request.range("clues"),
        symmetry: request.maybe_text("symmetry").unwrap_or("none"),
        difficulty: request.maybe_text("difficulty"),
        rules: &request.texts("rules").unwrap_or_default(),
    };
    Ok(Answer::of(&question.answer(&work.budget(), work.flag())?))
}

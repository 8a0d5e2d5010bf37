//! `/api/convert`: a puzzle in another format.

use serde_json::json;
use sudoku::format;
use sudoku_ask::Convert;

use crate::{Answer, Call, Failure, Field, Kind, PUZZLE, Request, Work};

pub(crate) const CONVERT: Call = Call {
    path: "/api/convert",
    about: "Writes a puzzle in another format, as `sudoku convert`.",
    fields: &[
        PUZZLE,
        Field::new("to", Kind::Text, "the name of a format: native, line, fpuzzles, sudokupad, …"),
    ],
    answer: "{text, lost: sentences about parts that the format cannot hold}",
    is_stream: false,
    run: convert,
};

fn convert(request: &Request, _: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.puzzle()?;
    let question = Convert::named(request.text("to")?)?;
    let converted = question.answer(&puzzle);
    let text = format::header(question.to).to_owned() + &converted.text;
    Ok(Answer::of(&json!({"text": text, "lost": Vec::from_iter(converted.lost)})))
}

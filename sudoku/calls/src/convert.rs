//! `/api/convert`: a puzzle in another format.

use serde_json::json;
use sudoku::format::{self, Format};

use crate::{Answer, Call, Failure, PUZZLE, Request, Work};

pub(crate) const CONVERT: Call = Call {
    path: "/api/convert",
    about: "Writes a puzzle in another format, as `sudoku convert`.",
    fields: &[PUZZLE, ("to", "the name of a format: native, line, fpuzzles, sudokupad, …")],
    answer: "{text, lost: sentences about parts that the format cannot hold}",
    is_stream: false,
    run: convert,
};

fn convert(request: &Request, _: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.puzzle()?;
    let name = request.text("to")?;
    let form = Format::find(name).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
        let failure = Failure::new(400, format!("there is no format {name:?}"));
        Failure { hint: Some(format!("formats are {}", names.join(", "))), ..failure }
    })?;
    let mut text = format::header(form).to_owned();
    let lost = format::write(&puzzle, form, 0, &mut text).map(|unfit| unfit.to_string());
    Ok(Answer::Json(json!({"text": text, "lost": Vec::from_iter(lost)}).to_string()))
}

//! `/api/render`: a puzzle as a picture.

use sudoku::print::{self, Drawing};

use crate::{Answer, Call, Failure, PUZZLE, Paint, Request, Work};

pub(crate) const RENDER: Call = Call {
    path: "/api/render",
    about: "Draws a puzzle with its rules, title and text, as `sudoku render` does.",
    fields: &[PUZZLE, ("to", "svg, png or pdf"), ("entries", "the entry of each cell, drawn as well")],
    answer: "the file",
    is_stream: false,
    run: render,
};

fn render(request: &Request, _: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.drawing()?;
    let paint = match request.text("to")? {
        "svg" => Paint::Svg,
        "png" => Paint::Png,
        "pdf" => Paint::Pdf,
        other => return Err(Failure::new(400, format!("there is no picture {other:?}: svg, png or pdf"))),
    };
    let mut filled = puzzle.clone();
    for (cell, entry) in request.entries(&puzzle)?.into_iter().enumerate() {
        if let Some(value) = entry.filter(|_| puzzle.given(cell).is_none() && !puzzle.grid().is_gap(cell)) {
            filled.set_cell(cell, sudoku::Candidates::one(value));
        }
    }
    let marks = print::explained(&puzzle);
    let image = Drawing::of(&filled).marks(&marks).image();
    let title = puzzle.about().and_then(|about| about.title.as_deref()).unwrap_or_default();
    Ok(Answer::Picture(paint, image, title.to_owned()))
}

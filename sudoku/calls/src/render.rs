//! `/api/render`: a puzzle as a picture.

use sudoku::Solver;
use sudoku_ask::Render;
use sudoku_ask::words::remarks;

use crate::{Answer, Call, ENTRIES, Failure, Field, Kind, PUZZLE, Paint, Picture, Request, Work};

pub(crate) const RENDER: Call = Call {
    path: "/api/render",
    about: "Draws a puzzle with its rules, title and text, as `sudoku render` does.",
    fields: &[PUZZLE, Field::new("to", Kind::Text, "svg, png or pdf"), ENTRIES],
    answer: "the file; a header Notes with a list of texts if parts of the puzzle were not understood",
    is_stream: false,
    run: render,
};

fn render(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.drawing()?;
    let paint = match request.text("to")? {
        "svg" => Paint::Svg,
        "png" => Paint::Png,
        "pdf" => Paint::Pdf,
        other => return Err(Failure::new(400, format!("there is no picture {other:?}: svg, png or pdf"))),
    };
    let entries = request.entries(&puzzle)?;
    let question = Render { explains: true, entries: &entries, ..Render::default() };
    let drawn = question.answer(&puzzle, None, &mut Solver::new(work.budget()));
    Ok(Answer::Picture(Picture { paint, image: drawn.image, title: drawn.title, notes: remarks(&puzzle) }))
}

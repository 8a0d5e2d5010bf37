//! A puzzle as a picture.

use sheet::Image;
use sudoku::print::{self, Drawing};
use sudoku::{Answer, Candidates, Puzzle, Solver};

use crate::call::{Call, ENTRIES, Field, PUZZLE, Paint, Picture, Request, Response, Type, Work};
use crate::words::remarks;
use crate::{Candidates as Values, Failure, Status};

/// Asks for a picture of a puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Render<'a> {
    /// Whether rules without text are explained, and letters tell rules with similar drawings apart.
    pub explains: bool,
    /// Whether the solution is drawn, in another colour.
    pub solution: bool,
    /// Whether the values that each open cell takes in some solution are drawn.
    pub candidates: bool,
    /// The entry of each cell, drawn as well; empty if there are none.
    pub entries: &'a [Option<u8>],
}

impl Render<'_> {
    /// Draws a puzzle. `solved` is the answer to a search for two solutions, if it matters whether there is one.
    pub fn answer(&self, puzzle: &Puzzle, solved: Option<&Answer>, solver: &mut Solver) -> Rendered {
        let filled = self.filled(puzzle);
        let marks = if self.explains { print::explained(puzzle) } else { print::marks(puzzle) };
        let mut drawing = Drawing::of(filled.as_ref().unwrap_or(puzzle)).marks(&marks);
        let mut status = solved.map_or(Status::Solved, Status::of);
        let mut nodes = solved.map_or(0, |answer| answer.nodes);
        if let Some(solution) = solved.filter(|_| self.solution).and_then(|answer| answer.solutions.first()) {
            drawing = drawing.solution(solution);
        }
        let possible = self.candidates.then(|| Values { most: 1 }.answer(puzzle, None, solver));
        if let Some(possible) = &possible {
            nodes += possible.nodes;
            status = match possible.status {
                // After a limit or a contradiction the candidates are incomplete.
                Status::Limit | Status::None => possible.status,
                _ => {
                    drawing = drawing.candidates(&possible.sets);
                    Status::Solved
                }
            };
        }
        let title = puzzle.about().and_then(|about| about.title.clone()).unwrap_or_default();
        Rendered { status, image: drawing.image(), title, nodes }
    }

    /// The puzzle with the entries.
    fn filled(&self, puzzle: &Puzzle) -> Option<Puzzle> {
        let is_open = |cell: usize| puzzle.given(cell).is_none() && !puzzle.grid().is_gap(cell);
        let mut filled = None;
        for (cell, &entry) in self.entries.iter().enumerate() {
            if let Some(value) = entry.filter(|_| is_open(cell)) {
                filled.get_or_insert_with(|| puzzle.clone()).set_cell(cell, Candidates::one(value));
            }
        }
        filled
    }
}

/// A picture of a puzzle.
#[derive(Debug)]
pub struct Rendered {
    /// Whether there is one solution, if that was asked for, and whether a limit left the picture incomplete.
    pub status: Status,
    /// The picture.
    pub image: Image,
    /// The title of the puzzle; empty if it has none.
    pub title: String,
    /// The number of decisions.
    pub nodes: u64,
}

pub(crate) const CALL: Call = Call {
    path: "/api/render",
    about: "Draws a puzzle with its rules, title and text, as `sudoku render` does.",
    fields: &[PUZZLE, Field::new("to", Type::Text, "svg, png or pdf"), ENTRIES],
    answer: "the file; a header Notes with a list of texts if parts of the puzzle were not understood",
    is_stream: false,
    run: render,
};

fn render(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
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
    Ok(Response::Picture(Picture { paint, image: drawn.image, title: drawn.title, notes: remarks(&puzzle) }))
}

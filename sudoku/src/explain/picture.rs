//! Pictures of steps.

use sheet::Image;

use super::state::State;
use super::step::Step;
use crate::candidates::Candidates;
use crate::print::{Drawing, Mark, Roles};
use crate::puzzle::Puzzle;

impl Step {
    /// The step as an SVG image: see [`Step::image`].
    pub fn picture(&self, before: &State, puzzle: &Puzzle, marks: &[Mark]) -> String {
        self.image(before, puzzle, marks).svg()
    }

    /// The step as an image: the digits placed and the candidates before it, its reason and its conclusion. `marks` are
    /// the [marks](crate::print::marks) of the puzzle's clues.
    pub fn image(&self, before: &State, puzzle: &Puzzle, marks: &[Mark]) -> Image {
        before.image(puzzle, marks, &self.roles(before))
    }

    /// The step as an image, or as several that follow each other if it has many conclusions.
    pub fn images(&self, before: &State, puzzle: &Puzzle, marks: &[Mark]) -> Vec<Image> {
        self.roles(before).frames().iter().map(|roles| before.image(puzzle, marks, roles)).collect()
    }
}

impl State {
    /// An image of the state, with [roles](Step::roles) of a step or of its [places](Step::places).
    pub fn image(&self, puzzle: &Puzzle, marks: &[Mark], roles: &Roles) -> Image {
        let cells = 0..puzzle.cells().len();
        let candidates: Vec<Candidates> = cells.clone().map(|cell| self.candidates(cell)).collect();
        let placed: Vec<Option<u8>> =
            cells.map(|cell| self.candidates(cell).value().filter(|_| self.is_placed(cell))).collect();
        let drawing = Drawing::of(puzzle).marks(marks).candidates(&candidates).placed(&placed);
        drawing.roles(roles).without_words().image()
    }
}

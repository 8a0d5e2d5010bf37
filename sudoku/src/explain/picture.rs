//! Pictures of steps.

use sheet::Image;

use super::state::State;
use super::step::{Conclusion, Line, Proof, Step};
use crate::candidates::Candidates;
use crate::print::{Drawing, Highlight, Mark, Paint};
use crate::puzzle::Puzzle;

impl Step {
    /// The step as an SVG image: see [`Step::image`].
    pub fn picture(&self, before: &State, puzzle: &Puzzle, marks: &[Mark]) -> String {
        self.image(before, puzzle, marks).svg()
    }

    /// The step as an image: the candidates before it, those of its truths green, those that it removes red, and a
    /// line through the conclusions from a supposition. `marks` are the [marks](crate::print::marks) of the puzzle's
    /// clues.
    pub fn image(&self, before: &State, puzzle: &Puzzle, marks: &[Mark]) -> Image {
        let candidates: Vec<Candidates> =
            (0..puzzle.cells().len()).map(|cell| before.candidates(cell)).collect();
        let (highlights, chain) = (self.highlights(before), self.chain());
        let drawing = Drawing::of(puzzle).marks(marks).candidates(&candidates).without_words();
        drawing.highlights(&highlights).chain(&chain).image()
    }

    fn highlights(&self, before: &State) -> Vec<Highlight> {
        let mut highlights: Vec<Highlight> = Vec::new();
        let mut add = |cell: usize, values: Candidates, paint: Paint| {
            for value in values.iter() {
                if highlights.iter().all(|known| (known.cell, known.value) != (cell, value)) {
                    highlights.push(Highlight { cell, value, paint });
                }
            }
        };
        match &self.conclusion {
            Conclusion::Place { cell, value } => add(*cell, Candidates::one(*value), Paint::Blue),
            Conclusion::Remove(removals) => {
                removals.iter().for_each(|removal| add(removal.cell, removal.values, Paint::Red));
            }
        }
        for &truth in &self.truths {
            for (cell, values) in before.candidates_of(truth) {
                if !before.is_placed(cell) {
                    add(cell, values, Paint::Green);
                }
            }
        }
        highlights
    }

    /// The supposed candidate and the candidates concluded from it, up to the first case distinction.
    fn chain(&self) -> Vec<(usize, u8)> {
        let Proof::Chain { cell, value, lines } = &self.proof else { return Vec::new() };
        let holds = lines.iter().filter_map(|line| match line {
            Line::Holds { cell, value, .. } => Some((*cell, *value)),
            _ => None,
        });
        std::iter::once((*cell, *value)).chain(holds).collect()
    }
}

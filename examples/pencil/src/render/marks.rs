//! Marks of a step: where it looks, what takes part, and what is found.

use sheet::{Look as Ink, Path, at};

use super::{DRAWN, Picture};
use crate::address::Places;
use crate::draft::{Layer, Place};

const LOOK_AT: &str = "#fff1bf";
const AROUND: &str = "#f2c200";
const TAKES_PART: &str = "#7fb0e6";
const SUPPOSED: &str = "#8a3ffc";
const FOUND: &str = "#1d5fd1";
const GONE: &str = "#c81e1e";

/// What is said of a place in a picture of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Something is drawn there.
    Drawn,
    /// Nothing is drawn there.
    Out,
    /// Some way to draw there is gone, and several are left.
    Open,
}

/// A place of a layer, and what is said of it.
pub type Mark = (Layer, usize, Sign);

/// What a picture of a step marks.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Places to look at: those of rules.
    pub places: Vec<Place>,
    /// What else takes part: what is known there.
    pub facts: Vec<Mark>,
    /// What is supposed, and what follows from that.
    pub supposed: Vec<Mark>,
    /// Conclusions.
    pub found: Vec<Mark>,
    /// Cells that are known to be white.
    pub white: Vec<usize>,
}

impl Marks {
    /// All marks with their colours, those below others first.
    pub(super) fn coloured(&self) -> impl Iterator<Item = (Mark, &'static str)> {
        let facts = self.facts.iter().map(|mark| (*mark, TAKES_PART));
        let supposed = self.supposed.iter().map(|mark| (*mark, SUPPOSED));
        let found = self.found.iter().map(|mark| (*mark, if mark.2 == Sign::Drawn { FOUND } else { GONE }));
        facts.chain(supposed).chain(found)
    }
}

impl Picture<'_> {
    /// Marks the place of a rule, under what is drawn.
    pub(super) fn look_at(&mut self, place: Place) {
        let cells = match place {
            Place::Board => return,
            Place::Cell(cell) => vec![cell],
            Place::Room(room) => self.puzzle.rooms().swap_remove(room),
            Place::Line(line) => self.puzzle.board.cells.lines().swap_remove(line),
            Place::Side(side) => {
                let cells = self.puzzle.board.cells;
                let line = if side < 2 * cells.width {
                    cells.height + side % cells.width
                } else {
                    (side - 2 * cells.width) % cells.height
                };
                cells.lines().swap_remove(line)
            }
            Place::Cross(cross) => {
                let point = self.cross(cross);
                return self.pen.circle(point, 0.4, &Ink::filled(LOOK_AT));
            }
        };
        cells.into_iter().for_each(|cell| self.square(cell, LOOK_AT));
    }

    /// Frames a cell with a rule whose ground something covers.
    pub(super) fn look_around(&mut self, place: Place) {
        if let Place::Cell(cell) = place {
            self.frame(cell, 0.47, AROUND);
        }
    }

    /// Marks a cell that is known to be white, unless a clue stands there.
    pub(super) fn white(&mut self, cell: usize) {
        let parts = self.puzzle.kind.parts.iter().zip(&self.puzzle.clues);
        let mut in_cells = parts.filter(|(part, _)| part.places == Places::Cells);
        if !in_cells.any(|(_, clues)| clues[cell].is_some()) {
            self.pen.circle(self.centre(cell), 0.07, &Ink::filled(DRAWN));
        }
    }

    fn frame(&mut self, cell: usize, by: f64, colour: &str) {
        let centre = self.centre(cell);
        let corner = |by: f64| at(centre.x + by, centre.y + by);
        self.pen.path(&Path::rounded(corner(-by), corner(by), 0.08), &Ink::stroked(colour, 0.07));
    }

    /// Marks a place of a layer: by a frame in a cell, a band along a line, or a cross where nothing is drawn.
    pub(super) fn mark(&mut self, (layer, at_, sign): Mark, colour: &str) {
        let board = self.puzzle.board;
        let (from, to) = match layer {
            Layer::Shade | Layer::Number => {
                self.frame(at_, 0.4, colour);
                if colour != SUPPOSED {
                    return;
                }
                // What is supposed is not drawn yet.
                let centre = self.centre(at_);
                let (radius, opacity) = if sign == Sign::Drawn { (0.3, 0.45) } else { (0.08, 1.0) };
                return self.pen.circle(centre, radius, &Ink::filled(colour).opacity(opacity));
            }
            Layer::Edge => {
                let (a, b) = board.crosses.pairs()[at_];
                (self.cross(a), self.cross(b))
            }
            Layer::Link => {
                let (a, b) = board.cells.pairs()[at_];
                (self.centre(a), self.centre(b))
            }
            Layer::Wall => self.side(at_),
        };
        let width = match sign {
            Sign::Drawn => 0.26,
            Sign::Open => 0.1,
            Sign::Out => {
                let middle = at((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
                let corner = |x: f64, y: f64| at(middle.x + x, middle.y + y);
                // On a wall, a clue may stand in the middle.
                let arm = if layer == Layer::Wall { 0.24 } else { 0.13 };
                for end in [arm, -arm] {
                    let stroke = Path::through(&[corner(-arm, -end), corner(arm, end)]);
                    self.pen.path(&stroke, &Ink::stroked(colour, 0.07).round());
                }
                return;
            }
        };
        self.pen.path(&Path::through(&[from, to]), &Ink::stroked(colour, width).opacity(0.45));
    }
}

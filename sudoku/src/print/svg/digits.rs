//! Givens, digits of a solution, and pencil marks.

use std::collections::BTreeSet;

use sheet::{Look, Pen, Point, at, words};

use super::palette::{FAINT, FOUND, GONE, INK, PENCIL};
use super::{Drawing, layout::CellLayout};
use crate::candidates::Candidates;
use crate::rules::mark::Mark;
use crate::symbols::Symbols;

/// The size of digits, and the greatest width of a symbol within a cell.
const SIZE: f64 = 0.62;
const ROOM: f64 = 0.76;
/// The width of the space around candidates and digits where lines end.
const HALO: f64 = 0.1;
/// The same around a placed digit: so wide that no line is seen inside of it.
const DIGIT_HALO: f64 = 0.14;

/// What stands in a cell.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Nothing,
    Given(u8),
    Found(u8),
    Candidates(Candidates),
}

/// The places of all digits and candidates of a drawing.
pub(super) struct Places<'a> {
    layout: &'a CellLayout,
    drawing: &'a Drawing<'a>,
    symbols: &'a Symbols,
    /// The size of digits.
    size: f64,
    /// The layout of candidates, by whether a label or signs at the border of the cell take their room.
    pencils: [PencilLayout; 4],
    labelled: BTreeSet<u16>,
    cramped: BTreeSet<u16>,
    contents: Vec<Content>,
    /// The cells of the step that is drawn.
    of_step: Vec<usize>,
}

impl<'a> Places<'a> {
    pub fn new(layout: &'a CellLayout, drawing: &'a Drawing<'a>) -> Places<'a> {
        let (puzzle, symbols) = (drawing.puzzle, &*drawing.puzzle.symbols);
        let pencil = PencilLayout::new(puzzle.grid.values(), symbols);
        let pencils = [
            pencil.within(false, false),
            pencil.within(true, false),
            pencil.within(false, true),
            pencil.within(true, true),
        ];
        let mut places = Places {
            layout,
            drawing,
            symbols,
            size: symbols.iter().fold(SIZE, |size, symbol| words::fitting(symbol, size, ROOM)),
            pencils,
            labelled: drawing.marks.iter().filter_map(Mark::labelled).collect(),
            cramped: drawing.marks.iter().flat_map(Mark::at_borders).collect(),
            contents: Vec::new(),
            of_step: drawing.roles.map_or(Vec::new(), |roles| roles.cells()),
        };
        places.contents = (0..puzzle.cells.len()).map(|cell| places.content(cell)).collect();
        places
    }

    /// What stands in a cell.
    fn content(&self, cell: usize) -> Content {
        let drawing = self.drawing;
        let Drawing { puzzle, solution, candidates, placed, roles, .. } = *drawing;
        let is_outside = drawing.window.is_some_and(|window| !window.has(self.layout.centre(cell as u16)));
        if !self.layout.shows(cell) || is_outside {
            return Content::Nothing;
        }
        if let Some(value) = puzzle.cells[cell].value() {
            return Content::Given(value);
        }
        let known = candidates.and_then(|all| all.get(cell).copied());
        let found = match placed {
            Some(placed) => placed.get(cell).copied().flatten(),
            None => solution.and_then(|solution| solution.get(cell).copied()).or_else(|| known?.value()),
        };
        if let Some(value) = found {
            return Content::Found(value);
        }
        let all = puzzle.all_values();
        // Candidates of the puzzle are shown only where they are restricted.
        let Some(shown) = known.or(Some(puzzle.cells[cell]).filter(|&cell| cell != all)) else {
            return Content::Nothing;
        };
        let is_needed = roles.is_none_or(|roles| {
            let is_of_step = self.of_step.contains(&cell);
            let is_set = roles.set.iter().any(|&(set, _)| set == cell);
            !is_set && roles.needs_candidates() && (is_of_step || shown != all && puzzle.grid.values() <= 9)
        });
        if is_needed { Content::Candidates(shown) } else { Content::Nothing }
    }

    fn pencil(&self, cell: usize) -> &PencilLayout {
        let cell = cell as u16;
        let (is_labelled, is_cramped) = (self.labelled.contains(&cell), self.cramped.contains(&cell));
        &self.pencils[usize::from(is_labelled) + 2 * usize::from(is_cramped)]
    }

    /// The middle of the room in a cell beside a label in its corner, from the cell's middle, and half the room.
    pub fn beside_label(&self, cell: usize) -> (Point, Point) {
        if self.labelled.contains(&(cell as u16)) {
            (at(0.04, 0.1), at(0.36, 0.34))
        } else {
            (at(0.0, 0.0), at(0.38, 0.42))
        }
    }

    /// Whether candidates stand in a cell.
    pub fn shows_candidates(&self, cell: usize) -> bool {
        matches!(self.contents[cell], Content::Candidates(_))
    }

    /// The middle of a candidate or digit, and the size of its symbol.
    pub fn of(&self, cell: usize, value: u8) -> (Point, f64) {
        match self.contents[cell] {
            Content::Given(_) | Content::Found(_) => (self.layout.centre(cell as u16), self.size),
            Content::Candidates(_) | Content::Nothing => {
                let pencil = self.pencil(cell);
                (pencil.place(self.layout, cell, value), pencil.size)
            }
        }
    }

    /// The digits and candidates that are drawn in a cell: value, middle, and half the size.
    pub fn symbols(&self, cell: usize) -> Vec<(u8, Point, f64)> {
        let of = |value: u8| {
            let (middle, size) = self.of(cell, value);
            (value, middle, size * 0.4)
        };
        match self.contents[cell] {
            Content::Nothing => Vec::new(),
            Content::Given(value) | Content::Found(value) => vec![of(value)],
            Content::Candidates(values) => values.iter().map(of).collect(),
        }
    }

    /// Draws the digits and candidates near some points in the colour behind them, so that lines through these points
    /// end at a distance.
    pub fn halos(&self, pen: &mut Pen, points: &[Point], tint: impl Fn(usize) -> &'static str) {
        for cell in 0..self.contents.len() {
            let digit = matches!(self.contents[cell], Content::Given(_) | Content::Found(_));
            let look =
                Look::filled(tint(cell)).border(tint(cell), if digit { DIGIT_HALO } else { HALO }).round();
            let look = if digit { look.bold() } else { look };
            for (value, middle, radius) in self.symbols(cell) {
                if points.iter().all(|&point| (point - middle).length() > radius + HALO) {
                    continue;
                }
                let size = self.of(cell, value).1;
                pen.text(words::baseline(middle, size), self.symbols.get(value), &look.clone().size(size));
            }
        }
    }

    /// Draws the contents of all cells.
    pub fn draw(&self, pen: &mut Pen) {
        let wrong = |cell: &usize| self.drawing.roles.is_some_and(|roles| roles.wrong.contains(cell));
        let digit = |pen: &mut Pen, cell: usize, value: u8| {
            let line = words::baseline(self.layout.centre(cell as u16), self.size);
            let look = if wrong(&cell) { Look::filled(GONE) } else { Look::inherited() };
            pen.text(line, self.symbols.get(value), &look);
        };
        let all = || self.contents.iter().copied().enumerate();
        pen.group(&Look::filled(INK).bold().size(self.size), |pen| {
            for (cell, content) in all() {
                if let Content::Given(value) = content {
                    digit(pen, cell, value);
                }
            }
        });
        pen.group(&Look::filled(FOUND).size(self.size), |pen| {
            for (cell, content) in all() {
                if let Content::Found(value) = content {
                    digit(pen, cell, value);
                }
            }
        });
        let plain = if self.drawing.roles.is_some() { FAINT } else { PENCIL };
        pen.group(&Look::filled(plain), |pen| {
            for (cell, content) in all() {
                if let Content::Candidates(values) = content {
                    self.write(pen, cell, values);
                }
            }
        });
    }

    /// Writes the candidates of a cell. In a step's cells those that matter stand out.
    fn write(&self, pen: &mut Pen, cell: usize, values: Candidates) {
        let size = self.pencil(cell).size;
        let roles = self.drawing.roles.filter(|_| self.of_step.contains(&cell));
        let gone = roles.map_or(Candidates::NONE, |roles| roles.gone_from(cell));
        pen.group(&Look::inherited().size(size), |pen| {
            for value in values.iter() {
                let look = match roles {
                    None => Look::inherited(),
                    Some(_) if gone.contains(value) => Look::filled(GONE).bold(),
                    Some(roles) if roles.is_marked(cell, value) => Look::filled(INK).bold(),
                    Some(_) => Look::filled(INK),
                };
                let place = words::baseline(self.of(cell, value).0, size);
                pen.text(place, self.symbols.get(value), &look);
            }
        });
    }
}

/// The layout of pencil marks. Every value has its own place in a cell, in nearly as many rows as columns.
#[derive(Clone, Copy)]
struct PencilLayout {
    across: usize,
    down: usize,
    /// The space at the left and right, the top and height of the area in a cell, and the size of letters.
    side: f64,
    top: f64,
    height: f64,
    size: f64,
    widest: f64,
}

/// The space around pencil marks; beside signs at the border of the cell; and below a label.
const SIDE: f64 = 0.11;
const CRAMPED: f64 = 0.19;
const LABEL: f64 = 0.27;

impl PencilLayout {
    fn new(values: usize, symbols: &Symbols) -> PencilLayout {
        let across = (1..=values).find(|across| across * across >= values).unwrap_or(1);
        let down = values.div_ceil(across);
        let widest = symbols.iter().map(words::width).fold(0.0, f64::max);
        PencilLayout { across, down, side: SIDE, top: SIDE, height: 1.0 - 2.0 * SIDE, size: 0.0, widest }
    }

    /// The layout with the largest letters that fit beside a label and signs at the border.
    fn within(mut self, is_labelled: bool, is_cramped: bool) -> PencilLayout {
        let side = if is_cramped { CRAMPED } else { SIDE };
        let bottom = if is_labelled && !is_cramped { 0.92 } else { 1.0 - side };
        self.side = side;
        self.top = if is_labelled { LABEL } else { side };
        self.height = bottom - self.top;
        let high = self.height / self.down as f64;
        let wide = (1.0 - 2.0 * side) / self.across as f64;
        self.size = (high * 1.1).min(wide * 0.84 / self.widest).min(0.26);
        self
    }

    /// The middle of a candidate.
    fn place(&self, layout: &CellLayout, cell: usize, value: u8) -> Point {
        let corner = layout.centre(cell as u16) - at(0.5, 0.5);
        let (wide, high) = ((1.0 - 2.0 * self.side) / self.across as f64, self.height / self.down as f64);
        let (row, column) = (usize::from(value) / self.across, usize::from(value) % self.across);
        corner + at(self.side + (column as f64 + 0.5) * wide, self.top + (row as f64 + 0.5) * high)
    }
}

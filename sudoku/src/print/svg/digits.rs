//! Givens, digits of a solution, and pencil marks.

use std::collections::BTreeSet;

use sheet::{Look, Path, Pen, Point, at, words};

use super::palette::{FOUND, INK, PENCIL, SHADE, THIN};
use super::{Drawing, layout::CellLayout};
use crate::candidates::Candidates;
use crate::symbols::Symbols;

/// The size of digits, and the greatest width of a symbol within a cell.
const SIZE: f64 = 0.62;
const ROOM: f64 = 0.76;

/// Draws the contents of all cells. The cells of `crowded` have a text in their upper left corner.
pub(super) fn draw(pen: &mut Pen, layout: &CellLayout, drawing: &Drawing, crowded: &BTreeSet<u16>) {
    let puzzle = drawing.puzzle;
    let shown = || (0..puzzle.cells.len()).filter(|&cell| layout.shows(cell));
    let given = |cell: usize| puzzle.cells[cell].value();
    let found = |cell: usize| {
        let solved = drawing.solution.and_then(|solution| solution.get(cell).copied());
        solved.or_else(|| drawing.candidates?.get(cell)?.value())
    };
    let symbols = &*puzzle.symbols;
    let size = symbols.iter().fold(SIZE, |size, symbol| words::fitting(symbol, size, ROOM));
    let digit = |pen: &mut Pen, cell: usize, value: u8| {
        let line = words::baseline(layout.centre(cell as u16), size);
        pen.text(line, symbols.get(value), &Look::inherited());
    };
    pen.group(&Look::filled(INK).bold().size(size), |pen| {
        for cell in shown() {
            if let Some(value) = given(cell) {
                digit(pen, cell, value);
            }
        }
    });
    pen.group(&Look::filled(FOUND).size(size), |pen| {
        for cell in shown().filter(|&cell| given(cell).is_none()) {
            if let Some(value) = found(cell) {
                digit(pen, cell, value);
            }
        }
    });
    let all = puzzle.all_values();
    let pencil = PencilLayout::new(puzzle.grid.values(), symbols);
    let lower_pencil = pencil.below_label();
    pen.group(&Look::filled(PENCIL), |pen| {
        for cell in shown().filter(|&cell| given(cell).is_none() && found(cell).is_none()) {
            // Candidates of the puzzle are shown only where they are restricted.
            let known = Some(puzzle.cells[cell]).filter(|&cell| cell != all);
            let Some(candidates) = drawing.candidates.and_then(|all| all.get(cell).copied()).or(known) else {
                continue;
            };
            let is_crowded = crowded.contains(&(cell as u16));
            let pencil = if is_crowded { &lower_pencil } else { &pencil };
            pencil.write(pen, layout, cell, symbols, candidates);
        }
    });
}

/// Draws highlights and the line through candidates, under the digits.
pub(super) fn draw_highlights(
    pen: &mut Pen,
    layout: &CellLayout,
    drawing: &Drawing,
    crowded: &BTreeSet<u16>,
) {
    let puzzle = drawing.puzzle;
    let pencil = PencilLayout::new(puzzle.grid.values(), &puzzle.symbols);
    let lower = pencil.below_label();
    // The middle of a candidate, and the size of its symbol.
    let place = |cell: usize, value: u8| {
        let candidates = drawing.candidates.and_then(|all| all.get(cell).copied());
        let is_alone = puzzle.cells[cell].value().or_else(|| candidates?.value()).is_some();
        let pencil = if crowded.contains(&(cell as u16)) { &lower } else { &pencil };
        if is_alone {
            (layout.centre(cell as u16), SIZE)
        } else {
            (pencil.place(layout, cell, value), pencil.size)
        }
    };
    for highlight in drawing.highlights.iter().filter(|highlight| layout.shows(highlight.cell)) {
        let (middle, size) = place(highlight.cell, highlight.value);
        pen.circle(middle, size * 0.62, &Look::filled(highlight.paint.color()).opacity(SHADE * 1.6));
    }
    let shown = drawing.chain.iter().filter(|&&(cell, _)| layout.shows(cell));
    let ends: Vec<Point> = shown.map(|&(cell, value)| place(cell, value).0).collect();
    let mut path = Path::default();
    path.add(&ends);
    if ends.len() > 1 {
        pen.path(&path, &Look::stroked(FOUND, 0.025).opacity(THIN));
    }
}

/// The layout of pencil marks. Every value has its own place in a cell, in nearly as many rows as columns.
struct PencilLayout {
    across: usize,
    down: usize,
    /// The top and height of the area in a cell, and the size of letters.
    top: f64,
    height: f64,
    size: f64,
    widest: f64,
}

/// The free space at the left and right of pencil marks.
const SIDE: f64 = 0.11;

impl PencilLayout {
    fn new(values: usize, symbols: &Symbols) -> PencilLayout {
        let across = (1..=values).find(|across| across * across >= values).unwrap_or(1);
        let down = values.div_ceil(across);
        let widest = symbols.iter().map(words::width).fold(0.0, f64::max);
        PencilLayout { across, down, top: SIDE, height: 1.0 - 2.0 * SIDE, size: 0.0, widest }.sized()
    }

    /// A lower layout that leaves the upper left corner free.
    fn below_label(&self) -> PencilLayout {
        let top = 0.27;
        PencilLayout { top, height: 0.92 - top, ..*self }.sized()
    }

    /// The layout with the largest letters that fit.
    fn sized(self) -> PencilLayout {
        let high = self.height / self.down as f64;
        let wide = (1.0 - 2.0 * SIDE) / self.across as f64;
        let size = (high * 1.1).min(wide * 0.84 / self.widest).min(0.26);
        PencilLayout { size, ..self }
    }

    fn write(
        &self,
        pen: &mut Pen,
        layout: &CellLayout,
        cell: usize,
        symbols: &Symbols,
        candidates: Candidates,
    ) {
        pen.group(&Look::inherited().size(self.size), |pen| {
            for value in candidates.iter() {
                let place = words::baseline(self.place(layout, cell, value), self.size);
                pen.text(place, symbols.get(value), &Look::inherited());
            }
        });
    }

    /// The middle of a candidate.
    fn place(&self, layout: &CellLayout, cell: usize, value: u8) -> Point {
        let corner = layout.centre(cell as u16) - at(0.5, 0.5);
        let (wide, high) = ((1.0 - 2.0 * SIDE) / self.across as f64, self.height / self.down as f64);
        let (row, column) = (usize::from(value) / self.across, usize::from(value) % self.across);
        corner + at(SIDE + (column as f64 + 0.5) * wide, self.top + (row as f64 + 0.5) * high)
    }
}

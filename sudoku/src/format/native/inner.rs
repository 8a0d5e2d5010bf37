//! Rules of one of several grids: which grid a rule names at its end, and cells as they are counted there.

use super::rules::Context;
use crate::format::ParseError;
use crate::format::cells::{self, Layout};
use crate::format::scan::Scanner;
use crate::grid::{Frame, Grid, Part, Regions, Shape};

/// Where the text of a rule ends: at a comment, and before another alternative, but not within quotes.
fn end_of_rule(text: &str, is_alternative: bool) -> usize {
    let (mut quote, mut before) = (None, ' ');
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '|' | '&') if is_alternative => return at,
            (None, '#') if before.is_whitespace() => return at,
            _ => {}
        }
        before = c;
    }
    text.len()
}

/// The grid that a rule names at its end: its place among the parts.
pub(super) fn part<'a>(text: &str, context: &Context<'a>) -> Option<(usize, &'a Part)> {
    let parts = &context.grid.shape().parts;
    if parts.is_empty() {
        return None;
    }
    let text = &text[..end_of_rule(text, context.is_alternative)];
    let mut words = text.split_whitespace().rev();
    let (name, word) = (words.next()?, words.next()?);
    let index = parts.iter().position(|part| part.name.eq_ignore_ascii_case(name))?;
    word.eq_ignore_ascii_case("in").then(|| (index, &parts[index]))
}

/// An error where a rule names a grid that there is not.
pub(super) fn unknown_part(scanner: &Scanner<'_>, grid: &Grid) -> ParseError {
    let names: Vec<&str> = grid.shape().parts.iter().map(|part| &*part.name).collect();
    match names[..] {
        [] => scanner.error("in names one of several grids, and here is one").hint("sudoku NAME at r1c1"),
        _ => scanner.expected("the name of a grid").hint(format!("grids are {}", names.join(", "))),
    }
}

/// Reads cells, as they are counted in the grid that the rule names, or on the canvas.
pub(super) fn list(
    scanner: &mut Scanner<'_>,
    inner: Option<&Inner<'_>>,
    context: &Context<'_>,
) -> Result<Vec<u16>, ParseError> {
    match inner {
        Some(inner) => inner.list(scanner),
        None => cells::list(scanner, context.grid),
    }
}

/// One of several grids, whose cells are counted from its own corner.
pub(super) struct Inner<'a> {
    canvas: &'a Grid,
    frame: &'a Frame,
    pub grid: Grid,
}

impl<'a> Inner<'a> {
    pub fn new(canvas: &'a Grid, Part { frame, regions, .. }: &'a Part) -> Inner<'a> {
        let values = canvas.shape().values.clone();
        let regions = match (regions, &canvas.shape().regions) {
            (Regions::Default, Regions::Layout(layout)) => {
                let cells = frame.cells(canvas.columns());
                Regions::Layout(cells.map(|cell| layout[usize::from(cell)]).collect())
            }
            (Regions::Default, whole) => whole.clone(),
            (own, _) => own.clone(),
        };
        let shape = Shape { values, regions, ..Shape::rectangle(frame.rows, frame.columns) };
        let grid = Grid::of(shape)
            .or_else(|_| Grid::of(Shape { raw: true, ..Shape::rectangle(frame.rows, frame.columns) }));
        Inner { canvas, frame, grid: grid.expect("a part of a canvas is a grid") }
    }

    /// Cells of the canvas as they are counted here.
    pub fn counted(&self, cells: &[u16]) -> Vec<u16> {
        let (width, Frame { top, left, columns, .. }) = (self.canvas.columns(), self.frame);
        let place = |cell: usize| (cell / width - top) * columns + cell % width - left;
        cells.iter().map(|&cell| place(usize::from(cell)) as u16).collect()
    }

    fn list(&self, scanner: &mut Scanner<'_>) -> Result<Vec<u16>, ParseError> {
        let local = cells::list(scanner, &self.grid)?;
        let cells: Vec<u16> = self.frame.cells(self.canvas.columns()).collect();
        Ok(local.into_iter().map(|cell| cells[usize::from(cell)]).collect())
    }
}

impl Layout for Inner<'_> {
    fn grid(&self) -> &Grid {
        &self.grid
    }
}

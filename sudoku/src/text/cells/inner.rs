//! Cells of one of several grids on a canvas, counted from the corner of that grid.

use super::{Layout, list};
use crate::grid::{Frame, Grid, Part, Regions, Shape};
use crate::text::ParseError;
use crate::text::scan::Scanner;

/// One of several grids on a canvas, as a grid of its own.
pub(crate) struct Inner<'a> {
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

    /// Converts cells of the canvas to cells of this grid.
    pub fn counted(&self, cells: &[u16]) -> Vec<u16> {
        let (width, Frame { top, left, columns, .. }) = (self.canvas.columns(), self.frame);
        let place = |cell: usize| (cell / width - top) * columns + cell % width - left;
        cells.iter().map(|&cell| place(usize::from(cell)) as u16).collect()
    }

    /// Reads a list of cells of this grid. Returns cells of the canvas.
    pub fn list(&self, scanner: &mut Scanner<'_>) -> Result<Vec<u16>, ParseError> {
        let local = list(scanner, &self.grid)?;
        let cells: Vec<u16> = self.frame.cells(self.canvas.columns()).collect();
        Ok(local.into_iter().map(|cell| cells[usize::from(cell)]).collect())
    }
}

impl Layout for Inner<'_> {
    fn grid(&self) -> &Grid {
        &self.grid
    }
}

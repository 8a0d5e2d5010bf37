//! Printed names of cells.

use std::fmt;

use super::{Loose, Shape};

/// The name of a cell: `R3C5` in the grid, `A2` beside it, or `G3C5` for the region label of R3C5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellName<'a> {
    shape: &'a Shape,
    cell: usize,
}

impl<'a> CellName<'a> {
    pub(super) fn new(shape: &'a Shape, cell: usize) -> CellName<'a> {
        CellName { shape, cell }
    }
}

impl fmt::Display for CellName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { rows, columns, loose, .. } = self.shape;
        if self.cell < rows * columns {
            return write!(f, "R{}C{}", self.cell / columns + 1, self.cell % columns + 1);
        }
        let mut place = self.cell - rows * columns;
        for Loose { name, count, .. } in loose {
            if place < *count {
                return write!(f, "{name}{}", place + 1);
            }
            place -= count;
        }
        write!(f, "G{}C{}", place / columns + 1, place % columns + 1)
    }
}

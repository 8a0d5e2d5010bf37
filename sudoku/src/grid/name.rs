//! What people call a cell.

use std::fmt;

use super::{Loose, Shape};

/// Prints as `R3C5`, as `A2` where it stands beside the grid, or as `G3C5` for the label of that cell's unknown region.
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

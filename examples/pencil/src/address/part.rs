//! Parts of the body of an address: where clues stand, and how they are written.

use super::Code;
use crate::board::Board;

/// Where the clues of a part stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// In the cells.
    Cells,
    /// Below the clues of cells: their colour.
    Ground,
    /// On the corners of cells.
    Crosses,
    /// In the middle of cells, of their sides and on the corners between them.
    Points,
    /// Between cells: those to the right of a cell, then those below.
    Walls,
    /// In the rooms that walls make.
    Rooms,
    /// Above the columns, then left of the rows.
    Sides,
    /// Above the columns, below them, left of the rows, right of them.
    Around,
    /// Above the columns, half a column of clues each, then left of the rows likewise.
    Runs,
    /// Above the columns and left of the rows whose first cell is not dark.
    Heads,
    /// One for the whole board.
    Whole,
    /// The ships of the board.
    Fleet,
}

impl Places {
    /// Returns how many places there are: of each list that begins with a character of its own. Rooms and heads are
    /// found in the puzzle.
    pub(super) fn lists(self, board: Board, found: usize) -> Vec<usize> {
        let (width, height) = (board.cells.width, board.cells.height);
        match self {
            Places::Cells | Places::Ground => vec![board.cells.len()],
            Places::Crosses => vec![board.crosses.len()],
            Places::Points => vec![(2 * width - 1) * (2 * height - 1)],
            Places::Walls => vec![(width - 1) * height, width * (height - 1)],
            Places::Rooms | Places::Heads => vec![found],
            Places::Sides => vec![width + height],
            Places::Around => vec![2 * (width + height)],
            Places::Runs => vec![height.div_ceil(2) * width + width.div_ceil(2) * height],
            Places::Whole | Places::Fleet => vec![1],
        }
    }
}

/// A part of the body of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where its clues stand.
    pub places: Places,
    /// How they are written.
    pub code: Code,
    /// Whether a slash ends it.
    pub ends: bool,
    /// Whether it is missing if it has no clue.
    pub is_optional: bool,
}

impl Part {
    /// A part without a slash after it.
    pub const fn new(places: Places, code: Code) -> Part {
        Part { places, code, ends: false, is_optional: false }
    }

    /// The same part, which is missing at the end of an address if it has no clue.
    pub const fn optional(self) -> Part {
        Part { is_optional: true, ..self }
    }

    /// The same part with a slash after it.
    pub const fn ending(self) -> Part {
        Part { ends: true, ..self }
    }
}

//! Where a rule holds.

use crate::puzzle::Puzzle;

/// Where a constraint belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The board as a whole.
    Board,
    /// A cell.
    Cell(usize),
    /// A corner of cells.
    Cross(usize),
    /// A room.
    Room(usize),
    /// A row, or a column beyond the rows.
    Line(usize),
}

impl Place {
    /// Returns the name of the place, as `R3C4`; empty for the board as a whole.
    pub fn name(self, puzzle: &Puzzle) -> String {
        let (cells, crosses) = (puzzle.board.cells, puzzle.board.crosses);
        let cell = |(row, column): (usize, usize)| format!("R{}C{}", row + 1, column + 1);
        match self {
            Place::Board => String::new(),
            Place::Cell(at) => cell(cells.place(at)),
            Place::Cross(at) => {
                let (row, column) = crosses.place(at);
                format!("the corner below row {row}, right of column {column}")
            }
            Place::Room(at) => format!("the room of {}", cell(cells.place(puzzle.rooms()[at][0]))),
            Place::Line(at) if at < cells.height => format!("row {}", at + 1),
            Place::Line(at) => format!("column {}", at + 1 - cells.height),
        }
    }
}

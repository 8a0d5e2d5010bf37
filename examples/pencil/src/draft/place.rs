//! Where a rule holds.

use super::Layer;
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
    /// Where a clue around the board stands: above the columns, below them, left of the rows, right of them.
    Side(usize),
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
                let (side, row) = if row < cells.height { ("top", row) } else { ("bottom", row - 1) };
                let (end, column) =
                    if column < cells.width { ("left", column) } else { ("right", column - 1) };
                format!("the {side} {end} corner of {}", cell((row, column)))
            }
            Place::Room(at) => format!("the room of {}", cell(cells.place(puzzle.rooms()[at][0]))),
            Place::Line(at) if at < cells.height => format!("row {}", at + 1),
            Place::Line(at) => format!("column {}", at + 1 - cells.height),
            Place::Side(at) => {
                let (of, lines, at) = match at.checked_sub(2 * cells.width) {
                    None => (["above column", "below column"], cells.width, at),
                    Some(at) => (["left of row", "right of row"], cells.height, at),
                };
                format!("{} {}", of[at / lines], at % lines + 1)
            }
        }
    }
}

impl Layer {
    /// Returns the name of the layer.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Shade => "shade",
            Layer::Number => "number",
            Layer::Link => "link",
            Layer::Edge => "edge",
            Layer::Wall => "wall",
        }
    }

    /// Returns the name of one of its places: `R3C4`, `R3C4-R3C5`, `above R3C4`.
    pub fn place(self, puzzle: &Puzzle, at: usize) -> String {
        let cell = |cell: usize| Place::Cell(cell).name(puzzle);
        match self {
            Layer::Shade | Layer::Number => cell(at),
            Layer::Link | Layer::Wall => {
                let (a, b) = puzzle.board.cells.pairs()[at];
                format!("{}-{}", cell(a), cell(b))
            }
            Layer::Edge => {
                let name = |side: usize| ["above", "below", "left of", "right of"][side];
                let sides = |of: usize| puzzle.board.sides(of);
                let find = |of: usize| sides(of).iter().position(|&side| side == at).map(|side| (side, of));
                let cells = 0..puzzle.board.cells.len();
                let (side, of) = cells.into_iter().find_map(find).expect("each side belongs to a cell");
                format!("{} {}", name(side), cell(of))
            }
        }
    }
}

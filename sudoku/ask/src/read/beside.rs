//! Cells beside the grid, which the page draws below it.

use sudoku::Grid;
use sudoku::print::Drawing;

/// The side of a cell.
pub(crate) const SIDE: f64 = 0.625 * Drawing::SCALE;
/// The distance of rows, with room for names above the cells.
const ROW: f64 = 1.4 * SIDE;
/// The greatest number of cells that are drawn. If a puzzle has more, they are auxiliary numbers of rules,
/// and none is drawn.
const MOST: usize = 100;

/// The places of the cells beside a grid, and the height that they take below a picture.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    pub corners: Vec<[f64; 2]>,
    pub height: f64,
}

impl Beside {
    /// Places the cells below a picture from its corner on, within its width: each family in rows of its own.
    pub fn of(grid: &Grid, corner: [f64; 2], [width, height]: [f64; 2]) -> Beside {
        let families = &grid.shape().loose;
        let count: usize = families.iter().map(|family| family.count).sum();
        if count == 0 || count > MOST {
            return Beside::default();
        }
        let room = (((width - SIDE) / SIDE) as usize).max(1);
        let (mut corners, mut rows) = (Vec::new(), 0);
        for family in families {
            let columns = if family.columns > 0 { family.columns.min(room) } else { room };
            let [left, top] = [corner[0] + SIDE / 2.0, corner[1] + height + ROW - SIDE];
            let at = |cell: usize| {
                [left + (cell % columns) as f64 * SIDE, top + (rows + cell / columns) as f64 * ROW]
            };
            corners.extend((0..family.count).map(at));
            rows += family.count.div_ceil(columns);
        }
        Beside { corners, height: rows as f64 * ROW + SIDE / 2.0 }
    }
}

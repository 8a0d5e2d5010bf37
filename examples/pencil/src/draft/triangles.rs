//! Cells of which a diagonal half may be dark.

use csp::{Var, table};

use super::{By, Place};

impl By<'_, '_> {
    /// The white areas are rectangles, upright or turned by half a right angle. A cell that is open is white, 0, or half
    /// of it is: 2 to 5 if the dark corner is below left, below right, above right, above left.
    pub fn white_rectangles(&mut self, cells: &[Var], is_open: impl Fn(usize) -> bool) -> &mut Self {
        let board = self.draft.puzzle.board;
        for cross in 0..board.crosses.len() {
            // The cells around the corner, clockwise from above.
            let (row, column) = board.crosses.place(cross);
            let around = [(1, 0), (0, 0), (0, 1), (1, 1)].map(|(up, left)| {
                let row = row.checked_sub(up).filter(|&row| row < board.cells.height)?;
                let column = column.checked_sub(left).filter(|&column| column < board.cells.width)?;
                Some(board.cells.at(row, column)).filter(|&cell| is_open(cell))
            });
            let open: Vec<Var> = around.iter().flatten().map(|&cell| cells[cell]).collect();
            if !open.is_empty() {
                let rows = corners(around.map(|cell| cell.is_some()));
                self.at(Place::Cross(cross)).post(table(open, rows));
            }
        }
        self.at(Place::Board)
    }
}

/// Returns what the open cells around a corner may have. Areas whose white angles are all right or straight ones are
/// rectangles.
fn corners(is_open: [bool; 4]) -> Vec<Vec<i32>> {
    let values = [0, 2, 3, 4, 5];
    let rows = (0..5_usize.pow(4)).map(|code| [0, 1, 2, 3].map(|at| values[code / 5_usize.pow(at) % 5]));
    let rows = rows.filter(|row| row.iter().zip(is_open).all(|(value, is_open)| is_open || *value == 0));
    let rows = rows.filter(|row| {
        // Each cell has two eighths of the turn around the corner.
        let white: Vec<bool> = (0..8)
            .map(|at| {
                let (quarter, is_first) = (at / 2, at % 2 == 0);
                let dark = (row[quarter] - 2 + quarter as i32).rem_euclid(4);
                is_open[quarter] && (row[quarter] == 0 || [false, is_first, true, !is_first][dark as usize])
            })
            .collect();
        let starts = (0..8).filter(|&at| white[at] && !white[(at + 7) % 8]);
        let length = |start| (0..8).take_while(|at| white[(start + at) % 8]).count();
        starts.into_iter().all(|start| [2, 4].contains(&length(start)))
    });
    rows.map(|row| {
        row.into_iter().zip(is_open).filter(|(_, is_open)| *is_open).map(|(value, _)| value).collect()
    })
    .collect()
}

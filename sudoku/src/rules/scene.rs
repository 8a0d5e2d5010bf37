//! The scene: the grid and clues that a rule reads.

use super::clue::Clue;
use super::mark::Mark;
use crate::grid::{Frame, Grid};

/// The grid, and all clues of the puzzle. Rules see all clues because some exempt cells that others name.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// All clues of the puzzle.
    pub clues: &'a [Clue],
}

impl Scene<'_> {
    /// The grids that a clue without cells applies to: the grid that it names, or all.
    pub fn frames(&self, clue: &Clue) -> Vec<Frame> {
        self.numbered_frames(clue).into_iter().map(|(_, frame)| frame).collect()
    }

    /// Like [`frames`](Scene::frames), each grid with its index among all grids.
    pub(crate) fn numbered_frames(&self, clue: &Clue) -> Vec<(usize, Frame)> {
        let is_meant = |at: usize| clue.part.is_none_or(|part| usize::from(part) == at);
        self.grid.frames().into_iter().enumerate().filter(|&(at, _)| is_meant(at)).collect()
    }

    /// The pairs of cells of one grid that are one of the steps (rows, columns) apart, each pair once.
    pub fn pairs(&self, clue: &Clue, steps: &[(i32, i32)]) -> Vec<(u16, u16)> {
        let width = self.grid.columns();
        let mut pairs = Vec::new();
        for frame in self.frames(clue) {
            for cell in frame.cells(width) {
                let (row, column) = (usize::from(cell) / width, usize::from(cell) % width);
                for &(down, right) in steps {
                    let Some(row) = row.checked_add_signed(down as isize) else { continue };
                    let Some(column) = column.checked_add_signed(right as isize) else { continue };
                    if frame.contains(row, column) {
                        let other = (row * width + column) as u16;
                        pairs.push((cell.min(other), cell.max(other)));
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The pairs of cells of one grid with a common side, as [`pairs`](Scene::pairs) returns them.
    pub fn neighbours(&self, clue: &Clue) -> Vec<(u16, u16)> {
        self.pairs(clue, &[(0, 1), (1, 0)])
    }

    /// All rectangles of a size in each grid, as cells in reading order.
    pub(crate) fn windows(&self, clue: &Clue, rows: usize, columns: usize) -> Vec<Vec<u16>> {
        let mut windows = Vec::new();
        for frame in self.frames(clue) {
            for top in 0..(frame.rows + 1).saturating_sub(rows) {
                for left in 0..(frame.columns + 1).saturating_sub(columns) {
                    let window = Frame { top: frame.top + top, left: frame.left + left, rows, columns };
                    windows.push(window.cells(self.grid.columns()).collect());
                }
            }
        }
        windows
    }

    /// Draws a clue outside the grid, where its line of cells begins.
    pub fn outside(&self, clue: &Clue, text: String) -> Vec<Mark> {
        let [cell, next] = match *clue.cells() {
            [] => return Vec::new(),
            [one] => [one, one],
            [one, next, ..] => [one, next],
        };
        let width = self.grid.columns() as i32;
        let place = |cell: u16| (i32::from(cell) / width, i32::from(cell) % width);
        let step = |from: i32, to: i32| (to - from).signum() as i8;
        let (from, to) = (place(cell), place(next));
        let direction = if cell == next { (0, 1) } else { (step(from.0, to.0), step(from.1, to.1)) };
        vec![Mark::Outside { cell, direction, text }]
    }
}

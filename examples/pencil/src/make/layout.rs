//! What stands on a board before there is an answer: walls, blocks, trees, ships.

use super::Symmetry;
use super::chance::Chance;
use super::recipe::Layout;
use crate::board::Grid;
use crate::clue::{Clue, Clues};
use crate::puzzle::Puzzle;

impl Layout {
    /// Puts it on a board. The clues of its part, which are still blank, are the last.
    pub(super) fn put(self, puzzle: &mut Puzzle, symmetry: Symmetry, chance: &mut Chance) {
        let grid = puzzle.board.cells;
        let clues = match self {
            Layout::Rooms(cells) => walls(grid, &rooms(puzzle, grid.len().div_ceil(cells), chance)),
            Layout::RoomsAsRows => walls(grid, &rooms(puzzle, grid.height, chance)),
            Layout::Boxes(cells) => walls(grid, &boxes(puzzle, cells, chance)),
            Layout::Unknown(percent) => {
                scattered(puzzle, percent, Spacing::Any, symmetry, chance, Clue::Unknown)
            }
            Layout::Apart(percent) => {
                scattered(puzzle, percent, Spacing::Apart, symmetry, chance, Clue::Unknown)
            }
            Layout::Signs(percent) => {
                scattered(puzzle, percent, Spacing::Any, symmetry, chance, Clue::Sign(1))
            }
            Layout::Own(_, own) => vec![Some(own(puzzle))],
        };
        *puzzle.clues.last_mut().expect("a part") = clues;
    }
}

/// Returns the walls between cells of different rooms.
pub(super) fn walls(grid: Grid, of: &[usize]) -> Clues {
    grid.pairs().into_iter().map(|(a, b)| (of[a] != of[b]).then_some(Clue::Sign(1))).collect()
}

/// Which cells may have clues together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Any,
    /// No two beside each other.
    Apart,
}

/// Returns clues in so many of a hundred cells.
fn scattered(
    puzzle: &Puzzle,
    percent: usize,
    spacing: Spacing,
    symmetry: Symmetry,
    chance: &mut Chance,
    clue: Clue,
) -> Clues {
    let grid = puzzle.board.cells;
    let mut clues = vec![None; grid.len()];
    let mut orbits = symmetry.orbits(grid);
    chance.shuffle(&mut orbits);
    let mut left = (grid.len() * percent).div_ceil(100);
    for orbit in orbits {
        let is_free = |cell: usize| grid.around(cell).all(|at| clues[at].is_none() && !orbit.contains(&at));
        if orbit.len() <= left && (spacing == Spacing::Any || orbit.iter().all(|&cell| is_free(cell))) {
            left -= orbit.len();
            orbit.iter().for_each(|&cell| clues[cell] = Some(clue.clone()));
        }
    }
    clues
}

/// Returns the room of each cell: so many rooms grow from cells, and smaller ones sooner.
fn rooms(puzzle: &Puzzle, count: usize, chance: &mut Chance) -> Vec<usize> {
    let grid = puzzle.board.cells;
    let mut cells: Vec<usize> = (0..grid.len()).collect();
    chance.shuffle(&mut cells);
    let (mut of, mut sizes) = (vec![usize::MAX; grid.len()], vec![1; count]);
    cells[..count].iter().enumerate().for_each(|(room, &cell)| of[cell] = room);
    let mut open = cells.split_off(count);
    while !open.is_empty() {
        let at = chance.below(open.len());
        let mut beside = grid.around(open[at]).map(|cell| of[cell]).filter(|&room| room != usize::MAX);
        let Some(first) = beside.next() else { continue };
        let room = beside.fold(first, |one, other| if sizes[other] < sizes[one] { other } else { one });
        sizes[room] += 1;
        of[open.swap_remove(at)] = room;
    }
    of
}

/// Returns the rectangle of each cell: the board is cut until its parts are small.
fn boxes(puzzle: &Puzzle, cells: usize, chance: &mut Chance) -> Vec<usize> {
    let grid = puzzle.board.cells;
    let mut of = vec![0; grid.len()];
    let mut parts = vec![[0, 0, grid.height, grid.width]];
    let mut number = 0;
    while let Some([top, left, height, width]) = parts.pop() {
        let most = cells + chance.below(cells);
        let is_cut = height * width > most;
        // Across the longer side, not far from its middle.
        let cut = |side: usize, chance: &mut Chance| side.div_ceil(3) + chance.below(side / 3 + 1);
        let cuts_rows = height > width || height == width && chance.percent(50);
        if is_cut && cuts_rows {
            let cut = cut(height, chance).min(height - 1);
            parts.extend([[top, left, cut, width], [top + cut, left, height - cut, width]]);
        } else if is_cut {
            let cut = cut(width, chance).min(width - 1);
            parts.extend([[top, left, height, cut], [top, left + cut, height, width - cut]]);
        } else {
            let rows = (top..top + height).flat_map(|row| (left..left + width).map(move |at| (row, at)));
            rows.for_each(|(row, column)| of[grid.at(row, column)] = number);
            number += 1;
        }
    }
    of
}

//! Random drawings, and their areas.

use super::chance::Chance;
use crate::answer::Answer;
use crate::board::Grid;
use crate::draft::Layer;
use crate::puzzle::Puzzle;

/// The most drawings that are begun, and how often each cell may come again.
const TRIES: usize = 50;

/// Divides a board into connected pieces of these sizes, so that no two beside each other have one size. Returns the size
/// of the piece of each cell; `None` if that does not succeed.
pub fn pieces(grid: Grid, sizes: &[i32], chance: &mut Chance) -> Option<Vec<i32>> {
    let mut of = vec![0; grid.len()];
    let mut order: Vec<usize> = (0..grid.len()).collect();
    chance.shuffle(&mut order);
    for _ in 0..TRIES * grid.len() {
        let Some(&first) = order.iter().find(|&&cell| of[cell] == 0) else { return Some(of) };
        // Each size in a random order, until a piece of it fits.
        let mut sizes = sizes.to_vec();
        chance.shuffle(&mut sizes);
        let piece = sizes.into_iter().find_map(|size| piece(grid, &of, first, size, chance));
        match piece {
            Some(piece) => piece.iter().for_each(|&cell| of[cell] = piece.len() as i32),
            // Those beside it have to go.
            None => {
                for cell in grid.around(first).filter(|&cell| of[cell] != 0).collect::<Vec<_>>() {
                    group(grid, &of, cell).into_iter().for_each(|cell| of[cell] = 0);
                }
            }
        }
    }
    None
}

/// Returns free cells around one, so many and connected, and beside no others that are as many.
fn piece(grid: Grid, of: &[i32], first: usize, size: i32, chance: &mut Chance) -> Option<Vec<usize>> {
    let mut piece = vec![first];
    while piece.len() < size as usize {
        let beside = piece.iter().flat_map(|&cell| grid.around(cell));
        let free: Vec<usize> = beside.filter(|cell| of[*cell] == 0 && !piece.contains(cell)).collect();
        piece.push(*chance.pick(&free)?);
    }
    let touches = |&cell: &usize| grid.around(cell).any(|at| of[at] == size);
    (!piece.iter().any(touches)).then_some(piece)
}

/// Shades connected cells without a square of two by two, and leaves groups of at most so many white ones. `None` if that
/// does not succeed.
pub fn carved(grid: Grid, most: usize, chance: &mut Chance) -> Option<Vec<i32>> {
    let squares = grid.squares();
    let mut order: Vec<usize> = (0..grid.len()).collect();
    for _ in 0..TRIES {
        let mut shade = vec![1; grid.len()];
        chance.shuffle(&mut order);
        for &cell in &order {
            if squares.iter().any(|square| square.contains(&cell) && square.iter().all(|&at| shade[at] == 1))
            {
                clear(grid, &mut shade, cell, most);
            }
        }
        // Most groups of one cell grow or are joined.
        for &cell in &order {
            let is_single = |at: usize| shade[at] == 0 && grid.around(at).all(|beside| shade[beside] == 1);
            if shade[cell] == 1 && grid.around(cell).any(is_single) && chance.percent(75) {
                clear(grid, &mut shade, cell, most);
            }
        }
        if !squares.iter().any(|square| square.iter().all(|&at| shade[at] == 1)) {
            return Some(shade);
        }
    }
    None
}

/// Makes a cell white, if the shaded cells stay connected and the group of white ones stays small.
fn clear(grid: Grid, shade: &mut [i32], cell: usize, most: usize) {
    shade[cell] = 0;
    let is_small = group(grid, shade, cell).len() <= most;
    let first = shade.iter().position(|&shade| shade == 1);
    let shaded = shade.iter().filter(|&&shade| shade == 1).count();
    if !is_small || first.is_none_or(|first| group(grid, shade, first).len() < shaded) {
        shade[cell] = 1;
    }
}

/// Returns the connected cells of one shade or number.
fn group(grid: Grid, shade: &[i32], first: usize) -> Vec<usize> {
    let mut is_found = vec![false; grid.len()];
    is_found[first] = true;
    let (mut cells, mut at) = (vec![first], 0);
    while at < cells.len() {
        let here = cells[at];
        for next in grid.around(here).filter(|&next| shade[next] == shade[first]) {
            if !std::mem::replace(&mut is_found[next], true) {
                cells.push(next);
            }
        }
        at += 1;
    }
    cells
}

/// Returns the cells of an area: those without walls between them, or of one shade.
pub fn area(puzzle: &Puzzle, answer: &Answer, first: usize) -> Vec<usize> {
    let grid = puzzle.board.cells;
    let (walls, shade) = (answer.layer(Layer::Wall), answer.layer(Layer::Shade));
    let is_joined = |a: usize, b: usize| {
        walls.is_none_or(|walls| walls[grid.link(a, b).expect("neighbours")] == 0)
            && shade.is_none_or(|shade| shade[a] == shade[b])
    };
    let (mut cells, mut at) = (vec![first], 0);
    while at < cells.len() {
        let here = cells[at];
        for next in grid.around(here).filter(|&next| is_joined(here, next)) {
            if !cells.contains(&next) {
                cells.push(next);
            }
        }
        at += 1;
    }
    cells
}

//! Pieces that are placed on the board: each placement is a tile, a set of cells.

use std::collections::{BTreeMap, BTreeSet};

use csp::{Var, sum};

use super::{By, Draft, Place};
use crate::board::Grid;
use crate::clue::Ship;

/// The cells of a placement, in ascending order.
pub type Tile = Vec<usize>;

impl Draft<'_> {
    /// Declares for each tile whether it is used. Each list has tiles of which one is used.
    pub fn tiles(&mut self, tiles: &[Vec<Tile>]) -> Vec<Vec<Var>> {
        tiles.iter().map(|tiles| self.model.vars(tiles.len(), 0..=1)).collect()
    }
}

impl By<'_, '_> {
    /// Each cell is in one tile that is used.
    pub fn cover(&mut self, tiles: &[Vec<Tile>], used: &[Vec<Var>]) -> &mut Self {
        for (cell, over) in self.over(tiles, used).into_iter().enumerate() {
            self.cell(cell).total(over, 1);
        }
        self.at(Place::Board)
    }

    /// The shaded cells are those of the tiles that are used, which do not overlap.
    pub fn filled(&mut self, shade: &[Var], tiles: &[Vec<Tile>], used: &[Vec<Var>]) -> &mut Self {
        for (cell, over) in self.over(tiles, used).into_iter().enumerate() {
            self.cell(cell).post(sum(over).eq(shade[cell]));
        }
        self.at(Place::Board)
    }

    /// Returns what is used over each cell.
    fn over(&self, tiles: &[Vec<Tile>], used: &[Vec<Var>]) -> Vec<Vec<Var>> {
        let mut over = vec![Vec::new(); self.draft.puzzle.board.cells.len()];
        for (tile, &used) in tiles.iter().flatten().zip(used.iter().flatten()) {
            tile.iter().for_each(|&cell| over[cell].push(used));
        }
        over
    }

    /// Shaded cells that touch, even at a corner, are in one tile that is used.
    pub fn apart(&mut self, shade: &[Var], tiles: &[Vec<Tile>], used: &[Vec<Var>]) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        let mut both: BTreeMap<(usize, usize), Vec<Var>> = BTreeMap::new();
        for (tile, &used) in tiles.iter().flatten().zip(used.iter().flatten()) {
            let pairs = tile.iter().flat_map(|&a| grid.around8(a).map(move |b| (a, b)));
            for pair in pairs.filter(|(a, b)| a < b && tile.binary_search(b).is_ok()) {
                both.entry(pair).or_default().push(used);
            }
        }
        for a in 0..grid.len() {
            for b in grid.around8(a).filter(|&b| a < b) {
                let both = both.remove(&(a, b)).unwrap_or_default();
                self.cell(a).post((shade[a] + shade[b]).le(1 + sum(both)));
            }
        }
        self.at(Place::Board)
    }

    /// There is a wall between two cells unless one tile that is used has both.
    pub fn parted(&mut self, walls: &[Var], tiles: &[Vec<Tile>], used: &[Vec<Var>]) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        let mut both = vec![Vec::new(); walls.len()];
        for (tile, &used) in tiles.iter().flatten().zip(used.iter().flatten()) {
            let pairs = tile.iter().flat_map(|&a| grid.around(a).map(move |b| (a, b)));
            for (a, b) in pairs.filter(|(a, b)| a < b && tile.binary_search(b).is_ok()) {
                both[grid.link(a, b).expect("neighbours")].push(used);
            }
        }
        for (((a, _), both), &wall) in grid.pairs().into_iter().zip(both).zip(walls) {
            self.cell(a).post((wall + sum(both)).eq(1));
        }
        self.at(Place::Board)
    }
}

/// Returns the rectangles around a cell, of some size or of any.
pub fn rectangles(grid: Grid, cell: usize, size: Option<u32>, is_free: impl Fn(usize) -> bool) -> Vec<Tile> {
    let (row, column) = grid.place(cell);
    let mut tiles = Vec::new();
    for top in 0..=row {
        for left in 0..=column {
            // A row that is not free in the columns ends all that begin above it.
            let mut most = grid.width;
            for bottom in top..grid.height {
                let right = (left..most).find(|&column| !is_free(grid.at(bottom, column))).unwrap_or(most);
                most = right;
                if most <= column {
                    break;
                }
                for right in column..most {
                    let cells = (bottom + 1 - top) * (right + 1 - left);
                    if bottom >= row && size.is_none_or(|size| cells == size as usize) {
                        let rows = top..=bottom;
                        tiles.push(
                            rows.flat_map(|row| (left..=right).map(move |at| grid.at(row, at))).collect(),
                        );
                    }
                }
            }
        }
    }
    tiles
}

/// Returns where a ship may lie, turned and mirrored.
pub fn placements(grid: Grid, ship: &Ship) -> Vec<Tile> {
    let mut tiles = BTreeSet::new();
    let mut places = ship.places();
    for turn in 0..8 {
        // A quarter of a turn, and after four of them a reflection.
        let most = places.iter().map(|&(row, _)| row).max().unwrap_or(0);
        places.iter_mut().for_each(|(row, column)| (*row, *column) = (*column, most - *row));
        if turn == 4 {
            places.iter_mut().for_each(|(row, column)| (*row, *column) = (*column, *row));
        }
        let first = places.iter().map(|&(row, _)| row).min().unwrap_or(0);
        places.iter_mut().for_each(|(row, _)| *row -= first);
        let [height, width] = [true, false].map(|by_row| {
            places.iter().map(|&(row, column)| if by_row { row + 1 } else { column + 1 }).max().unwrap_or(0)
        });
        for top in 0..(grid.height + 1).saturating_sub(height) {
            for left in 0..(grid.width + 1).saturating_sub(width) {
                let mut tile: Tile =
                    places.iter().map(|&(row, column)| grid.at(top + row, left + column)).collect();
                tile.sort_unstable();
                tiles.insert(tile);
            }
        }
    }
    tiles.into_iter().collect()
}

/// Returns the four connected cells that are placed in a room, but no squares, each with its shape: 1 to 4 for L, I, T
/// and S, turned and mirrored.
pub fn tetrominoes(grid: Grid, room: &[usize]) -> Vec<(i32, Tile)> {
    let mut is_open = vec![false; grid.len()];
    room.iter().for_each(|&cell| is_open[cell] = true);
    let mut tiles: BTreeSet<Tile> = room.iter().map(|&cell| vec![cell]).collect();
    for _ in 1..4 {
        let grown = tiles.iter().flat_map(|tile| {
            let beside = tile.iter().flat_map(|&cell| grid.around(cell));
            beside.filter(|cell| is_open[*cell] && !tile.contains(cell)).map(|cell| {
                let mut tile = tile.clone();
                tile.push(cell);
                tile.sort_unstable();
                tile
            })
        });
        tiles = grown.collect();
    }
    tiles.into_iter().filter_map(|tile| Some((shape(grid, &tile)?, tile))).collect()
}

/// Returns the shape of four connected cells; `None` for a square.
fn shape(grid: Grid, tile: &Tile) -> Option<i32> {
    let links = |&cell: &usize| grid.around(cell).filter(|other| tile.contains(other)).count();
    let all: usize = tile.iter().map(links).sum();
    let [rows, columns] = [true, false].map(|by_row| {
        let line = |&cell: &usize| if by_row { grid.place(cell).0 } else { grid.place(cell).1 };
        tile.iter().fold(BTreeMap::new(), |mut lines: BTreeMap<usize, usize>, cell| {
            *lines.entry(line(cell)).or_default() += 1;
            lines
        })
    });
    Some(match (rows.len(), columns.len()) {
        (1, _) | (_, 1) => 2,
        _ if all == 8 => return None,
        _ if tile.iter().any(|cell| links(cell) == 3) => 3,
        _ if [rows, columns].iter().any(|lines| lines.values().eq(&[2, 2])) => 4,
        _ => 1,
    })
}

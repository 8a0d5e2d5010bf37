//! A grid prepared for generation: peers of cells, and orbits of cells that hold clues together.

use std::sync::Arc;

use super::symmetry::Symmetry;
use crate::candidates::Candidates;
use crate::grid::Grid;

/// The data that all puzzles of a generator share.
#[derive(Debug)]
pub(super) struct PreparedGrid {
    pub grid: Arc<Grid>,
    /// The bits of all values.
    pub all: u64,
    /// Whether each house has as many cells as there are values, so that it contains all of them.
    pub is_full: Vec<bool>,
    /// The orbits: sets of cells in which either all or none hold clues.
    pub orbits: Vec<Vec<u16>>,
    /// Whether each cell may hold a clue.
    pub may: Vec<bool>,
    pub places: usize,
    houses: Vec<[u16; 3]>,
    /// The peers of all cells in one list, and where the part of each cell ends.
    peers: Vec<u16>,
    ends: Vec<u32>,
}

impl PreparedGrid {
    /// Prepares a grid. `may` tells which cells may hold clues.
    pub fn new(grid: &Arc<Grid>, symmetry: Symmetry, may: impl Fn(usize) -> bool) -> PreparedGrid {
        let (rows, columns) = (grid.rows(), grid.columns());
        let of = |cell: usize| {
            let (row, column) = (cell / columns, rows + cell % columns);
            [row, column, grid.region(cell).unwrap_or(row)].map(|house| house as u16)
        };
        let houses: Vec<[u16; 3]> = (0..grid.cells()).map(of).collect();
        let (mut peers, mut ends) = (Vec::new(), vec![0]);
        for (cell, own) in houses.iter().enumerate() {
            let cells = own.iter().flat_map(|&house| grid.houses()[usize::from(house)].cells());
            let mut seen: Vec<u16> = cells.copied().filter(|&peer| usize::from(peer) != cell).collect();
            seen.sort_unstable();
            seen.dedup();
            peers.extend(seen);
            ends.push(peers.len() as u32);
        }
        let mut orbits = symmetry.orbits(grid);
        orbits.retain(|orbit| orbit.iter().all(|&cell| may(usize::from(cell))));
        let mut places = vec![false; grid.cells()];
        orbits.iter().flatten().for_each(|&cell| places[usize::from(cell)] = true);
        PreparedGrid {
            may: places,
            all: Candidates::all(grid.values()).bits(),
            is_full: grid.houses().iter().map(|house| house.cells().len() == grid.values()).collect(),
            places: orbits.iter().map(Vec::len).sum(),
            grid: grid.clone(),
            orbits,
            houses,
            peers,
            ends,
        }
    }

    /// Whether every cell may hold a clue.
    pub fn is_free(&self) -> bool {
        self.places == self.grid.cells()
    }

    /// The row, column and region of a cell; the row twice for a cell without a region.
    #[inline]
    pub fn houses(&self, cell: usize) -> [usize; 3] {
        self.houses[cell].map(usize::from)
    }

    /// The cells that share a house with a cell.
    #[inline]
    pub fn peers(&self, cell: usize) -> &[u16] {
        &self.peers[self.ends[cell] as usize..self.ends[cell + 1] as usize]
    }
}

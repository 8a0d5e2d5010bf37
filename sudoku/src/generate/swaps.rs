//! Second solutions that are found without search.
//!
//! In a full grid, the cells of two values that see each other form chains. If the two values are exchanged along a
//! chain, the grid is still valid. So a puzzle needs a clue in each chain.

use super::prepared::PreparedGrid;

/// The places of each value in a full grid, and the chains found so far.
#[derive(Debug, Default)]
pub(super) struct Swaps {
    /// For each house and value, the cell of the house with the value.
    places: Vec<u16>,
    /// For each cell, the last chain in which it was found.
    chains: Vec<u32>,
    chain: u32,
    /// Cells of the current chain whose neighbours have not been visited.
    open: Vec<u16>,
}

/// The entry for a value that the house does not contain.
const NOWHERE: u16 = u16::MAX;

impl Swaps {
    /// Sets the full grid, with each cell as a bit.
    pub fn begin(&mut self, prepared: &PreparedGrid, full: &[u64]) {
        let values = prepared.grid.values();
        self.places.clear();
        self.places.resize(prepared.grid.houses().len() * values, NOWHERE);
        self.chains.clear();
        self.chains.resize(full.len(), 0);
        self.chain = 0;
        for (cell, value) in full.iter().enumerate() {
            for house in prepared.houses(cell) {
                self.places[house * values + value.trailing_zeros() as usize] = cell as u16;
            }
        }
    }

    /// Whether an open cell is in a chain without clues, formed by its value and one of `others`, the values that no
    /// clue seen by the cell has. `given` has the values of the clues for each house.
    pub fn has_free_chain(
        &mut self,
        prepared: &PreparedGrid,
        full: &[u64],
        given: &[u64],
        cell: usize,
        mut others: u64,
    ) -> bool {
        while others != 0 {
            let other = others & others.wrapping_neg();
            others ^= other;
            if self.is_free(prepared, full, given, cell, other) {
                return true;
            }
        }
        false
    }

    fn is_free(
        &mut self,
        prepared: &PreparedGrid,
        full: &[u64],
        given: &[u64],
        cell: usize,
        other: u64,
    ) -> bool {
        let (values, both) = (prepared.grid.values(), full[cell] | other);
        self.chain += 1;
        self.chains[cell] = self.chain;
        self.open.clear();
        self.open.push(cell as u16);
        while let Some(cell) = self.open.pop() {
            let wanted = full[usize::from(cell)] ^ both;
            for house in prepared.houses(usize::from(cell)) {
                if given[house] & wanted != 0 {
                    return false;
                }
                let next = self.places[house * values + wanted.trailing_zeros() as usize];
                if next != NOWHERE && self.chains[usize::from(next)] != self.chain {
                    self.chains[usize::from(next)] = self.chain;
                    self.open.push(next);
                }
            }
        }
        true
    }
}

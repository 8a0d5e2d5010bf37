//! Second solutions that are seen without a search.
//!
//! Cells of two values of a full grid that see each other hang together in chains. With the two values exchanged all along
//! a chain the grid is still full, and so a puzzle needs a clue in each chain.

use super::shape::Shape;

/// Where each value stands in a full grid.
#[derive(Debug, Default)]
pub(super) struct Swaps {
    /// By house and value: the cell.
    places: Vec<u16>,
    /// By cell: the last chain that it was found in.
    chains: Vec<u32>,
    chain: u32,
    /// Cells of the chain whose neighbours have not been looked at.
    open: Vec<u16>,
}

/// No cell of the house has the value.
const NOWHERE: u16 = u16::MAX;

impl Swaps {
    /// Takes a full grid, each cell as a bit.
    pub fn begin(&mut self, shape: &Shape, full: &[u64]) {
        let values = shape.grid.values();
        self.places.clear();
        self.places.resize(shape.grid.houses().len() * values, NOWHERE);
        self.chains.clear();
        self.chains.resize(full.len(), 0);
        self.chain = 0;
        for (cell, value) in full.iter().enumerate() {
            for house in shape.houses(cell) {
                self.places[house * values + value.trailing_zeros() as usize] = cell as u16;
            }
        }
    }

    /// Whether an open cell is in a chain without clues, with one of these values, of which no clue sees it. `given` are
    /// the values of the clues by house.
    pub fn has_free_chain(
        &mut self,
        shape: &Shape,
        full: &[u64],
        given: &[u64],
        cell: usize,
        mut others: u64,
    ) -> bool {
        while others != 0 {
            let other = others & others.wrapping_neg();
            others ^= other;
            if self.is_free(shape, full, given, cell, other) {
                return true;
            }
        }
        false
    }

    fn is_free(&mut self, shape: &Shape, full: &[u64], given: &[u64], cell: usize, other: u64) -> bool {
        let (values, both) = (shape.grid.values(), full[cell] | other);
        self.chain += 1;
        self.chains[cell] = self.chain;
        self.open.clear();
        self.open.push(cell as u16);
        while let Some(cell) = self.open.pop() {
            let wanted = full[usize::from(cell)] ^ both;
            for house in shape.houses(usize::from(cell)) {
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

//! The tuples of a relation, with a bit set for each candidate.

use std::sync::Arc;

use crate::explain::truth::ones;

/// Tuples of values, as a set of rows for each cell and value.
#[derive(Debug)]
pub(in crate::explain) struct Table {
    /// The candidates of each cell when the table was made. The table is valid as long as there are no others.
    domains: Vec<u64>,
    values: usize,
    /// Words of a set of rows.
    words: usize,
    rows: usize,
    /// For each cell and value: the rows that have it.
    support: Vec<u64>,
}

/// The filtered candidates of a relation in a state, and its table.
#[derive(Clone, Debug, Default)]
pub(in crate::explain) struct Row {
    /// The candidates of the cells for which the other fields were computed; empty at the beginning.
    pub(super) domains: Vec<u64>,
    /// The values of each cell that occur in tuples.
    pub live: Vec<u64>,
    /// The table of all tuples, if they are few.
    pub table: Option<Arc<Table>>,
    /// The tuples of the table that the state allows, as bits.
    pub alive: Vec<u64>,
    /// The estimated number of tuples when a table was last tried.
    pub(super) tried: f64,
}

impl Table {
    /// A table of tuples, one after the other in one list.
    pub fn new(domains: Vec<u64>, values: usize, tuples: &[u8]) -> Table {
        let width = domains.len();
        let rows = tuples.len() / width;
        let words = rows.div_ceil(64);
        let mut support = vec![0; width * values * words];
        for (row, tuple) in tuples.chunks_exact(width).enumerate() {
            for (at, &value) in tuple.iter().enumerate() {
                support[(at * values + usize::from(value)) * words + row / 64] |= 1 << (row % 64);
            }
        }
        Table { domains, values, words, rows, support }
    }

    /// Whether the table is valid for candidates of the cells.
    pub fn covers(&self, domains: &[u64]) -> bool {
        domains.iter().zip(&self.domains).all(|(now, then)| now & !then == 0)
    }

    /// The rows that have a value in a cell.
    pub fn support(&self, at: usize, value: usize) -> &[u64] {
        &self.support[(at * self.values + value) * self.words..][..self.words]
    }

    /// The value of a cell in a row.
    pub fn value(&self, row: usize, at: usize) -> usize {
        let has = |value: &usize| self.support(at, *value)[row / 64] >> (row % 64) & 1 != 0;
        (0..self.values).find(has).expect("each row has a value for each cell")
    }

    /// All rows.
    pub fn all(&self) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.words];
        if let Some(last) = all.last_mut() {
            *last >>= self.words * 64 - self.rows;
        }
        all
    }

    /// Removes the rows with a value in a cell from a set. Returns whether there were any.
    pub fn exclude(&self, alive: &mut [u64], at: usize, value: usize) -> bool {
        let mut is_any = false;
        for (alive, has) in alive.iter_mut().zip(self.support(at, value)) {
            is_any |= *alive & has != 0;
            *alive &= !has;
        }
        is_any
    }

    /// Removes the rows without a value in a cell from a set. Returns whether there were any.
    pub fn require(&self, alive: &mut [u64], at: usize, value: usize) -> bool {
        let mut is_any = false;
        for (alive, has) in alive.iter_mut().zip(self.support(at, value)) {
            is_any |= *alive & !has != 0;
            *alive &= has;
        }
        is_any
    }

    /// Whether some row of a set has a value in a cell.
    pub fn has(&self, alive: &[u64], at: usize, value: usize) -> bool {
        alive.iter().zip(self.support(at, value)).any(|(alive, has)| alive & has != 0)
    }

    /// The values of a cell, among the given ones, that rows of a set have.
    pub fn live(&self, alive: &[u64], at: usize, of: u64) -> u64 {
        ones(of).filter(|&value| self.has(alive, at, value)).fold(0, |live, value| live | 1 << value)
    }
}

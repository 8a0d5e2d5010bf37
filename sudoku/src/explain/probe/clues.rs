//! Filtering by clues while a candidate is followed.

use super::Prober;
use crate::explain::order::Order;
use crate::explain::state::State;
use crate::explain::truth::ones;

impl Prober {
    /// Draws the conclusions from a relation that has lost tuples: candidates without a tuple are false.
    pub(super) fn relate(&mut self, state: &State, order: &Order, relation: usize) {
        let map = &*state.map;
        let Some(table) = &state.rows[relation].table else { return };
        let cells = &map.relations[relation].cells;
        // The candidates removed from the cells, the earliest first.
        let mut gone: Vec<(u32, usize, usize)> = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let values = ones(state.cells[cell] & !self.now.cells[cell]);
            gone.extend(values.map(|value| (self.now.behind[map.candidate(cell, value)], at, value)));
        }
        gone.sort_unstable();
        if self.now.alive[relation].iter().all(|&word| word == 0) {
            let set = self.reason(state, relation, &gone, state.rows[relation].alive.clone());
            self.contradict(state, order, set);
            return;
        }
        for (at, &cell) in cells.iter().enumerate() {
            for value in ones(self.now.cells[cell]) {
                if table.has(&self.now.alive[relation], at, value) {
                    continue;
                }
                let alive = state.rows[relation].alive.iter().zip(table.support(at, value));
                let rows = alive.map(|(alive, has)| alive & has).collect();
                let set = self.reason(state, relation, &gone, rows);
                self.push(order, map.candidate(cell, value), set, false);
            }
        }
    }

    /// The truths behind the loss of some rows of a relation, as a new set: the relation, and the truths behind
    /// removed candidates.
    fn reason(
        &mut self,
        state: &State,
        relation: usize,
        gone: &[(u32, usize, usize)],
        mut rows: Vec<u64>,
    ) -> u32 {
        let set = self.sets.begin();
        self.sets.insert(set, state.map.numbering.relation(relation));
        let Some(table) = &state.rows[relation].table else { return set };
        for &(behind, at, value) in gone {
            if table.exclude(&mut rows, at, value) {
                self.sets.unite(set, behind);
            }
        }
        set
    }
}

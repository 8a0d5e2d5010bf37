//! Filtering by clues while a candidate is followed.

use super::Behind;
use crate::explain::follow::Follower;
use crate::explain::state::State;
use crate::explain::truth::ones;

/// A candidate that a relation has lost: the set of truths behind its removal, the place of its cell, and its value.
type Removed = (u32, usize, usize);

impl Follower<Behind> {
    /// Draws the conclusions from a relation that has lost tuples: candidates without a tuple are false.
    pub(super) fn relate(&mut self, state: &State, relation: usize) {
        let map = &*state.map;
        let Follower { left, record, .. } = self;
        let Some(table) = &state.rows[relation].table else { return };
        let cells = &map.relations[relation].cells;
        // The earliest first.
        let mut gone: Vec<Removed> = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let values = ones(state.cells[cell] & !left.cells[cell]);
            gone.extend(values.map(|value| (record.behind[map.candidate(cell, value)], at, value)));
        }
        gone.sort_unstable();
        let alive = left.alive(state, relation);
        if alive.iter().all(|&word| word == 0) {
            let set = record.reason(state, relation, &gone, state.rows[relation].alive.clone());
            return record.contradict(state, set);
        }
        for (at, &cell) in cells.iter().enumerate() {
            for value in ones(left.cells[cell]).filter(|&value| !table.has(alive, at, value)) {
                let before = state.rows[relation].alive.iter().zip(table.support(at, value));
                let rows = before.map(|(alive, has)| alive & has).collect();
                let set = record.reason(state, relation, &gone, rows);
                record.push(map.candidate(cell, value), set, false);
            }
        }
    }
}

impl Behind {
    /// The truths behind the loss of some rows of a relation, as a new set: the relation, and the truths behind
    /// removed candidates.
    fn reason(&mut self, state: &State, relation: usize, gone: &[Removed], mut rows: Vec<u64>) -> u32 {
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

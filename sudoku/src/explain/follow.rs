//! The follower of candidates: what follows when some hold, generic over what is recorded of it.

use super::map::Map;
use super::state::State;
use super::truth::{Candidate, ones};

/// The candidates that are left while some are supposed to hold.
#[derive(Debug, Default)]
pub(super) struct Remaining {
    /// The candidates of each cell, as bits.
    pub cells: Vec<u64>,
    /// The positions of each value in each house, as bits; none if no record needs them.
    places: Vec<u64>,
    /// The candidates of each cell that hold, as bits.
    pub held: Vec<u64>,
    /// The tuples that are left of relations that have lost some. Other relations have those of the state.
    alive: Vec<Vec<u64>>,
    is_narrowed: Vec<bool>,
    /// The relations that have lost tuples.
    narrowed: Vec<usize>,
}

impl Remaining {
    /// All that a state leaves.
    fn begin(&mut self, state: &State, places: &[u64]) {
        self.cells.clone_from(&state.cells);
        self.places.clear();
        self.places.extend(places);
        self.held.clear();
        self.held.resize(state.cells.len(), 0);
        self.alive.resize(state.rows.len(), Vec::new());
        self.is_narrowed.clear();
        self.is_narrowed.resize(state.rows.len(), false);
        self.narrowed.clear();
    }

    pub fn copy(&mut self, other: &Remaining) {
        self.cells.clone_from(&other.cells);
        self.places.clone_from(&other.places);
        self.held.clone_from(&other.held);
        self.alive.resize(other.alive.len(), Vec::new());
        other.narrowed.iter().for_each(|&at| self.alive[at].clone_from(&other.alive[at]));
        self.is_narrowed.clone_from(&other.is_narrowed);
        self.narrowed.clone_from(&other.narrowed);
    }

    // These are most of a rating, also where the crate is compiled for size: inlined, and slices, since the index of a
    // vector would be a call.
    #[inline(always)]
    pub fn is_left(&self, cell: usize, value: usize) -> bool {
        self.cells.as_slice()[cell] >> value & 1 != 0
    }

    #[inline(always)]
    pub fn is_held(&self, cell: usize, value: usize) -> bool {
        self.held.as_slice()[cell] >> value & 1 != 0
    }

    /// The candidates that are left of a truth that is no relation: values of a cell, or positions of a house.
    pub fn mask(&self, truth: usize) -> u64 {
        let cells = self.cells.len();
        if truth < cells { self.cells[truth] } else { self.places[truth - cells] }
    }

    /// The tuples that are left of a relation with a table.
    pub fn alive<'a>(&'a self, state: &'a State, relation: usize) -> &'a [u64] {
        if self.is_narrowed[relation] { &self.alive[relation] } else { &state.rows[relation].alive }
    }

    /// The same, to be narrowed.
    fn alive_mut(&mut self, state: &State, relation: usize) -> &mut [u64] {
        if !std::mem::replace(&mut self.is_narrowed[relation], true) {
            self.narrowed.push(relation);
            self.alive[relation].clone_from(&state.rows[relation].alive);
        }
        &mut self.alive[relation]
    }

    /// The candidates that a relation leaves its cells; `None` if it has no tuple left. `narrow` propagates a relation
    /// without a table, from the candidates of its cells.
    pub fn filtered(
        &self,
        state: &State,
        relation: usize,
        narrow: impl FnOnce(&[u64]) -> Option<Vec<u64>>,
    ) -> Option<Vec<u64>> {
        let cells = &state.map.relations[relation].cells;
        let Some(table) = &state.rows[relation].table else {
            let domains: Vec<u64> = cells.iter().map(|&cell| self.cells[cell]).collect();
            return narrow(&domains);
        };
        let alive = self.alive(state, relation);
        let live = |(at, &cell): (usize, &usize)| table.live(alive, at, self.cells[cell]);
        alive.iter().any(|&word| word != 0).then(|| cells.iter().enumerate().map(live).collect())
    }
}

/// What is recorded while candidates are followed.
pub(super) trait Record {
    /// The reason why a candidate holds or does not.
    type Reason: Copy;

    /// Whether conclusions are drawn from the places of values.
    const HAS_PLACES: bool = true;

    /// Whether a relation that has lost something is looked at.
    fn watches(&self, state: &State, relation: usize) -> bool {
        state.rows[relation].table.is_some()
    }

    /// The reason for all that a candidate excludes that holds for a reason.
    fn excludes(candidate: Candidate, reason: Self::Reason) -> Self::Reason;

    /// Notes that a candidate holds, or does not.
    fn note_settled(&mut self, _candidate: Candidate, _reason: Self::Reason) {}

    /// Notes that a truth has lost a candidate.
    fn note_loss(&mut self, _map: &Map, _truth: usize) {}

    /// Notes that a settled candidate would be the opposite, too: a contradiction.
    fn note_conflict(&mut self, state: &State, candidate: Candidate, reason: Self::Reason);

    /// Draws the conclusion from a truth that has only one candidate left, which is not known to hold, or none.
    fn conclude(&mut self, state: &State, left: &Remaining, truth: usize, last: Option<Candidate>);
}

/// Follows candidates, with memory that it keeps between questions.
#[derive(Debug, Default)]
pub(super) struct Follower<R> {
    pub left: Remaining,
    /// Relations that have lost tuples, or candidates of their cells, since they were looked at.
    pub changed: Vec<usize>,
    pub record: R,
}

impl<R: Record> Follower<R> {
    /// Begins at a state.
    pub fn begin(&mut self, state: &State) {
        self.left.begin(state, if R::HAS_PLACES { &state.places } else { &[] });
        self.changed.clear();
    }

    /// Draws the conclusions from a candidate that holds.
    pub fn hold(&mut self, state: &State, candidate: Candidate, reason: R::Reason) {
        let (cell, value) = state.map.split(candidate);
        if self.left.is_held(cell, value) {
            return;
        }
        if !self.left.is_left(cell, value) {
            return self.record.note_conflict(state, candidate, reason);
        }
        self.left.held[cell] |= 1 << value;
        self.record.note_settled(candidate, reason);
        let reason = R::excludes(candidate, reason);
        let others = self.left.cells[cell] & !(1 << value);
        state.map.excluded_by(candidate, others).for_each(|(cell, value)| {
            if self.left.is_left(cell, value) {
                self.drop(state, cell, value, reason);
            }
        });
    }

    /// Draws the conclusions from a candidate that does not hold.
    pub fn refuse(&mut self, state: &State, candidate: Candidate, reason: R::Reason) {
        let (cell, value) = state.map.split(candidate);
        if self.left.is_held(cell, value) {
            self.record.note_conflict(state, candidate, reason);
        } else if self.left.is_left(cell, value) {
            self.drop(state, cell, value, reason);
        }
    }

    /// Removes a candidate that is left.
    pub fn drop(&mut self, state: &State, cell: usize, value: usize, reason: R::Reason) {
        let map = &*state.map;
        self.record.note_settled(map.candidate(cell, value), reason);
        self.left.cells[cell] &= !(1 << value);
        self.lose(state, cell, self.left.cells[cell]);
        for &(relation, at) in &map.relations_of[cell] {
            if !self.record.watches(state, relation) {
                continue;
            }
            let is_new = state.rows[relation]
                .table
                .as_ref()
                .is_none_or(|table| table.exclude(self.left.alive_mut(state, relation), at, value));
            if is_new && !self.changed.contains(&relation) {
                self.changed.push(relation);
            }
        }
        let houses = if R::HAS_PLACES { &map.houses_of[cell][..] } else { &[] };
        for &(house, position) in houses {
            let place = house * map.numbering.values + value;
            self.left.places[place] &= !(1 << position);
            self.lose(state, map.numbering.cells + place, self.left.places[place]);
        }
    }

    /// Draws the conclusion from a truth that has lost a candidate, if at most one is left.
    #[inline]
    fn lose(&mut self, state: &State, truth: usize, left: u64) {
        self.record.note_loss(&state.map, truth);
        if left & left.wrapping_sub(1) == 0 {
            self.conclude(state, truth, left);
        }
    }

    fn conclude(&mut self, state: &State, truth: usize, left: u64) {
        let last = ones(left).next().map(|bit| state.map.member(truth, bit));
        let is_held = |last| {
            let (cell, value) = state.map.split(last);
            self.left.is_held(cell, value)
        };
        if !last.is_some_and(is_held) {
            self.record.conclude(state, &self.left, truth, last);
        }
    }
}

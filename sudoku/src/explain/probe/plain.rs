//! A quick filter before probes: whether a candidate leads to a contradiction, without the truths behind it.
//!
//! It follows candidates as probes do, but records no truths, so it needs neither their order nor their sets.

use super::Known;
use crate::explain::map::Map;
use crate::explain::state::State;
use crate::explain::truth::{Candidate, ones};

/// Follows candidates as [`Prober`](super::Prober) does, with memory that it keeps between questions.
#[derive(Debug, Default)]
pub(super) struct Plain {
    cells: Vec<u64>,
    places: Vec<u64>,
    held: Vec<u64>,
    /// The tuples that are left, for each relation that lost some. The tuples of other relations are those of `Before`.
    alive: Vec<Vec<u64>>,
    /// For each relation, whether it lost tuples.
    is_own: Vec<bool>,
    /// The relations that lost tuples.
    own: Vec<usize>,
    /// Candidates that hold and have to be followed.
    queue: Vec<Candidate>,
    /// Relations that lost tuples since they were looked at.
    changed: Vec<usize>,
    has_failed: bool,
}

/// The state before a candidate is followed.
struct Before<'a> {
    state: &'a State,
    /// The facts of a probe; `None` if the candidate is followed from the state alone.
    known: Option<&'a Known>,
}

impl Before<'_> {
    fn alive(&self, relation: usize) -> &[u64] {
        self.known.map_or(&self.state.rows[relation].alive, |known| &known.alive[relation])
    }
}

impl Plain {
    /// Returns whether the assumption of a candidate leads to a contradiction.
    pub fn refutes(&mut self, state: &State, candidate: Candidate) -> bool {
        self.cells.clone_from(&state.cells);
        self.places.clone_from(&state.places);
        self.held.clear();
        self.held.resize(state.cells.len(), 0);
        let before = Before { state, known: None };
        self.begin(&before);
        self.queue.push(candidate);
        self.run(&before)
    }

    /// Returns whether the facts of a probe and the assumption that a candidate is true, or false, are a contradiction.
    pub fn refutes_inside(
        &mut self,
        state: &State,
        known: &Known,
        candidate: Candidate,
        holds: bool,
    ) -> bool {
        self.cells.clone_from(&known.cells);
        self.places.clone_from(&known.places);
        self.held.clone_from(&known.held);
        let before = Before { state, known: Some(known) };
        self.begin(&before);
        if holds {
            self.queue.push(candidate);
        } else {
            let (cell, value) = state.map.split(candidate);
            self.drop(&before, &state.map, cell, value);
        }
        self.run(&before)
    }

    /// Adds the conclusions from the last candidate to the facts of the probe.
    pub fn store(&self, known: &mut Known) {
        known.cells.clone_from(&self.cells);
        known.places.clone_from(&self.places);
        known.held.clone_from(&self.held);
        self.own.iter().for_each(|&relation| known.alive[relation].clone_from(&self.alive[relation]));
    }

    fn begin(&mut self, before: &Before<'_>) {
        self.alive.resize(before.state.rows.len(), Vec::new());
        self.own.clear();
        self.is_own.clear();
        self.is_own.resize(before.state.rows.len(), false);
        self.queue.clear();
        self.changed.clear();
        self.has_failed = false;
    }

    fn run(&mut self, before: &Before<'_>) -> bool {
        let map = &*before.state.map;
        while !self.has_failed {
            if let Some(candidate) = self.queue.pop() {
                self.hold(before, map, candidate);
            } else if let Some(relation) = self.changed.pop() {
                self.relate(before, map, relation);
            } else {
                break;
            }
        }
        self.has_failed
    }

    /// Records that a candidate is true.
    fn hold(&mut self, before: &Before<'_>, map: &Map, candidate: Candidate) {
        let (cell, value) = map.split(candidate);
        if self.held[cell] >> value & 1 != 0 {
            return;
        }
        if self.cells[cell] >> value & 1 == 0 {
            self.has_failed = true;
            return;
        }
        self.held[cell] |= 1 << value;
        for other in ones(self.cells[cell] & !(1 << value)) {
            self.drop(before, map, cell, other);
        }
        for &peer in &map.peers[cell] {
            if self.cells[peer] >> value & 1 != 0 {
                self.drop(before, map, peer, value);
            }
        }
        for &(excluded, _) in &map.excluded[candidate] {
            let (cell, value) = map.split(excluded);
            if self.cells[cell] >> value & 1 != 0 {
                self.drop(before, map, cell, value);
            }
        }
    }

    /// Records that a candidate is false. It must be left.
    fn drop(&mut self, before: &Before<'_>, map: &Map, cell: usize, value: usize) {
        self.cells[cell] &= !(1 << value);
        let left = self.cells[cell];
        if left & left.wrapping_sub(1) == 0 && left & self.held[cell] == 0 {
            self.conclude(map, cell, left);
        }
        for &(relation, at) in &map.relations_of[cell] {
            let Some(table) = &before.state.rows[relation].table else { continue };
            if !self.is_own[relation] {
                self.is_own[relation] = true;
                self.own.push(relation);
                self.alive[relation].clear();
                self.alive[relation].extend_from_slice(before.alive(relation));
            }
            if table.exclude(&mut self.alive[relation], at, value) && !self.changed.contains(&relation) {
                self.changed.push(relation);
            }
        }
        for &(house, position) in &map.houses_of[cell] {
            let place = house * map.numbering.values + value;
            self.places[place] &= !(1 << position);
            let left = self.places[place];
            if left & left.wrapping_sub(1) == 0 {
                self.conclude(map, map.numbering.cells + place, left);
            }
        }
    }

    /// Concludes from a truth with at most one candidate left.
    fn conclude(&mut self, map: &Map, truth: usize, left: u64) {
        match ones(left).next() {
            None => self.has_failed = true,
            Some(bit) => self.queue.push(map.member(truth, bit)),
        }
    }

    /// Drops the candidates that are in no tuple left of a relation.
    fn relate(&mut self, before: &Before<'_>, map: &Map, relation: usize) {
        let Some(table) = &before.state.rows[relation].table else { return };
        if self.alive[relation].iter().all(|&word| word == 0) {
            self.has_failed = true;
            return;
        }
        for (at, &cell) in map.relations[relation].cells.iter().enumerate() {
            let lost = self.cells[cell] & !table.live(&self.alive[relation], at, self.cells[cell]);
            for value in ones(lost) {
                self.drop(before, map, cell, value);
            }
        }
    }
}

//! A quick filter before probes: whether a candidate leads to a contradiction, without the truths behind it.
//!
//! It records no truths, so it needs neither their order nor their sets.

use crate::explain::follow::{Follower, Record, Remaining};
use crate::explain::state::State;
use crate::explain::truth::{Candidate, ones};

/// Follows candidates as [`Prober`](super::Prober) does.
pub(super) type Plain = Follower<Quick>;

/// The candidates that hold and have to be followed, and whether there was a contradiction.
#[derive(Debug, Default)]
pub(super) struct Quick {
    queue: Vec<Candidate>,
    has_failed: bool,
}

impl Record for Quick {
    type Reason = ();

    fn excludes(_: Candidate, (): ()) {}

    fn note_conflict(&mut self, _: &State, _: Candidate, (): ()) {
        self.has_failed = true;
    }

    fn conclude(&mut self, _: &State, _: &Remaining, _: usize, last: Option<Candidate>) {
        match last {
            None => self.has_failed = true,
            Some(last) => self.queue.push(last),
        }
    }
}

impl Plain {
    /// Returns whether the assumption of a candidate leads to a contradiction.
    pub fn refutes(&mut self, state: &State, candidate: Candidate) -> bool {
        self.begin(state);
        self.run(state, candidate, true)
    }

    /// Returns whether the facts of a probe and the assumption that a candidate is true, or false, are a contradiction.
    pub fn refutes_inside(
        &mut self,
        state: &State,
        known: &Remaining,
        candidate: Candidate,
        holds: bool,
    ) -> bool {
        self.left.copy(known);
        self.changed.clear();
        self.run(state, candidate, holds)
    }

    fn run(&mut self, state: &State, candidate: Candidate, holds: bool) -> bool {
        self.record.queue.clear();
        self.record.has_failed = false;
        if holds {
            self.record.queue.push(candidate);
        } else {
            self.refuse(state, candidate, ());
        }
        while !self.record.has_failed {
            if let Some(candidate) = self.record.queue.pop() {
                self.hold(state, candidate, ());
            } else if let Some(relation) = self.changed.pop() {
                self.relate(state, relation);
            } else {
                break;
            }
        }
        self.record.has_failed
    }

    /// Drops the candidates that are in no tuple left of a relation.
    fn relate(&mut self, state: &State, relation: usize) {
        let map = &*state.map;
        let Some(table) = &state.rows[relation].table else { return };
        if self.left.alive(state, relation).iter().all(|&word| word == 0) {
            self.record.has_failed = true;
            return;
        }
        for (at, &cell) in map.relations[relation].cells.iter().enumerate() {
            let values = self.left.cells[cell];
            let lost = values & !table.live(self.left.alive(state, relation), at, values);
            ones(lost).for_each(|value| self.refuse(state, map.candidate(cell, value), ()));
        }
    }
}

//! Probes inside probes.

use std::collections::BinaryHeap;

use super::Prober;
use crate::explain::order::Order;
use crate::explain::state::State;
use crate::explain::truth::{Candidate, ones};
use crate::explain::work::Work;

/// The work of an inner probe, in units of a meter.
const INNER_WORK: u32 = 20;

impl Prober {
    /// Like [`refute`](Prober::refute), with probes inside the probe: candidates that contradict the first one are
    /// removed.
    pub fn refute_nested(
        &mut self,
        state: &State,
        order: &Order,
        candidate: Candidate,
        most: usize,
        work: &mut Work,
    ) -> Option<Vec<usize>> {
        self.begin(state, most, most, u16::MAX);
        self.follow(state, order, candidate);
        self.forget_queue();
        let mut since = 0;
        while self.best.is_none() && since < state.cells.len() {
            let before = since;
            // Repeats rounds over the cells with two candidates and the values with two places.
            since = state.cells.len();
            for truth in before..state.map.numbering.cells + self.now.places.len() {
                let mask = self.left(state, truth);
                if mask.count_ones() != 2 {
                    continue;
                }
                for bit in [mask.trailing_zeros(), 63 - mask.leading_zeros()] {
                    let inner = state.map.member(truth, bit as usize);
                    let (cell, value) = state.map.split(inner);
                    if self.now.cells[cell] >> value & 1 == 0 || self.now.held[cell] >> value & 1 != 0 {
                        continue;
                    }
                    if work.spend(INNER_WORK * state.map.scale) {
                        return None;
                    }
                    if let Some(set) = self.refute_inside(state, order, inner) {
                        self.size = 0;
                        self.drop(state, order, cell, value, set);
                        self.run(state, order);
                        since = 0;
                        if self.best.is_some() {
                            return self.best.map(|(.., set)| self.truths(set));
                        }
                    }
                }
            }
        }
        self.best.map(|(.., set)| self.truths(set))
    }

    /// Whether a candidate is refuted by probes inside its probe if all are followed as far as that goes.
    pub fn is_refuted_nested(&mut self, state: &State, candidate: Candidate, work: &mut Work) -> bool {
        self.now.begin(state);
        if self.plain.refutes_inside(state, &self.now, candidate, true) {
            return true;
        }
        self.plain.store(&mut self.now);
        let count = state.map.numbering.cells + self.now.places.len();
        // Rounds over the cells with two candidates and the values with two places, until one finds nothing.
        let mut is_new = true;
        while std::mem::take(&mut is_new) {
            for truth in 0..count {
                let mask = self.left(state, truth);
                if mask.count_ones() != 2 {
                    continue;
                }
                for bit in ones(mask) {
                    let inner = state.map.member(truth, bit);
                    let (cell, value) = state.map.split(inner);
                    if work.spend(INNER_WORK * state.map.scale) {
                        return false;
                    }
                    let is_open = self.now.cells[cell] & !self.now.held[cell];
                    if is_open >> value & 1 == 0 || !self.plain.refutes_inside(state, &self.now, inner, true)
                    {
                        continue;
                    }
                    if self.plain.refutes_inside(state, &self.now, inner, false) {
                        return true;
                    }
                    self.plain.store(&mut self.now);
                    is_new = true;
                }
            }
        }
        false
    }

    /// The candidates that are left of a truth that is no relation.
    fn left(&self, state: &State, truth: usize) -> u64 {
        match truth.checked_sub(state.map.numbering.cells) {
            None => self.now.cells[truth],
            Some(place) => self.now.places[place],
        }
    }

    /// Returns a set of truths behind a contradiction from one more candidate. The state of the outer probe is
    /// restored.
    fn refute_inside(&mut self, state: &State, order: &Order, candidate: Candidate) -> Option<u32> {
        if !self.plain.refutes_inside(state, &self.now, candidate, true) {
            return None;
        }
        std::mem::swap(&mut self.now, &mut self.outer);
        self.now.copy(&self.outer);
        let count = self.sets.count();
        self.follow(state, order, candidate);
        self.forget_queue();
        let found = self.best.take().map(|(.., set)| set);
        std::mem::swap(&mut self.now, &mut self.outer);
        self.sets.keep_only(count, found)
    }

    /// Forgets what was queued, so that the next candidate is followed as if it were the first.
    fn forget_queue(&mut self) {
        self.queue.iter_mut().for_each(BinaryHeap::clear);
        self.queued.iter_mut().for_each(|queued| queued.fill(u16::MAX));
    }
}

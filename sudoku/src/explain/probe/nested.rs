//! Probes inside probes.

use super::Prober;
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
        candidate: Candidate,
        most: usize,
        work: &mut Work,
    ) -> Option<Vec<usize>> {
        self.begin(state, most, most, u16::MAX);
        self.now.follow(state, candidate);
        self.now.record.forget_queue();
        let mut since = 0;
        while self.now.record.best.is_none() && since < state.cells.len() {
            let before = since;
            // Repeats rounds over the cells with two candidates and the values with two places.
            since = state.cells.len();
            for truth in before..state.map.numbering.cells + state.places.len() {
                let mask = self.now.left.mask(truth);
                if mask.count_ones() != 2 {
                    continue;
                }
                for bit in [mask.trailing_zeros(), 63 - mask.leading_zeros()] {
                    let inner = state.map.member(truth, bit as usize);
                    let (cell, value) = state.map.split(inner);
                    if !self.now.left.is_left(cell, value) || self.now.left.is_held(cell, value) {
                        continue;
                    }
                    if work.spend(INNER_WORK * state.map.scale) {
                        return None;
                    }
                    if let Some(set) = self.refute_inside(state, inner) {
                        self.now.record.size = 0;
                        self.now.refuse(state, inner, set);
                        self.now.run(state);
                        since = 0;
                        if self.now.record.best.is_some() {
                            return self.now.record.refutation();
                        }
                    }
                }
            }
        }
        self.now.record.refutation()
    }

    /// Whether a candidate is refuted by probes inside its probe if all are followed as far as that goes.
    pub fn is_refuted_nested(&mut self, state: &State, candidate: Candidate, work: &mut Work) -> bool {
        self.now.begin(state);
        if self.plain.refutes_inside(state, &self.now.left, candidate, true) {
            return true;
        }
        self.now.left.copy(&self.plain.left);
        let count = state.map.numbering.cells + state.places.len();
        // Rounds over the cells with two candidates and the values with two places, until one finds nothing.
        let mut is_new = true;
        while std::mem::take(&mut is_new) {
            for truth in 0..count {
                let mask = self.now.left.mask(truth);
                if mask.count_ones() != 2 {
                    continue;
                }
                for bit in ones(mask) {
                    let inner = state.map.member(truth, bit);
                    let (cell, value) = state.map.split(inner);
                    if work.spend(INNER_WORK * state.map.scale) {
                        return false;
                    }
                    let left = &self.now.left;
                    let is_open = left.is_left(cell, value) && !left.is_held(cell, value);
                    if !is_open || !self.plain.refutes_inside(state, left, inner, true) {
                        continue;
                    }
                    if self.plain.refutes_inside(state, left, inner, false) {
                        return true;
                    }
                    self.now.left.copy(&self.plain.left);
                    is_new = true;
                }
            }
        }
        false
    }

    /// Returns a set of truths behind a contradiction from one more candidate. The state of the outer probe is
    /// restored.
    fn refute_inside(&mut self, state: &State, candidate: Candidate) -> Option<u32> {
        if !self.plain.refutes_inside(state, &self.now.left, candidate, true) {
            return None;
        }
        let Prober { now, outer: (left, behind), .. } = self;
        left.copy(&now.left);
        behind.clone_from(&now.record.behind);
        let count = now.record.sets.count();
        now.follow(state, candidate);
        now.record.forget_queue();
        let found = now.record.best.take().map(|(.., set)| set);
        std::mem::swap(&mut now.left, left);
        std::mem::swap(&mut now.record.behind, behind);
        now.record.sets.keep_only(count, found)
    }
}

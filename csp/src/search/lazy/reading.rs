//! What a learning search has found, and its counters.

use std::time::Duration;

use super::{Lazy, State};
use crate::base::stats::Statistics;
use crate::compile::Compiled;
use crate::engine::observe::Observer;
use crate::model::decision::Decision;
use crate::model::ids::Term;
use crate::model::solution::Solution;

impl<O: Observer> Lazy<O> {
    fn require_solution(&self) {
        assert!(self.state == State::Solution, "a solution can be read after Step::Solution only");
    }

    pub fn is_exhausted(&self) -> bool {
        self.state == State::Exhausted
    }

    pub fn solution(&self) -> Solution {
        self.require_solution();
        self.compiled.engine.solution()
    }

    pub fn value(&self, term: Term) -> i32 {
        self.require_solution();
        self.compiled.engine.store.min(self.compiled.engine.view(term))
    }

    /// Returns assumptions from which it follows that the run has no solution, if it ended so.
    pub fn core(&self) -> Option<Vec<Decision>> {
        let is_refuted = self.state == State::Exhausted && self.stats.solutions == self.solutions_before;
        is_refuted.then(|| self.reasons.core.iter().map(|&at| self.assumptions[at]).collect())
    }

    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    pub fn observer(&mut self) -> &mut O {
        &mut self.observer
    }

    pub fn nodes(&self) -> u64 {
        self.stats.nodes
    }

    pub fn failures(&self) -> u64 {
        self.stats.failures
    }

    pub fn time(&self) -> Duration {
        self.stats.time
    }

    pub fn statistics(&self) -> Statistics {
        let mut stats = self.stats.clone();
        let engine = &self.compiled.engine;
        stats.propagations = engine.propagations.list().to_vec();
        stats.opened = stats.nodes;
        stats.removals = engine.store.removals();
        stats.clauses = engine.learnt_clauses.learnt() as u64;
        stats
    }
}

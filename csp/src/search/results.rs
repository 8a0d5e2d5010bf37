//! The state of a search: the solution, the counters, the decisions that hold.

use std::time::Duration;

use super::Search;
use super::runner::runner;
use super::stack::State;
use crate::base::stats::Statistics;
use crate::engine::Engine;
use crate::engine::domain::Domain;
use crate::engine::observe::Observer;
use crate::model::decision::Decision;
use crate::model::ids::Term;
use crate::model::solution::Solution;
use crate::search::probing;

impl<O: Observer> Search<O> {
    /// Panics if there is no current solution.
    fn require_solution(&self) {
        assert!(self.state == State::Solution, "a solution can be read after Step::Solution only");
    }

    /// The solution that the last step found.
    ///
    /// # Panics
    /// When the last step did not end with [`Step::Solution`](crate::Step::Solution).
    pub fn solution(&self) -> Solution {
        self.require_solution();
        self.engine().solution()
    }

    /// One value of the solution that the last step found, without copying the others.
    ///
    /// # Panics
    /// When the last step did not end with [`Step::Solution`](crate::Step::Solution).
    pub fn value(&self, term: impl Into<Term>) -> i32 {
        self.require_solution();
        let engine = self.engine();
        engine.store().min(engine.view(term))
    }

    /// Whether it is proved that there are no more solutions.
    pub fn is_exhausted(&self) -> bool {
        self.state == State::Exhausted
    }

    /// The domain of a variable in the current state of the search.
    pub fn domain(&self, term: impl Into<Term>) -> Domain<'_> {
        self.engine().domain(term)
    }

    /// Returns the decisions that hold in the current state of the search, without assumptions.
    pub fn decisions(&self) -> impl Iterator<Item = Decision> {
        self.stack.iter().filter_map(|entry| entry.held())
    }

    pub(super) fn decisions_from_last(&self) -> impl Iterator<Item = Decision> {
        self.stack.iter().rev().filter_map(|entry| entry.held())
    }

    /// Counters of the whole search.
    pub fn statistics(&self) -> Statistics {
        let mut stats = self.stats.clone();
        stats.propagations = self.compiled.engine.propagations.list().to_vec();
        if self.probing {
            stats.propagations.push((probing::NAME, self.probes));
        }
        stats.removals = self.compiled.engine.store.removals();
        stats.clauses = self.compiled.engine.clauses() as u64;
        if let Some(partner) = self.turns.partner() {
            // The partner's nodes, failures and solutions are counted already.
            let theirs = partner.statistics();
            let counted =
                Statistics { nodes: 0, failures: 0, solutions: 0, opened: 0, time: Duration::ZERO, ..theirs };
            stats.add(&counted);
        }
        if !self.by_values {
            stats.opened = stats.nodes;
        }
        stats
    }

    /// Number of decisions tried so far.
    pub fn nodes(&self) -> u64 {
        self.stats.nodes
    }

    /// Number of failures so far.
    pub fn failures(&self) -> u64 {
        self.stats.failures
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        self.turns.engine().unwrap_or(&self.compiled.engine)
    }
}

runner!([O: Observer] Search<O> {});

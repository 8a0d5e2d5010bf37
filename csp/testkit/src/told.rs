//! An observer that counts.

use csp::extend::{Contradiction, Store, Stretch};
use csp::{Decision, Observer};

/// Sums of what an observer is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Nodes, those of stretches included.
    pub nodes: u64,
    /// Failures, those of stretches included.
    pub failures: u64,
    /// Solutions, those of stretches included.
    pub solutions: u64,
    /// Turns and steps of learners that were not told event by event.
    pub stretches: u64,
    /// Solutions of stretches.
    pub found: Vec<Vec<i32>>,
}

impl Observer for Told {
    fn decide(&mut self, _: Decision, _: usize) {
        self.nodes += 1;
    }

    fn decide_unnamed(&mut self, _: usize) {
        self.nodes += 1;
    }

    fn conflict(&mut self, _: &Contradiction<'_>, _: usize) {
        self.failures += 1;
    }

    fn solution(&mut self, _: &Store) {
        self.solutions += 1;
    }

    fn stretch(&mut self, stretch: &Stretch<'_>) {
        self.stretches += 1;
        self.nodes += stretch.nodes();
        self.failures += stretch.failures();
        self.solutions += u64::from(stretch.is_solved());
        self.found.extend(stretch.solution().map(|solution| solution.values().to_vec()));
        assert!(!(stretch.is_last() && stretch.is_solved()));
    }
}

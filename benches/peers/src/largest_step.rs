//! A brancher for all-interval series: large steps fit into few places, so they are placed first.

use csp::branch::{Blame, Brancher, Branching};
use csp::extend::{Engine, Store, View};
use csp::{Config, Decision, Var};

/// Places the steps from the largest to the smallest, each at the open position with the smallest domain.
#[derive(Debug)]
pub struct LargestStep {
    steps: Vec<(Var, View)>,
    then: Branching,
}

impl LargestStep {
    /// Returns a brancher. The variables `steps` take the values from 1 to `steps.len()`.
    pub fn new(engine: &Engine, config: &Config, steps: &[Var]) -> LargestStep {
        let steps = steps.iter().map(|&step| (step, engine.view(step))).collect();
        LargestStep { steps, then: Branching::new(engine, config) }
    }
}

impl Brancher for LargestStep {
    fn decide(&mut self, store: &Store) -> Option<Decision> {
        let place = |size: i32| {
            let places = self.steps.iter().filter(|&&(_, view)| store.contains(view, size));
            let &(step, view) = places.min_by_key(|&&(_, view)| store.size(view))?;
            // If a step is fixed to this size, its domain is the smallest: the size is placed already.
            (!store.is_fixed(view)).then_some(Decision::Assign(step, size))
        };
        let largest = (1..=self.steps.len() as i32).rev().find_map(place);
        largest.or_else(|| self.then.decide(store))
    }

    fn conflict(&mut self, store: &Store, blame: Blame<'_>) {
        self.then.conflict(store, blame);
    }

    fn restart(&mut self) {
        self.then.restart();
    }
}

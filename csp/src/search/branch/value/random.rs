//! Value heuristic: a random value.

use super::ValueHeuristic;
use crate::base::rng::Rng;
use crate::engine::store::{Store, View};
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::order::{Begin, ValueOrder, orders};

orders! {
    /// A random value.
    ValueOrder::Random = ValueOrder::new("random", Begin::Chance);
}

#[derive(Debug)]
pub(super) struct Random {
    rng: Rng,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        // Differs from the stream of random numbers for variables.
        Random { rng: Rng::new(!seed) }
    }
}

impl ValueHeuristic for Random {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        let domain = store.domain(view);
        let chosen = domain.iter().nth(self.rng.below(domain.len()) as usize);
        Decision::Assign(var, chosen.expect("domains are never empty"))
    }
}

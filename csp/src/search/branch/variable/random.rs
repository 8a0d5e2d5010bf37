//! Variable heuristic: a random open variable.

use super::VariableHeuristic;
use crate::base::rng::Rng;
use crate::engine::store::Store;
use crate::model::order::{Basis, VariableOrder, orders};
use crate::search::branch::{Candidates, Ties};

orders! {
    /// A random open variable.
    VariableOrder::Random = VariableOrder::new("random", Basis::Chance);
}

#[derive(Debug)]
pub(super) struct Random {
    rng: Rng,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl VariableHeuristic for Random {
    fn choose(&mut self, candidates: &Candidates, store: &Store, _ties: &mut Ties) -> Option<usize> {
        let open = candidates.open(store).count() as u32;
        if open == 0 {
            return None;
        }
        candidates.open(store).nth(self.rng.below(open) as usize)
    }
}

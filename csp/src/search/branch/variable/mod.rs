//! Which variable to branch on.

mod heap;
mod input_order;
mod random;
mod smallest;
mod smallest_degree;
mod weighted_degree;

use std::fmt::Debug;

use super::{Blame, Candidates, Ties};
use crate::engine::Engine;
use crate::engine::store::Store;
use crate::model::config::{Config, VariableOrder};

/// Chooses a variable. See the [example](super).
pub trait VariableHeuristic: Debug + Send {
    /// The place of the candidate to branch on; `None` when all are fixed.
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize>;

    /// What to try rather than the values of the `chosen` candidate, if there is anything better: another candidate
    /// and one of its values, of which only few others are a place.
    fn place(&self, _chosen: usize, _candidates: &Candidates, _store: &Store) -> Option<(usize, i32)> {
        None
    }

    /// A branch has failed; `store` is as it was then.
    fn conflict(&mut self, _candidates: &Candidates, _store: &Store, _blame: Blame<'_>) {}

    /// The search begins at the root again.
    fn restart(&mut self) {}

    /// The candidates are now these.
    fn candidates(&mut self, _candidates: &Candidates, _engine: &Engine) {}
}

pub(super) fn from_config(_engine: &Engine, config: &Config) -> Box<dyn VariableHeuristic> {
    match config.variables {
        VariableOrder::Input => Box::new(input_order::InputOrder::default()),
        VariableOrder::Smallest => Box::new(smallest::Smallest::default()),
        VariableOrder::SmallestDegree => Box::new(smallest_degree::SmallestDegree::new(config.simd)),
        VariableOrder::WeightedDegree => Box::new(weighted_degree::WeightedDegree::new(config.places)),
        VariableOrder::Random => Box::new(random::Random::new(config.seed)),
    }
}

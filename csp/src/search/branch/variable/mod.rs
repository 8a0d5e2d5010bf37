//! Variable heuristics.

mod by_values;
mod heap;
mod input_order;
mod random;
mod smallest;
mod smallest_degree;
mod weighted_degree;

use std::fmt::Debug;

use by_values::ByValues;

use super::{Blame, Candidates, Ties};
use crate::engine::Engine;
use crate::engine::store::Store;
use crate::model::config::{Config, VariableOrder};

/// Chooses the variable to branch on. See the [example](super).
pub trait VariableHeuristic: Debug + Send {
    /// Returns the index of the candidate to branch on; `None` if all are fixed.
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize>;

    /// Returns a better decision than one on the `chosen` candidate, if there is one: a candidate, and one of
    /// its values that few other candidates can take.
    fn place(&self, _chosen: usize, _candidates: &Candidates, _store: &Store) -> Option<(usize, i32)> {
        None
    }

    /// Called when a branch failed; `store` is in the state of the failure.
    fn conflict(&mut self, _candidates: &Candidates, _store: &Store, _blame: Blame<'_>) {}

    /// Called when the search restarts from the root.
    fn restart(&mut self) {}

    /// Called when the list of candidates is set or changes.
    fn candidates(&mut self, _candidates: &Candidates, _engine: &Engine) {}
}

pub(super) fn from_config(config: &Config) -> Box<dyn VariableHeuristic> {
    match config.variables {
        VariableOrder::Input => Box::new(input_order::InputOrder::default()),
        VariableOrder::Smallest => Box::new(smallest::Smallest::default()),
        VariableOrder::SmallestDegree => Box::new(smallest_degree::SmallestDegree::new(config.simd)),
        VariableOrder::WeightedDegree => Box::new(weighted_degree::WeightedDegree::new(config.places)),
        VariableOrder::SmallestValue => Box::new(ByValues(by_values::smallest)),
        VariableOrder::LargestValue => Box::new(ByValues(by_values::largest)),
        VariableOrder::MaxRegret => Box::new(ByValues(by_values::regret)),
        VariableOrder::MostValues => Box::new(ByValues(by_values::most_values)),
        VariableOrder::Random => Box::new(random::Random::new(config.seed)),
    }
}

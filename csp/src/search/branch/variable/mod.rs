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
use crate::model::config::Config;
use crate::model::order::VariableOrder;

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

/// Makes a heuristic for a run.
type Make = fn(&Config) -> Box<dyn VariableHeuristic>;

/// All heuristics.
const HEURISTICS: &[(VariableOrder, Make)] = &[
    (VariableOrder::Input, |_| Box::new(input_order::InputOrder::default())),
    (VariableOrder::Smallest, |_| Box::new(smallest::Smallest::default())),
    (VariableOrder::SmallestDegree, |config| Box::new(smallest_degree::SmallestDegree::new(config.simd))),
    (VariableOrder::WeightedDegree, |config| Box::new(weighted_degree::WeightedDegree::new(config.places))),
    (VariableOrder::SmallestValue, |_| Box::new(ByValues(by_values::smallest))),
    (VariableOrder::LargestValue, |_| Box::new(ByValues(by_values::largest))),
    (VariableOrder::MaxRegret, |_| Box::new(ByValues(by_values::regret))),
    (VariableOrder::MostValues, |_| Box::new(ByValues(by_values::most_values))),
    (VariableOrder::Random, |config| Box::new(random::Random::new(config.seed))),
];

impl VariableOrder {
    /// All built-in variable heuristics.
    pub fn all() -> impl ExactSizeIterator<Item = VariableOrder> {
        HEURISTICS.iter().map(|&(order, _)| order)
    }
}

pub(super) fn from_config(config: &Config) -> Box<dyn VariableHeuristic> {
    let found = HEURISTICS.iter().find(|(order, _)| *order == config.variables);
    let (_, make) = found.expect("every order is in the table");
    make(config)
}

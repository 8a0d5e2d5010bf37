//! Variable heuristics by the values left: the variable with the smallest value, with the largest value, with the
//! largest difference of its two smallest values (regret), or with the most values.

use super::VariableHeuristic;
use crate::engine::store::{Store, View};
use crate::model::order::{Basis, VariableOrder, orders};
use crate::search::branch::{Candidates, Ties};

orders! {
    /// The variable with the smallest value.
    VariableOrder::SmallestValue = VariableOrder::new("smallest_value", Basis::Values);
    /// The variable with the largest value.
    VariableOrder::LargestValue = VariableOrder::new("largest_value", Basis::Values);
    /// The variable whose two smallest values differ most.
    VariableOrder::MaxRegret = VariableOrder::new("max_regret", Basis::Values);
    /// The variable with the most values left.
    VariableOrder::MostValues = VariableOrder::new("most_values", Basis::Values);
}

/// The variable for which a number is least.
#[derive(Debug)]
pub(super) struct ByValues(pub fn(&Store, View) -> i64);

impl VariableHeuristic for ByValues {
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        candidates.best(store, ties, |at| (self.0)(store, candidates.view(at)))
    }
}

pub(super) fn smallest(store: &Store, view: View) -> i64 {
    store.min(view).into()
}

pub(super) fn largest(store: &Store, view: View) -> i64 {
    -i64::from(store.max(view))
}

/// The difference of the two smallest values, negated.
pub(super) fn regret(store: &Store, view: View) -> i64 {
    let first = store.min(view);
    let second = store.next_value(view, first + 1).unwrap_or(first);
    i64::from(first) - i64::from(second)
}

pub(super) fn most_values(store: &Store, view: View) -> i64 {
    -i64::from(store.size(view))
}

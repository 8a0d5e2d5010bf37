//! Runs of values: sets as sorted intervals with gaps between them, and operations on domains with such sets.
//!
//! These functions handle all shapes of domains. A domain that cannot have holes keeps the values between two
//! runs.

use super::windows::interval;
use crate::engine::store::{Conflict, Shape, Store, View};
use crate::model::values::Values;

/// An interval of values, both ends included.
pub(crate) type ValueRun = (i32, i32);

/// Returns the runs of a set.
pub(crate) fn runs_of(values: &Values) -> Vec<ValueRun> {
    if values.is_range() {
        return vec![(values.min(), values.max())];
    }
    let mut runs: Vec<ValueRun> = Vec::new();
    for value in values.iter() {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == value => run.1 = value,
            _ => runs.push((value, value)),
        }
    }
    runs
}

/// Returns the values of `all` that are in none of the runs. The runs must be inside `all`.
pub(crate) fn complement(runs: &[ValueRun], all: ValueRun) -> Vec<ValueRun> {
    let starts = std::iter::once(all.0).chain(runs.iter().map(|run| run.1 + 1));
    let ends = runs.iter().map(|run| run.0 - 1).chain(std::iter::once(all.1));
    starts.zip(ends).filter(|run| run.0 <= run.1).collect()
}

/// Returns whether a domain has a value in the run.
pub(crate) fn has_value_in(store: &Store, view: View, run: ValueRun) -> bool {
    let (low, high) = (run.0.max(store.min(view)), run.1.min(store.max(view)));
    match store.shape(view.slot) {
        Shape::Word => {
            let zero = store.base(view.slot) + view.offset;
            store.one_word(view.slot) & interval(low, high, zero) != 0
        }
        Shape::Range => low <= high,
        _ => (low..=high).any(|value| store.contains(view, value)),
    }
}

/// Narrows a domain to sorted runs. Each run must contain a value of the domain: a domain without holes keeps what
/// lies between its bounds, so its bounds have to be in runs.
pub(crate) fn keep_runs(store: &mut Store, view: View, runs: &[ValueRun]) -> Result<(), Conflict> {
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return Err(Conflict) };
    store.at_least(view, first.0)?;
    store.at_most(view, last.1)?;
    if store.is_range_only(view) {
        return Ok(());
    }
    for pair in runs.windows(2) {
        for value in pair[0].1 + 1..pair[1].0 {
            store.remove(view, value)?;
        }
    }
    Ok(())
}

//! The contract between the engine and a filtering algorithm; its conditions stand in [`extend`](crate::extend).

use std::fmt::Debug;

use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

/// Result of a propagator's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A second run would change nothing until another propagator or a decision changes a domain.
    Fixpoint,
    /// The propagator's own changes may enable more filtering: it is woken for them too.
    Again,
    /// The constraint holds for all remaining values. The propagator does not run again until backtracking.
    Entailed,
}

/// Approximate cost of a run; cheaper propagators run first. A wrong estimate affects speed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A few domains are read.
    Constant,
    /// Each variable is read once.
    Linear,
    /// Proportional to variables times values, or sorting.
    Quadratic,
    /// Graph algorithms.
    Heavy,
}

impl Cost {
    /// Returns the work units of a run over `slots` slots, counted by the [`Meter`](crate::limits::Meter).
    pub(crate) fn work(self, slots: usize) -> u32 {
        let slots = slots.min(1 << 12) as u32;
        match self {
            Cost::Constant => 1,
            Cost::Linear => 1 + slots / 8,
            Cost::Quadratic => 2 + slots * slots / 32,
            Cost::Heavy => 4 + slots * slots / 16,
        }
    }
}

/// A filtering algorithm; its conditions stand in [`extend`](crate::extend).
pub trait Propagator: Debug + Send {
    /// Returns the kind of propagator, for statistics.
    fn name(&self) -> &'static str;

    /// Registers the slots and events that wake the propagator.
    fn watch(&self, watch: &mut dyn FnMut(Slot, Event));

    /// Filters the domains.
    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict>;

    /// Explains a narrowing or a conflict of this propagator: adds facts from which it follows.
    ///
    /// The store is in the state just before the narrowing in question: it has all earlier changes, those of this
    /// propagator, too. `why` takes facts that hold in this state, about watched slots; together with the constraint
    /// they must imply the narrowing. They need not be the facts that the propagator used. Fewer and weaker facts make
    /// stronger clauses.
    ///
    /// Returns false if it has no explanation: then everything that the watched slots have lost is the reason. This is
    /// correct for every propagator that reads only slots that it watches.
    fn explain(&mut self, _query: &Query, _why: &mut Why<'_>) -> bool {
        false
    }

    /// Calls `each` with views on whose pairwise difference, kept by other constraints, the filtering relies. The
    /// audit of explanations needs this.
    fn relies_on_differences(&self, _each: &mut dyn FnMut(&[View])) {}

    /// Returns the propagator's approximate size in bytes, for [memory limits](crate::limits::MemoryLimit), without words of
    /// the store and shared tables. The default is the size of the value itself: heap memory must be added.
    fn memory(&self) -> usize {
        size_of_val(self)
    }

    /// Returns the cost of a run. The default is [`Cost::Linear`].
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// Returns the approximate work units of a run, some 0.2 microseconds each. Limits are checked after a number
    /// of them, and searches that take turns share the time by them. The default follows from the cost and
    /// the number of watched slots.
    fn work(&self, slots: usize) -> u32 {
        self.cost().work(slots)
    }
}

/// Runs a propagator. A run is not final if a very wide domain kept a value that was to be removed.
#[inline(always)]
pub(crate) fn run(propagator: &mut dyn Propagator, store: &mut Store) -> Result<Status, Conflict> {
    store.forget_kept();
    let status = propagator.propagate(store)?;
    Ok(if store.has_kept() { Status::Again } else { status })
}

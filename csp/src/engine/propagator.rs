//! The contract between the engine and an algorithm that filters.
//!
//! A propagator looks at the domains of its scope and takes away values that occur in no solution of
//! its constraint. What it must keep to:
//!
//! 1. **Right at any time.** It may be called whenever, also when nothing it watches has changed, and
//!    may never remove a value that some solution needs.
//! 2. **Complete at the leaves.** Once every variable of its scope is fixed it must say [`Conflict`] if
//!    the constraint does not hold. How much it filters before is its own choice.
//! 3. **Nothing reversible outside the store.** Its fields are fixed after posting, or scratch that it
//!    can do without (a matching to start from). State that must backtrack is a
//!    [`Word`](crate::Word).
//! 4. **Honest claims.** [`Status::Fixpoint`] means: run again now, it would change nothing. The tests
//!    run it again ([`Config::audit`](crate::Config)).
//!
//! The trigger it registers should be the weakest that keeps it right.

use std::fmt::Debug;

use crate::engine::store::{Conflict, Event, Slot, Store};

/// What a propagator says when it has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing more to find until somebody else changes a domain.
    Fixpoint,
    /// Its own changes may let it find more: wake it for them too.
    Again,
    /// The constraint holds whatever happens from here on: not to be run again until backtracking.
    Entailed,
}

/// How much a run costs, roughly; cheaper ones run first. A poor answer costs time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A few domains.
    Constant,
    /// One look at each variable.
    Linear,
    /// Variables times values, or sorting.
    Quadratic,
    /// Graph algorithms.
    Heavy,
}

impl Cost {
    /// What a run comes to for the [`Meter`](crate::Meter).
    pub(crate) fn work(self) -> u32 {
        match self {
            Cost::Constant => 1,
            Cost::Linear => 4,
            Cost::Quadratic => 32,
            Cost::Heavy => 256,
        }
    }
}

/// A filtering algorithm; see the [module's head](self).
pub trait Propagator: Debug + Send {
    /// The kind, for statistics.
    fn name(&self) -> &'static str;

    /// Says which changes it wants to be woken for.
    fn watch(&self, watch: &mut dyn FnMut(Slot, Event));

    /// Filters.
    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict>;

    /// Bytes that it takes, roughly, for [memory limits](crate::MemoryLimit): words of the store and what it shares with
    /// others apart. The default is its own size, so what it owns elsewhere is to be added.
    fn memory(&self) -> usize {
        size_of_val(self)
    }

    /// How much a run costs. The default is [`Cost::Linear`].
    fn cost(&self) -> Cost {
        Cost::Linear
    }
}

//! Watching a search from outside. Observers see, and cannot steer.

use crate::decision::Decision;
use crate::model::Var;
use crate::propagator::Status;
use crate::store::{Conflict, Event, Slot, Store};

/// Told what happens. Every method has an empty default; `()` observes nothing and costs nothing, since
/// searches are compiled for their observer.
pub trait Observer {
    /// Branching has opened a level with this decision.
    fn decide(&mut self, _decision: Decision, _depth: usize) {}

    /// The decision failed. Its opposite holds from here on, one level up; where the search tries
    /// [all values](crate::BranchBy::Values) of a variable in turn, the next one is tried from the same state.
    fn refute(&mut self, _decision: Decision, _depth: usize) {}

    /// The search tries [all values](crate::BranchBy::Values) in turn and begins with those of this variable.
    fn open(&mut self, _var: Var, _depth: usize, _store: &Store) {}

    /// A propagator has run.
    fn propagate(&mut self, _kind: &'static str, _result: Result<Status, Conflict>) {}

    /// A domain has been narrowed.
    fn change(&mut self, _slot: Slot, _event: Event, _store: &Store) {}

    /// The current branch has failed.
    fn conflict(&mut self, _depth: usize) {}

    /// All variables are fixed and every constraint holds.
    fn solution(&mut self, _store: &Store) {}

    /// The search begins at the root again.
    fn restart(&mut self) {}
}

impl Observer for () {}

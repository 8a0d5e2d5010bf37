//! Watching a search from outside. Observers see, and cannot steer.

use crate::engine::narrowing::{Contradiction, Narrowing};
use crate::engine::propagator::Status;
use crate::engine::store::{Conflict, Store};
use crate::model::decision::Decision;
use crate::model::ids::Var;

/// Told what happens. Every method has an empty default; `()` observes nothing and costs nothing, since
/// searches are compiled for their observer.
///
/// An observer of [`Model::search_observed`](crate::Model::search_observed) hears of the root, too: of changes and
/// propagators before any decision.
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
    fn change(&mut self, _narrowing: &Narrowing<'_>) {}

    /// Nothing more follows from what was decided or refuted last.
    fn fixpoint(&mut self, _store: &Store) {}

    /// The current branch has failed.
    fn conflict(&mut self, _contradiction: &Contradiction<'_>, _depth: usize) {}

    /// The model has no solution at all, or none under the assumptions of the run: no branch has failed, since there is
    /// none. What could not be is unknown where the model had failed before it was watched.
    fn infeasible(&mut self, _contradiction: Option<&Contradiction<'_>>) {}

    /// All variables are fixed and every constraint holds.
    fn solution(&mut self, _store: &Store) {}

    /// The search begins at the root again.
    fn restart(&mut self) {}
}

impl Observer for () {}

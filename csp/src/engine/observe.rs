//! Observers of a search. They cannot influence it.

use crate::engine::narrowing::{Contradiction, Narrowing};
use crate::engine::propagator::Status;
use crate::engine::reasons::LearntClause;
use crate::engine::store::{Conflict, Store};
use crate::model::decision::Decision;
use crate::model::ids::Var;

/// Callbacks for the events of a search. Every method has an empty default. `()` observes nothing and costs
/// nothing, since searches are compiled for their observer's type.
///
/// An observer of [`Model::search_observed`](crate::Model::search_observed) also sees the root: changes and
/// propagator runs before any decision.
pub trait Observer {
    /// Branching opened a level with this decision.
    fn decide(&mut self, _decision: Decision, _depth: usize) {}

    /// The decision failed. Its negation holds from here on, one level up. If the search branches [by
    /// values](crate::BranchBy::Values), the next value of the variable is tried from the same state.
    fn refute(&mut self, _decision: Decision, _depth: usize) {}

    /// Branching [by values](crate::BranchBy::Values) begins with the values of this variable.
    fn open(&mut self, _var: Var, _depth: usize, _store: &Store) {}

    /// A propagator ran.
    fn propagate(&mut self, _kind: &'static str, _result: Result<Status, Conflict>) {}

    /// A domain was narrowed.
    fn change(&mut self, _narrowing: &Narrowing<'_>) {}

    /// Propagation reached a fixpoint after the last decision or refutation.
    fn fixpoint(&mut self, _store: &Store) {}

    /// The current branch failed.
    fn conflict(&mut self, _contradiction: &Contradiction<'_>, _depth: usize) {}

    /// A search that learns made a clause of the last conflict.
    fn learn(&mut self, _clause: &LearntClause<'_>) {}

    /// A search that learns went back to this depth: the decisions beyond it are undone, and none of them is refuted.
    fn jump(&mut self, _depth: usize) {}

    /// The model has no solution, or none under the assumptions of the run. No branch failed, since none was
    /// opened. The contradiction is `None` if the model had failed before it was observed.
    fn infeasible(&mut self, _contradiction: Option<&Contradiction<'_>>) {}

    /// All variables are fixed and every constraint holds.
    fn solution(&mut self, _store: &Store) {}

    /// The search restarted from the root.
    fn restart(&mut self) {}
}

impl Observer for () {}

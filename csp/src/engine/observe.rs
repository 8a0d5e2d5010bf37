//! Observers of a search. They cannot influence it.

use crate::engine::narrowing::{Contradiction, Narrowing};
use crate::engine::propagator::Status;
use crate::engine::reasons::LearntClause;
use crate::engine::store::{Conflict, Store};
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::solution::Solution;

/// Callbacks for the events of a search. Every method has an empty default. `()` observes nothing and costs
/// nothing, since searches are compiled for their observer's type.
///
/// A search that is observed has the same nodes, failures and solutions as one that is not. What the engine does is told
/// event by event; the rest, by [`stretches`](Observer::stretch). An observer of
/// [`Model::search_observed`](crate::Model::search_observed) also sees the root: changes and propagator runs before any
/// decision.
pub trait Observer {
    /// Branching opened a level with this decision.
    fn decide(&mut self, _decision: Decision, _depth: usize) {}

    /// A search that learns opened a level with a decision about an auxiliary variable, which has no name.
    fn decide_unnamed(&mut self, _depth: usize) {}

    /// The decision failed. Its negation holds from here on, one level up. If the search branches [by
    /// values](crate::config::BranchBy::Values), the next value of the variable is tried from the same state.
    fn refute(&mut self, _decision: Decision, _depth: usize) {}

    /// Branching [by values](crate::config::BranchBy::Values) begins with the values of this variable.
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

    /// A learner has worked by itself, and this is all that is told of it: a turn of the learner that helps a search
    /// ([`Config::learning`](crate::Config::learning)), or a step of a [`Learner`](crate::Learner) on its fast path
    /// ([`Config::fast_path`](crate::Config::fast_path)). The decisions of a search that hold meanwhile hold afterwards.
    fn stretch(&mut self, _stretch: &Stretch<'_>) {}

    /// The search restarted from the root.
    fn restart(&mut self) {}
}

impl Observer for () {}

/// The work of a learner that is not observed event by event.
#[derive(Clone, Copy)]
pub struct Stretch<'a> {
    pub(crate) nodes: u64,
    pub(crate) failures: u64,
    pub(crate) solution: Option<&'a dyn Fn() -> Solution>,
    pub(crate) is_last: bool,
}

impl Stretch<'_> {
    /// Returns the number of decisions tried.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of failures.
    pub fn failures(&self) -> u64 {
        self.failures
    }

    /// Returns whether it ended with a solution.
    pub fn is_solved(&self) -> bool {
        self.solution.is_some()
    }

    /// Returns the solution with which it ended.
    pub fn solution(&self) -> Option<Solution> {
        self.solution.map(|solution| solution())
    }

    /// Returns whether it proved that there are no more solutions.
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

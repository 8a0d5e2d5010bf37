//! The engine: reads the trail, wakes propagators and runs them to a fixpoint.
//!
//! ```text
//!   propagate:  ┌─► read new trail entries ──► fixed? kernel and clauses narrow at once
//!               │                          └─► wake watchers: one OR a row
//!               └── run the cheapest waiting propagator
//! ```
//!
//! The trail serves as the queue of fixed variables, the list of changes and the undo log, so there is no
//! second record to keep consistent.

mod build;
pub(crate) mod clauses;
pub(crate) mod differences;
pub(crate) mod domain;
pub(crate) mod groups;
pub(crate) mod kernel;
pub(crate) mod literal;
pub(crate) mod membership;
pub(crate) mod memory;
pub(crate) mod narrowing;
pub(crate) mod observe;
pub mod propagator;
pub(crate) mod queue;
pub(crate) mod reasons;
pub(crate) mod rows;
pub(crate) mod scopes;
pub(crate) mod store;
mod watchers;

pub use domain::Domain;
pub use narrowing::{Cause, Contradiction, Narrowing};
pub use observe::{Observer, Stretch};
pub use propagator::{Cost, Propagator, Status};
pub use reasons::{LearntClause, Query, Why};
pub use store::{Conflict, Event, Slot, Store, View, Word};

use crate::base::limits::{Meter, room};
use crate::base::stats::Propagations;
use crate::engine::clauses::Clauses;
use crate::engine::groups::Group;
use crate::engine::kernel::{Clash, Kernel};
use crate::engine::literal::Literal;
use crate::engine::membership::Memberships;
use crate::engine::queue::Queue;
use crate::engine::reasons::clauses::LearntClauses;
use crate::engine::scopes::Scopes;
use crate::engine::store::{Change, cause};
use crate::engine::watchers::Watchers;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Sources, Term};
use crate::model::solution::Solution;

/// The domains of a [compiled](crate::Compiled) model and everything that narrows them.
#[derive(Debug)]
pub struct Engine {
    pub(crate) store: Store,
    pub(crate) views: Vec<View>,
    pub(crate) groups: Vec<Group>,
    memberships: Memberships,
    kernel: Kernel,
    clauses: Clauses,
    /// All clauses, instead of `clauses`, once a learner has [taken them over](Engine::adopt_clauses).
    pub(crate) learnt_clauses: LearntClauses,
    /// Bytes of the learner's [`Reasons`](reasons::Reasons).
    reasons_bytes: usize,
    /// Sorted by ascending cost. The index is the position in the queue.
    propagators: Vec<PostedPropagator>,
    watchers: Watchers,
    queue: Queue,
    /// One reversible bit for each propagator: whether it is entailed and need not run again.
    entailed: Vec<Word>,
    /// Length of the part of the trail that has been read.
    read: usize,
    /// Set when the root has no solution.
    failed: bool,
    pub(crate) propagations: Propagations,
    /// Bytes of the tables that several constraints share.
    pub(crate) shared_memory: usize,
    /// Bytes of the propagators, without their words in the store.
    propagator_bytes: usize,
    pub(crate) meter: Meter,
    pub(crate) scopes: Scopes,
    /// Whether a propagator that claims a fixpoint is run a second time to check the claim.
    audit: bool,
}

#[derive(Debug)]
struct PostedPropagator {
    propagator: Box<dyn Propagator>,
    cost: Cost,
    /// Work units of one run, counted by the [`Meter`].
    work: u32,
    kind: usize,
    sources: Sources,
}

/// The origin of a conflict, from which [`Engine::concerned`] finds the variables involved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    Propagator(usize),
    Kernel(Clash),
    Clause(Slot),
    Decision(Slot),
    /// No conflict: a limit was reached before the fixpoint. The propagators in the queue still wait.
    Limit,
}

/// Limits.
impl Engine {
    /// Returns the bytes in use, without the model.
    pub(crate) fn bytes(&self) -> usize {
        self.store.bytes()
            + room(&self.views)
            + self.kernel.bytes()
            + self.clauses.bytes()
            + self.learnt_clauses.bytes()
            + self.reasons_bytes
            + self.propagator_bytes
            + self.shared_memory
            + self.scopes.bytes()
            + self.watchers.bytes()
    }

    /// Counts `work` and returns whether a limit on time or memory has been reached.
    #[inline(always)]
    pub(crate) fn is_over(&mut self, work: u32) -> bool {
        self.meter.is_due(work) && self.meter.is_over(self.bytes())
    }

    /// The same if `more` bytes beside the engine are in use.
    pub(crate) fn is_over_with(&mut self, more: usize, work: u32) -> bool {
        self.meter.is_due(work) && self.meter.is_over(self.bytes() + more)
    }

    /// Returns whether a limit on time or memory has been reached by now.
    pub(crate) fn is_over_now(&mut self) -> bool {
        self.meter.is_over_now(self.bytes())
    }

    /// Empties the queue and skips the unread part of the trail.
    pub(crate) fn abandon(&mut self) {
        self.queue.clear();
        self.read = self.store.trail().len();
    }
}

/// Reading.
impl Engine {
    /// Returns the view of a variable of the model in the store.
    #[inline(always)]
    pub fn view(&self, term: impl Into<Term>) -> View {
        let Term { var, offset } = term.into();
        self.views[var.index()].plus(offset)
    }

    pub(crate) fn literal(&self, decision: Decision) -> Literal {
        decision.literal(self.view(decision.variable()))
    }

    /// Returns the domain of a variable.
    pub fn domain(&self, term: impl Into<Term>) -> Domain<'_> {
        self.store.domain(self.view(term))
    }

    /// Returns the values of all variables, which are fixed.
    pub(crate) fn solution(&self) -> Solution {
        Solution(self.views.iter().map(|&view| self.store.min(view)).collect())
    }

    /// Returns the store, which holds the domains.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the number of variables of the model.
    pub fn variables(&self) -> usize {
        self.views.len()
    }

    /// Returns whether the root, without any assumption, has no solution.
    pub fn is_infeasible(&self) -> bool {
        self.failed
    }

    /// Returns the number of clauses, nogoods from restarts included.
    pub fn clauses(&self) -> usize {
        self.clauses.len()
    }

    /// Lists the compiled parts by name, each with the constraints it was derived from: all propagators, and
    /// the groups of pairwise different variables (`"different"`).
    pub fn derived(&self) -> impl Iterator<Item = (&'static str, &[ConstraintId])> {
        let propagators =
            self.propagators.iter().map(|posted| (posted.propagator.name(), &posted.sources[..]));
        let groups = self.groups.iter().map(|group| ("different", &group.sources[..]));
        propagators.chain(groups)
    }

    /// Returns whether tasks share machines or resources.
    pub(crate) fn has_schedules(&self) -> bool {
        self.derived().any(|(name, _)| matches!(name, "disjunctive" | "cumulative"))
    }

    /// Returns the name of a propagator and the constraints it was derived from.
    pub(crate) fn posted(&self, position: usize) -> (&'static str, &[ConstraintId]) {
        let posted = &self.propagators[position];
        (posted.propagator.name(), &posted.sources)
    }

    /// Returns the constraint that posted a clause, or `None` for nogoods.
    pub(crate) fn clause_source(&self, clause: u32) -> Option<ConstraintId> {
        if self.learnt_clauses.is_in_use() {
            self.learnt_clauses.source(clause)
        } else {
            self.clauses.source(clause)
        }
    }

    /// Calls `each` for every variable involved in a conflict.
    pub(crate) fn concerned(&self, failure: Failure, mut each: impl FnMut(Slot)) {
        match failure {
            Failure::Propagator(position) => {
                self.propagators[position].propagator.watch(&mut |slot, _| each(slot));
            }
            Failure::Kernel(Clash { from, to }) => {
                each(from);
                each(to);
            }
            Failure::Clause(slot) | Failure::Decision(slot) => each(slot),
            Failure::Limit => {}
        }
    }
}

/// Running.
impl Engine {
    pub(crate) fn push(&mut self) {
        self.store.push();
    }

    pub(crate) fn pop(&mut self) {
        self.store.pop();
        self.read = self.store.trail().len();
        debug_assert!(self.queue.pop().is_none(), "the queue is empty between runs");
    }

    /// Enforces a decision; `cause` is recorded in the trail. Its consequences are found by
    /// [`Engine::propagate`].
    #[inline]
    pub(crate) fn decide(&mut self, decision: Decision, cause: u32) -> Result<(), Failure> {
        self.decide_literal(self.literal(decision), cause)
    }

    /// Like [`Engine::decide`], with a literal of a slot.
    #[inline]
    pub(crate) fn decide_literal(&mut self, literal: Literal, cause: u32) -> Result<(), Failure> {
        self.store.set_cause(cause);
        literal.enforce(&mut self.store).map_err(|Conflict| Failure::Decision(literal.slot))
    }

    /// Marks a variable that propagation has fixed as decided, in a model with `Forward` groups: its value is
    /// removed from the variables that differ from it.
    pub(crate) fn place(&mut self, view: View) -> Result<(), Failure> {
        self.store.set_cause(cause::difference(view.slot));
        self.kernel.fixed(&mut self.store, view.slot, true).map_err(Failure::Kernel)
    }

    /// Removes a value that has been tried, without propagating the removal. Until the level ends, the
    /// variable is only assigned other values.
    pub(crate) fn set_aside(&mut self, tried: Decision) {
        debug_assert_eq!(self.read, self.store.trail().len(), "nothing waits to be read");
        let left = self.decide(!tried, cause::REFUTATION);
        debug_assert!(left.is_ok(), "other values are left");
        self.read = self.store.trail().len();
    }

    /// Removes a value that probing has refuted. The consequences are found by [`Engine::propagate`].
    pub(crate) fn refute_probe(&mut self, probed: Decision) -> Result<(), Failure> {
        let literal = self.literal(!probed);
        self.store.set_cause(cause::PROBE);
        literal.enforce(&mut self.store).map_err(|Conflict| Failure::Decision(literal.slot))
    }

    /// Runs propagators to a fixpoint. After [`Failure::Limit`] it can be called again to continue.
    pub(crate) fn propagate<O: Observer>(&mut self, observer: &mut O) -> Result<(), Failure> {
        let result = self.run(observer);
        match result {
            Ok(()) => observer.fixpoint(&self.store),
            Err(Failure::Limit) => {}
            Err(_) => self.abandon(),
        }
        result
    }

    fn run<O: Observer>(&mut self, observer: &mut O) -> Result<(), Failure> {
        self.drain(None, observer)?;
        while let Some(position) = self.queue.pop() {
            if self.is_entailed(position) {
                continue;
            }
            if self.meter.is_due(self.propagators[position].work) && self.meter.is_over(self.bytes()) {
                self.queue.add(position);
                return Err(Failure::Limit);
            }
            let posted = &mut self.propagators[position];
            self.propagations.count(posted.kind);
            self.store.set_cause(cause::FIRST_PROPAGATOR + position as u32);
            let result = propagator::run(&mut *posted.propagator, &mut self.store);
            observer.propagate(self.propagations.name(posted.kind), result);
            let status = result.map_err(|Conflict| Failure::Propagator(position))?;
            if status == Status::Entailed {
                let word = self.entailed[position / 64];
                self.store.write(word, self.store.read(word) | 1 << (position % 64));
            }
            if self.audit && status != Status::Again {
                self.audit(position);
            }
            let own = (status != Status::Again).then_some((position, self.store.trail().len()));
            self.drain(own, observer)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn is_entailed(&self, position: usize) -> bool {
        self.store.read(self.entailed[position / 64]) >> (position % 64) & 1 != 0
    }

    /// Reads the trail to its end and wakes the watchers of each change. `own` is a propagator that claims a
    /// fixpoint, with the length of the trail after its run: its own changes do not wake it. Changes that the
    /// kernel makes in response come later on the trail and do wake it.
    #[inline(always)]
    fn drain<O: Observer>(&mut self, own: Option<(usize, usize)>, observer: &mut O) -> Result<(), Failure> {
        while self.read < self.store.trail().len() {
            let saved = self.store.trail()[self.read];
            self.read += 1;
            if let Some(change) = Change::read(&saved) {
                for &(word, mask) in self.watchers.row(change.slot, change.event) {
                    self.queue.wake(word, mask);
                }
                observer.change(&Narrowing::of(self, self.read - 1, change));
                if change.event == Event::Fix {
                    let decided = change.cause <= cause::REFUTATION;
                    self.store.set_cause(cause::difference(change.slot));
                    self.kernel.fixed(&mut self.store, change.slot, decided).map_err(Failure::Kernel)?;
                }
                self.clauses
                    .changed(&mut self.store, change.slot, change.event)
                    .map_err(|Conflict| Failure::Clause(change.slot))?;
                if self.learnt_clauses.is_in_use() {
                    self.learnt_clauses
                        .changed(&mut self.store, change.slot, saved.old)
                        .map_err(|Conflict| Failure::Clause(change.slot))?;
                }
            }
            if let Some((position, end)) = own
                && self.read == end
            {
                self.queue.remove(position);
            }
        }
        Ok(())
    }

    /// Runs a propagator that claims a fixpoint a second time and panics if that changes a domain.
    #[cold]
    fn audit(&mut self, position: usize) {
        let before = self.store.trail().len();
        let propagator = &mut self.propagators[position].propagator;
        let again = propagator.propagate(&mut self.store);
        let found = self.store.trail()[before..].iter().filter_map(Change::read).count();
        assert!(
            again.is_ok() && found == 0,
            "{propagator:?} claimed a fixpoint and found {found} more changes"
        );
    }
}

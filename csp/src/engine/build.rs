//! Building an engine at the root: domains, propagators, groups and clauses are added, then all is sealed.

use super::clauses::Clauses;
use super::groups::Group;
use super::kernel::{Clique, Kernel};
use super::literal::{Literal, Test};
use super::membership::Memberships;
use super::queue::Queue;
use super::reasons::Reasons;
use super::reasons::clauses::{LearntClauses, Tenure};
use super::reasons::literal::{SetLiteral, merge};
use super::scopes::Scopes;
use super::store::{Shape, cause};
use super::watchers::Watchers;
use super::{
    Conflict, Contradiction, Engine, Event, Failure, Narrowing, Observer, PostedPropagator, Propagator, Slot,
    Store, View,
};
use crate::base::limits::Meter;
use crate::base::stats::Propagations;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Sources, Var};
use crate::model::values::Values;

/// Bytes that are made in the time of a unit of work.
const BYTES_PER_WORK: usize = 64;

impl Engine {
    /// Creates an engine without variables. `constraints` is the expected number of constraints.
    pub(crate) fn new(constraints: usize, audit: bool) -> Engine {
        Engine {
            store: Store::default(),
            views: Vec::new(),
            groups: Vec::new(),
            memberships: Memberships::default(),
            kernel: Kernel::default(),
            clauses: Clauses::default(),
            learnt_clauses: LearntClauses::default(),
            reasons_bytes: 0,
            propagators: Vec::with_capacity((2 * constraints).min(256)),
            watchers: Watchers::default(),
            queue: Queue::default(),
            entailed: Vec::new(),
            read: 0,
            failed: false,
            propagations: Propagations::default(),
            shared_memory: 0,
            propagator_bytes: 0,
            meter: Meter::default(),
            scopes: Scopes::default(),
            audit,
        }
    }

    /// Adds a variable. If all variables of the model fit into 64 values, they share one base, so that
    /// constraints can compare their words directly.
    pub(crate) fn add_domain(&mut self, values: &Values, lowest: i32, highest: i32) -> Slot {
        let close = i64::from(highest) - i64::from(lowest) < 64;
        self.store.add(values, if close { lowest } else { values.min() })
    }

    pub(crate) fn auxiliary(&mut self, values: &Values) -> View {
        View { slot: self.store.add(values, values.min()), offset: 0 }
    }

    pub(crate) fn add_propagator(&mut self, propagator: Box<dyn Propagator>, sources: Sources) {
        let kind = self.propagations.kind(propagator.name());
        let cost = propagator.cost();
        let bytes = propagator.memory() + size_of::<PostedPropagator>();
        self.propagator_bytes += bytes;
        // What was made was work, too, so that limits are checked in time.
        self.meter.spend(u32::try_from(bytes / BYTES_PER_WORK).unwrap_or(u32::MAX));
        self.propagators.push(PostedPropagator { propagator, cost, work: 0, kind, sources });
    }

    /// Returns the groups of each variable, together with the groups and the domains.
    pub(crate) fn memberships(&mut self) -> (&Memberships, &[Group], &Store) {
        self.memberships.update(&self.groups, &self.store);
        (&self.memberships, &self.groups, &self.store)
    }

    pub(crate) fn add_clique(&mut self, clique: Clique) {
        self.kernel.add(clique);
    }

    pub(crate) fn add_clause(&mut self, source: ConstraintId, literals: impl Iterator<Item = Literal>) {
        if self.clauses.add(&mut self.store, Some(source), literals).is_err() {
            self.failed = true;
        }
    }

    /// Adds a clause over variables of the model.
    pub(crate) fn add_clause_of(&mut self, source: ConstraintId, decisions: &[Decision]) {
        let Engine { views, clauses, store, .. } = self;
        let literals = decisions.iter().map(|&decision| decision.literal(views[decision.variable().index()]));
        if clauses.add(store, Some(source), literals).is_err() {
            self.failed = true;
        }
    }

    pub(crate) fn narrow_root(
        &mut self,
        source: ConstraintId,
        narrow: impl FnOnce(&mut Store) -> Result<(), Conflict>,
    ) {
        self.store.set_cause(cause::posting(source));
        if narrow(&mut self.store).is_err() {
            self.failed = true;
        }
    }

    pub(crate) fn fail(&mut self) {
        self.failed = true;
    }

    /// Sorts the propagators, builds the watchers and, unless it is to be kept as it is, propagates the root. Returns
    /// false if a limit was reached before the fixpoint.
    #[must_use]
    pub(crate) fn seal<O: Observer>(&mut self, keeps_root: bool, observer: &mut O) -> bool {
        self.propagators.sort_by_key(|posted| posted.cost);
        while self.entailed.len() * 64 < self.propagators.len() {
            let word = self.store.add_word(0);
            self.entailed.push(word);
        }
        for &word in &self.entailed {
            self.store.write(word, 0);
        }
        if self.kernel.awaiting_decisions().next().is_some() {
            self.store.track_decided(self.kernel.awaiting_decisions());
        }
        self.watchers = Watchers::new(self.store.words().len(), &mut self.propagators);
        self.queue = Queue::with_positions(self.propagators.len());
        if self.kernel.seal(&self.store).is_err() {
            self.failed = true;
        }
        self.propagate_root(keeps_root, observer)
    }

    /// Runs all propagators once and makes the result permanent.
    fn propagate_root<O: Observer>(&mut self, keeps_root: bool, observer: &mut O) -> bool {
        for at in 0..self.store.trail().len() {
            if let Some(narrowing) = Narrowing::new(self, at) {
                observer.change(&narrowing);
            }
        }
        if self.failed {
            return true;
        }
        // Narrowings made while posting are on the trail, but they may have happened before a watcher was
        // there. Propagation therefore starts again from the domains.
        self.store.commit_root();
        self.read = 0;
        let root = if keeps_root { Ok(()) } else { self.wake_all().and_then(|()| self.propagate(observer)) };
        match root {
            Ok(()) => {}
            Err(Failure::Limit) => return false,
            Err(failure) => {
                self.failed = true;
                observer.infeasible(Some(&Contradiction::new(self, failure)));
            }
        }
        self.store.commit_root();
        self.read = 0;
        true
    }

    /// Propagates all fixed variables and all clauses, and queues all propagators.
    pub(crate) fn wake_all(&mut self) -> Result<(), Failure> {
        let fixed: Vec<Slot> = (0..self.store.words().len() as u32)
            .map(Slot)
            .filter(|&slot| self.store.shape(slot) != Shape::Other && self.store.slot_is_fixed(slot))
            .collect();
        fixed.into_iter().try_for_each(|slot| {
            self.store.set_cause(cause::difference(slot));
            self.kernel.fixed(&mut self.store, slot, true).map_err(Failure::Kernel)
        })?;
        // Clauses may have been added before a variable that they watch was narrowed.
        (0..self.store.words().len() as u32).map(Slot).try_for_each(|slot| {
            let looked_at = self.clauses.changed(&mut self.store, slot, Event::Fix);
            looked_at.map_err(|Conflict| Failure::Clause(slot))
        })?;
        // The queue is filled only here, so that a failure above leaves it empty.
        (0..self.propagators.len()).for_each(|position| self.queue.add(position));
        Ok(())
    }

    /// Adds the clause that forbids all of `decisions` from holding together, and narrows by it at once.
    pub(crate) fn add_nogood(&mut self, decisions: &[Decision]) -> Result<(), Conflict> {
        let views = &self.views;
        let literals =
            decisions.iter().map(|&decision| (!decision).literal(views[decision.variable().index()]));
        self.clauses.add(&mut self.store, None, literals)
    }

    /// Makes the clauses of the model clauses of the learner. The engine must be at the root.
    pub(crate) fn adopt_clauses(&mut self, reasons: &mut Reasons) {
        reasons.at_root(self);
        reasons.is_new = true;
        let mut literals: Vec<SetLiteral> = Vec::new();
        for (clause, source) in self.clauses.iter() {
            literals.clear();
            clause.iter().for_each(|literal| literal.as_sets(&self.store, |set| literals.push(set)));
            if literals.iter().any(|literal| literal.status(&self.store) == Some(true)) {
                continue;
            }
            merge(&mut literals, &self.store);
            match literals[..] {
                [] => self.failed = true,
                [only] => reasons.units.push((only, false)),
                _ => {
                    let of = (Tenure::Lasting, false, 0);
                    self.learnt_clauses.add(&self.store, &literals, [0; 2], of, source);
                }
            }
        }
        self.clauses.truncate(0);
    }

    /// Returns the nogoods among the clauses from index `first` on: decisions that must not all hold.
    pub(crate) fn nogoods(&self, first: usize) -> Vec<Vec<Decision>> {
        let mut vars = vec![None; self.store.words().len()];
        for (&view, at) in self.views.iter().zip(0..) {
            vars[view.slot.0 as usize].get_or_insert((Var(at), view.offset));
        }
        let decision = |literal: &Literal| {
            let Literal { slot, test, value } = !*literal;
            let (var, offset) = vars[slot.0 as usize].expect("nogoods are about variables of the model");
            let of = match test {
                Test::Is => Decision::Assign,
                Test::IsNot => Decision::Remove,
                Test::AtMost => Decision::AtMost,
                Test::AtLeast => Decision::AtLeast,
            };
            of(var, value + offset)
        };
        self.clauses.iter().skip(first).map(|(literals, _)| literals.iter().map(decision).collect()).collect()
    }

    /// Removes all clauses but the first `keep`.
    pub(crate) fn forget_clauses(&mut self, keep: usize) {
        self.clauses.truncate(keep);
    }
}

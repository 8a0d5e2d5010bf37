//! Half-reified propagators: active if a literal is true, and refuting the literal if the constraint is
//! impossible.
//!
//! Half reification (Feydy, Somogyi, Stuckey 2011): a false literal implies nothing.

use crate::compile::posting::Posting;
use crate::engine::literal::Literal;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store};

/// A propagator that can check whether its constraint is impossible.
pub(crate) trait Refutable: Propagator {
    /// Returns whether the domains are known to allow no solution.
    fn is_refuted(&mut self, store: &Store) -> bool;
}

#[derive(Debug)]
struct Conditional<P> {
    when: Literal,
    inner: P,
}

/// Posts a propagator, unconditionally or under the assumption `when`.
pub(crate) fn post(to: &mut Posting<'_>, propagator: impl Refutable + 'static, when: Option<Literal>) {
    match when {
        None => to.propagator(propagator),
        Some(when) => to.propagator(Conditional { when, inner: propagator }),
    }
}

impl<P: Refutable> Propagator for Conditional<P> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn memory(&self) -> usize {
        size_of_val(self) + self.inner.memory()
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.when.slot, self.when.event());
        self.inner.watch(watch);
    }

    fn cost(&self) -> Cost {
        self.inner.cost()
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        match self.when.status(store) {
            Some(false) => Ok(Status::Entailed),
            Some(true) => self.inner.propagate(store),
            None if self.inner.is_refuted(store) => (!self.when).enforce(store).map(|()| Status::Entailed),
            None => Ok(Status::Fixpoint),
        }
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if self.when.status(why.store()) == Some(true) {
            why.holds(self.when);
            return self.inner.explain(query, why);
        }
        // The literal was refuted, which may have removed a single value.
        why.own_bounds(query);
        self.inner.explain(&Query::conflict(), why)
    }
}

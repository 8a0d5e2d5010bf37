//! A copy of an argument that a function can read even if the argument is outside of the function's domain.
//!
//! If the argument is inside the function's domain, the copy is equal to it. If it cannot be, the assumption
//! under which the function is used is false, and the copy has any value.

use crate::constraints::absence::ALL;
use crate::constraints::equal::make_equal;
use crate::constraints::narrowing::have_common_value;
use crate::engine::literal::Literal;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::expression::Defined;

#[derive(Debug)]
pub(super) struct Guard {
    pub argument: View,
    /// The copy's domain is initially restricted to the function's domain.
    pub copy: View,
    pub defined: Defined,
    pub when: Literal,
}

impl Guard {
    fn is_defined(&self, store: &Store) -> bool {
        let (low, high) = (store.min(self.argument), store.max(self.argument));
        self.defined.covers((low.into(), high.into()))
            || matches!(self.defined, Defined::NotZero) && !store.contains(self.argument, 0)
    }

    /// Explains that the function cannot be used: the argument is undefined or cannot be equal to the copy.
    fn explain_unusable(&self, why: &mut Why<'_>) -> bool {
        why.attempt(|why| why.have_no_common(self.argument, self.copy, ALL)) || {
            let is_undefined = self.is_undefined(why.store());
            if is_undefined {
                why.fixed(self.argument);
            }
            is_undefined
        }
    }

    /// Returns whether the argument is fixed outside of the function's domain. A very wide copy may still
    /// contain such values, as it has no holes.
    fn is_undefined(&self, store: &Store) -> bool {
        store.value(self.argument).is_some_and(|value| !self.defined.contains(value.into()))
    }
}

impl Propagator for Guard {
    fn name(&self) -> &'static str {
        "guard"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.when.slot, self.when.event());
        watch(self.argument.slot, Event::Change);
        watch(self.copy.slot, Event::Change);
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let Guard { argument, copy, defined, when } = *self;
        if !query.is_about(argument) && !query.is_about(copy) && !query.is_conflict() {
            // The assumption was refuted.
            why.own_bounds(query);
            return self.explain_unusable(why);
        }
        if when.status(why.store()) == Some(true) {
            why.holds(when);
        } else if !defined.gaps().all(|gap| why.is_outside(argument, gap)) {
            return false;
        }
        if query.is_conflict() {
            return self.explain_unusable(why);
        }
        [argument, copy].into_iter().any(|view| {
            let mut asked = query.intervals(view).into_iter();
            query.is_about(view)
                && why.attempt(|why| asked.all(|asked| why.have_no_common(argument, copy, asked)))
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Guard { argument, copy, when, .. } = *self;
        match when.status(store) {
            Some(true) if self.is_undefined(store) => return Err(Conflict),
            Some(true) => {}
            _ if self.is_defined(store) => {}
            Some(false) => return Ok(Status::Fixpoint),
            None => {
                if self.is_undefined(store) || !have_common_value(store, argument, copy) {
                    (!when).enforce(store)?;
                }
                return Ok(Status::Fixpoint);
            }
        }
        make_equal(store, argument, copy)?;
        Ok(if store.is_fixed(copy) { Status::Entailed } else { Status::Fixpoint })
    }
}

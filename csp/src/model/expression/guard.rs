//! A copy of an argument that a function may read whether or not it is defined there.
//!
//! Where the argument lies in the function's domain the copy is equal to it. Where it cannot, the assumption
//! under which the function was used is false, and the copy is anything.

use super::call::Defined;
use crate::constraints::equal::agree;
use crate::constraints::narrowing::meet;
use crate::engine::literal::Literal;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

#[derive(Debug)]
pub(super) struct Guard {
    pub argument: View,
    /// Starts with values of the function's domain only.
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

    /// A very wide copy still has the values inside it for which the function is undefined.
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

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Guard { argument, copy, when, .. } = *self;
        match when.status(store) {
            Some(true) => {}
            _ if self.is_defined(store) => {}
            Some(false) => return Ok(Status::Fixpoint),
            None => {
                if self.is_undefined(store) || !meet(store, argument, copy) {
                    (!when).enforce(store)?;
                }
                return Ok(Status::Fixpoint);
            }
        }
        agree(store, argument, copy)?;
        Ok(if store.is_fixed(copy) { Status::Entailed } else { Status::Fixpoint })
    }
}

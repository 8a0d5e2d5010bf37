//! `x = y` between two views, for where presolve does not merge them. Domain-consistent, except between
//! very wide domains, where the bounds agree.

use crate::propagator::{Cost, Propagator, Status};
use crate::store::{Conflict, Event, Slot, Store, View};

#[derive(Debug)]
pub(crate) struct Equal {
    x: View,
    y: View,
}

impl Equal {
    pub fn new(x: View, y: View) -> Equal {
        Equal { x, y }
    }

    pub fn views(&self) -> (View, View) {
        (self.x, self.y)
    }
}

/// Takes from `to` what `from` does not have. True when something went.
pub(crate) fn narrow(store: &mut Store, from: View, to: View) -> Result<bool, Conflict> {
    let size = store.size(to);
    store.at_least(to, store.min(from))?;
    store.at_most(to, store.max(from))?;
    if !store.is_range_only(to) {
        for value in store.min(to)..=store.max(to) {
            if !store.contains(from, value) {
                store.remove(to, value)?;
            }
        }
    }
    Ok(store.size(to) != size)
}

impl Propagator for Equal {
    fn name(&self) -> &'static str {
        "equal"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.x.slot, Event::Change);
        watch(self.y.slot, Event::Change);
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if self.x.slot == self.y.slot {
            return if self.x.offset == self.y.offset { Ok(Status::Entailed) } else { Err(Conflict) };
        }
        while narrow(store, self.x, self.y)? | narrow(store, self.y, self.x)? {}
        Ok(if store.is_fixed(self.x) { Status::Entailed } else { Status::Fixpoint })
    }
}

//! `x ≤ y` between two views. Domain-consistent, in constant time.

use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

#[derive(Debug)]
pub(crate) struct LessOrEqual {
    x: View,
    y: View,
}

impl LessOrEqual {
    pub fn new(x: View, y: View) -> LessOrEqual {
        LessOrEqual { x, y }
    }

    pub fn views(&self) -> (View, View) {
        (self.x, self.y)
    }
}

impl Propagator for LessOrEqual {
    fn name(&self) -> &'static str {
        "less"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.x.slot, Event::Bounds);
        watch(self.y.slot, Event::Bounds);
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if self.x.slot == self.y.slot {
            return if self.x.offset <= self.y.offset { Ok(Status::Entailed) } else { Err(Conflict) };
        }
        store.at_most(self.x, store.max(self.y))?;
        store.at_least(self.y, store.min(self.x))?;
        Ok(if store.max(self.x) <= store.min(self.y) { Status::Entailed } else { Status::Fixpoint })
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if let Some(bound) = query.at_most(self.x) {
            why.at_most(self.y, bound);
        }
        if let Some(bound) = query.at_least(self.y) {
            why.at_least(self.x, bound);
        }
        if query.is_conflict() && self.x.slot != self.y.slot {
            let least = why.store().min(self.x);
            why.at_least(self.x, least);
            why.at_most(self.y, least - 1);
        }
        true
    }
}

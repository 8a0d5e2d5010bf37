//! `x = y` between two views that presolve does not merge. Domain-consistent, except between very wide
//! domains, whose bounds are made equal.

use crate::constraints::absence::ALL;
use crate::constraints::windows::{keep_windows, window};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

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

/// Removes from each of two views the values that the other does not have.
pub(crate) fn make_equal(store: &mut Store, x: View, y: View) -> Result<(), Conflict> {
    narrow(store, x, y)?;
    // The first call of the loop removes values from x that y does not have. They do not affect y, unless y
    // cannot have holes.
    while narrow(store, y, x)? && narrow(store, x, y)? {}
    Ok(())
}

/// Removes from `to` the values that `from` does not have. Returns whether any were removed.
fn narrow(store: &mut Store, from: View, to: View) -> Result<bool, Conflict> {
    let began = store.trail().len();
    if store.is_range_only(to) {
        let (low, high) = store.bounds(from);
        store.keep_between(to, low, high)?;
    } else {
        keep_windows(store, to, |store, first| window(store, from, first))?;
    }
    Ok(store.trail().len() != began)
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
        make_equal(store, self.x, self.y)?;
        Ok(if store.is_fixed(self.x) { Status::Entailed } else { Status::Fixpoint })
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let &mut Equal { x, y } = self;
        if query.is_conflict() {
            return x.slot == y.slot || why.have_no_common(x, y, ALL);
        }
        let asked = if query.is_about(x) { x } else { y };
        query.intervals(asked).into_iter().all(|interval| why.have_no_common(x, y, interval))
    }
}

//! `x + y = z` for three different variables, the most common sum, in constant time.
//!
//! Strength: that of Σ a·x = b, bounds consistency over the reals. With coefficients 1 and -1 that is bounds
//! consistency over the integers, and each interval is computed directly from the other two.

use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

#[derive(Debug)]
pub(super) struct Ternary {
    x: View,
    y: View,
    z: View,
}

impl Ternary {
    /// Requires three different slots.
    pub fn new(x: View, y: View, z: View) -> Ternary {
        Ternary { x, y, z }
    }

    pub fn views(&self) -> [View; 3] {
        [self.x, self.y, self.z]
    }
}

impl Propagator for Ternary {
    fn name(&self) -> &'static str {
        "x + y = z"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        [self.x, self.y, self.z].into_iter().for_each(|view| watch(view.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let &mut Ternary { x, y, z } = self;
        let [a, b, c] = [x, y, z].map(|view| why.store().bounds(view));
        if query.is_conflict() {
            if a.0 + b.0 > c.1 {
                why.at_least(x, a.0);
                why.at_least(y, b.0);
                why.at_most(z, a.0 + b.0 - 1);
            } else if a.1 + b.1 < c.0 {
                why.at_most(x, a.1);
                why.at_most(y, b.1);
                why.at_least(z, a.1 + b.1 + 1);
            } else {
                return false;
            }
            return true;
        }
        // The bounds of both parts add up to the bound in question, so the bound of one fixes that of the other.
        if let Some(bound) = query.at_least(z) {
            why.at_least(x, a.0);
            why.at_least(y, bound - a.0);
        }
        if let Some(bound) = query.at_most(z) {
            why.at_most(x, a.1);
            why.at_most(y, bound - a.1);
        }
        for (part, other, (low, high)) in [(x, y, b), (y, x, a)] {
            if let Some(bound) = query.at_least(part) {
                why.at_most(other, high);
                why.at_least(z, bound + high);
            }
            if let Some(bound) = query.at_most(part) {
                why.at_least(other, low);
                why.at_most(z, bound + low);
            }
        }
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let &mut Ternary { x, y, z } = self;
        loop {
            let (a, b, c) = (store.bounds(x), store.bounds(y), store.bounds(z));
            // All three intervals are computed from the same box, so they are its projections, and the result
            // is a fixpoint unless a bound falls into a hole and moves on.
            let settled = narrow(store, z, c, (a.0 + b.0, a.1 + b.1))?
                & narrow(store, x, a, (c.0 - b.1, c.1 - b.0))?
                & narrow(store, y, b, (c.0 - a.1, c.1 - a.0))?;
            if settled {
                return Ok(Status::Fixpoint);
            }
        }
    }
}

/// Intersects a view, whose bounds are `old`, with `within`. Returns whether the new bounds are exactly the
/// intersection.
#[inline(always)]
fn narrow(store: &mut Store, view: View, old: (i32, i32), within: (i32, i32)) -> Result<bool, Conflict> {
    let new = (old.0.max(within.0), old.1.min(within.1));
    if new == old {
        return Ok(true);
    }
    store.keep_between(view, new.0, new.1)?;
    Ok(store.bounds(view) == new)
}

//! |x − y| = z for our engine, which does not bring it along: a constraint from outside, with a
//! propagator that keeps exactly the values that are part of a triple.

use csp::{Compile, Conflict, Constraint, Cost, Event, Propagator, Slot, Status, Store, Var, View};

/// Over x, y, z.
#[derive(Debug)]
pub struct Distance(pub [Var; 3]);

impl Constraint for Distance {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn accepts(&self, values: &[i32]) -> bool {
        i64::from(values[0].abs_diff(values[1])) == i64::from(values[2])
    }

    fn post(&self, to: &mut Compile<'_>) {
        let [x, y, z] = self.0.map(|var| to.view(var));
        to.propagator(Filter { x, y, z });
    }
}

#[derive(Debug)]
struct Filter {
    x: View,
    y: View,
    z: View,
}

impl Filter {
    fn keep(store: &mut Store, view: View, possible: impl Fn(&Store, i32) -> bool) -> Result<(), Conflict> {
        (store.min(view)..=store.max(view)).try_for_each(|value| {
            if !store.contains(view, value) || possible(store, value) {
                Ok(())
            } else {
                store.remove(view, value)
            }
        })
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "distance"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        [self.x, self.y, self.z].into_iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let &mut Filter { x, y, z } = self;
        let joined = |store: &Store, from: i32, step: i32, to: View| {
            step >= 0 && (store.contains(to, from + step) || store.contains(to, from - step))
        };
        for (end, other) in [(x, y), (y, x)] {
            Filter::keep(store, end, |store, from| {
                (store.min(z)..=store.max(z))
                    .any(|step| store.contains(z, step) && joined(store, from, step, other))
            })?;
        }
        Filter::keep(store, z, |store, step| {
            (store.min(x)..=store.max(x)).any(|from| store.contains(x, from) && joined(store, from, step, y))
        })?;
        // What went was part of no triple, so none has lost its triple; but a shared slot loses two.
        let slots = [x.slot(), y.slot(), z.slot()];
        let shared = slots[0] == slots[1] || slots[1] == slots[2] || slots[0] == slots[2];
        Ok(if shared { Status::Again } else { Status::Fixpoint })
    }
}

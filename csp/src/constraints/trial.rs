//! Filtering by trying assignments against a constraint's meaning: correct for any constraint, and slow.
//!
//! Nothing is filtered until the open variables have few enough assignments to try all. Then every value that
//! occurs in no solution is removed.

use std::fmt;

use smallvec::SmallVec;

use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

/// Largest number of assignments of the open variables that are tried in a run.
const MOST_ASSIGNMENTS: u64 = 256;

pub(crate) struct Trial<F> {
    views: Box<[View]>,
    accepts: F,
    values: Vec<i32>,
}

impl<F> fmt::Debug for Trial<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Trial").field(&self.views).finish()
    }
}

impl<F> Trial<F> {
    /// Returns the propagator of a constraint that accepts these values of the views.
    pub fn new(views: Box<[View]>, accepts: F) -> Trial<F> {
        Trial { views, accepts, values: Vec::new() }
    }

    /// Returns the distinct open variables if they have few enough assignments, else `None`.
    fn open(&self, store: &Store) -> Option<SmallVec<[View; 8]>> {
        let mut open: SmallVec<[View; 8]> = SmallVec::new();
        let mut assignments = 1_u64;
        for &view in &self.views {
            if !store.is_fixed(view) && !open.iter().any(|known| known.slot == view.slot) {
                assignments = assignments.saturating_mul(u64::from(store.size(view)));
                open.push(View { slot: view.slot, offset: 0 });
            }
        }
        (assignments <= MOST_ASSIGNMENTS).then_some(open)
    }
}

impl<F: Fn(&[i32]) -> bool + Send + Sync> Propagator for Trial<F> {
    fn name(&self) -> &'static str {
        "trial"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Some(open) = self.open(store) else {
            return Ok(Status::Fixpoint);
        };
        let domains: SmallVec<[Vec<i32>; 8]> =
            open.iter().map(|&view| store.domain(view).iter().collect()).collect();
        let mut supported: SmallVec<[Vec<bool>; 8]> = domains.iter().map(|d| vec![false; d.len()]).collect();
        // For each position of the scope the index of its open variable; `None` if it is fixed.
        let places: SmallVec<[Option<usize>; 8]> =
            self.views.iter().map(|view| open.iter().position(|o| o.slot == view.slot)).collect();
        let mut any = false;
        let mut at: SmallVec<[usize; 8]> = SmallVec::from_elem(0, open.len());
        loop {
            self.values.clear();
            self.values.extend(self.views.iter().zip(&places).map(|(view, place)| match *place {
                Some(place) => domains[place][at[place]] + view.offset,
                None => store.min(*view),
            }));
            if (self.accepts)(&self.values) {
                any = true;
                supported.iter_mut().zip(&at).for_each(|(supported, &at)| supported[at] = true);
            }
            // The next assignment, in the order of an odometer.
            let Some(turn) = (0..at.len()).find(|&place| at[place] + 1 < domains[place].len()) else {
                break;
            };
            at[..turn].fill(0);
            at[turn] += 1;
        }
        if !any {
            return Err(Conflict);
        }
        for (place, &view) in open.iter().enumerate() {
            for (&value, _) in domains[place].iter().zip(&supported[place]).filter(|(_, ok)| !**ok) {
                store.remove(view, value)?;
            }
        }
        Ok(if open.is_empty() { Status::Entailed } else { Status::Fixpoint })
    }
}

//! Filtering of a circuit: the graph of the remaining values must be strongly connected.
//!
//! Depth-first search from place 0, with the earliest place reached from each subtree (Tarjan 1972). A
//! subtree that reaches no place above its root is a component of its own, which is a conflict. Hence all
//! places seen are in one component, and Tarjan's stack is not needed.

use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

#[derive(Debug)]
pub(super) struct Connectivity {
    views: Box<[View]>,
    /// Time of the first visit of each place, from 1, and the earliest one reached from its subtree.
    seen: Vec<u32>,
    low: Vec<u32>,
    /// The places on the current path, each with the next value to visit.
    path: Vec<(usize, i32)>,
}

impl Connectivity {
    pub fn new(views: Box<[View]>) -> Connectivity {
        Connectivity { seen: vec![0; views.len()], low: vec![0; views.len()], path: Vec::new(), views }
    }
}

impl Propagator for Connectivity {
    fn name(&self) -> &'static str {
        "reach"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Connectivity { views, seen, low, path } = self;
        seen.fill(0);
        (seen[0], low[0]) = (1, 1);
        path.clear();
        path.push((0, 0));
        let mut count = 1;
        while let Some((place, value)) = path.last_mut() {
            let (from, to) = (*place, *value);
            let Some(to) = store.next_value(views[from], to) else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    if low[from] == seen[from] {
                        return Err(Conflict);
                    }
                    low[parent] = low[parent].min(low[from]);
                }
                continue;
            };
            *value = to + 1;
            let to = to as usize;
            if seen[to] == 0 {
                count += 1;
                (seen[to], low[to]) = (count, count);
                path.push((to, 0));
            } else {
                low[from] = low[from].min(seen[to]);
            }
        }
        if (count as usize) < views.len() { Err(Conflict) } else { Ok(Status::Fixpoint) }
    }
}

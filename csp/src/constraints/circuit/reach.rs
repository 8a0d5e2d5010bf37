//! Filtering of a circuit: the graph of the remaining values must be strongly connected.
//!
//! Depth-first search from place 0, with the earliest place reached from each subtree (Tarjan 1972). A
//! subtree that reaches no place above its root is a component of its own, which is a conflict. Hence all
//! places seen are in one component, and Tarjan's stack is not needed.

use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

#[derive(Debug)]
pub(super) struct Connectivity {
    views: Box<[View]>,
    /// Time of the first visit of each place, from 1, and the earliest time reached from its subtree.
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

impl Connectivity {
    /// Returns the places that can be reached from a place, in the order in which they are found.
    fn reachable(&self, store: &Store, start: usize) -> Vec<usize> {
        let mut seen = vec![false; self.views.len()];
        seen[start] = true;
        let (mut found, mut next) = (vec![start], 0);
        while let Some(&place) = found.get(next) {
            next += 1;
            let mut value = store.next_value(self.views[place], 0);
            while let Some(to) = value {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    found.push(to as usize);
                }
                value = store.next_value(self.views[place], to + 1);
            }
        }
        found
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

    /// Only conflicts are explained: a set of places, as small as possible, leads to no other place.
    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let (store, places) = (why.store(), self.views.len());
        let mut closed: Vec<usize> = (0..places).collect();
        let mut next = places;
        while next > 0 {
            next -= 1;
            let found = self.reachable(store, closed[next]);
            if found.len() < closed.len() {
                closed = found;
                next = closed.len();
            }
        }
        if closed.len() == places || !query.is_conflict() {
            return false;
        }
        closed.sort_unstable();
        let outside = |from: usize, to: usize| (from as i32, to as i32 - 1);
        closed.iter().all(|&place| {
            let (mut from, view) = (0, self.views[place]);
            let gaps =
                closed.iter().chain([&places]).map(|&to| outside(std::mem::replace(&mut from, to + 1), to));
            gaps.filter(|(low, high)| low <= high).all(|gap| why.is_outside(view, gap))
        })
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

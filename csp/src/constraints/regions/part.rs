//! The places that may belong to a region, and ways through them.

use std::collections::VecDeque;

use crate::engine::store::{Store, View};

/// A region with the places that may have its label, which are numbered from 0.
#[derive(Debug)]
pub(super) struct Part {
    pub label: i32,
    pub least: usize,
    pub most: usize,
    pub views: Vec<View>,
    pub neighbours: Vec<Vec<usize>>,
}

/// What is known of the places of a region.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Whether a place may have the label.
    pub may: Vec<bool>,
    /// The places that have it.
    pub must: Vec<usize>,
    has: Vec<bool>,
}

/// A distance beyond all others.
pub(super) const FAR: usize = usize::MAX;

impl Part {
    pub fn read(&self, store: &Store, known: &mut Known) {
        let Known { may, must, has } = known;
        may.clear();
        may.extend(self.views.iter().map(|&view| store.contains(view, self.label)));
        has.clear();
        has.extend(self.views.iter().zip(&*may).map(|(&view, &may)| may && store.is_fixed(view)));
        must.clear();
        must.extend((0..has.len()).filter(|&place| has[place]));
    }

    /// Returns the numbers of places that may have the label and that have it, in one word: it changes with either set.
    pub fn state(&self, store: &Store) -> u64 {
        let mut state = 0;
        for &view in &self.views {
            if store.contains(view, self.label) {
                state += 1 + (u64::from(store.is_fixed(view)) << 32);
            }
        }
        state
    }

    /// Returns the places that are connected to a place by places that may have the label, but not by `besides`.
    pub fn around(&self, known: &Known, start: usize, besides: Option<usize>) -> Vec<bool> {
        let mut part = vec![false; self.views.len()];
        part[start] = true;
        let mut open = vec![start];
        while let Some(place) = open.pop() {
            for &to in &self.neighbours[place] {
                if !part[to] && known.may[to] && Some(to) != besides {
                    part[to] = true;
                    open.push(to);
                }
            }
        }
        part
    }

    /// Finds for each place how many new places it takes to connect it to `start`, itself included, through places that
    /// are `open`; those that are `free` are not new.
    pub fn costs(
        &self,
        start: usize,
        open: impl Fn(usize) -> bool,
        free: impl Fn(usize) -> bool,
        costs: &mut Vec<usize>,
    ) {
        costs.clear();
        costs.resize(self.views.len(), FAR);
        costs[start] = 0;
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((place, cost)) = queue.pop_front() {
            if costs[place] < cost {
                continue;
            }
            for &to in self.neighbours[place].iter().filter(|&&to| open(to)) {
                let is_free = free(to);
                let cost = cost + usize::from(!is_free);
                if cost < costs[to] {
                    costs[to] = cost;
                    if is_free { queue.push_front((to, cost)) } else { queue.push_back((to, cost)) }
                }
            }
        }
    }
}

impl Known {
    pub fn has(&self, place: usize) -> bool {
        self.has[place]
    }
}

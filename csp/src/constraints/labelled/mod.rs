//! Places of a graph with labels: what constraints on the places of each label share.
//!
//! A constraint has a [rule](LabelRule) for each label, over the [places](Labelled) that may have it. One propagator
//! ([`Filter`]) has the rules of all labels, and applies those whose places have changed.

mod cuts;
mod filter;

use std::collections::VecDeque;
use std::fmt::Debug;

use super::cut;
use crate::engine::reasons::Why;
use crate::engine::store::{Conflict, Store, View};

pub(super) use cuts::Cuts;
pub(super) use filter::Filter;

/// What holds for the places of a label.
pub(super) trait LabelRule: Debug + Send {
    fn graph(&self) -> &Labelled;

    /// Narrows the places once.
    fn narrow(&self, store: &mut Store, scratch: &mut Scratch) -> Result<(), Conflict>;

    /// Explains that a place must have the label.
    fn explain_inside(&self, known: &Known, place: usize, why: &mut Why<'_>) -> bool;

    /// Explains that a place cannot have the label.
    fn explain_outside(&self, known: &Known, place: usize, why: &mut Why<'_>) -> bool;

    /// Explains a conflict.
    fn explain_conflict(&self, known: &Known, why: &mut Why<'_>) -> bool;
}

/// The places that may have a label, numbered from 0.
#[derive(Debug)]
pub(super) struct Labelled {
    pub label: i32,
    pub views: Vec<View>,
    pub neighbours: Vec<Vec<usize>>,
}

/// What is known of the places of a label.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Whether a place may have the label.
    pub may: Vec<bool>,
    /// The places that have it.
    pub must: Vec<usize>,
    has: Vec<bool>,
}

/// Memory of rules.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub known: Known,
    pub costs: Vec<usize>,
    pub cuts: Cuts,
}

/// A distance beyond all others.
pub(super) const FAR: usize = usize::MAX;

impl Known {
    pub fn has(&self, place: usize) -> bool {
        self.has[place]
    }
}

/// Returns the edges between some of the places, whose new numbers are the positions of `true`.
pub(super) fn edges_among(edges: &[(usize, usize)], kept: &[bool]) -> Vec<(usize, usize)> {
    let number: Vec<usize> =
        kept.iter().scan(0, |next, &kept| Some(std::mem::replace(next, *next + usize::from(kept)))).collect();
    let among = edges.iter().filter(|&&(a, b)| kept[a] && kept[b]);
    among.map(|&(a, b)| (number[a], number[b])).collect()
}

impl Labelled {
    /// Returns those of the places that may have a label.
    pub fn new(label: i32, places: &[View], edges: &[(usize, usize)], store: &Store) -> Labelled {
        let kept: Vec<bool> = places.iter().map(|&view| store.contains(view, label)).collect();
        let views: Vec<View> =
            places.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&view, _)| view).collect();
        let mut neighbours = vec![Vec::new(); views.len()];
        for (a, b) in edges_among(edges, &kept) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        Labelled { label, views, neighbours }
    }

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
        cut::part(&self.neighbours, start, besides, |place| known.may[place])
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

    /// Adds that a place has the label.
    pub fn is(&self, place: usize, why: &mut Why<'_>) {
        why.fixed(self.views[place]);
    }

    /// Adds that a place does not have it.
    pub fn is_not(&self, place: usize, why: &mut Why<'_>) {
        why.is_not(self.views[place], self.label);
    }

    /// Adds that the places around a part of the graph do not have the label, but for `besides`.
    pub fn explain_rim(&self, part: &[bool], besides: Option<usize>, why: &mut Why<'_>) {
        let is_beside = |place: usize| self.neighbours[place].iter().any(|&to| part[to]);
        let rim = (0..part.len()).filter(|&place| !part[place] && Some(place) != besides && is_beside(place));
        rim.for_each(|place| self.is_not(place, why));
    }

    /// Adds why two places are not connected, but by `besides`: of the cuts around either, the one with fewer places.
    pub fn explain_apart(&self, known: &Known, ends: [usize; 2], besides: Option<usize>, why: &mut Why<'_>) {
        let [one, other] = ends;
        let [near, far] = [(one, other), (other, one)].map(|(from, to)| self.cut(known, from, to, besides));
        let cut = if far.len() < near.len() { far } else { near };
        cut.into_iter().for_each(|place| self.is_not(place, why));
    }

    /// Returns the places that part `to` from the places that are connected to `from`, without `besides`.
    fn cut(&self, known: &Known, from: usize, to: usize, besides: Option<usize>) -> Vec<usize> {
        cut::cut(&self.neighbours, &self.around(known, from, besides), to, besides)
    }
}

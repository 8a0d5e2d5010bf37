//! The rule of a number: its areas have so many places.

use super::super::labelled::{FAR, Known, LabelRule, Labelled, Scratch};
use crate::engine::reasons::Why;
use crate::engine::store::{Conflict, Store};

#[derive(Debug)]
pub(super) struct AreaRule {
    pub graph: Labelled,
}

/// The parts that are known of the areas of a number.
struct Parts {
    /// The part of each place that has the number.
    of: Vec<Option<usize>>,
    /// The places of each part.
    all: Vec<Vec<usize>>,
}

impl LabelRule for AreaRule {
    fn graph(&self) -> &Labelled {
        &self.graph
    }

    fn narrow(&self, store: &mut Store, scratch: &mut Scratch) -> Result<(), Conflict> {
        let Scratch { known, costs, cuts } = scratch;
        let graph = &self.graph;
        graph.read(store, known);
        let parts = self.parts(known);
        for (at, part) in parts.all.iter().enumerate() {
            let Some(budget) = self.size().checked_sub(part.len()) else { return Err(Conflict) };
            if budget == 0 {
                continue;
            }
            let reach = self.reach(known, &parts, at, None, costs);
            if reach < self.size() {
                return Err(Conflict);
            }
            cuts.find(graph, known, part[0], |place| costs[place] <= budget);
            for (place, visit) in cuts.places.iter().enumerate() {
                if visit.seen > 0 && !known.has(place) && reach - 1 - visit.cut < self.size() {
                    store.assign(graph.views[place], graph.label)?;
                }
            }
        }
        for place in (0..graph.views.len()).filter(|&place| known.may[place] && !known.has(place)) {
            if self.is_joint_too_large(&parts, place) {
                store.remove(graph.views[place], graph.label)?;
            }
        }
        self.keep_large(store, known)
    }

    fn explain_inside(&self, known: &Known, place: usize, why: &mut Why<'_>) -> bool {
        let parts = self.parts(known);
        let is_open = known.may[place] && !known.has(place);
        is_open && (0..parts.all.len()).any(|at| self.explain_small(known, &parts, at, Some(place), why))
    }

    fn explain_outside(&self, known: &Known, place: usize, why: &mut Why<'_>) -> bool {
        let joined = self.joined(known, place);
        if joined.len() > self.size() {
            joined[1..].iter().for_each(|&other| self.graph.is(other, why));
            return true;
        }
        let around = self.graph.around(known, place, None);
        self.graph.explain_rim(&around, None, why);
        around.iter().filter(|&&is_in| is_in).count() < self.size()
    }

    fn explain_conflict(&self, known: &Known, why: &mut Why<'_>) -> bool {
        let parts = self.parts(known);
        if let Some(part) = parts.all.iter().find(|part| part.len() > self.size()) {
            self.joined(known, part[0]).into_iter().for_each(|place| self.graph.is(place, why));
            return true;
        }
        (0..parts.all.len()).any(|at| self.explain_small(known, &parts, at, None, why))
    }
}

impl AreaRule {
    fn size(&self) -> usize {
        self.graph.label as usize
    }

    fn parts(&self, known: &Known) -> Parts {
        let mut parts = Parts { of: vec![None; self.graph.views.len()], all: Vec::new() };
        for &start in &known.must {
            if parts.of[start].is_some() {
                continue;
            }
            let at = parts.all.len();
            parts.of[start] = Some(at);
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&place) = part.get(next) {
                next += 1;
                for &to in &self.graph.neighbours[place] {
                    if known.has(to) && parts.of[to].is_none() {
                        parts.of[to] = Some(at);
                        part.push(to);
                    }
                }
            }
            parts.all.push(part);
        }
        parts
    }

    /// Returns a place and places with the number that are connected to it, up to one more than the size.
    fn joined(&self, known: &Known, place: usize) -> Vec<usize> {
        let mut joined = vec![place];
        let mut next = 0;
        while let Some(&place) = joined.get(next) {
            next += 1;
            for &to in &self.graph.neighbours[place] {
                if joined.len() <= self.size() && known.has(to) && !joined.contains(&to) {
                    joined.push(to);
                }
            }
        }
        joined
    }

    /// Returns whether a place would join parts to more than the size.
    fn is_joint_too_large(&self, parts: &Parts, place: usize) -> bool {
        let mut joined: Vec<usize> =
            self.graph.neighbours[place].iter().filter_map(|&other| parts.of[other]).collect();
        joined.sort_unstable();
        joined.dedup();
        1 + joined.iter().map(|&part| parts.all[part].len()).sum::<usize>() > self.size()
    }

    /// Finds how far a part can grow, but not by `besides`: the cost of each place that it can reach. Returns how many
    /// these are.
    fn reach(
        &self,
        known: &Known,
        parts: &Parts,
        at: usize,
        besides: Option<usize>,
        costs: &mut Vec<usize>,
    ) -> usize {
        let part = &parts.all[at];
        let budget = self.size() - part.len();
        let is_open = |place: usize| known.may[place] && Some(place) != besides;
        self.graph.costs(part[0], is_open, |place| parts.of[place] == Some(at), costs);
        let mut reach = 0;
        for cost in costs.iter_mut() {
            if *cost <= budget { reach += 1 } else { *cost = FAR }
        }
        reach
    }

    /// Removes the number from parts of the graph that are too small for it.
    fn keep_large(&self, store: &mut Store, known: &Known) -> Result<(), Conflict> {
        let mut done = vec![false; self.graph.views.len()];
        for start in 0..done.len() {
            if done[start] || !known.may[start] {
                continue;
            }
            let part = self.graph.around(known, start, None);
            let is_small = part.iter().filter(|&&is_in| is_in).count() < self.size();
            for place in (0..part.len()).filter(|&place| part[place]) {
                done[place] = true;
                if is_small {
                    store.remove(self.graph.views[place], self.graph.label)?;
                }
            }
        }
        Ok(())
    }

    /// Explains that a part cannot reach its size, but by `besides`.
    fn explain_small(
        &self,
        known: &Known,
        parts: &Parts,
        at: usize,
        besides: Option<usize>,
        why: &mut Why<'_>,
    ) -> bool {
        let part = &parts.all[at];
        if part.len() >= self.size() {
            return false;
        }
        let mut costs = Vec::new();
        if self.reach(known, parts, at, besides, &mut costs) >= self.size() {
            return false;
        }
        let budget = self.size() - part.len();
        part.iter().for_each(|&place| self.graph.is(place, why));
        for place in (0..costs.len()).filter(|&place| !known.may[place]) {
            if self.graph.neighbours[place].iter().any(|&to| costs[to] < budget) {
                self.graph.is_not(place, why);
            }
        }
        true
    }
}

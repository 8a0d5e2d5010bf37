//! The rule of a region: it is connected, and not too small or too large. Reasons are cuts around the smaller side, and
//! places that make a way too long.

use super::super::labelled::{FAR, Known, LabelRule, Labelled, Scratch};
use crate::engine::reasons::Why;
use crate::engine::store::{Conflict, Store};

#[derive(Debug)]
pub(super) struct RegionRule {
    pub graph: Labelled,
    pub least: usize,
    pub most: usize,
}

impl LabelRule for RegionRule {
    fn graph(&self) -> &Labelled {
        &self.graph
    }

    fn narrow(&self, store: &mut Store, scratch: &mut Scratch) -> Result<(), Conflict> {
        let Scratch { known, costs, cuts } = scratch;
        let graph = &self.graph;
        graph.read(store, known);
        let Some(&start) = known.must.first() else { return self.keep_large(store, known) };
        let Some(budget) = self.most.checked_sub(known.must.len()) else { return Err(Conflict) };
        graph.costs(start, |place| known.may[place], |place| known.has(place), costs);
        let mut reach = 0;
        for (place, &cost) in costs.iter().enumerate() {
            if cost == FAR || cost > budget {
                if known.has(place) {
                    return Err(Conflict);
                }
                store.remove(graph.views[place], graph.label)?;
            } else {
                reach += 1;
            }
        }
        if reach < self.least {
            return Err(Conflict);
        }
        cuts.find(graph, known, start, |place| costs[place] <= budget && costs[place] != FAR);
        for (place, visit) in cuts.places.iter().enumerate() {
            if visit.seen > 1 && !known.has(place) && (visit.cuts || reach - 1 - visit.cut < self.least) {
                store.assign(graph.views[place], graph.label)?;
            }
        }
        Ok(())
    }

    fn explain_inside(&self, known: &Known, place: usize, why: &mut Why<'_>) -> bool {
        let Some((&start, others)) = known.must.split_first() else { return false };
        if start == place {
            return false;
        }
        let part = self.graph.around(known, start, Some(place));
        if let Some(&other) = others.iter().find(|&&other| !part[other] && other != place) {
            self.graph.explain_apart(known, [start, other], Some(place), why);
            self.graph.is(other, why);
        } else if part.iter().filter(|&&is_in| is_in).count() < self.least {
            self.graph.explain_rim(&part, Some(place), why);
        } else {
            return false;
        }
        self.graph.is(start, why);
        true
    }

    fn explain_outside(&self, known: &Known, place: usize, why: &mut Why<'_>) -> bool {
        let part = self.graph.around(known, place, None);
        let Some(&start) = known.must.first() else {
            self.graph.explain_rim(&part, None, why);
            return part.iter().filter(|&&is_in| is_in).count() < self.least;
        };
        if let Some(&other) = known.must.iter().find(|&&other| !part[other]) {
            self.graph.explain_apart(known, [place, other], None, why);
            self.graph.is(other, why);
            return true;
        }
        self.explain_far(known, start, place, why)
    }

    fn explain_conflict(&self, known: &Known, why: &mut Why<'_>) -> bool {
        let Some(&start) = known.must.first() else {
            let mut places = (0..self.graph.views.len()).filter(|&place| known.may[place]);
            let is_small = |place: usize| {
                self.graph.around(known, place, None).iter().filter(|&&is_in| is_in).count() < self.least
            };
            if self.least == 0 || !places.all(is_small) {
                return false;
            }
            (0..self.graph.views.len())
                .filter(|&place| !known.may[place])
                .for_each(|place| self.graph.is_not(place, why));
            return true;
        };
        if known.must.len() > self.most {
            known.must[..=self.most].iter().for_each(|&place| self.graph.is(place, why));
            return true;
        }
        let part = self.graph.around(known, start, None);
        if let Some(&other) = known.must.iter().find(|&&other| !part[other]) {
            self.graph.explain_apart(known, [start, other], None, why);
            self.graph.is(start, why);
            self.graph.is(other, why);
            return true;
        }
        if known.must.iter().any(|&place| why.attempt(|why| self.explain_far(known, start, place, why))) {
            return true;
        }
        if part.iter().filter(|&&is_in| is_in).count() < self.least {
            self.graph.explain_rim(&part, None, why);
            self.graph.is(start, why);
            return true;
        }
        false
    }
}

impl RegionRule {
    /// Of a region that has no place yet, keeps the parts of the graph that are large enough.
    fn keep_large(&self, store: &mut Store, known: &Known) -> Result<(), Conflict> {
        if self.least == 0 {
            return Ok(());
        }
        let mut done = vec![false; self.graph.views.len()];
        let mut is_possible = false;
        for start in 0..self.graph.views.len() {
            if done[start] || !known.may[start] {
                continue;
            }
            let part = self.graph.around(known, start, None);
            let is_large = part.iter().filter(|&&is_in| is_in).count() >= self.least;
            is_possible |= is_large;
            for place in (0..part.len()).filter(|&place| part[place]) {
                done[place] = true;
                if !is_large {
                    store.remove(self.graph.views[place], self.graph.label)?;
                }
            }
        }
        if is_possible { Ok(()) } else { Err(Conflict) }
    }

    /// Explains that the region would be too large with a place that is connected to it.
    fn explain_far(&self, known: &Known, start: usize, place: usize, why: &mut Why<'_>) -> bool {
        let mut costs = Vec::new();
        self.graph.costs(start, |to| known.may[to], |to| known.has(to), &mut costs);
        let (count, cost) = (known.must.len(), costs[place]);
        if cost == FAR || count + cost <= self.most {
            return false;
        }
        // Without one of the known places the region is one smaller, and no way is shorter.
        let mut spare = count + cost - self.most - 1;
        let mut counted = vec![false; self.graph.views.len()];
        for &own in &known.must {
            let is_spare = spare > 0 && own != start && own != place;
            spare -= usize::from(is_spare);
            counted[own] = !is_spare;
        }
        let budget = self.most - counted.iter().filter(|&&counted| counted).count();
        self.graph.costs(start, |to| known.may[to], |to| counted[to], &mut costs);
        let mut back = Vec::new();
        self.costs_back(place, &counted, &mut back);
        for beyond in (0..self.graph.views.len()).filter(|&beyond| !known.may[beyond]) {
            let nearest = self.graph.neighbours[beyond].iter().map(|&to| costs[to]).min().unwrap_or(FAR);
            let way = nearest.saturating_add(1).saturating_add(back[beyond]);
            if way <= budget {
                self.graph.is_not(beyond, why);
            }
        }
        (0..counted.len())
            .filter(|&own| counted[own] && own != place)
            .for_each(|own| self.graph.is(own, why));
        if known.has(place) {
            self.graph.is(place, why);
        }
        true
    }

    /// Finds for each place how many new places follow it on a way to `to`, which is included, whatever labels they have.
    fn costs_back(&self, to: usize, counted: &[bool], back: &mut Vec<usize>) {
        self.graph.costs(to, |_| true, |place| counted[place], back);
        for (place, back) in back.iter_mut().enumerate() {
            if place != to && *back != FAR {
                *back = *back - usize::from(!counted[place]) + usize::from(!counted[to]);
            }
        }
    }
}

//! The propagator: filters each region in which something has changed.

use super::Regions;
use super::part::{FAR, Known, Part};
use crate::compile::posting::Posting;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View, Word};

#[derive(Debug)]
pub(super) struct Filter {
    /// The places that may have a label of a region.
    pub views: Vec<View>,
    pub parts: Vec<Part>,
    /// The state of each part when it was filtered last.
    states: Vec<Word>,
    scratch: Scratch,
}

#[derive(Debug, Default)]
struct Scratch {
    known: Known,
    costs: Vec<usize>,
    places: Vec<Visit>,
    path: Vec<(usize, usize)>,
}

/// A place during the search for cut places.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// Time of the first visit, from 1, and the earliest time reached from the subtree.
    seen: usize,
    low: usize,
    /// The number of places in the subtree, and whether one of them has the label.
    size: usize,
    leads_on: bool,
    /// The number of places that are cut off without the place, and whether one of them has the label.
    cut: usize,
    cuts: bool,
}

pub(super) fn post(of: &Regions, to: &mut Posting<'_>) {
    let all = of.labels.views(to);
    let mut parts = Vec::with_capacity(of.regions.len());
    let mut kept_by_any = vec![false; all.len()];
    for region in &of.regions {
        let store = to.store();
        let kept: Vec<bool> = all.iter().map(|&view| store.contains(view, region.label)).collect();
        kept_by_any.iter_mut().zip(&kept).for_each(|(any, kept)| *any |= kept);
        let views: Vec<View> =
            all.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&view, _)| view).collect();
        let mut neighbours = vec![Vec::new(); views.len()];
        for (a, b) in of.edges_among(&kept) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        parts.push(Part { label: region.label, least: region.least, most: region.most, views, neighbours });
    }
    let states = parts.iter().map(|_| to.word(u64::MAX)).collect();
    let views = all.into_iter().zip(kept_by_any).filter(|(_, kept)| *kept).map(|(view, _)| view).collect();
    to.propagator(Filter { views, parts, states, scratch: Scratch::default() });
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "regions"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn work(&self, slots: usize) -> u32 {
        4 + slots as u32
    }

    fn memory(&self) -> usize {
        let lists = self.parts.iter().flat_map(|part| &part.neighbours);
        size_of_val(self) + lists.map(|list| size_of_val(&**list) + size_of::<Vec<usize>>()).sum::<usize>()
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.explain_narrowing(query, why)
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (part, &filtered) in self.parts.iter().zip(&self.states) {
                let mut state = part.state(store);
                if state == store.read(filtered) {
                    continue;
                }
                loop {
                    part.narrow(store, &mut self.scratch)?;
                    let now = part.state(store);
                    if now == state {
                        break;
                    }
                    (state, changed) = (now, true);
                }
                store.write(filtered, state);
            }
        }
        Ok(Status::Fixpoint)
    }
}

impl Part {
    /// Narrows the places of the region once.
    fn narrow(&self, store: &mut Store, scratch: &mut Scratch) -> Result<(), Conflict> {
        let Scratch { known, costs, .. } = scratch;
        self.read(store, known);
        let Some(&start) = known.must.first() else { return self.keep_large(store, known) };
        let Some(budget) = self.most.checked_sub(known.must.len()) else { return Err(Conflict) };
        self.costs(start, |place| known.may[place], |place| known.has(place), costs);
        let mut reach = 0;
        for (place, &cost) in costs.iter().enumerate() {
            if cost == FAR || cost > budget {
                if known.has(place) {
                    return Err(Conflict);
                }
                store.remove(self.views[place], self.label)?;
            } else {
                reach += 1;
            }
        }
        if reach < self.least {
            return Err(Conflict);
        }
        for (may, &cost) in known.may.iter_mut().zip(costs.iter()) {
            *may &= cost != FAR && cost <= budget;
        }
        self.find_cuts(start, scratch);
        for (place, visit) in scratch.places.iter().enumerate() {
            if visit.seen > 1
                && !scratch.known.has(place)
                && (visit.cuts || reach - 1 - visit.cut < self.least)
            {
                store.assign(self.views[place], self.label)?;
            }
        }
        Ok(())
    }

    /// Of a region that has no place yet, keeps the parts of the graph that are large enough.
    fn keep_large(&self, store: &mut Store, known: &Known) -> Result<(), Conflict> {
        if self.least == 0 {
            return Ok(());
        }
        let mut done = vec![false; self.views.len()];
        let mut is_possible = false;
        for start in 0..self.views.len() {
            if done[start] || !known.may[start] {
                continue;
            }
            let part = self.around(known, start, None);
            let is_large = part.iter().filter(|&&is_in| is_in).count() >= self.least;
            is_possible |= is_large;
            for place in (0..part.len()).filter(|&place| part[place]) {
                done[place] = true;
                if !is_large {
                    store.remove(self.views[place], self.label)?;
                }
            }
        }
        if is_possible { Ok(()) } else { Err(Conflict) }
    }

    /// Searches depth-first over all places that may have the label, from one that has it.
    fn find_cuts(&self, start: usize, scratch: &mut Scratch) {
        let Scratch { known, places, path, .. } = scratch;
        places.clear();
        places.resize(self.views.len(), Visit::default());
        let mut count = 0;
        let mut visit = |place: usize, places: &mut Vec<Visit>| {
            count += 1;
            places[place] =
                Visit { seen: count, low: count, size: 1, leads_on: known.has(place), ..Visit::default() };
        };
        visit(start, places);
        path.clear();
        path.push((start, 0));
        while let Some((place, next)) = path.last_mut() {
            let from = *place;
            let Some(&to) = self.neighbours[from].get(*next) else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    let Visit { low, size, leads_on, .. } = places[from];
                    let above = &mut places[parent];
                    above.low = above.low.min(low);
                    above.size += size;
                    above.leads_on |= leads_on;
                    if low >= above.seen {
                        above.cut += size;
                        above.cuts |= leads_on;
                    }
                }
                continue;
            };
            *next += 1;
            if places[to].seen > 0 {
                places[from].low = places[from].low.min(places[to].seen);
            } else if known.may[to] {
                visit(to, places);
                path.push((to, 0));
            }
        }
    }
}

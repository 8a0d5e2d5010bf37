//! Connected: the places with certain values form a connected part of a graph.
//!
//! Meaning: the places whose variable takes a value of a set are connected by edges between them. The empty set and a
//! single place are connected. Strength: domain consistency if no variable occurs twice. A place that cannot be
//! reached from a place inside must be outside, and a place on all paths between two places inside (a cut vertex:
//! Tarjan 1972) must be inside. Of a very wide domain only the bounds are narrowed. Cost: one visit of each place and
//! each edge.

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::cut;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::operand::Operand;
use crate::constraints::runs::{ValueRun, complement, has_value_in, keep_runs, runs_of};
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Literal, Refused};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::model::values::{LARGEST_TERM, Values};

/// A connectivity constraint, built by [`connected`].
#[derive(Clone, Debug)]
pub struct Connected {
    places: Operands,
    edges: Vec<(usize, usize)>,
    inside: Values,
}

/// Returns the constraint that the places with a value `inside` form one connected part of a graph, or there
/// are none. Edges are undirected pairs of places, counted from 0.
///
/// ```
/// use csp::{Model, constraints::connected};
///
/// // Four places in a ring, two opposite ones black.
/// let mut model = Model::new();
/// let black = model.vars(4, 0..=1);
/// model.post(connected(&black, [(0, 1), (1, 2), (2, 3), (3, 0)], 1));
/// model.post(black[0].eq(1));
/// model.post(black[2].eq(1));
/// assert_eq!(model.search()?.solutions().count(), 3);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn connected<T: Into<Operand>>(
    places: impl IntoIterator<Item = T>,
    edges: impl IntoIterator<Item = (usize, usize)>,
    inside: impl Into<Values>,
) -> Connected {
    Connected { places: Operands::new(places), edges: edges.into_iter().collect(), inside: inside.into() }
}

impl Constraint for Connected {
    fn scope(&self) -> &[Var] {
        self.places.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.places.values(values);
        let is_in =
            |place: usize| i32::try_from(values[place]).is_ok_and(|value| self.inside.contains(value));
        let Some(start) = (0..values.len()).find(|&place| is_in(place)) else { return true };
        let mut reached = vec![false; values.len()];
        reached[start] = true;
        let mut grown = true;
        while std::mem::take(&mut grown) {
            for &(a, b) in &self.edges {
                if is_in(a) && is_in(b) && reached[a] != reached[b] {
                    (reached[a], reached[b], grown) = (true, true, true);
                }
            }
        }
        (0..values.len()).all(|place| reached[place] || !is_in(place))
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let mut is_inside = Vec::with_capacity(self.places.len());
        for place in to.numbers(self.places.all()) {
            let has = |&value: &i64| i32::try_from(value).is_ok_and(|value| self.inside.contains(value));
            let values = to.values(place).into_iter().filter(has);
            let literals: Vec<Literal> = values.map(|value| to.is(place, value)).collect();
            is_inside.push(to.disjunction(&literals));
        }
        to.connected(&is_inside, &self.edges, usize::MAX)
    }

    fn post(&self, to: &mut Posting<'_>) {
        let inside = runs_of(&self.inside);
        let mut views = self.places.views(to);
        // Places that are never inside are left out: one of many parts often has only a few places within its reach.
        let may_be_in = |view: &View| inside.iter().any(|&run| has_value_in(to.store(), *view, run));
        let kept: Vec<bool> = views.iter().map(may_be_in).collect();
        let number: Vec<usize> = kept
            .iter()
            .scan(0, |next, &kept| Some(std::mem::replace(next, *next + usize::from(kept))))
            .collect();
        let mut is_kept = kept.iter();
        views.retain(|_| *is_kept.next().expect("one for each place"));
        let mut neighbours = vec![Vec::new(); views.len()];
        for &(a, b) in self.edges.iter().filter(|&&(a, b)| kept[a] && kept[b]) {
            neighbours[number[a]].push(number[b]);
            neighbours[number[b]].push(number[a]);
        }
        to.propagator(Filter {
            duplicates: has_repeats(&views),
            outside: complement(&inside, (-LARGEST_TERM as i32, LARGEST_TERM as i32)),
            inside,
            neighbours,
            places: vec![PlaceState::default(); views.len()],
            path: Vec::new(),
            views: views.into(),
        });
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let names = self.places.names(model);
        if let Some(fault) = self.inside.fault() {
            return Some(Error::bad_constraint(format!(
                "a connected part of {names} with values that cannot be: {fault}"
            )));
        }
        let places = self.places.len();
        let wrong = self.edges.iter().enumerate().find(|(_, (a, b))| *a.max(b) >= places);
        if let Some((at, (a, b))) = wrong {
            return Some(Error::bad_constraint(format!(
                "a connected part of {names} has edge {at} ({a} to {b}), which leads to place {}; \
                 there are {places}, counted from 0",
                a.max(b)
            )));
        }
        self.places.fault(model)
    }
}

/// State of a place during a run.
#[derive(Clone, Copy, Debug, Default)]
struct PlaceState {
    may_be_in: bool,
    must_be_in: bool,
    /// Time of the first visit, from 1, and the earliest time reached from the subtree.
    seen: u32,
    low: u32,
    /// Whether the subtree contains a place that must be inside.
    leads_on: bool,
    /// Whether removing the place disconnects a subtree that contains such a place.
    cuts: bool,
}

#[derive(Debug)]
struct Filter {
    views: Box<[View]>,
    duplicates: bool,
    neighbours: Vec<Vec<usize>>,
    inside: Vec<ValueRun>,
    outside: Vec<ValueRun>,
    places: Vec<PlaceState>,
    /// The places on the current path, each with the index of the next neighbour to visit.
    path: Vec<(usize, usize)>,
}

impl Filter {
    fn load(&mut self, store: &Store) {
        for (place, &view) in self.places.iter_mut().zip(&self.views) {
            let may_be = |runs: &[ValueRun]| runs.iter().any(|&run| has_value_in(store, view, run));
            let may_be_in = may_be(&self.inside);
            let must_be_in = may_be_in && !may_be(&self.outside);
            *place = PlaceState { may_be_in, must_be_in, leads_on: must_be_in, ..PlaceState::default() };
        }
    }

    /// Searches depth-first over all places that may be inside, from one that must be.
    fn walk(&mut self, start: usize) {
        let Filter { neighbours, places, path, .. } = self;
        (places[start].seen, places[start].low) = (1, 1);
        let mut count = 1;
        path.clear();
        path.push((start, 0));
        while let Some((place, next)) = path.last_mut() {
            let from = *place;
            let Some(&to) = neighbours[from].get(*next) else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    let PlaceState { low, leads_on, .. } = places[from];
                    let above = &mut places[parent];
                    above.low = above.low.min(low);
                    above.leads_on |= leads_on;
                    above.cuts |= leads_on && low >= above.seen;
                }
                continue;
            };
            *next += 1;
            if places[to].seen > 0 {
                places[from].low = places[from].low.min(places[to].seen);
            } else if places[to].may_be_in {
                count += 1;
                (places[to].seen, places[to].low) = (count, count);
                path.push((to, 0));
            }
        }
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "connected"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.load(why.store());
        let must: Vec<usize> =
            (0..self.places.len()).filter(|&place| self.places[place].must_be_in).collect();
        if query.is_conflict() {
            return must.first().is_some_and(|&start| {
                let part = self.part(start, None);
                must.iter().any(|&place| {
                    !part[place]
                        && why.attempt(|why| self.explain_apart(start, place, None, why))
                        && self.explain_none_of(start, &self.outside, why)
                        && self.explain_none_of(place, &self.outside, why)
                })
            });
        }
        // A variable may occur several times.
        (0..self.views.len()).any(|place| {
            query.is_about(self.views[place])
                && why.attempt(|why| self.explain_place(place, &must, query, why))
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        self.load(store);
        let Some(start) = self.places.iter().position(|place| place.must_be_in) else {
            return Ok(Status::Fixpoint);
        };
        self.walk(start);
        let mut changed = false;
        for (place, &view) in self.places.iter().zip(&self.views) {
            let size = store.size(view);
            if place.seen == 0 && place.may_be_in {
                keep_runs(store, view, &self.met(store, view, &self.outside))?;
            } else if place.cuts && !place.must_be_in {
                keep_runs(store, view, &self.met(store, view, &self.inside))?;
            }
            changed |= store.size(view) != size;
        }
        Ok(if changed && self.duplicates { Status::Again } else { Status::Fixpoint })
    }
}

impl Filter {
    /// Returns the places that can be reached from a place through places that may be inside, but not through
    /// `besides`.
    fn part(&self, start: usize, besides: Option<usize>) -> Vec<bool> {
        cut::part(&self.neighbours, start, besides, |place| self.places[place].may_be_in)
    }

    /// Adds that a place has no value in the runs.
    fn explain_none_of(&self, place: usize, runs: &[ValueRun], why: &mut Why<'_>) -> bool {
        runs.iter().all(|&run| why.is_outside(self.views[place], run))
    }

    /// Adds why two places are not connected, but by `besides`: of the cuts around either, the one with fewer places.
    fn explain_apart(&self, one: usize, other: usize, besides: Option<usize>, why: &mut Why<'_>) -> bool {
        let [cut, far] = [(one, other), (other, one)].map(|(from, to)| self.cut(from, to, besides));
        let cut = if far.len() < cut.len() { far } else { cut };
        cut.into_iter().all(|place| self.explain_none_of(place, &self.inside, why))
    }

    /// Returns the places outside that part `to` from the places that are connected to `from`, without `besides`.
    fn cut(&self, from: usize, to: usize, besides: Option<usize>) -> Vec<usize> {
        cut::cut(&self.neighbours, &self.part(from, besides), to, besides)
    }

    /// Explains that a place cannot be inside, or must be.
    fn explain_place(&self, place: usize, must: &[usize], query: &Query, why: &mut Why<'_>) -> bool {
        let values = why.removed(query, self.views[place]);
        let has = |runs: &[ValueRun]| {
            values.iter().any(|value| runs.iter().any(|run| (run.0..=run.1).contains(value)))
        };
        let mut is_apart = || {
            let part = self.part(place, None);
            must.iter().any(|&other| {
                !part[other]
                    && why.attempt(|why| {
                        self.explain_apart(place, other, None, why)
                            && self.explain_none_of(other, &self.outside, why)
                    })
            })
        };
        if has(&self.inside) && !is_apart() {
            return false;
        }
        !has(&self.outside)
            || must.split_first().is_some_and(|(&start, others)| {
                let part = self.part(start, Some(place));
                others.iter().any(|&other| {
                    !part[other]
                        && why.attempt(|why| {
                            self.explain_apart(start, other, Some(place), why)
                                && self.explain_none_of(start, &self.outside, why)
                                && self.explain_none_of(other, &self.outside, why)
                        })
                })
            })
    }

    /// Returns the runs that intersect the domain.
    fn met(&self, store: &Store, view: View, runs: &[ValueRun]) -> Vec<ValueRun> {
        runs.iter().copied().filter(|&run| has_value_in(store, view, run)).collect()
    }
}

//! Subcircuit: successors that form one cycle through some places; every other place is its own successor.
//!
//! Strength: the implied all-different; a chain of fixed successors does not close while another place must
//! be on the cycle; once a cycle is closed, every other place is its own successor; and so is a place that
//! does not reach a place that must be on the cycle, or is not reached from one, in the graph of the
//! remaining values. A pass is linear in the number of values, and at worst quadratic in the number of places
//! for the chains.

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::terms::Terms;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::{Term, Var};

/// A circuit through some places, built by [`subcircuit`].
#[derive(Clone, Debug)]
pub struct Subcircuit {
    successors: Terms,
}

/// Returns the constraint that the terms are the successors of places 0, 1, … in one cycle through some of the places,
/// or none. Each other place is its own successor.
///
/// ```
/// use csp::{Model, constraints::subcircuit};
///
/// let mut model = Model::new();
/// let next = model.vars(4, 0..4);
/// model.post(subcircuit(&next));
/// // Six cycles of all places, eight of three, six of two, and none.
/// assert_eq!(model.search()?.solutions().count(), 21);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn subcircuit<T: Into<Term>>(successors: impl IntoIterator<Item = T>) -> Subcircuit {
    Subcircuit { successors: Terms::new(successors) }
}

impl Constraint for Subcircuit {
    fn scope(&self) -> &[Var] {
        self.successors.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let next = self.successors.values(values);
        if next.iter().any(|&to| !(0..next.len() as i64).contains(&to)) {
            return false;
        }
        let moves = |place: &usize| next[*place] != *place as i64;
        let Some(start) = (0..next.len()).find(moves) else { return true };
        let (mut at, mut length) = (start, 0);
        while length < next.len() {
            (at, length) = (next[at] as usize, length + 1);
            if at == start {
                break;
            }
        }
        at == start && length == (0..next.len()).filter(moves).count()
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.successors.views(to);
        let last = views.len() as i32 - 1;
        to.narrow(|store| {
            for &view in &views {
                store.at_least(view, 0)?;
                store.at_most(view, last)?;
            }
            Ok(())
        });
        to.propagator(Optional::new(views));
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        say(Fact::AllDifferent(self.successors.all(), None));
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        if self.scope().is_empty() {
            return Some(Error::bad_constraint(
                "a subcircuit of no places; give the successor of at least one",
            ));
        }
        self.successors.fault(model)
    }
}

/// A chain of fixed successors. It starts at a place that is no fixed successor, or it is closed: it leads
/// back to its start. An open chain leads to `end`, which is not among `places`.
struct Chain {
    places: Vec<usize>,
    end: usize,
    is_closed: bool,
}

#[derive(Debug)]
struct Optional {
    views: Box<[View]>,
    /// The predecessors of each place in the graph of the remaining values.
    sources: Vec<Vec<usize>>,
}

impl Optional {
    fn new(views: Box<[View]>) -> Optional {
        Optional { sources: vec![Vec::new(); views.len()], views }
    }

    fn places(&self) -> std::ops::Range<usize> {
        0..self.views.len()
    }

    /// Returns whether a place has to be on the cycle.
    fn is_visited(&self, store: &Store, place: usize) -> bool {
        !store.contains(self.views[place], place as i32)
    }

    fn next(&self, store: &Store, place: usize) -> Option<usize> {
        store.value(self.views[place]).map(|to| to as usize)
    }

    /// Returns two places with the same fixed successor, if there are any.
    fn clash(&self, store: &Store) -> Option<[usize; 2]> {
        let mut entered = vec![None; self.views.len()];
        self.places().find_map(|place| {
            let to = self.next(store, place)?;
            entered[to].replace(place).map(|other| [other, place])
        })
    }

    /// Returns the chains of at least two places. No two places may have the same fixed successor.
    fn chains(&self, store: &Store) -> Vec<Chain> {
        let mut is_inside = vec![false; self.views.len()];
        for place in self.places() {
            if let Some(to) = self.next(store, place) {
                is_inside[to] = true;
            }
        }
        let mut seen = vec![false; self.views.len()];
        // Open chains first, then closed ones.
        let starts = self.places().filter(|&place| !is_inside[place]).chain(self.places());
        let mut chains = Vec::new();
        for start in starts {
            let (mut places, mut end) = (Vec::new(), start);
            while let Some(to) = self.next(store, end).filter(|_| !seen[end]) {
                seen[end] = true;
                places.push(end);
                end = to;
            }
            let is_loop = places.len() == 1 && end == start;
            if !places.is_empty() && !is_loop {
                chains.push(Chain { is_closed: end == start, places, end });
            }
        }
        chains
    }

    /// Marks the places that are reached from a place by the remaining values.
    fn reached(&self, store: &Store, start: usize) -> Vec<bool> {
        let mut seen = vec![false; self.views.len()];
        seen[start] = true;
        let mut open = vec![start];
        while let Some(place) = open.pop() {
            let mut value = store.next_value(self.views[place], 0);
            while let Some(to) = value {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    open.push(to as usize);
                }
                value = store.next_value(self.views[place], to + 1);
            }
        }
        seen
    }

    /// Marks the places from which a place is reached.
    fn reaching(&mut self, store: &Store, goal: usize) -> Vec<bool> {
        self.sources.iter_mut().for_each(Vec::clear);
        for place in self.places() {
            let mut value = store.next_value(self.views[place], 0);
            while let Some(to) = value {
                self.sources[to as usize].push(place);
                value = store.next_value(self.views[place], to + 1);
            }
        }
        let mut seen = vec![false; self.views.len()];
        seen[goal] = true;
        let mut open = vec![goal];
        while let Some(place) = open.pop() {
            for &from in &self.sources[place] {
                if !std::mem::replace(&mut seen[from], true) {
                    open.push(from);
                }
            }
        }
        seen
    }

    /// Makes a place its own successor.
    fn leave(&self, place: usize, store: &mut Store) -> Result<(), Conflict> {
        store.assign(self.views[place], place as i32)
    }

    /// Follows the chains. Returns whether a cycle is closed, so that everything is decided.
    fn follow_chains(&self, store: &mut Store) -> Result<bool, Conflict> {
        for Chain { places, end, is_closed } in self.chains(store) {
            if is_closed {
                let others = self.places().filter(|place| !places.contains(place));
                others.into_iter().try_for_each(|place| self.leave(place, store))?;
                return Ok(true);
            }
            // Each place after the start of the chain has a predecessor.
            places[1..]
                .iter()
                .chain([&end])
                .try_for_each(|&place| store.remove(self.views[end], place as i32))?;
            let is_outside = |place: usize| place != end && !places.contains(&place);
            if self.places().any(|place| is_outside(place) && self.is_visited(store, place)) {
                store.remove(self.views[end], places[0] as i32)?;
            }
        }
        Ok(false)
    }
}

/// Reasons.
impl Optional {
    fn explain_chain(&self, chain: &Chain, why: &mut Why<'_>) {
        chain.places.iter().for_each(|&place| why.fixed(self.views[place]));
    }

    fn explain_visited(&self, place: usize, why: &mut Why<'_>) {
        why.is_not(self.views[place], place as i32);
    }

    /// Adds the reason that no marked place leads to an unmarked one. Returns false if one does.
    fn explain_closed(&self, marked: &[bool], why: &mut Why<'_>) -> bool {
        let mut from = 0;
        let mut gaps: Vec<(i32, i32)> = Vec::new();
        for to in self.places().filter(|&to| marked[to]).chain([marked.len()]) {
            if from < to {
                gaps.push((from as i32, to as i32 - 1));
            }
            from = to + 1;
        }
        let mut inside = self.places().filter(|&place| marked[place]);
        inside.all(|place| gaps.iter().all(|&gap| why.is_outside(self.views[place], gap)))
    }

    /// Explains why a place is its own successor. Returns false if this does not follow.
    fn explain_leaves(&self, place: usize, why: &mut Why<'_>) -> bool {
        let store = why.store();
        if self.clash(store).is_none() {
            let closed = self.chains(store).into_iter().find(|chain| chain.is_closed);
            if let Some(chain) = closed.filter(|chain| !chain.places.contains(&place)) {
                self.explain_chain(&chain, why);
                return true;
            }
        }
        let after = self.reached(store, place);
        let mut visited = self.places().filter(|&other| other != place && self.is_visited(store, other));
        visited.any(|other| {
            let marked = if after[other] { self.reached(store, other) } else { after.clone() };
            let is_apart = !(marked[place] && marked[other]);
            is_apart
                && why.attempt(|why| {
                    self.explain_visited(other, why);
                    self.explain_closed(&marked, why)
                })
        })
    }

    /// Explains why `place` does not lead to `to`: another place does. Returns false if none does.
    fn explain_entered(&self, place: usize, to: i32, why: &mut Why<'_>) -> bool {
        let store = why.store();
        let before =
            self.places().find(|&other| other != place && self.next(store, other) == Some(to as usize));
        before.into_iter().for_each(|other| why.fixed(self.views[other]));
        before.is_some()
    }

    /// Explains why the end of a chain does not lead back to its start: a place outside must be on the cycle.
    /// Returns false if this does not follow.
    fn explain_stays_open(&self, end: usize, start: i32, why: &mut Why<'_>) -> bool {
        let store = why.store();
        if self.clash(store).is_some() {
            return false;
        }
        let chain = self
            .chains(store)
            .into_iter()
            .find(|chain| chain.end == end && chain.places[0] == start as usize);
        let Some(chain) = chain.filter(|chain| !chain.is_closed) else { return false };
        let is_outside = |place: usize| place != end && !chain.places.contains(&place);
        let outside = self.places().find(|&place| is_outside(place) && self.is_visited(store, place));
        if let Some(place) = outside {
            self.explain_chain(&chain, why);
            self.explain_visited(place, why);
        }
        outside.is_some()
    }
}

impl Propagator for Optional {
    fn name(&self) -> &'static str {
        "subcircuit"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            let store = why.store();
            if let Some(clash) = self.clash(store) {
                clash.into_iter().for_each(|place| why.fixed(self.views[place]));
                return true;
            }
            let mut visited = self.places().filter(|&place| self.is_visited(store, place));
            return visited.any(|place| {
                why.attempt(|why| {
                    self.explain_visited(place, why);
                    self.explain_leaves(place, why)
                })
            });
        }
        // A variable may be the successor of several places.
        self.places().any(|place| {
            query.is_about(self.views[place])
                && why.attempt(|why| {
                    let values = why.removed(query, self.views[place]);
                    let is_left = |to: i32, why: &mut Why<'_>| {
                        self.explain_entered(place, to, why)
                            || why.attempt(|why| self.explain_stays_open(place, to, why))
                    };
                    (values.len() == 1 && is_left(values[0], why))
                        || (!values.contains(&(place as i32)) && self.explain_leaves(place, why))
                })
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        loop {
            let before = store.trail().len();
            if self.clash(store).is_some() {
                return Err(Conflict);
            }
            if self.follow_chains(store)? {
                return Ok(Status::Fixpoint);
            }
            if let Some(root) = self.places().find(|&place| self.is_visited(store, place)) {
                let (after, before) = (self.reached(store, root), self.reaching(store, root));
                for place in self.places().filter(|&place| !(after[place] && before[place])) {
                    self.leave(place, store)?;
                }
            }
            if store.trail().len() == before {
                return Ok(Status::Fixpoint);
            }
        }
    }
}

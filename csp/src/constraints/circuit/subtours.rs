//! Filtering of a circuit: no chain of fixed successors closes before it contains all places.

use crate::engine::propagator::{Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

/// No successor is fixed.
const OPEN: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Subtours {
    views: Box<[View]>,
    /// Scratch: the fixed successor of each place, or [`OPEN`].
    next: Vec<u32>,
    /// Scratch: whether each place is a fixed successor.
    entered: Vec<bool>,
}

impl Subtours {
    pub fn new(views: Box<[View]>) -> Subtours {
        Subtours { next: vec![OPEN; views.len()], entered: vec![false; views.len()], views }
    }

    /// Follows every chain once. Returns true if another pass may find more: a chain has become longer, or a very wide
    /// domain, shared with another place, has kept an inner value and lost others.
    fn pass(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        let places = self.views.len();
        let began = store.trail().len();
        self.entered.fill(false);
        for (next, &view) in self.next.iter_mut().zip(&self.views) {
            *next = store.value(view).map_or(OPEN, |to| to as u32);
            if *next != OPEN && std::mem::replace(&mut self.entered[*next as usize], true) {
                return Err(Conflict);
            }
        }
        let (mut walked, mut longer, mut kept) = (0, false, false);
        for start in 0..places {
            if self.entered[start] {
                continue;
            }
            let (mut end, mut length) = (start, 1);
            while self.next[end] != OPEN {
                end = self.next[end] as usize;
                length += 1;
            }
            walked += length;
            if length < places {
                store.remove(self.views[end], start as i32)?;
                kept |= store.contains(self.views[end], start as i32);
            } else {
                store.assign(self.views[end], start as i32)?;
            }
            longer |= store.is_fixed(self.views[end]);
        }
        // Places on no chain are on closed cycles. Only one cycle of all places is allowed.
        if walked < places && (walked > 0 || self.first_cycle() < places) {
            return Err(Conflict);
        }
        Ok(longer || kept && store.trail().len() > began)
    }

    /// Returns the length of the cycle through place 0. All successors must be fixed.
    fn first_cycle(&self) -> usize {
        let (mut at, mut length) = (self.next[0], 1);
        while at != 0 {
            at = self.next[at as usize];
            length += 1;
        }
        length
    }
}

/// Explanations.
impl Subtours {
    /// Follows the fixed successors from a place, at most once around. Returns the places with a fixed successor, and
    /// the end.
    fn chain(&self, store: &Store, start: usize) -> (Vec<usize>, usize) {
        let (mut chain, mut end) = (Vec::new(), start);
        while chain.len() < self.views.len()
            && let Some(to) = store.value(self.views[end])
        {
            chain.push(end);
            end = to as usize;
            if end == start {
                break;
            }
        }
        (chain, end)
    }

    /// Adds that these places have their fixed successors.
    fn explain_chain(&self, chain: &[usize], why: &mut Why<'_>) {
        chain.iter().for_each(|&place| why.fixed(self.views[place]));
    }

    fn explain_conflict(&self, why: &mut Why<'_>) -> bool {
        let (store, places) = (why.store(), self.views.len());
        let mut entered = vec![None; places];
        for (place, &view) in self.views.iter().enumerate() {
            let Some(to) = store.value(view) else { continue };
            if let Some(other) = entered[to as usize].replace(place) {
                self.explain_chain(&[other, place], why);
                return true;
            }
        }
        (0..places).any(|start| {
            let (chain, end) = self.chain(store, start);
            let closes_early = end == start && !chain.is_empty() && chain.len() < places;
            // A chain through all places whose end does not lead back.
            let stays_open = chain.len() + 1 == places && !store.contains(self.views[end], start as i32);
            if closes_early || stays_open {
                self.explain_chain(&chain, why);
            }
            if stays_open {
                why.is_not(self.views[end], start as i32);
            }
            closes_early || stays_open
        })
    }

    /// Explains the removals from the end of a chain.
    fn explain_end(&self, end: usize, query: &Query, why: &mut Why<'_>) -> bool {
        let store = why.store();
        let values = why.removed(query, self.views[end]);
        let chain_to = |start: usize| {
            let (chain, last) = self.chain(store, start);
            (last == end && start != end).then_some(chain)
        };
        if let [value] = values[..]
            && let Some(chain) = chain_to(value as usize)
            && chain.len() + 1 < self.views.len()
        {
            self.explain_chain(&chain, why);
            return true;
        }
        // The last place leads back to the first one.
        let whole =
            (0..self.views.len()).filter_map(chain_to).find(|chain| chain.len() + 1 == self.views.len());
        whole.is_some_and(|chain| {
            self.explain_chain(&chain, why);
            !values.contains(&(chain[0] as i32))
        })
    }
}

impl Propagator for Subtours {
    fn name(&self) -> &'static str {
        "subtours"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Fix));
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return self.explain_conflict(why);
        }
        // A variable may be the successor of several places.
        (0..self.views.len()).any(|end| {
            query.is_about(self.views[end]) && why.attempt(|why| self.explain_end(end, query, why))
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        while self.pass(store)? {}
        Ok(Status::Fixpoint)
    }
}

//! Filtering of a circuit: no chain of fixed successors closes before it contains all places.

use crate::engine::propagator::{Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

const OPEN: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Subtours {
    views: Box<[View]>,
    /// The fixed successors, and whether a place is one of them.
    next: Vec<u32>,
    entered: Vec<bool>,
}

impl Subtours {
    pub fn new(views: Box<[View]>) -> Subtours {
        Subtours { next: vec![OPEN; views.len()], entered: vec![false; views.len()], views }
    }

    /// Follows every chain once. Returns true if another pass may find more: a chain has become longer, or a
    /// very wide domain has kept an inner value and lost others, through a view of another place.
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

impl Propagator for Subtours {
    fn name(&self) -> &'static str {
        "subtours"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Fix));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        while self.pass(store)? {}
        Ok(Status::Fixpoint)
    }
}

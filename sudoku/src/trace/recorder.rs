//! An observer that records the events of a search.

use std::ops::RangeInclusive;

use csp::extend::{Cause, Contradiction, Narrowing, Slot, Sources, Store};
use csp::{Decision, Observer};

/// The name of the propagator for networks of groups. Its removals are explained separately.
pub(super) const NETWORK: &str = "network";

/// A recorded event.
#[derive(Debug)]
pub(super) enum Event {
    Decided(Decision, usize),
    Refuted(Decision, usize),
    Narrowed(Narrowed),
    Failed { failed: Failed, at_root: bool },
    Solved,
    Restarted,
}

#[derive(Debug)]
pub(super) struct Narrowed {
    pub slot: Slot,
    pub cause: Cause,
    pub sources: Sources,
    /// The removed values, in terms of the slot.
    pub removed: Vec<RangeInclusive<i32>>,
    /// For a difference, the value of the variable that causes it.
    pub fixed: i32,
}

#[derive(Debug)]
pub(super) struct Failed {
    pub cause: Cause,
    pub sources: Sources,
    pub slots: Vec<Slot>,
    pub emptied: Option<Slot>,
    pub fixed: i32,
}

#[derive(Debug, Default)]
pub(super) struct Recorder {
    pub events: Vec<Event>,
}

/// The sources of a change. A network has all its constraints as sources, too many to keep for each change.
fn sources(cause: Cause, all: impl FnOnce() -> Sources) -> Sources {
    if cause == Cause::Propagator(NETWORK) { Sources::new() } else { all() }
}

/// For a difference, the value of the variable that causes it.
fn fixed(cause: Cause, store: &Store) -> i32 {
    match cause {
        Cause::Difference { from } => store.min(from.into()),
        _ => 0,
    }
}

impl Failed {
    fn of(contradiction: &Contradiction<'_>) -> Failed {
        let cause = contradiction.cause();
        let mut slots = Vec::new();
        contradiction.for_each(|slot| slots.push(slot));
        Failed {
            cause,
            sources: sources(cause, || contradiction.sources()),
            slots,
            emptied: contradiction.emptied(),
            fixed: fixed(cause, contradiction.engine().store()),
        }
    }
}

impl Observer for Recorder {
    fn decide(&mut self, decision: Decision, depth: usize) {
        self.events.push(Event::Decided(decision, depth));
    }

    fn refute(&mut self, decision: Decision, depth: usize) {
        self.events.push(Event::Refuted(decision, depth));
    }

    fn change(&mut self, narrowing: &Narrowing<'_>) {
        let cause = narrowing.cause();
        self.events.push(Event::Narrowed(Narrowed {
            slot: narrowing.slot(),
            cause,
            sources: sources(cause, || narrowing.sources()),
            removed: narrowing.removed(),
            fixed: fixed(cause, narrowing.store()),
        }));
    }

    fn conflict(&mut self, contradiction: &Contradiction<'_>, _: usize) {
        self.events.push(Event::Failed { failed: Failed::of(contradiction), at_root: false });
    }

    fn infeasible(&mut self, contradiction: Option<&Contradiction<'_>>) {
        if let Some(contradiction) = contradiction {
            self.events.push(Event::Failed { failed: Failed::of(contradiction), at_root: true });
        }
    }

    fn solution(&mut self, _: &Store) {
        self.events.push(Event::Solved);
    }

    fn restart(&mut self) {
        self.events.push(Event::Restarted);
    }
}

//! The record of all analyses, for proofs: which facts each conclusion was drawn from.
//!
//! A proof can only speak of variables that have a name in it: those of the model and the orders of tasks. With a
//! record, learnt clauses have no literal about any other.

use smallvec::SmallVec;

use super::Reasons;
use super::hit::Hit;
use super::literal::SetLiteral;
use super::walk::Analysis;
use crate::engine::Engine;
use crate::engine::memory::Undone;
use crate::engine::store::{Change, Shape, Slot};

/// A conclusion: from facts, which are literals that were false, it makes other literals false; no other literals for
/// a conflict.
#[derive(Clone, Debug)]
pub(crate) struct Deduced {
    pub facts: Vec<SetLiteral>,
    pub concluded: Vec<SetLiteral>,
    /// The slots watched by the propagator that drew the conclusion.
    pub scope: Vec<Slot>,
}

/// The events of a run, in order.
#[derive(Debug)]
pub(crate) enum Event {
    /// The root has these words now.
    Root(Vec<u64>),
    /// All conclusions that were drawn before the first decision, the last one first.
    Base(Vec<Deduced>),
    /// The conclusions behind a conflict, the last one first, and the clause that was learnt; `None` if there is no
    /// solution.
    Conflict { deduced: Vec<Deduced>, learnt: Option<Vec<SetLiteral>> },
}

#[derive(Debug)]
pub(crate) struct Trace {
    is_named: Vec<bool>,
    pub events: Vec<Event>,
    deduced: Vec<Deduced>,
}

impl Reasons {
    /// Begins a record; `is_named` has for each slot whether a proof can speak of it.
    pub fn start_trace(&mut self, is_named: Vec<bool>) {
        self.trace = Some(Box::new(Trace { is_named, events: Vec::new(), deduced: Vec::new() }));
        self.record_root();
    }

    /// Records the end of an analysis.
    pub(super) fn record_end(&mut self, analysis: Analysis) {
        let Some(trace) = &mut self.trace else { return };
        let deduced = std::mem::take(&mut trace.deduced);
        let learnt = match analysis {
            Analysis::Learnt => Some(self.learnt.literals.clone()),
            Analysis::Exhausted => None,
            Analysis::Interrupted => return,
        };
        trace.events.push(Event::Conflict { deduced, learnt });
    }

    /// Records the current root.
    pub(super) fn record_root(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.events.push(Event::Root(self.root.words().to_vec()));
        }
    }

    /// Returns whether a learnt clause may have a literal about a slot.
    #[inline]
    pub(super) fn may_name(&self, slot: Slot) -> bool {
        self.trace.as_ref().is_none_or(|trace| trace.is_named[slot.0 as usize])
    }
}

impl Engine {
    /// Records the facts just found for an entry or a conflict, if a record is kept. `position` is that of the
    /// propagator, if a propagator gave the facts.
    #[inline]
    pub(super) fn record(&self, reasons: &mut Reasons, hit: Option<&Hit>, position: Option<usize>) {
        let Reasons { trace: Some(trace), literals, .. } = reasons else { return };
        let mut concluded = Vec::new();
        if let Some(hit) = hit {
            hit.literals(|literal| concluded.push(literal));
        }
        let mut scope = Vec::new();
        if let Some(position) = position {
            self.propagators[position].propagator.watch(&mut |slot, _| scope.push(slot));
        }
        scope.sort_unstable();
        scope.dedup();
        trace.deduced.push(Deduced { facts: literals.clone(), concluded, scope });
    }

    /// Records all conclusions of the first level, which must be the only one.
    pub(crate) fn record_base(&mut self, reasons: &mut Reasons) {
        let (begin, length) = (self.store.level(0).map_or(0, |level| level.trail), self.store.trail().len());
        while self.store.trail().len() > begin {
            let undone = self.store.rewind().expect("the trail is longer");
            if Change::read(&undone.saved).is_none() {
                continue;
            }
            let hit = self.whole_hit(reasons, &undone);
            self.explain_entry(reasons, &hit, &undone);
            reasons.literals.clear();
        }
        self.replay(reasons, length);
        if let Some(trace) = &mut reasons.trace {
            let deduced = std::mem::take(&mut trace.deduced);
            trace.events.push(Event::Base(deduced));
        }
        self.read = self.store.trail().len();
    }

    /// Returns all changes of an entry, and undoes the entry's remaining words.
    fn whole_hit(&mut self, reasons: &Reasons, undone: &Undone) -> Hit {
        let slot = Slot(undone.saved.word);
        let mut hit = Hit { slot, bits: 0, at_least: None, at_most: None, holes: SmallVec::new() };
        if self.store.shape(slot) == Shape::Word {
            hit.bits = undone.saved.old & !undone.now;
            return hit;
        }
        let (low, high) = self.store.bounds_in(slot, undone.now);
        let words = self.store.words().to_vec();
        let is_left =
            |engine: &Engine, value: i32| engine.store.contained_in(slot, value.into(), |at| words[at]);
        let left: Vec<bool> = (low..=high).map(|value| is_left(self, value)).collect();
        self.rewind_inner_of(&reasons.owners, undone.saved.word);
        let before = self.store.bounds(slot.into());
        hit.at_least = (low > before.0).then_some(low);
        hit.at_most = (high < before.1).then_some(high);
        let inside = (low..=high).zip(left);
        let lost = inside.filter(|&(value, is_left)| !is_left && self.store.contains(slot.into(), value));
        hit.holes = lost.map(|(value, _)| value).collect();
        hit
    }
}

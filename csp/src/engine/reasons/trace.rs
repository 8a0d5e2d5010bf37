//! The record of all analyses, for proofs: which facts each conclusion was drawn from.
//!
//! A proof can only speak of variables that have a name in it: those of the model and the orders of tasks. With a
//! record, learnt clauses have no literal about any other.

use super::Reasons;
use super::hit::Hit;
use super::literal::SetLiteral;
use crate::engine::store::Slot;

/// A conclusion: the facts are literals that were false, and it makes other literals false; none of them for a
/// conflict.
#[derive(Clone, Debug)]
pub(crate) struct Deduced {
    pub facts: Vec<SetLiteral>,
    pub concluded: Vec<SetLiteral>,
}

/// What happened, in its order.
#[derive(Debug)]
pub(crate) enum Event {
    /// The root has these words now.
    Root(Vec<u64>),
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

    /// Records the facts that have just been given for an entry, or for a conflict.
    #[inline]
    pub(super) fn record(&mut self, hit: Option<&Hit>) {
        if let Some(trace) = &mut self.trace {
            let mut concluded = Vec::new();
            if let Some(hit) = hit {
                hit.literals(|literal| concluded.push(literal));
            }
            trace.deduced.push(Deduced { facts: self.literals.clone(), concluded });
        }
    }

    /// Records the end of an analysis.
    pub(super) fn record_end(&mut self, is_learnt: bool) {
        if let Some(trace) = &mut self.trace {
            let learnt = is_learnt.then(|| self.learnt.literals.clone());
            let deduced = std::mem::take(&mut trace.deduced);
            trace.events.push(Event::Conflict { deduced, learnt });
        }
    }

    /// Records the present root.
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

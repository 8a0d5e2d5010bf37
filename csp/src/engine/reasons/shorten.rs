//! The explanation of a propagator: its own, or all facts that it could have read. In the second case the explanation
//! is shortened by trial: the propagator runs at the root with fewer and fewer facts, as long as the same narrowing
//! follows.

use super::audit::{self, deny, settles};
use super::literal::SetLiteral;
use super::root::Root;
use super::why::{Query, Why};
use crate::engine::propagator::Propagator;
use crate::engine::store::{Store, View};

/// Largest number of facts to try without, and of work units of all runs.
const MOST_FACTS: usize = 32;
const MOST_WORK: u32 = 1000;

/// Queries a propagator. If it has no explanation, the facts are all removals from its watched slots. Returns the
/// work units of trials.
pub(super) fn propagator_reasons(
    propagator: &mut dyn Propagator,
    query: &Query,
    why: &mut Why<'_>,
    trial: &mut Trial,
    audit: bool,
) -> u32 {
    let before = why.literals.len();
    let mut work = 0;
    if !propagator.explain(query, why) {
        why.literals.truncate(before);
        propagator.watch(&mut |slot, _| why.domain(slot));
        // A propagator may narrow slots that it does not watch.
        why.own_bounds(query);
        if let Some(emptied) = why.store.emptied().filter(|_| query.is_conflict()) {
            why.domain(emptied);
        }
        work = trial.shorten(propagator, query, why.literals, before, (why.store, why.root));
    }
    if audit {
        audit::check(propagator, query, &why.literals[before..], why.store, why.root);
    }
    work
}

/// A store in which propagators run on trial; at the root between runs.
#[derive(Debug, Default)]
pub(crate) struct Trial(Option<Store>);

impl Trial {
    /// Forgets the store, because the root has changed.
    pub fn forget(&mut self) {
        self.0 = None;
    }

    /// Drops facts without which the propagator reproduces the same narrowing. Returns the work units of its runs.
    fn shorten(
        &mut self,
        propagator: &mut dyn Propagator,
        query: &Query,
        facts: &mut Vec<SetLiteral>,
        from: usize,
        (now, root): (&Store, &Root),
    ) -> u32 {
        let count = facts.len() - from;
        let mut slots = 0;
        propagator.watch(&mut |_, _| slots += 1);
        let work = propagator.work(slots).saturating_mul(count as u32 + 1);
        if !(2..=MOST_FACTS).contains(&count) || work > MOST_WORK {
            return 0;
        }
        let store = self.0.get_or_insert_with(|| now.with_words(root.words()));
        if !follows(propagator, query, &facts[from..], store) {
            return work / (count as u32 + 1);
        }
        for at in (from..facts.len()).rev() {
            let fact = facts.swap_remove(at);
            if !follows(propagator, query, &facts[from..], store) {
                facts.push(fact);
                let last = facts.len() - 1;
                facts.swap(at, last);
            }
        }
        work
    }
}

/// Returns whether a propagator reproduces the queried narrowing from these facts alone.
fn follows(propagator: &mut dyn Propagator, query: &Query, facts: &[SetLiteral], store: &mut Store) -> bool {
    store.push();
    let holds = facts.iter().any(|&fact| deny(fact, store).is_err())
        || !settles(propagator, store)
        || is_answered(query, store);
    store.pop();
    holds
}

/// Returns whether the queried values are removed.
fn is_answered(query: &Query, store: &Store) -> bool {
    let Some(slot) = query.slot() else { return false };
    let view = View { slot, offset: 0 };
    if query.bits() != 0 {
        return store.one_word(slot) & query.bits() == 0;
    }
    query.at_least(view).is_none_or(|bound| store.min(view) >= bound)
        && query.at_most(view).is_none_or(|bound| store.max(view) <= bound)
        && query.holes().iter().all(|&hole| !store.contains(view, hole))
}

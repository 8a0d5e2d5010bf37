//! The check of an explanation: its facts, with the root's domains, must refute the opposite of the queried narrowing.
//!
//! The propagator runs by itself on a copy of the root, and searches there for an assignment that it allows; at the
//! leaves a propagator is complete. The search is exhaustive if few assignments are left.

use super::literal::{Form, SetLiteral};
use super::root::Root;
use super::why::Query;
use crate::engine::propagator::{self, Propagator, Status};
use crate::engine::store::{Conflict, Slot, Store, View};

/// Largest number of values to try.
const MOST_NODES: u32 = 20_000;

/// Panics if an explanation is wrong.
pub(super) fn check(
    propagator: &mut dyn Propagator,
    query: &Query,
    facts: &[SetLiteral],
    now: &Store,
    root: &Root,
) {
    let mut watched: Vec<Slot> = Vec::new();
    propagator.watch(&mut |slot, _| watched.push(slot));
    watched.sort_unstable();
    watched.dedup();
    // A propagator may narrow a variable that it does not watch, and name what that variable had lost.
    let narrowed = query.slot().or(now.emptied());
    watched.extend(narrowed.filter(|slot| !watched.contains(slot)));
    for fact in facts {
        let name = propagator.name();
        assert!(watched.contains(&fact.slot), "{name} names {fact:?}, which it does not watch");
        assert!(fact.is_false(now), "{name} gives a reason that does not hold: {fact:?}");
    }
    let mut store = now.with_words(root.words());
    for fact in facts {
        if deny(*fact, &mut store).is_err() {
            return;
        }
    }
    let mut refute = |assume: &mut dyn FnMut(&mut Store) -> Result<(), Conflict>| {
        store.push();
        if assume(&mut store).is_ok() && allows(propagator, &watched, &mut store, &mut MOST_NODES.clone()) {
            let domains: Vec<_> = watched.iter().map(|&slot| (slot, store.domain(slot.into()))).collect();
            panic!(
                "a wrong reason of {}: {query:?} does not follow if {facts:?} are false, which leaves {domains:?}",
                propagator.name()
            );
        }
        store.pop();
    };
    let Some(slot) = query.slot() else {
        return refute(&mut |_| Ok(()));
    };
    let view = View { slot, offset: 0 };
    let mut bits = query.bits();
    while bits != 0 {
        let bit = bits & bits.wrapping_neg();
        refute(&mut |store| store.keep(slot, bit));
        bits ^= bit;
    }
    if query.bits() == 0 {
        query.at_least(view).inspect(|&bound| refute(&mut |store| store.at_most(view, bound - 1)));
        query.at_most(view).inspect(|&bound| refute(&mut |store| store.at_least(view, bound + 1)));
        query.holes().iter().for_each(|&hole| refute(&mut |store| store.assign(view, hole)));
    }
}

/// Makes a literal false.
pub(super) fn deny(literal: SetLiteral, store: &mut Store) -> Result<(), Conflict> {
    let view = View { slot: literal.slot, offset: 0 };
    match literal.form {
        Form::Within => store.keep(literal.slot, !literal.mask()),
        Form::AtMost => store.at_least(view, literal.value() + 1),
        Form::AtLeast => store.at_most(view, literal.value() - 1),
        Form::Is => store.remove(view, literal.value()),
    }
}

/// Returns whether an assignment that the propagator allows is found with `nodes` tries.
fn allows(propagator: &mut dyn Propagator, watched: &[Slot], store: &mut Store, nodes: &mut u32) -> bool {
    if !settles(propagator, store) {
        return false;
    }
    let Some(&slot) = watched.iter().find(|&&slot| !store.slot_is_fixed(slot)) else {
        return !has_equals(propagator, store);
    };
    let (low, high) = store.bounds(slot.into());
    let mut next = Some(low);
    while let Some(value) = next {
        if *nodes == 0 {
            return false;
        }
        *nodes -= 1;
        store.push();
        let is_allowed =
            store.assign(slot.into(), value).is_ok() && allows(propagator, watched, store, nodes);
        store.pop();
        if is_allowed {
            return true;
        }
        next = (value < high).then(|| store.next_value(slot.into(), value + 1)).flatten();
    }
    false
}

/// Returns whether two variables are fixed to one value that the propagator knows to be different.
fn has_equals(propagator: &dyn Propagator, store: &Store) -> bool {
    let mut found = false;
    propagator.relies_on_differences(&mut |views| {
        let mut values: Vec<i32> = views.iter().filter_map(|&view| store.value(view)).collect();
        values.sort_unstable();
        found |= values.windows(2).any(|pair| pair[0] == pair[1]);
    });
    found
}

/// Runs a propagator to its fixpoint. Returns false if it fails.
pub(super) fn settles(propagator: &mut dyn Propagator, store: &mut Store) -> bool {
    loop {
        let before = store.trail().len();
        match propagator::run(propagator, store) {
            Err(Conflict) => return false,
            Ok(Status::Again) if store.trail().len() > before => {}
            Ok(_) => return true,
        }
    }
}

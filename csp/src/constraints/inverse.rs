//! Inverse: `x[i] = j` iff `y[j] = i`.
//!
//! Meaning: the values of each list are indices into the other, from 0, and point back. Strength: `j` is
//! removed from `x[i]` iff `i` is removed from `y[j]`. An all-different on either list then filters both, and
//! the result is domain-consistent if the all-different is. Cost: one visit of each pair of indices for each
//! pass. Very wide domains keep inner values, so they agree at the bounds only.

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::terms::Terms;
use crate::encode::{Encoder, Language, Refused};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::config::Consistency;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::{Term, Var};

/// An inverse constraint, built by [`inverse`].
#[derive(Clone, Debug)]
pub struct Inverse {
    /// Both lists, end to end.
    lists: Terms,
    /// Length of the first list.
    first: usize,
    /// Strength of the all-differents.
    consistency: Option<Consistency>,
}

/// Returns the constraint that `first[i] = j` iff `second[j] = i`, for indices from 0. The lists must have
/// the same length, and may be the same list (an involution).
///
/// ```
/// use csp::{Model, constraints::inverse};
///
/// let mut model = Model::new();
/// let (guest_of_room, room_of_guest) = (model.vars(3, 0..3), model.vars(3, 0..3));
/// model.post(inverse(&guest_of_room, &room_of_guest));
/// model.post(room_of_guest[0].lt(room_of_guest[1]));
/// model.post(guest_of_room[0].eq(2));
/// let solution = model.search()?.first()?.expect("there is one");
/// assert_eq!(solution.values(), [2, 0, 1, 1, 2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inverse<T: Into<Term>, U: Into<Term>>(
    first: impl IntoIterator<Item = T>,
    second: impl IntoIterator<Item = U>,
) -> Inverse {
    let mut lists: Vec<Term> = first.into_iter().map(Into::into).collect();
    let first = lists.len();
    lists.extend(second.into_iter().map(Into::into));
    Inverse { lists: Terms::new(lists), first, consistency: None }
}

impl Inverse {
    /// Sets the strength of the all-differents on both lists, instead of the configuration.
    pub fn with(mut self, consistency: Consistency) -> Inverse {
        self.consistency = Some(consistency);
        self
    }
}

impl Constraint for Inverse {
    fn scope(&self) -> &[Var] {
        self.lists.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.lists.values(values);
        let (first, second) = values.split_at(self.first);
        let leads_back = |here: &[i64], there: &[i64]| {
            (0..).zip(here).all(|(place, &to)| {
                usize::try_from(to).ok().and_then(|to| there.get(to)).is_some_and(|&back| back == place)
            })
        };
        leads_back(first, second) && leads_back(second, first)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        to.facts(|state| self.facts(state))?;
        let lists = to.numbers(self.lists.all());
        let (a, b) = lists.split_at(self.first);
        for (list, other) in [(a, b), (b, a)] {
            for &number in list {
                for value in to.values(number) {
                    if !usize::try_from(value).is_ok_and(|value| value < other.len()) {
                        to.clause([!to.is(number, value)]);
                    }
                }
            }
        }
        for (i, &one) in a.iter().enumerate() {
            for (j, &other) in b.iter().enumerate() {
                let [forth, back] = [to.is(one, j as i64), to.is(other, i as i64)];
                to.clause([!forth, back]);
                to.clause([forth, !back]);
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut first = self.lists.views(to).into_vec();
        let second = first.split_off(self.first);
        let last = first.len() as i32 - 1;
        to.narrow(|store| {
            for &view in first.iter().chain(&second) {
                store.at_least(view, 0)?;
                store.at_most(view, last)?;
            }
            Ok(())
        });
        to.propagator(Channel { first: first.into(), second: second.into() });
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        let (first, second) = self.lists.all().split_at(self.first);
        say(Fact::AllDifferent(first, self.consistency));
        say(Fact::AllDifferent(second, self.consistency));
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let (first, second) = (self.first, self.scope().len() - self.first);
        if first != second {
            return Some(Error::bad_constraint(format!(
                "an inverse over {} has lists of {first} and {second}; give two lists of one length",
                self.lists.names(model)
            )));
        }
        self.lists.fault(model)
    }
}

#[derive(Debug)]
struct Channel {
    first: Box<[View]>,
    second: Box<[View]>,
}

/// Removes from `here` the indices that do not point back. Returns whether any were removed.
fn pass(store: &mut Store, here: &[View], there: &[View]) -> Result<bool, Conflict> {
    let mut changed = false;
    for (place, &view) in (0..).zip(here) {
        for to in store.min(view)..=store.max(view) {
            if store.contains(view, to) && !store.contains(there[to as usize], place) {
                store.remove(view, to)?;
                changed |= !store.contains(view, to);
            }
        }
    }
    Ok(changed)
}

impl Channel {
    /// Adds that the places of these values of a variable have lost the variable's index. Returns false if one has
    /// not.
    fn explain_lost(&self, in_first: bool, place: i32, values: &[i32], why: &mut Why<'_>) -> bool {
        let there = if in_first { &self.second } else { &self.first };
        values.iter().all(|&value| {
            let view = there[value as usize];
            let is_lost = !why.store().contains(view, place);
            if is_lost {
                why.is_not(view, place);
            }
            is_lost
        })
    }
}

impl Propagator for Channel {
    fn name(&self) -> &'static str {
        "inverse"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.first.iter().chain(&self.second).for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        [true, false].into_iter().any(|in_first| {
            let here = if in_first { &self.first } else { &self.second };
            // A variable may occur several times.
            (0..).zip(here).any(|(place, &view)| {
                let is_last = query.is_conflict() && why.store().is_fixed(view);
                (is_last || query.is_about(view))
                    && why.attempt(|why| {
                        if is_last {
                            why.fixed(view);
                            let value = why.store().min(view);
                            return self.explain_lost(in_first, place, &[value], why);
                        }
                        let values = why.removed(query, view);
                        self.explain_lost(in_first, place, &values, why)
                    })
            })
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        while pass(store, &self.first, &self.second)? | pass(store, &self.second, &self.first)? {}
        Ok(Status::Fixpoint)
    }
}

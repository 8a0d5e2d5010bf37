//! Value precedence: one value comes before another.
//!
//! Meaning: the first operand that takes the value `after`, if there is one, comes after an operand that takes
//! `before`. Strength: domain consistency if no variable occurs twice (Law & Lee 2004): `after` is removed from the
//! operands up to the first that can take `before`; this operand takes `before` if `after` is taken before any other
//! operand can take `before`. Cost: one visit of each operand.

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Refused};
use crate::engine::propagator::{Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// A precedence of values, built by [`value_precedence`].
#[derive(Clone, Debug)]
pub struct ValuePrecedence {
    before: i32,
    after: i32,
    list: Operands,
}

/// Returns the constraint that an operand takes the value `after` only if an earlier one takes `before`. It breaks the
/// symmetry of values that can be exchanged.
///
/// ```
/// use csp::{Model, constraints::value_precedence};
///
/// let mut model = Model::new();
/// let colour = model.vars(3, 1..=2);
/// model.post(value_precedence(1, 2, &colour));
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn value_precedence<T: Into<Operand>>(
    before: i32,
    after: i32,
    operands: impl IntoIterator<Item = T>,
) -> ValuePrecedence {
    ValuePrecedence { before, after, list: Operands::new(operands) }
}

impl Constraint for ValuePrecedence {
    fn scope(&self) -> &[Var] {
        self.list.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let one_of = |value: &i64| [self.before, self.after].map(i64::from).contains(value);
        self.list.each_value(values).find(one_of).is_none_or(|first| first == i64::from(self.before))
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let list = to.numbers(self.list.all());
        for (place, &number) in list.iter().enumerate() {
            let earlier = list[..place].iter().map(|&other| to.is(other, self.before.into()));
            let clause: Vec<_> = earlier.chain([!to.is(number, self.after.into())]).collect();
            to.clause(clause);
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.list.views(to);
        let has_repeats = has_repeats(&views);
        to.propagator(Filter { views: views.into(), before: self.before, after: self.after, has_repeats });
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        if self.before == self.after {
            return Some(Error::bad_constraint(format!(
                "a precedence over {} is of {} before itself; give two values",
                self.list.names(model),
                self.before
            )));
        }
        self.list.fault(model)
    }
}

#[derive(Debug)]
struct Filter {
    views: Box<[View]>,
    before: i32,
    after: i32,
    has_repeats: bool,
}

impl Filter {
    /// Adds that no operand before `end`, except perhaps `except`, takes `before`. Returns false if one can.
    fn explain_none_before(&self, end: usize, except: Option<usize>, why: &mut Why<'_>) -> bool {
        self.views[..end].iter().enumerate().all(|(place, &view)| {
            let is_lost = Some(place) == except || !why.store().contains(view, self.before);
            if is_lost && Some(place) != except {
                why.is_not(view, self.before);
            }
            is_lost
        })
    }

    /// Adds that an operand after `from` takes `after`, and that before it only `except` can take `before`.
    fn explain_needed(&self, from: usize, except: Option<usize>, why: &mut Why<'_>) -> bool {
        let is_after = |place: &usize| why.store().value(self.views[*place]) == Some(self.after);
        let Some(place) = (from..self.views.len()).find(is_after) else { return false };
        why.fixed(self.views[place]);
        self.explain_none_before(place, except, why)
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "value precedence"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return why.attempt(|why| self.explain_needed(0, None, why));
        }
        (0..self.views.len()).any(|place| {
            let view = self.views[place];
            let is_removed = |why: &mut Why<'_>| {
                why.removed(query, view).iter().all(|&value| value == self.after)
                    && self.explain_none_before(place, None, why)
            };
            let is_needed = |why: &mut Why<'_>| {
                !query.asks(view, self.before) && self.explain_needed(place + 1, Some(place), why)
            };
            query.is_about(view) && (why.attempt(is_removed) || why.attempt(is_needed))
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        let is_possible = |store: &Store, view: &View| store.contains(*view, self.before);
        let first = self.views.iter().position(|view| is_possible(store, view));
        let early = &self.views[..first.map_or(self.views.len(), |first| first + 1)];
        for &view in early {
            store.remove(view, self.after)?;
        }
        if let Some(first) = first {
            let mut later = self.views[first + 1..].iter();
            let next = later.find(|view| is_possible(store, view) || store.value(**view) == Some(self.after));
            if next.is_some_and(|view| store.value(*view) == Some(self.after)) {
                store.assign(self.views[first], self.before)?;
            }
            if store.is_fixed(self.views[first]) {
                return Ok(Status::Entailed);
            }
        }
        let is_settled = !self.has_repeats || store.trail().len() == began;
        Ok(if is_settled { Status::Fixpoint } else { Status::Again })
    }
}

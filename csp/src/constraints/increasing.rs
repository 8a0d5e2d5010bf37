//! Increasing: a chain of variables, each at least as large as the one before, or larger.
//!
//! Meaning: no value, offsets added, is followed by a smaller value (or, if strict, by a value that is not
//! larger). Strength: domain consistency if no variable occurs twice: since each link is x ≤ y, it suffices
//! to propagate lower bounds up the chain and upper bounds down. Cost: one visit of each variable.

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

/// An increasing constraint, built by [`increasing`] or [`strictly_increasing`].
#[derive(Clone, Debug)]
pub struct Increasing {
    chain: Operands,
    strict: bool,
}

/// Returns the constraint that each value is at least as large as the one before.
///
/// ```
/// use csp::{Model, constraints::increasing};
///
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=4);
/// model.post(increasing(&x));
/// assert_eq!(model.search()?.solutions().count(), 20);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn increasing<T: Into<Operand>>(chain: impl IntoIterator<Item = T>) -> Increasing {
    Increasing { chain: Operands::new(chain), strict: false }
}

/// Returns the constraint that each value is larger than the one before.
///
/// ```
/// use csp::{Model, constraints::strictly_increasing};
///
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=4);
/// model.post(strictly_increasing(&x));
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn strictly_increasing<T: Into<Operand>>(chain: impl IntoIterator<Item = T>) -> Increasing {
    Increasing { chain: Operands::new(chain), strict: true }
}

impl Constraint for Increasing {
    fn scope(&self) -> &[Var] {
        self.chain.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let step = i64::from(self.strict);
        let mut least = i64::MIN;
        self.chain.each_value(values).all(|value| {
            let rises = least <= value;
            least = value + step;
            rises
        })
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let chain = to.numbers(self.chain.all());
        chain.windows(2).for_each(|pair| to.less([pair[0], pair[1]], self.strict));
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.chain.views(to);
        let step = i32::from(self.strict);
        if must_exceed_itself(&views, step) {
            return to.narrow(|_| Err(Conflict));
        }
        to.propagator(Chain { duplicates: has_repeats(&views), views: views.into(), step });
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.chain.fault(model)
    }
}

/// Returns whether a variable occurs twice such that it would have to be larger than itself. Propagating
/// bounds would detect that only value by value.
fn must_exceed_itself(views: &[View], step: i32) -> bool {
    // From one occurrence to the next, the offset of a variable must not decrease, relative to the least rise
    // of the chain.
    let risen = |place: usize| i64::from(views[place].offset) - place as i64 * i64::from(step);
    let mut places: Vec<usize> = (0..views.len()).collect();
    places.sort_by_key(|&place| (views[place].slot, place));
    places
        .windows(2)
        .any(|pair| views[pair[0]].slot == views[pair[1]].slot && risen(pair[0]) > risen(pair[1]))
}

#[derive(Debug)]
struct Chain {
    views: Box<[View]>,
    duplicates: bool,
    /// Smallest difference between neighbours.
    step: i32,
}

impl Propagator for Chain {
    fn name(&self) -> &'static str {
        "increasing"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Bounds));
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let store = why.store();
        let rise = |from: usize, to: usize| self.step * (to - from) as i32;
        let places = 0..self.views.len();
        if query.is_conflict() {
            // A value is too large for a later variable.
            return places.clone().any(|from| {
                places.clone().skip(from + 1).any(|to| {
                    let least = store.min(self.views[from]) + rise(from, to);
                    let is_above = least > store.max(self.views[to]);
                    if is_above {
                        why.min(self.views[from]);
                        why.at_most(self.views[to], least - 1);
                    }
                    is_above
                })
            });
        }
        // The farthest variable that suffices.
        places.clone().any(|at| {
            let view = self.views[at];
            let (least, most) = (query.at_least(view), query.at_most(view));
            query.is_about(view)
                && why.attempt(|why| {
                    least.is_none_or(|bound| {
                        let mut before = 0..at;
                        let enough = |from: &usize| store.min(self.views[*from]) >= bound - rise(*from, at);
                        let found = before.find(enough);
                        found.inspect(|&from| why.at_least(self.views[from], bound - rise(from, at)));
                        found.is_some()
                    }) && most.is_none_or(|bound| {
                        let mut after = (at + 1..self.views.len()).rev();
                        let enough = |to: &usize| store.max(self.views[*to]) <= bound + rise(at, *to);
                        let found = after.find(enough);
                        found.inspect(|&to| why.at_most(self.views[to], bound + rise(at, to)));
                        found.is_some()
                    })
                })
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut changed = false;
        for pair in self.views.windows(2) {
            let bound = store.min(pair[0]) + self.step;
            changed |= store.min(pair[1]) < bound;
            store.at_least(pair[1], bound)?;
        }
        for pair in self.views.windows(2).rev() {
            let bound = store.max(pair[1]) - self.step;
            changed |= store.max(pair[0]) > bound;
            store.at_most(pair[0], bound)?;
        }
        if changed && self.duplicates {
            return Ok(Status::Again);
        }
        let apart = |pair: &[View]| store.max(pair[0]) + self.step <= store.min(pair[1]);
        Ok(if self.views.windows(2).all(apart) { Status::Entailed } else { Status::Fixpoint })
    }
}

//! Circuit: successors that form one cycle through all places.
//!
//! Meaning: from place 0, following the successors visits every place once before it returns to 0. Strength:
//! the implied all-different, with the strength of the configuration; no chain of fixed successors closes too
//! early ([subtours], linear, Caseau & Laburthe 1997); and the graph of the remaining values is strongly
//! connected ([reach], linear in the number of values). Domain consistency would decide whether a graph has a
//! Hamiltonian cycle.

mod optional;
mod reach;
mod routes;
mod subtours;

pub use optional::{Subcircuit, subcircuit};
pub use routes::{Routes, routes};

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::terms::Terms;
use crate::encode::{Encoder, Language, Number, Refused};
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::{Term, Var};

/// Largest number of places in a proof; auxiliary variables grow with its square.
const MOST_PLACES: usize = 64;

/// A circuit constraint, built by [`circuit`].
#[derive(Clone, Debug)]
pub struct Circuit {
    successors: Terms,
}

/// Returns the constraint that the terms are the successors of places 0, 1, … in one cycle through all
/// places.
///
/// ```
/// use csp::{Model, constraints::circuit};
///
/// let mut model = Model::new();
/// let next = model.vars(5, 0..5);
/// model.post(circuit(&next));
/// assert_eq!(model.search()?.solutions().count(), 24);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn circuit<T: Into<Term>>(successors: impl IntoIterator<Item = T>) -> Circuit {
    Circuit { successors: Terms::new(successors) }
}

impl Constraint for Circuit {
    fn scope(&self) -> &[Var] {
        self.successors.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let next = self.successors.values(values);
        let mut at = 0;
        for step in 1..=next.len() {
            at = match usize::try_from(next[at]) {
                Ok(to) if to < next.len() => to,
                _ => return false,
            };
            if at == 0 {
                return step == next.len();
            }
        }
        false
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let places = self.successors.all().len();
        if places > MOST_PLACES {
            return Err(Refused::TooLarge);
        }
        to.facts(|state| self.facts(state))?;
        let next = to.numbers(self.successors.all());
        for (place, &number) in next.iter().enumerate() {
            for value in to.values(number) {
                let is_place = usize::try_from(value).is_ok_and(|value| value < places);
                if !is_place || (value == place as i64 && places > 1) {
                    to.clause([!to.is(number, value)]);
                }
            }
        }
        // Each place has a position, one more than its predecessor's.
        let mut positions = vec![Number::constant(0)];
        for _ in 1..places {
            positions.push(to.auxiliary_number(1..places as i64)?);
        }
        for (&number, &before) in next.iter().zip(&positions) {
            for (place, &after) in (0..).zip(&positions).skip(1) {
                let follows = to.is(number, place);
                for position in to.values(before) {
                    let is_here = to.is(before, position);
                    to.clause([!follows, !is_here, to.is(after, position + 1)]);
                }
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.successors.views(to);
        let last = views.len() as i32 - 1;
        to.narrow(|store| {
            for (place, &view) in (0..).zip(&views) {
                store.at_least(view, 0)?;
                store.at_most(view, last)?;
                if last > 0 {
                    store.remove(view, place)?;
                }
            }
            Ok(())
        });
        to.propagator(subtours::Subtours::new(views.clone()));
        to.propagator(reach::Connectivity::new(views));
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        say(Fact::AllDifferent(self.successors.all(), None));
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        if self.scope().is_empty() {
            return Some(Error::bad_constraint("a circuit of no places; give the successor of at least one"));
        }
        self.successors.fault(model)
    }
}

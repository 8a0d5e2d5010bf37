//! Routes: several vehicles that visit all places together, each from its depot.
//!
//! Meaning: after the places come the beginnings of the routes, one for each vehicle. From there the successors lead
//! through the places of the route to the beginning of the next one, and from the last route to the first. So all routes
//! are one [circuit](super), whose depot is copied, and each place is visited by the vehicle of its route.
//!
//! Strength: that of the circuit; and of an [element](mod@crate::constraints::element) for each place, which says that a
//! place and the next one have the same vehicle. Cost: the square of the number of places for all elements together.

use super::{Circuit, circuit};
use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::element;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Number, Refused};
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::{Term, Var};

/// A constraint on the routes of vehicles, built by [`routes`].
#[derive(Clone, Debug)]
pub struct Routes {
    circuit: Circuit,
    vehicles: Operands,
    scope: Vec<Var>,
}

/// Returns the constraint that vehicles visit all places together, each on a route from its depot and back. For `n` places
/// and `m` vehicles, `vehicles` has `n` terms: the vehicles, from 0, that visit the places 0 to `n - 1`. `successors` has
/// `n + m` terms: the successors of the places and of the beginnings of the routes, `n` to `n + m - 1`. A route ends at the
/// beginning of the next one, and the last route at the first, so that an unused vehicle's successor is the next beginning.
///
/// What vehicles can carry is a [packing](crate::constraints::bin_packing_within) of the places into vehicles, and the way
/// from a place to the next one an [element](crate::element). If the vehicles are alike, let their first places ascend.
///
/// ```
/// use csp::constraints::{bin_packing_within, routes};
/// use csp::{Model, element, sum};
///
/// let mut model = Model::new();
/// // Places 0 to 3, and the depot in the middle as places 4 and 5, where two vehicles begin.
/// let at = [0_i32, 1, 8, 9, 5, 5];
/// let next = model.vars(6, 0..6);
/// let vehicle = model.vars(4, 0..2);
/// model.post(routes(&next, &vehicle));
/// model.post(bin_packing_within(&vehicle, [2, 2, 3, 1], [4, 4]));
/// let lengths = (0..6).map(|from: usize| element(at.map(|to| (to - at[from]).abs()), next[from]));
/// let best = model.search()?.minimize(sum(lengths))?.run().best().cloned().unwrap();
/// assert_eq!(best.value, 2 * 5 + 2 * 4);
/// assert_eq!(best.solution[vehicle[0]], best.solution[vehicle[1]]);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn routes<T: Into<Term>>(
    successors: impl IntoIterator<Item = T>,
    vehicles: impl IntoIterator<Item = impl Into<Operand>>,
) -> Routes {
    let (circuit, vehicles) = (circuit(successors), Operands::new(vehicles));
    let scope = [circuit.scope(), vehicles.scope()].concat();
    Routes { circuit, vehicles, scope }
}

impl Routes {
    fn places(&self) -> usize {
        self.vehicles.len()
    }

    /// Returns the number of vehicles, which is positive in a valid constraint.
    fn count(&self) -> usize {
        self.circuit.successors.all().len().saturating_sub(self.places())
    }

    /// Returns the vehicle that arrives at the beginning of a route.
    fn before(&self, route: usize) -> i32 {
        ((route + self.count() - 1) % self.count()) as i32
    }
}

impl Constraint for Routes {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (next, vehicles) = values.split_at(self.circuit.scope().len());
        if !self.circuit.accepts(next) {
            return false;
        }
        let (next, vehicles) = (self.circuit.successors.values(next), self.vehicles.values(vehicles));
        let (places, count) = (self.places(), self.count());
        (0..count).all(|route| {
            let mut at = next[places + route] as usize;
            while at < places && vehicles[at] == route as i64 {
                at = next[at] as usize;
            }
            at == places + (route + 1) % count
        })
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        self.circuit.facts(say);
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        self.circuit.encode(to)?;
        let next = to.numbers(self.circuit.successors.all());
        let visits = to.numbers(self.vehicles.all());
        let routes = || 0..self.count();
        let leaving = visits.iter().copied().chain(routes().map(|route| Number::constant(route as i64)));
        let leaving: Vec<Number> = leaving.collect();
        let arriving = routes().map(|route| Number::constant(self.before(route).into()));
        let arriving: Vec<Number> = visits.into_iter().chain(arriving).collect();
        for (&number, &own) in next.iter().zip(&leaving) {
            for (place, &other) in (0..).zip(&arriving) {
                let follows = to.is(number, place);
                for vehicle in to.all_values(&[own, other]) {
                    let (is_own, is_other) = (to.is(own, vehicle), to.is(other, vehicle));
                    to.clause([!follows, !is_own, is_other]);
                    to.clause([!follows, is_own, !is_other]);
                }
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        self.circuit.post(to);
        let (next, visits) = (self.circuit.successors.views(to), self.vehicles.views(to));
        let last = self.count() as i32 - 1;
        to.narrow(|store| {
            visits.iter().try_for_each(|&view| {
                store.at_least(view, 0)?;
                store.at_most(view, last)
            })
        });
        if last == 0 {
            return;
        }
        let mut arriving = visits.clone();
        arriving.extend((0..self.count()).map(|route| to.auxiliary(self.before(route))));
        // No place is its own successor.
        let nobody = to.auxiliary(-1);
        for (place, &next) in next.iter().enumerate() {
            let own = match visits.get(place) {
                Some(&view) => view,
                None => to.auxiliary((place - visits.len()) as i32),
            };
            let mut array = arriving.clone();
            array[place] = nobody;
            element::post(to, array.into(), next, own);
        }
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        if self.count() == 0 {
            let (all, places) = (self.circuit.successors.all().len(), self.places());
            return Some(Error::bad_constraint(format!(
                "routes with {all} successors for {places} places; give one for each place, and then one for the beginning \
                 of each vehicle's route"
            )));
        }
        self.circuit.fault(model).or_else(|| self.vehicles.fault(model))
    }
}

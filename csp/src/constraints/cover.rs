//! Cover: operands that together have a value of each class.
//!
//! Meaning: for each class of values, some operand takes one of them. Classes have no value in common, so there are at
//! least as many operands as classes. Strength: a class that only one operand can take is assigned to it; and if all
//! other operands are needed for other classes, a class that an operand must take is removed from the others. The last
//! value of a class is taken by one of the operands, so it is removed from their [common
//! neighbours](super::neighbours). Cost: operands times classes a run.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::aligned::AlignedDomain;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::neighbours::{CommonNeighbours, OpenMember};
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Refused};
use crate::engine::propagator::{Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::model::values::Values;

/// A cover of classes of values, built by [`cover`].
#[derive(Clone, Debug)]
pub struct Cover {
    operands: Operands,
    classes: Arc<[Values]>,
}

/// Returns the constraint that each class has a value that some operand takes. No value is in two classes.
///
/// ```
/// # use csp::{Model, constraints::cover};
/// // Three numbers of different remainders.
/// let mut model = Model::new();
/// let x = model.vars(3, 0..=5);
/// model.post(cover(&x, [[0, 3].into(), [1, 4].into(), [2, 5].into()]));
/// assert_eq!(model.search()?.solutions().count(), 6 * 8);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn cover<T: Into<Operand>>(
    operands: impl IntoIterator<Item = T>,
    classes: impl Into<Arc<[Values]>>,
) -> Cover {
    Cover { operands: Operands::new(operands), classes: classes.into() }
}

impl Constraint for Cover {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.operands.values(values);
        let is_in =
            |class: &Values, value: i64| i32::try_from(value).is_ok_and(|value| class.contains(value));
        self.classes.iter().all(|class| values.iter().any(|&value| is_in(class, value)))
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let what = if let Some(fault) = self.classes.iter().find_map(Values::fault) {
            Some(format!("has values that cannot be: {fault}"))
        } else {
            let overlap = (1..self.classes.len()).find_map(|at| {
                let earlier = self.classes[..at].iter();
                earlier.filter_map(|other| other.intersect(&self.classes[at])).next()
            });
            overlap.map(|both| format!("has {} in two classes", both.min()))
        };
        let names = || self.operands.names(model);
        let fault = what.map(|what| Error::bad_constraint(format!("a cover over {} {what}", names())));
        fault.or_else(|| self.operands.fault(model))
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let numbers = to.numbers(self.operands.all());
        for class in &*self.classes {
            let takes = |value: i32| numbers.iter().map(move |&number| (number, value.into()));
            let takers: Vec<_> =
                class.iter().flat_map(takes).map(|(number, value)| to.is(number, value)).collect();
            to.clause(takers);
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.operands.views(to);
        let domains = AlignedDomain::all(to.store(), &views).filter(|_| !has_repeats(&views));
        let Some((domains, low)) = domains else { return to.by_trial() };
        let classes = self.classes.iter().map(|class| class.window(low.into())).collect();
        let (neighbours, sources) = CommonNeighbours::posted(to, &views, low);
        to.propagator_relying_on(Filter { domains, classes, neighbours }, &sources);
    }
}

#[derive(Debug)]
struct Filter {
    domains: Box<[AlignedDomain]>,
    classes: SmallVec<[u64; 4]>,
    neighbours: CommonNeighbours,
}

impl Filter {
    /// Assigns each class that only one operand can take, and removes values that the operands must take from the
    /// neighbours.
    fn place(&self, store: &mut Store, domains: &mut [u64]) -> Result<(), Conflict> {
        for &class in &self.classes {
            let mut takers = (0..domains.len()).filter(|&at| domains[at] & class != 0);
            let taker = takers.next().ok_or(Conflict)?;
            if takers.next().is_none() {
                domains[taker] &= class;
                self.domains[taker].keep(store, class)?;
                continue;
            }
            let left = class & domains.iter().fold(0, |all, domain| all | domain);
            if left.is_power_of_two() && !domains.contains(&left) && !self.neighbours.is_empty() {
                let member = |(index, (domain, &bits)): (usize, (&AlignedDomain, &u64))| OpenMember {
                    index,
                    slot: domain.slot,
                    domain: bits,
                };
                let members = self.domains.iter().zip(&*domains).enumerate().map(member);
                self.neighbours.take(store, left, self.domains[0].rotation, members)?;
            }
        }
        Ok(())
    }

    /// Removes classes that operands must take from the other operands, if each of these must take another class.
    fn spread(&self, store: &mut Store, domains: &mut [u64]) -> Result<(), Conflict> {
        let inside =
            |domains: &[u64], class: u64| domains.iter().filter(|&&domain| domain & !class == 0).count();
        let shared: usize = self.classes.iter().map(|&class| inside(domains, class).saturating_sub(1)).sum();
        if shared + self.classes.len() < domains.len() {
            return Ok(());
        }
        for &class in &self.classes {
            if inside(domains, class) > 0 {
                for (bits, domain) in domains.iter_mut().zip(&self.domains) {
                    if *bits & !class != 0 {
                        *bits &= !class;
                        domain.keep(store, !class)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "cover"
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.domains)
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.domains.iter().for_each(|domain| watch(domain.slot, Event::Change));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut domains: SmallVec<[u64; 64]> = self.domains.iter().map(|domain| domain.read(store)).collect();
        let size = |domains: &[u64]| domains.iter().map(|domain| domain.count_ones()).sum::<u32>();
        loop {
            let before = size(&domains);
            self.place(store, &mut domains)?;
            self.spread(store, &mut domains)?;
            if size(&domains) == before {
                return Ok(Status::Fixpoint);
            }
        }
    }
}

//! One of sets: the values that operands take together.
//!
//! Meaning: the operands take pairwise different values, and together all values of one of the sets. Strength: domain
//! consistency for few operands ([permutation]); for more, a value stays if it is in a set that contains all fixed
//! values, only values that some operand can take, and a value for every operand. A value that is in all such sets is
//! removed from the [common neighbours](super::neighbours) of the operands that can take it. Cost: one visit of each
//! set a run.

mod permutation;

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::aligned::AlignedDomain;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::neighbours::{CommonNeighbours, OpenMember};
use crate::constraints::operand::Operand;
use crate::constraints::set_reasons;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Literal, Refused};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::model::values::Values;

/// A constraint on the set of values that operands take, built by [`one_of_sets`].
#[derive(Clone, Debug)]
pub struct OneOfSets {
    operands: Operands,
    sets: Vec<Values>,
}

/// Returns the constraint that the operands take different values which together are one of the sets. Sets of
/// another size than the number of operands allow nothing.
///
/// ```
/// # use csp::{Model, constraints::one_of_sets};
/// // Three consecutive numbers, in any order.
/// let mut model = Model::new();
/// let line = model.vars(3, 1..=9);
/// model.post(one_of_sets(&line, (1..=7).map(|least| least..=least + 2)));
/// assert_eq!(model.search()?.solutions().count(), 7 * 6);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn one_of_sets<T: Into<Operand>, S: Into<Values>>(
    operands: impl IntoIterator<Item = T>,
    sets: impl IntoIterator<Item = S>,
) -> OneOfSets {
    OneOfSets { operands: Operands::new(operands), sets: sets.into_iter().map(Into::into).collect() }
}

impl Constraint for OneOfSets {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let mut values = self.operands.values(values);
        values.sort_unstable();
        let differ = values.windows(2).all(|pair| pair[0] != pair[1]);
        let is_in = |set: &Values| {
            let has = |&value: &i64| i32::try_from(value).is_ok_and(|value| set.contains(value));
            set.len() == values.len() && values.iter().all(has)
        };
        // Without operands the set must be empty, and `Values` are never empty.
        differ && self.sets.iter().any(is_in)
    }

    fn memory(&self) -> usize {
        let sets: usize = self.sets.iter().map(Values::memory).sum();
        size_of_val(self) + size_of_val(self.scope()) + sets
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let fault = self.sets.iter().find_map(Values::fault);
        let fault = fault.map(|fault| {
            let names = self.operands.names(model);
            Error::bad_constraint(format!("one of sets over {names} of values that cannot be: {fault}"))
        });
        fault.or_else(|| self.operands.fault(model))
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let numbers = to.numbers(self.operands.all());
        to.all_different(&numbers);
        let sets: Vec<&Values> = self.sets.iter().filter(|set| set.len() == numbers.len()).collect();
        let chosen: Vec<Literal> = sets.iter().map(|_| to.fresh()).collect();
        to.exactly_one(&chosen);
        let takers = |to: &Encoder<'_>, value: i64| -> Vec<Literal> {
            numbers.iter().map(|&number| to.is(number, value)).collect()
        };
        for value in to.all_values(&numbers) {
            let has = |set: &Values| i32::try_from(value).is_ok_and(|value| set.contains(value));
            let with: Vec<Literal> =
                sets.iter().zip(&chosen).filter(|(set, _)| has(set)).map(|(_, &chosen)| chosen).collect();
            for taker in takers(to, value) {
                to.clause(with.iter().copied().chain([!taker]));
            }
        }
        for (set, &chosen) in sets.iter().zip(&chosen) {
            for value in set.iter() {
                to.clause(takers(to, value.into()).into_iter().chain([!chosen]));
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.operands.views(to);
        let domains = AlignedDomain::all(to.store(), &views).filter(|_| !has_repeats(&views));
        let Some((domains, low)) = domains else { return to.by_trial() };
        let values = domains.iter().fold(0, |all, domain| all | domain.read(to.store()));
        let fits = |set: &&Values| set.len() == domains.len();
        let bits = |set: &Values| set.window(low.into());
        // A set with a value that no operand has is left out; so is a set that exceeds the window, which shows in its
        // number of bits.
        let is_possible = |set: &u64| set & !values == 0 && set.count_ones() as usize == domains.len();
        let sets: Box<[u64]> = self.sets.iter().filter(fits).map(bits).filter(is_possible).collect();
        if sets.is_empty() {
            return to.narrow(|_| Err(Conflict));
        }
        let (neighbours, sources) = CommonNeighbours::posted(to, &views, low);
        to.propagator_relying_on(Filter { domains, sets, neighbours }, &sources);
    }
}

#[derive(Debug)]
struct Filter {
    domains: Box<[AlignedDomain]>,
    sets: Box<[u64]>,
    neighbours: CommonNeighbours,
}

impl Filter {
    fn is_small(&self) -> bool {
        self.domains.len() <= permutation::MOST_VARIABLES
    }

    /// Reads the domains. Returns the fixed values, and all values.
    #[inline(always)]
    fn read(&self, store: &Store, domains: &mut [u64]) -> (u64, u64) {
        let (mut fixed, mut possible) = (0, 0);
        for (bits, domain) in domains.iter_mut().zip(&self.domains) {
            *bits = domain.read(store);
            possible |= *bits;
            fixed |= if bits.is_power_of_two() { *bits } else { 0 };
        }
        (fixed, possible)
    }

    /// Removes values that some of the operands take from the neighbours.
    #[inline]
    fn take(&self, store: &mut Store, wanted: u64, domains: &[u64]) -> Result<(), Conflict> {
        if wanted == 0 || self.neighbours.is_empty() {
            return Ok(());
        }
        let member = |(index, (domain, &bits)): (usize, (&AlignedDomain, &u64))| OpenMember {
            index,
            slot: domain.slot,
            domain: bits,
        };
        let members = self.domains.iter().zip(domains).enumerate().map(member);
        self.neighbours.take(store, wanted, self.domains[0].rotation, members)
    }

    /// Keeps exactly the values that the operands take in an assignment.
    fn filter_exactly(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut domains = [0; permutation::MOST_VARIABLES];
        let domains = &mut domains[..self.domains.len()];
        let (fixed, possible) = self.read(store, domains);
        let mut supported = [0; permutation::MOST_VARIABLES];
        let supported = &mut supported[..domains.len()];
        let mut every = u64::MAX;
        for &set in &self.sets {
            let fits = set & fixed == fixed && set & !possible == 0;
            if fits && permutation::support(domains, set, supported) {
                every &= set;
            }
        }
        if supported[0] == 0 {
            return Err(Conflict);
        }
        let mut open = 0;
        for ((bits, &kept), domain) in domains.iter_mut().zip(&*supported).zip(&self.domains) {
            if *bits != kept {
                *bits = kept;
                domain.keep(store, kept)?;
            }
            open |= if kept.is_power_of_two() { 0 } else { kept };
        }
        self.take(store, every & open, domains)?;
        Ok(Status::Fixpoint)
    }

    fn filter_by_sets(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut domains: SmallVec<[u64; 64]> = SmallVec::from_elem(0, self.domains.len());
        let (fixed, possible) = self.read(store, &mut domains);
        let (mut some, mut every) = (0, u64::MAX);
        for &set in &self.sets {
            let fits = set & fixed == fixed
                && set & !possible == 0
                && domains.iter().all(|domain| domain & set != 0);
            if fits {
                (some, every) = (some | set, every & set);
            }
        }
        let began = store.trail().len();
        let (mut once, mut twice) = (0, 0);
        for (bits, domain) in domains.iter_mut().zip(&self.domains) {
            *bits &= some;
            domain.keep(store, some)?;
            twice |= once & *bits;
            once |= *bits;
        }
        let wanted = every & some & !fixed;
        if wanted & !once != 0 {
            return Err(Conflict);
        }
        // Values that only one operand can take.
        let hidden = wanted & !twice;
        if hidden != 0 {
            for (bits, domain) in domains.iter().zip(&self.domains) {
                let here = bits & hidden;
                if here & here.wrapping_sub(1) != 0 {
                    return Err(Conflict);
                }
                if here != 0 {
                    domain.keep(store, here)?;
                }
            }
        }
        self.take(store, wanted & !hidden, &domains)?;
        Ok(if store.trail().len() > began { Status::Again } else { Status::Fixpoint })
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "one of sets"
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.domains) + size_of_val(&*self.sets)
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.domains.iter().for_each(|domain| watch(domain.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        if self.is_small() { Cost::Linear } else { Cost::Quadratic }
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        set_reasons::explain(&self.domains, &self.neighbours, query, why, |reasons, question, _| {
            self.sets.iter().all(|&set| reasons.exclude(set, question))
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if self.is_small() { self.filter_exactly(store) } else { self.filter_by_sets(store) }
    }
}

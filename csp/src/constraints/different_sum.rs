//! Different operands that add up to another operand.
//!
//! Meaning: the operands take pairwise different values, and their sum is the total. Strength: the sets of values that
//! the operands can take together, restricted to those that the domains allow. A value in none of these sets is
//! removed, and so is a total that is the sum of none of them. Cost: one visit of each set a run.
//!
//! For a total that is a number, an all-different and a sum are stronger: see the module `linear::different`. If there
//! are too many sets, the sum and the all-different are filtered by bounds.

use smallvec::SmallVec;

use crate::base::bits::ones;
use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::aligned::AlignedDomain;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::neighbours::CommonNeighbours;
use crate::constraints::operand::Operand;
use crate::constraints::set_reasons::{self, Question, SetReasons};
use crate::constraints::terms::Operands;
use crate::constraints::{all_different, linear, neighbours};
use crate::encode::{Encoder, Language, Refused};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// Largest number of sets; more cost more than they are worth.
const MOST_SETS: usize = 500;

/// A sum of different operands, built by [`different_sum`].
#[derive(Clone, Debug)]
pub struct DifferentSum {
    /// The operands, and then the total.
    operands: Operands,
}

/// Returns the constraint that the operands take different values and add up to `total`.
///
/// ```
/// # use csp::{Model, constraints::different_sum};
/// let mut model = Model::new();
/// let (cells, total) = (model.vars(2, 1..=4), model.var(1..=4));
/// model.post(different_sum(&cells, total));
/// // 1 + 2 = 3 and 1 + 3 = 4, in either order.
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn different_sum<T: Into<Operand>>(
    operands: impl IntoIterator<Item = T>,
    total: impl Into<Operand>,
) -> DifferentSum {
    let mut operands = Operands::new(operands);
    operands.push(total.into());
    DifferentSum { operands }
}

impl Constraint for DifferentSum {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.operands.values(values);
        let (total, operands) = values.split_last().expect("there is a total");
        let differ = (1..operands.len()).all(|at| !operands[..at].contains(&operands[at]));
        differ && operands.iter().sum::<i64>() == *total
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.operands.fault(model)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let numbers = to.numbers(self.operands.all());
        let (&total, numbers) = numbers.split_last().expect("there is a total");
        to.all_different(numbers);
        let parts = numbers.iter().map(|&number| (1, number));
        let terms: Vec<_> = parts.chain([(-1, total)]).collect();
        to.equation(&terms, 0);
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut views = self.operands.views(to);
        let total = views.pop().expect("there is a total");
        let store = to.store();
        let sets = AlignedDomain::all(store, &views).and_then(|(domains, low)| {
            let sets = sets(store, &domains, low)?;
            Some((domains, sets))
        });
        match sets {
            Some((domains, sets)) => to.propagator(Filter { domains, total, sets }),
            None => self.post_by_bounds(to, &views, total),
        }
    }
}

/// A set of values, bit 0 being the least value of all operands, with its sum.
type Set = (u64, i32);

/// Returns all sets of as many values as there are domains; `None` if they are too many.
fn sets(store: &Store, domains: &[AlignedDomain], low: i32) -> Option<Box<[Set]>> {
    let values = domains.iter().fold(0, |all, domain| all | domain.read(store));
    let mut sets: Vec<Set> = vec![(0, 0)];
    for _ in domains {
        // Each set is extended by values above its largest.
        let larger = |&(set, sum): &Set| {
            let above = values & u64::MAX.checked_shl(64 - set.leading_zeros()).unwrap_or(0);
            ones(above).map(move |bit| (set | 1 << bit, sum + low + bit as i32))
        };
        sets = sets.iter().flat_map(larger).take(MOST_SETS + 1).collect();
        if sets.len() > MOST_SETS {
            return None;
        }
    }
    Some(sets.into())
}

impl DifferentSum {
    fn post_by_bounds(&self, to: &mut Posting<'_>, views: &[View], total: View) {
        if has_repeats(views.iter().chain([&total])) {
            return to.by_trial();
        }
        if neighbours::all_differ(to, views).is_none() {
            all_different::post_bounds(to, views);
        }
        linear::post_different_sum(to, views, total);
    }
}

/// A set is possible if it contains all fixed values, contains only values that some operand can take, has a value for
/// every operand, and its sum is a possible total.
#[derive(Debug)]
struct Filter {
    domains: Box<[AlignedDomain]>,
    total: View,
    sets: Box<[Set]>,
}

impl Filter {
    /// Filters once. Returns whether a domain became smaller.
    fn filter(&self, store: &mut Store) -> Result<bool, Conflict> {
        let began = store.trail().len();
        let (mut fixed, mut possible) = (0, 0);
        let mut domains: SmallVec<[u64; 16]> = SmallVec::new();
        for domain in &self.domains {
            let domain = domain.read(store);
            possible |= domain;
            fixed |= if domain.is_power_of_two() { domain } else { 0 };
            domains.push(domain);
        }
        let mut supported = 0;
        let mut sums: SmallVec<[i32; 64]> = SmallVec::new();
        for &(set, sum) in &self.sets {
            let fits = set & fixed == fixed
                && set & !possible == 0
                && store.contains(self.total, sum)
                && domains.iter().all(|domain| domain & set != 0);
            if fits {
                supported |= set;
                sums.push(sum);
            }
        }
        for domain in &self.domains {
            domain.keep(store, supported)?;
        }
        sums.sort_unstable();
        let (Some(&least), Some(&most)) = (sums.first(), sums.last()) else { return Err(Conflict) };
        store.at_least(self.total, least)?;
        store.at_most(self.total, most)?;
        let mut gone = (least..most).filter(|sum| sums.binary_search(sum).is_err());
        gone.try_for_each(|sum| store.remove(self.total, sum))?;
        Ok(store.trail().len() > began)
    }

    /// Explains why the sets with certain sums are impossible, for the question.
    fn exclude(
        &self,
        is_asked: impl Fn(i32) -> bool,
        reasons: &mut SetReasons<'_>,
        question: Question,
        why: &mut Why<'_>,
    ) -> bool {
        let store = why.store();
        let is_left = |set: &&Set| store.contains(self.total, set.1);
        let sets = || self.sets.iter().filter(|&&(_, sum)| is_asked(sum));
        // The facts that exclude the sets with possible sums may exclude other sets, too.
        let is_found = sets().filter(is_left).all(|&(set, _)| reasons.exclude(set, question));
        for &(set, sum) in sets().filter(|set| !is_left(set)) {
            if is_found && !reasons.is_excluded(set, question) {
                why.is_not(self.total, sum);
            }
        }
        is_found
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "sum of different values"
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.domains) + size_of_val(&*self.sets)
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.domains.iter().for_each(|domain| watch(domain.slot, Event::Change));
        watch(self.total.slot(), Event::Change);
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if !query.is_about(self.total) {
            let neighbours = CommonNeighbours::default();
            return set_reasons::explain(&self.domains, &neighbours, query, why, |reasons, question, why| {
                self.exclude(|_| true, reasons, question, why)
            });
        }
        let intervals = query.intervals(self.total);
        let is_asked = |sum: i32| intervals.iter().any(|&(low, high)| low <= sum && sum <= high);
        let mut reasons = SetReasons::new(&self.domains, why);
        let is_found = self.exclude(is_asked, &mut reasons, Question::ANY, why);
        if is_found {
            reasons.tell(why);
        }
        is_found
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        while self.filter(store)? {}
        Ok(Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn sets_are_counted() {
        let count = |values: &[std::ops::RangeInclusive<i32>]| {
            let mut model = Model::new();
            let views: Vec<Var> = values.iter().map(|values| model.var(values.clone())).collect();
            let engine = model.compile(&Config::default()).unwrap();
            let views: Vec<View> = views.iter().map(|&var| engine.view(var)).collect();
            let (domains, low) = AlignedDomain::all(&engine.engine.store, &views)?;
            sets(&engine.engine.store, &domains, low).map(|sets| sets.len())
        };
        assert_eq!(count(&[]), Some(1));
        assert_eq!(count(&[1..=9, 2..=5, 1..=3]), Some(84));
        assert_eq!(count(&vec![-4..=4; 8]), Some(9));
        assert_eq!(count(&vec![1..=35; 8]), None);
        assert_eq!(count(&vec![1..=7; 8]), Some(0));
        assert_eq!(count(&[0..=63]), Some(64));
        assert_eq!(count(&[0..=63, 1..=64]), None);
    }
}

//! Global cardinality: the number of operands with each value.
//!
//! Meaning: each listed value is taken by a number of operands that its quota allows; in a closed cardinality
//! no other value is taken. Strength: each value is filtered like a [count](mod@super::count), and the sum of the
//! quotas is the number of operands that take listed values; cost: operands times values a run. Then a [flow]
//! makes the operands domain-consistent with respect to the bounds of the quotas, unless a variable occurs
//! twice or is very wide. Variables that are known to differ allow [more filtering](super::count::apart) for
//! each value.

mod explain;
mod flow;

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::count::apart;
use crate::constraints::narrowing::{keep_within, pass_status};
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Refused, Sum};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::{Term, Var};

/// The number of times that a value is taken: given by an operand, or a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// The number of times is the operand's value.
    Exactly(Operand),
    /// The number of times is between the two numbers, inclusive.
    Between(i32, i32),
}

macro_rules! quotas {
    ($($type:ty),*) => {$(
        impl From<$type> for Quota {
            fn from(number: $type) -> Quota {
                Quota::Exactly(number.into())
            }
        }
    )*};
}

quotas!(i32, Var, &Var, Term, &Term, Operand);

impl From<std::ops::RangeInclusive<i32>> for Quota {
    fn from(range: std::ops::RangeInclusive<i32>) -> Quota {
        Quota::Between(*range.start(), *range.end())
    }
}

/// A cardinality constraint, built by [`cardinality`].
#[derive(Clone, Debug)]
pub struct Cardinality {
    /// The operands that take values, followed by the operands of quotas.
    operands: Operands,
    variables: usize,
    quotas: Vec<(i32, Quota)>,
    closed: bool,
}

/// Returns the constraint that each listed value is taken by a number of operands that its quota allows.
/// Other values may be taken, too, unless the constraint is [closed](Cardinality::closed).
///
/// ```
/// # use csp::{Model, constraints::cardinality};
/// let mut model = Model::new();
/// let shifts = model.vars(4, 0..=9);
/// let nights = model.var(0..=4);
/// model.post(cardinality(&shifts, [(1, 1..=2), (2, 1..=1)]));
/// model.post(cardinality(&shifts, [(0, 2.into()), (1, nights.into()), (2, csp::constraints::Quota::Between(0, 9))]).closed());
/// // Two zeros, a one and a two.
/// assert_eq!(model.search()?.solutions().count(), 12);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn cardinality<T: Into<Operand>, Q: Into<Quota>>(
    operands: impl IntoIterator<Item = T>,
    quotas: impl IntoIterator<Item = (i32, Q)>,
) -> Cardinality {
    let mut operands = Operands::new(operands);
    let variables = operands.len();
    let quotas: Vec<(i32, Quota)> = quotas.into_iter().map(|(value, quota)| (value, quota.into())).collect();
    for &(_, quota) in &quotas {
        if let Quota::Exactly(operand) = quota {
            operands.push(operand);
        }
    }
    Cardinality { operands, variables, quotas, closed: false }
}

impl Cardinality {
    /// Forbids values that are not listed.
    pub fn closed(self) -> Cardinality {
        Cardinality { closed: true, ..self }
    }
}

impl Constraint for Cardinality {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.operands.values(values);
        let (taken, numbers) = values.split_at(self.variables);
        let is_listed = |value: &i64| self.quotas.iter().any(|&(listed, _)| i64::from(listed) == *value);
        if self.closed && !taken.iter().all(is_listed) {
            return false;
        }
        let mut numbers = numbers.iter();
        self.quotas.iter().all(|&(value, quota)| {
            let times = taken.iter().filter(|&&taken| taken == i64::from(value)).count() as i64;
            match quota {
                Quota::Exactly(_) => numbers.next() == Some(&times),
                Quota::Between(least, most) => (i64::from(least)..=i64::from(most)).contains(&times),
            }
        })
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let mut values: Vec<i32> = self.quotas.iter().map(|&(value, _)| value).collect();
        values.sort_unstable();
        let twice = values
            .windows(2)
            .find(|pair| pair[0] == pair[1])
            .map(|pair| format!("lists {} twice; give each value one quota", pair[0]));
        let empty = self.quotas.iter().find_map(|&(value, quota)| match quota {
            Quota::Between(least, most) if least > most => {
                Some(format!("wants {value} from {least} to {most} times; give a range that is not empty"))
            }
            _ => None,
        });
        match twice.or(empty) {
            Some(what) => Some(Error::bad_constraint(format!(
                "a cardinality over {} {what}",
                self.operands.names(model)
            ))),
            None => self.operands.fault(model),
        }
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let numbers = to.numbers(self.operands.all());
        let (variables, mut counts) = (&numbers[..self.variables], numbers[self.variables..].iter());
        for &(value, quota) in &self.quotas {
            let mut sum = Sum::default();
            variables.iter().for_each(|&variable| sum.add_literal(1, to.is(variable, value.into())));
            let (least, most) = match quota {
                Quota::Between(least, most) => (least.into(), most.into()),
                Quota::Exactly(_) => {
                    let &count = counts.next().expect("each such quota has an operand");
                    to.add(&mut sum, -1, count);
                    (0, 0)
                }
            };
            to.sum_at_least(&sum, least);
            to.sum_at_most(&sum, most);
        }
        for &variable in variables.iter().filter(|_| self.closed) {
            for value in to.values(variable) {
                if !self.quotas.iter().any(|&(listed, _)| i64::from(listed) == value) {
                    to.clause([!to.is(variable, value)]);
                }
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut variables = self.operands.views(to);
        let mut numbers = variables.split_off(self.variables).into_iter();
        let mut listed = Vec::with_capacity(self.quotas.len());
        for &(value, quota) in &self.quotas {
            let number = match quota {
                Quota::Exactly(_) => numbers.next().expect("each has its operand"),
                Quota::Between(least, most) => {
                    let (least, most) = (least.max(0), most.min(self.variables as i32));
                    if least > most {
                        return to.narrow(|_| Err(Conflict));
                    }
                    to.auxiliary(least..=most)
                }
            };
            listed.push(Listed { value, number });
        }
        listed.sort_unstable_by_key(|listed| listed.value);
        if self.closed {
            to.narrow(|store| {
                variables.iter().try_for_each(|&variable| keep_listed(store, variable, &listed))
            });
        }
        if listed.len() <= flow::MOST_VALUES {
            to.propagator(flow::Flow::new(&variables, &listed, self.closed));
        }
        if let Some(partitions) = apart::partitions(to, &variables) {
            listed.iter().for_each(|listed| apart::post(to, &partitions, listed.value, listed.number));
        }
        let counts = vec![Counts::default(); listed.len()];
        to.propagator(Filter {
            variables: variables.into(),
            listed: listed.into(),
            closed: self.closed,
            counts,
        });
    }
}

/// Removes the values that are not listed. A very wide domain keeps inner values.
fn keep_listed(store: &mut Store, variable: View, listed: &[Listed]) -> Result<(), Conflict> {
    let (Some(first), Some(last)) = (listed.first(), listed.last()) else { return Err(Conflict) };
    store.at_least(variable, first.value)?;
    store.at_most(variable, last.value)?;
    if store.is_range_only(variable) {
        return Ok(());
    }
    listed
        .windows(2)
        .try_for_each(|pair| (pair[0].value + 1..pair[1].value).try_for_each(|v| store.remove(variable, v)))
}

/// A listed value, and the number of operands that take it.
#[derive(Clone, Copy, Debug)]
struct Listed {
    value: i32,
    number: View,
}

/// Number of operands that are fixed to a value, and number of operands that can take it.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    sure: i32,
    possible: i32,
}

#[derive(Debug)]
struct Filter {
    variables: Box<[View]>,
    /// Sorted by value.
    listed: Box<[Listed]>,
    closed: bool,
    /// Scratch, for each listed value.
    counts: Vec<Counts>,
}

impl Filter {
    /// Counts all values again. Returns the number of operands that must take a listed value, and the number that can.
    fn count(&mut self, store: &Store) -> Result<(i64, i64), Conflict> {
        self.counts.fill(Counts::default());
        let (mut must, mut can) = (0, 0);
        for &variable in &self.variables {
            let (size, mut known) = (store.size(variable), 0);
            for (listed, counts) in self.listed.iter().zip(&mut self.counts) {
                if store.contains(variable, listed.value) {
                    known += 1;
                    counts.possible += 1;
                    counts.sure += i32::from(size == 1);
                }
            }
            if known == 0 && self.closed {
                return Err(Conflict);
            }
            must += i64::from(known == size || self.closed);
            can += i64::from(known > 0);
        }
        Ok((must, can))
    }

    /// Narrows each number by the sum of all: the numbers add up to the operands that take listed values.
    fn narrow_by_total(&self, store: &mut Store, (must, can): (i64, i64)) -> Result<(), Conflict> {
        let sum = |bound: &dyn Fn(View) -> i32| -> i64 {
            self.listed.iter().map(|listed| i64::from(bound(listed.number))).sum()
        };
        let (least, most) = (sum(&|view| store.min(view)), sum(&|view| store.max(view)));
        if least > can || most < must {
            return Err(Conflict);
        }
        for &Listed { number, .. } in &self.listed {
            let (low, high) = (i64::from(store.min(number)), i64::from(store.max(number)));
            keep_within(store, number, must - (most - high), can - (least - low))?;
        }
        Ok(())
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "cardinality"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.variables.iter().for_each(|variable| watch(variable.slot, Event::Change));
        self.listed.iter().for_each(|listed| watch(listed.number.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.explain_query(query, why)
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        let together = self.count(store)?;
        for (listed, counts) in self.listed.iter().zip(&self.counts) {
            keep_within(store, listed.number, counts.sure.into(), counts.possible.into())?;
        }
        self.narrow_by_total(store, together)?;
        if self.counts.iter().all(|counts| counts.sure == counts.possible) {
            return Ok(Status::Entailed);
        }
        for (&Listed { value, number }, &Counts { sure, possible }) in self.listed.iter().zip(&self.counts) {
            let (full, short) = (store.max(number) == sure, store.min(number) == possible);
            if sure == possible || !(full || short) {
                continue;
            }
            let open = |store: &Store, view: View| !store.is_fixed(view) && store.contains(view, value);
            let mut variables = SmallVec::<[View; 16]>::new();
            variables.extend(self.variables.iter().copied().filter(|&variable| open(store, variable)));
            for variable in variables {
                if full { store.remove(variable, value)? } else { store.assign(variable, value)? }
            }
        }
        Ok(pass_status(store, began, false))
    }
}

//! Number of distinct values among several variables.
//!
//! Meaning: the number of distinct values of the operands is equal to, at most or at least another operand.
//! Strength: bounds on the number, from the values of fixed operands, from disjoint domains (Beldiceanu 2001)
//! and from the size of the union of domains. Domains are narrowed only if the number is at a limit: then the
//! open operands take known values only, or new values only. (Domain consistency of "at most" is NP-hard.)
//! Cost: the values of all domains, and sorting.

use fixedbitset::FixedBitSet;

use crate::compile::key::Key;
use crate::compile::posting::Posting;
use crate::constraints::comparison::Comparison;
use crate::constraints::narrowing::{keep_within, pass_status};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::expression::{Expression, Function, Range};

/// Returns the number of different values that the operands take.
///
/// ```
/// # use csp::{Model, number_of_values};
/// let mut model = Model::new();
/// let x = model.vars(3, 0..=3);
/// let kinds = model.var(0..=9);
/// model.post(number_of_values(&x).eq(kinds));
/// model.post(number_of_values(&x).le(2));
/// model.post(number_of_values([x[0], x[1]]).ge(2));
/// // Two kinds in x[0] and x[1], and one of the two again.
/// assert_eq!(model.search()?.solutions().count(), 4 * 3 * 2);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn number_of_values<T: Into<Expression>>(operands: impl IntoIterator<Item = T>) -> Expression {
    Expression::call(NumberOfValues, operands.into_iter().map(Into::into).collect())
}

#[derive(Debug)]
struct NumberOfValues;

impl Function for NumberOfValues {
    fn name(&self) -> &'static str {
        "number_of_values"
    }

    fn value(&self, arguments: &[i64]) -> Option<i64> {
        let mut values = arguments.to_vec();
        values.sort_unstable();
        values.dedup();
        Some(values.len() as i64)
    }

    fn range(&self, arguments: &[Range]) -> Range {
        (arguments.len().min(1) as i64, arguments.len() as i64)
    }

    fn key(&self, _key: &mut Key) -> bool {
        true
    }

    fn post(&self, to: &mut Posting<'_>, arguments: &[View], number: View) {
        self.post_compared(to, arguments, Comparison::Equal, number);
    }

    fn post_compared(&self, to: &mut Posting<'_>, arguments: &[View], comparison: Comparison, number: View) {
        let store = to.store();
        let low = arguments.iter().map(|&view| i64::from(store.min(view))).min().unwrap_or(0);
        let high = arguments.iter().map(|&view| i64::from(store.max(view))).max().unwrap_or(0);
        let countable = high - low < WIDEST_UNION;
        to.propagator(Filter {
            views: arguments.into(),
            number,
            comparison,
            union: countable.then(|| FixedBitSet::with_capacity((high - low + 1) as usize)),
            base: low,
            known: Vec::new(),
            apart: Vec::new(),
        });
    }
}

/// Largest span of values for which the union of domains is computed.
const WIDEST_UNION: i64 = 1 << 12;

#[derive(Debug)]
struct Filter {
    views: Box<[View]>,
    number: View,
    comparison: Comparison,
    /// Scratch: the union of the domains, bit 0 standing for `base`. `None` if the values span too much.
    union: Option<FixedBitSet>,
    base: i64,
    /// Scratch: the values of fixed operands, ascending.
    known: Vec<i32>,
    /// Scratch: the bounds of domains without a known value, as (largest, smallest).
    apart: Vec<(i32, i32)>,
}

impl Filter {
    fn find_known(&mut self, store: &Store) {
        self.known.clear();
        self.known.extend(self.views.iter().filter_map(|&view| store.value(view)));
        self.known.sort_unstable();
        self.known.dedup();
    }

    /// Returns a number of open domains that are disjoint from the known values and from each other, found
    /// greedily.
    fn count_apart(&mut self, store: &Store) -> usize {
        let Filter { views, known, apart, .. } = self;
        let new = |view: &&View| known.iter().all(|&value| !store.contains(**view, value));
        apart.clear();
        apart.extend(views.iter().filter(new).map(|&view| (store.max(view), store.min(view))));
        apart.sort_unstable();
        let (mut count, mut end) = (0, i32::MIN);
        for &(max, min) in &*apart {
            if min > end {
                count += 1;
                end = max;
            }
        }
        count
    }

    /// Returns the size of the union of all domains, if it can be computed.
    fn count_values(&mut self, store: &Store) -> Option<usize> {
        let union = self.union.as_mut()?;
        union.clear();
        for &view in &self.views {
            store.domain(view).iter().for_each(|value| union.insert((i64::from(value) - self.base) as usize));
        }
        Some(union.count_ones(..))
    }

    fn open(&self, store: &Store) -> Vec<View> {
        self.views.iter().copied().filter(|&view| !store.is_fixed(view)).collect()
    }

    fn take_known(&self, store: &mut Store, view: View) -> Result<(), Conflict> {
        store.at_least(view, *self.known.first().ok_or(Conflict)?)?;
        store.at_most(view, *self.known.last().ok_or(Conflict)?)?;
        if store.is_range_only(view) {
            return Ok(());
        }
        (store.min(view)..=store.max(view)).try_for_each(|value| match self.known.binary_search(&value) {
            Ok(_) => Ok(()),
            Err(_) => store.remove(view, value),
        })
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "number of values"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.number.slot, Event::Bounds);
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        self.find_known(store);
        let open = self.open(store);
        let (upper, lower) = (self.comparison.is_upper(), self.comparison.is_lower());
        let known = self.known.len();
        if upper {
            let least = known + self.count_apart(store);
            keep_within(store, self.number, least as i64, i64::MAX)?;
        }
        if lower {
            let values = self.count_values(store).unwrap_or(usize::MAX);
            let most = (known + open.len()).min(values);
            keep_within(store, self.number, i64::MIN, most as i64)?;
        }
        if open.is_empty() {
            return Ok(Status::Entailed);
        }
        if upper && i64::from(store.max(self.number)) == known as i64 {
            open.iter().try_for_each(|&view| self.take_known(store, view))?;
        }
        if lower && i64::from(store.min(self.number)) == (known + open.len()) as i64 {
            let known = &self.known;
            open.iter()
                .try_for_each(|&view| known.iter().try_for_each(|&value| store.remove(view, value)))?;
        }
        Ok(pass_status(store, began, false))
    }
}

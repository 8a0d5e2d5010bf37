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
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::expression::{Expression, Function};
use crate::model::values::Range;

/// Returns the number of different values that the operands take.
///
/// ```
/// # use csp::{Model, constraints::number_of_values};
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

    fn post_compared(
        &self,
        to: &mut Posting<'_>,
        arguments: &[View],
        comparison: Comparison,
        number: View,
    ) -> bool {
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
        true
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

/// Fixed operands, each with its value.
type Holders = Vec<(i32, View)>;

/// Explanations.
impl Filter {
    /// Returns for each value that a fixed operand has one such operand, and the other fixed operands.
    fn holders(&self, store: &Store) -> (Holders, Holders) {
        let fixed = self.views.iter().filter_map(|&view| Some((store.value(view)?, view)));
        let (mut first, mut others): (Holders, Holders) = Default::default();
        for (value, view) in fixed {
            let list = if first.iter().any(|&(known, _)| known == value) { &mut others } else { &mut first };
            list.push((value, view));
        }
        (first, others)
    }

    /// Explains that there are `least` values or more.
    fn explain_least(&self, least: usize, why: &mut Why<'_>) -> bool {
        let store = why.store();
        let (holders, _) = self.holders(store);
        let is_free = |view: &View| holders.iter().all(|&(value, _)| !store.contains(*view, value));
        let mut open: Vec<View> = self.views.iter().copied().filter(is_free).collect();
        open.sort_unstable_by_key(|&view| (store.max(view), store.min(view)));
        let mut apart: Vec<View> = Vec::new();
        for view in open {
            if apart.last().is_none_or(|&last| store.min(view) > store.max(last)) {
                apart.push(view);
            }
        }
        let needed = least.saturating_sub(holders.len());
        if needed > apart.len() {
            return false;
        }
        let holders = &holders[..holders.len().min(least)];
        holders.iter().for_each(|&(_, view)| why.fixed(view));
        apart[..needed].iter().all(|&view| {
            why.bounds(view);
            holders.iter().all(|&(value, _)| why.is_outside(view, (value, value)))
        })
    }

    /// Explains that there are `most` values or fewer: all operands but `most` repeat the value of another.
    fn explain_most(&self, most: usize, why: &mut Why<'_>) -> bool {
        let (holders, others) = self.holders(why.store());
        let repeats = self.views.len().saturating_sub(most);
        if repeats > others.len() {
            return false;
        }
        for &(value, view) in &others[..repeats] {
            why.fixed(view);
            holders.iter().filter(|&&(known, _)| known == value).for_each(|&(_, holder)| why.fixed(holder));
        }
        true
    }

    /// Explains that there are too many values, or too few.
    fn explain_conflict(&self, why: &mut Why<'_>) -> bool {
        let (least, most) = why.store().bounds(self.number);
        self.comparison.is_upper()
            && why.attempt(|why| {
                why.max(self.number);
                self.explain_least((most + 1).max(0) as usize, why)
            })
            || self.comparison.is_lower()
                && least > 0
                && why.attempt(|why| {
                    why.min(self.number);
                    self.explain_most(least as usize - 1, why)
                })
    }

    /// Explains that an operand takes only values of fixed operands, since these are as many values as allowed, or
    /// none of them, since each open operand must take a new value.
    fn explain_operand(&self, view: View, takes_known: bool, query: &Query, why: &mut Why<'_>) -> bool {
        let (holders, _) = self.holders(why.store());
        let (least, most) = why.store().bounds(self.number);
        let holder = |value: i32| holders.iter().find(|&&(known, _)| known == value);
        let mut asked = query.intervals(view).into_iter();
        if !asked
            .all(|asked| why.others_are_gone(view, asked, |value| holder(value).is_some() != takes_known))
        {
            return false;
        }
        if takes_known {
            why.max(self.number);
            holders.iter().for_each(|&(_, holder)| why.fixed(holder));
            return holders.len() as i64 >= i64::from(most);
        }
        let is_asked =
            |value: i32| query.intervals(view).iter().any(|&(low, high)| low <= value && value <= high);
        for &(_, holder) in holders.iter().filter(|&&(value, _)| is_asked(value)) {
            why.fixed(holder);
        }
        why.min(self.number);
        least >= 0 && self.explain_most(least as usize, why)
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

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return self.explain_conflict(why);
        }
        let (least, most) = (query.at_least(self.number), query.at_most(self.number));
        query.is_about(self.number)
            && why.attempt(|why| {
                least.is_none_or(|bound| bound >= 0 && self.explain_least(bound as usize, why))
                    && most.is_none_or(|bound| bound >= 0 && self.explain_most(bound as usize, why))
            })
            || self.views.iter().any(|&view| {
                query.is_about(view)
                    && [true, false].into_iter().any(|takes_known| {
                        why.attempt(|why| self.explain_operand(view, takes_known, query, why))
                    })
            })
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

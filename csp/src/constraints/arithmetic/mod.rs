//! Product, quotient, remainder and distance of two values.
//!
//! Meaning: `operation(x, y) = z` over the integers. Division rounds towards zero, and its remainder has the
//! sign of `x`, as in Rust; a division by zero is false. Strength: domain consistency, by a
//! [table](mod@super::table), if x and y have few pairs of values at posting (distances between words have an
//! algorithm of their own); otherwise interval reasoning, in a file for each operation. Cost: constant for
//! intervals.
//!
//! Values of variables with offsets are at most 2^29, so products stay below 2^58 and no filter can overflow. Values
//! of expressions may be larger; see [`crate::model::expression`].

mod distance;
mod interval;
mod product;
mod quotient;
mod remainder;

use crate::compile::key::Key;
use crate::compile::posting::Posting;
use crate::constraints::narrowing::{has_repeats, pass_status};
use crate::constraints::table;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::expression::{Defined, Expression, Function};
use crate::model::values::Range;

use interval::Interval;

/// Largest number of pairs of x and y for a table. Building it takes 0.05 ms for 16 × 16 values and 1.2 ms
/// for 64 × 64 (measured November 2026).
const MOST_PAIRS: u64 = 1 << 12;

/// Largest number of values of an operand of a distance for a table: the absolute value of a wide number is needed in
/// sums, which filter bounds, and its reasons are bounds then, too.
const MOST_DISTANT: u32 = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Product,
    Quotient,
    Remainder,
    Distance,
}

/// Returns `x · y`.
///
/// ```
/// # use csp::{Model, constraints::product};
/// let mut model = Model::new();
/// let (x, y) = (model.var(1..=20), model.var(1..=20));
/// model.post(product(x, y).eq(91));
/// model.post(x.lt(y));
/// assert_eq!(model.search()?.first()?.unwrap().values(), [7, 13]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn product(x: impl Into<Expression>, y: impl Into<Expression>) -> Expression {
    Expression::call(Operation::Product, vec![x.into(), y.into()])
}

/// Returns `x / y`, rounded towards zero. `y` must not be 0.
///
/// ```
/// # use csp::constraints::{quotient, remainder};
/// # use csp::Model;
/// let mut model = Model::new();
/// let (x, y) = (model.var(-9..=9), model.var(-1..=4));
/// model.post(quotient(x, y).eq(-2));
/// model.post(remainder(x, y).eq(-1));
/// let mut found: Vec<_> = model.search()?.solutions().map(|found| (found[x], found[y])).collect();
/// found.sort_unstable();
/// assert_eq!(found, [(-9, 4), (-7, 3), (-5, 2)]);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn quotient(x: impl Into<Expression>, y: impl Into<Expression>) -> Expression {
    Expression::call(Operation::Quotient, vec![x.into(), y.into()])
}

/// Returns the remainder of [`quotient()`]: 0 or of the sign of `x`. `y` must not be 0.
pub fn remainder(x: impl Into<Expression>, y: impl Into<Expression>) -> Expression {
    Expression::call(Operation::Remainder, vec![x.into(), y.into()])
}

/// Returns `|x − y|`.
///
/// ```
/// # use csp::{Model, constraints::absolute_difference};
/// let mut model = Model::new();
/// let (x, y) = (model.var(0..=9), model.var(4..=5));
/// model.post(absolute_difference(x, y).eq(4));
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn absolute_difference(x: impl Into<Expression>, y: impl Into<Expression>) -> Expression {
    Expression::call(Operation::Distance, vec![x.into(), y.into()])
}

impl Operation {
    fn apply(self, x: i64, y: i64) -> Option<i64> {
        match self {
            Operation::Product => x.checked_mul(y),
            Operation::Quotient => x.checked_div(y),
            Operation::Remainder => x.checked_rem(y),
            Operation::Distance => x.checked_sub(y)?.checked_abs(),
        }
    }

    fn filter(self, store: &mut Store, views: [View; 3]) -> Result<(), Conflict> {
        match self {
            Operation::Product => product::filter(store, views),
            Operation::Quotient => quotient::filter(store, views),
            Operation::Remainder => remainder::filter(store, views),
            Operation::Distance => distance::filter(store, views),
        }
    }
}

impl Expression {
    /// Returns the absolute value.
    ///
    /// ```
    /// # use csp::Model;
    /// let mut model = Model::new();
    /// let (x, y) = (model.var(0..=9), model.var(4..=5));
    /// model.post((x - y * 2).abs().le(1));
    /// assert_eq!(model.search()?.solutions().count(), 3 + 1);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn abs(self) -> Expression {
        absolute_difference(self, 0)
    }
}

impl Function for Operation {
    fn name(&self) -> &'static str {
        match self {
            Operation::Product => "product",
            Operation::Quotient => "quotient",
            Operation::Remainder => "remainder",
            Operation::Distance => "distance",
        }
    }

    fn value(&self, arguments: &[i64]) -> Option<i64> {
        self.apply(arguments[0], arguments[1])
    }

    fn range(&self, arguments: &[Range]) -> Range {
        let [x, y] = [arguments[0], arguments[1]].map(|(low, high)| Interval { low, high });
        let Interval { low, high } = match self {
            Operation::Product => x.corners(y, i64::saturating_mul),
            Operation::Quotient => Interval { low: -x.most(), high: x.most() },
            Operation::Remainder => {
                let most = x.most().min(y.most());
                Interval { low: if x.low < 0 { -most } else { 0 }, high: if x.high > 0 { most } else { 0 } }
            }
            Operation::Distance => {
                Interval { low: 0, high: x.high.saturating_sub(y.low).max(y.high.saturating_sub(x.low)) }
            }
        };
        (low, high)
    }

    fn hull(&self, arguments: &[Range]) -> Range {
        let [x, y] = [arguments[0], arguments[1]].map(|(low, high)| Interval { low, high });
        let Interval { low, high } = match self {
            Operation::Quotient => {
                let quotients = y.without_zero().map(|y| x.corners(y, |a, b| a / b));
                quotients.reduce(Interval::join).expect("it is defined somewhere")
            }
            // A value smaller than the divisor is its own remainder.
            Operation::Remainder if x.most() < y.least() => x,
            Operation::Remainder => {
                let most = x.most().min(y.most() - 1);
                Interval { low: if x.low < 0 { -most } else { 0 }, high: if x.high > 0 { most } else { 0 } }
            }
            Operation::Distance => {
                let gap = (x.low - y.high).max(y.low - x.high).max(0);
                Interval { low: gap, high: (x.high - y.low).max(y.high - x.low) }
            }
            Operation::Product => return self.range(arguments),
        };
        (low, high)
    }

    fn key(&self, _key: &mut Key) -> bool {
        true
    }

    fn domain(&self) -> Option<(usize, Defined)> {
        matches!(self, Operation::Quotient | Operation::Remainder).then_some((1, Defined::NotZero))
    }

    fn post(&self, to: &mut Posting<'_>, arguments: &[View], z: View) {
        let [x, y] = [arguments[0], arguments[1]];
        if *self == Operation::Distance {
            to.narrow(|store| distance::filter(store, [x, y, z]));
            if let Some(words) = distance::WordDistance::new(to.store(), [x, y, z]) {
                return to.propagator(words);
            }
        }
        let store = to.store();
        let is_wide = *self == Operation::Distance && store.size(x).max(store.size(y)) > MOST_DISTANT;
        if is_wide || u64::from(store.size(x)) * u64::from(store.size(y)) > MOST_PAIRS {
            return to.propagator(Intervals { views: [x, y, z], operation: *self });
        }
        let rows = |store: &Store| {
            let mut rows = Vec::new();
            for a in store.domain(x).iter() {
                rows.extend(store.domain(y).iter().filter_map(|b| {
                    let c = i32::try_from(self.apply(a.into(), b.into())?).ok()?;
                    store.contains(z, c).then_some([a, b, c])
                }));
            }
            rows
        };
        if has_repeats([&x, &y, &z]) {
            let rows = rows(store);
            return table::post(to, &[x, y, z], rows, true);
        }
        let mut key = Key::default();
        key.push_text(self.name());
        table::post_computed(to, &[x, y, z], key, |store| Some(rows(store).into_flattened()));
    }
}

/// Filters bounds only.
#[derive(Debug)]
struct Intervals {
    views: [View; 3],
    operation: Operation,
}

impl Propagator for Intervals {
    fn name(&self) -> &'static str {
        self.operation.name()
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        // Every change is watched, since it matters whether 0 is in a domain.
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if self.operation == Operation::Distance && distance::explain(query, self.views, why) {
            return true;
        }
        for view in self.views {
            why.bounds(view);
            let is_zero_gone = !why.store().contains(view, 0);
            if is_zero_gone {
                why.is_not(view, 0);
            }
        }
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        self.operation.filter(store, self.views)?;
        if let [Some(x), Some(y), Some(z)] = self.views.map(|view| store.value(view)) {
            let holds = self.operation.apply(x.into(), y.into()) == Some(z.into());
            return if holds { Ok(Status::Entailed) } else { Err(Conflict) };
        }
        Ok(pass_status(store, began, false))
    }
}

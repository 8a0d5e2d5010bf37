//! Maximum and minimum of several values.
//!
//! Meaning: `result` is the maximum (minimum) of the operands. Strength: domain consistency, unless a
//! variable occurs twice or is very wide. Cost: one visit of each operand and of the values of the result.
//!
//! A value of the result needs an operand that can take it, and no operand that must exceed it. A value of an
//! operand is supported if another operand can be the result at or above it, or if it can be the result
//! itself. The minimum is handled as the maximum of [mirrored](Mirror) domains.

use crate::base::error::Error;
use crate::compile::key::Key;
use crate::compile::posting::Posting;
use crate::constraints::Comparison;
use crate::constraints::absence::ALL;
use crate::constraints::less::LessOrEqual;
use crate::constraints::narrowing::{is_plain, pass_status};
use crate::constraints::windows::{interval, keep_windows, window};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::expression::{Expression, Function};
use crate::model::values::Range;

/// Returns the largest value of the operands.
///
/// ```
/// # use csp::{Model, maximum, minimum};
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=4);
/// let top = model.var(0..=9);
/// model.post(maximum(&x).eq(top));
/// model.post(minimum(&x).eq(top - 1));
/// // From 1 to 2, 2 to 3 or 3 to 4, and not all the same.
/// assert_eq!(model.search()?.solutions().count(), 3 * 6);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn maximum<T: Into<Expression>>(operands: impl IntoIterator<Item = T>) -> Expression {
    extremum(Mirror(false), operands)
}

/// Returns the smallest value of the operands; see [`maximum`].
pub fn minimum<T: Into<Expression>>(operands: impl IntoIterator<Item = T>) -> Expression {
    extremum(Mirror(true), operands)
}

fn extremum<T: Into<Expression>>(mirror: Mirror, operands: impl IntoIterator<Item = T>) -> Expression {
    Expression::call(Extremum(mirror), operands.into_iter().map(Into::into).collect())
}

#[derive(Debug)]
struct Extremum(Mirror);

impl Function for Extremum {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn value(&self, arguments: &[i64]) -> Option<i64> {
        let all = arguments.iter().copied();
        if self.0.is_minimum() { all.min() } else { all.max() }
    }

    fn range(&self, arguments: &[Range]) -> Range {
        let pick = |a: i64, b: i64| if self.0.is_minimum() { a.min(b) } else { a.max(b) };
        let all = arguments.iter().copied();
        all.reduce(|(a, b), (c, d)| (pick(a, c), pick(b, d))).unwrap_or((0, 0))
    }

    fn key(&self, _key: &mut Key) -> bool {
        true
    }

    fn fault(&self, arguments: &[Expression], _model: &Model) -> Option<Error> {
        arguments.is_empty().then(|| {
            Error::bad_constraint(format!("the {} of nothing; give it one operand at least", self.name()))
        })
    }

    fn post(&self, to: &mut Posting<'_>, arguments: &[View], result: View) {
        let plain = is_plain(to.store(), arguments.iter().chain([&result]));
        to.propagator(Filter { parts: arguments.into(), result, mirror: self.0, plain });
    }

    fn post_compared(
        &self,
        to: &mut Posting<'_>,
        arguments: &[View],
        comparison: Comparison,
        result: View,
    ) -> bool {
        match (comparison, self.0.is_minimum()) {
            // Then each operand is at most the result.
            (Comparison::AtMost, false) => {
                arguments.iter().for_each(|&part| to.propagator(LessOrEqual::new(part, result)));
            }
            (Comparison::AtLeast, true) => {
                arguments.iter().for_each(|&part| to.propagator(LessOrEqual::new(result, part)));
            }
            (Comparison::Equal, _) => self.post(to, arguments, result),
            _ => return false,
        }
        true
    }
}

/// Domains as they are, or with negated values.
#[derive(Clone, Copy, Debug)]
struct Mirror(bool);

impl Mirror {
    /// Whether the maximum after mirroring is the minimum of the values themselves.
    fn is_minimum(self) -> bool {
        self.0
    }

    fn name(self) -> &'static str {
        if self.0 { "minimum" } else { "maximum" }
    }

    fn see(self, value: i32) -> i32 {
        if self.0 { -value } else { value }
    }

    fn min(self, store: &Store, view: View) -> i32 {
        if self.0 { -store.max(view) } else { store.min(view) }
    }

    fn max(self, store: &Store, view: View) -> i32 {
        if self.0 { -store.min(view) } else { store.max(view) }
    }

    fn contains(self, store: &Store, view: View, value: i32) -> bool {
        store.contains(view, self.see(value))
    }

    /// Returns the values that are at most `bound` after mirroring, as the window from `first` on.
    fn up_to(self, bound: i32, first: i32) -> u64 {
        if self.0 { interval(-bound, i32::MAX, first) } else { interval(i32::MIN, bound, first) }
    }

    /// Returns an interval after mirroring, or back.
    fn turn(self, (low, high): (i32, i32)) -> (i32, i32) {
        // Values can be negated, but [`ALL`] ends at a number that cannot.
        if self.0 {
            (high.checked_neg().unwrap_or(ALL.1), low.checked_neg().unwrap_or(ALL.1))
        } else {
            (low, high)
        }
    }

    /// Adds: `view` is at least `bound`, after mirroring.
    fn is_at_least(self, view: View, bound: i32, why: &mut Why<'_>) {
        if self.0 { why.at_most(view, -bound) } else { why.at_least(view, bound) }
    }

    /// Adds: `view` is at most `bound`, after mirroring.
    fn is_at_most(self, view: View, bound: i32, why: &mut Why<'_>) {
        if self.0 { why.at_least(view, -bound) } else { why.at_most(view, bound) }
    }

    fn at_least(self, store: &mut Store, view: View, bound: i32) -> Result<(), Conflict> {
        if self.0 { store.at_most(view, -bound) } else { store.at_least(view, bound) }
    }

    fn at_most(self, store: &mut Store, view: View, bound: i32) -> Result<(), Conflict> {
        if self.0 { store.at_least(view, -bound) } else { store.at_most(view, bound) }
    }
}

#[derive(Debug)]
struct Filter {
    parts: Box<[View]>,
    result: View,
    mirror: Mirror,
    plain: bool,
}

impl Filter {
    fn keep_results(&self, store: &mut Store) -> Result<(), Conflict> {
        let Filter { mirror, result, .. } = *self;
        let parts = || self.parts.iter().copied();
        let least = parts().map(|part| mirror.min(store, part)).max().expect("a part is there");
        let most = parts().map(|part| mirror.max(store, part)).max().expect("a part is there");
        mirror.at_least(store, result, least)?;
        mirror.at_most(store, result, most)?;
        if store.is_range_only(result) {
            return Ok(());
        }
        keep_windows(store, result, |store, first| {
            parts().fold(0, |all, part| all | window(store, part, first))
        })
    }

    /// Returns the largest common value of a part and the result.
    fn reach(&self, store: &Store, part: View) -> Option<i32> {
        let Filter { mirror, result, .. } = *self;
        let low = mirror.min(store, part).max(mirror.min(store, result));
        let high = mirror.max(store, part).min(mirror.max(store, result));
        let common =
            |value: &i32| mirror.contains(store, part, *value) && mirror.contains(store, result, *value);
        (low..=high).rev().find(common)
    }

    /// Keeps of each part the values that another part can exceed or equal as the result, and the values of
    /// the result.
    fn keep_parts(&self, store: &mut Store) -> Result<(), Conflict> {
        let Filter { mirror, result, .. } = *self;
        // The two largest, so that for each part the largest among the others is known.
        let (mut best, mut second) = (None, None);
        for (at, &part) in self.parts.iter().enumerate() {
            let next = self.reach(store, part).map(|reach| (reach, at));
            if next > best {
                (best, second) = (next, best);
            } else {
                second = second.max(next);
            }
        }
        let (_, holder) = best.ok_or(Conflict)?;
        for (at, &part) in self.parts.iter().enumerate() {
            let others = (if at == holder { second } else { best }).map(|(reach, _)| reach);
            mirror.at_most(store, part, mirror.max(store, result))?;
            if others < Some(mirror.min(store, part)) {
                mirror.at_least(store, part, mirror.min(store, result))?;
            }
            if store.is_range_only(part) {
                continue;
            }
            keep_windows(store, part, |store, first| {
                let free = others.map_or(0, |reach| mirror.up_to(reach, first));
                free | window(store, result, first)
            })?;
        }
        Ok(())
    }
}

/// Explanations.
impl Filter {
    /// Explains that `part` has no common value with the result in an interval, given after mirroring.
    fn explain_apart(&self, part: View, interval: (i32, i32), why: &mut Why<'_>) -> bool {
        why.have_no_common(part, self.result, self.mirror.turn(interval))
    }

    /// Explains that the result is not in an interval: a part is above it, or no part is in it.
    fn explain_result(&self, asked: (i32, i32), why: &mut Why<'_>) -> bool {
        let mirror = self.mirror;
        let (_, high) = mirror.turn(asked);
        if let Some(&above) = self.parts.iter().find(|&&part| mirror.min(why.store(), part) > high) {
            mirror.is_at_least(above, high + 1, why);
            return true;
        }
        self.parts.iter().all(|&part| why.have_no_common(part, self.result, asked))
    }

    /// Explains that a part is not in an interval: the result is below it, or it would be above the part and
    /// no other part can be equal to it.
    fn explain_part(&self, at: usize, asked: (i32, i32), why: &mut Why<'_>) -> bool {
        let Filter { mirror, result, .. } = *self;
        let part = self.parts[at];
        let (low, high) = mirror.turn(asked);
        if mirror.max(why.store(), result) < low {
            mirror.is_at_most(result, low - 1, why);
            return true;
        }
        let min = mirror.min(why.store(), part);
        let others = |low: i32, why: &mut Why<'_>| {
            let mut others = self.parts.iter().enumerate().filter(|&(other, _)| other != at);
            others.all(|(_, &other)| self.explain_apart(other, (low, ALL.1), why))
        };
        why.attempt(|why| self.explain_apart(part, (low, high), why) && others(low, why))
            || low < min && min <= high && {
                mirror.is_at_least(part, min, why);
                self.explain_apart(part, (min, high), why) && others(min, why)
            }
    }

    fn explain_conflict(&self, why: &mut Why<'_>) -> bool {
        let mirror = self.mirror;
        let none_is_equal = |low: i32, why: &mut Why<'_>| {
            self.parts.iter().all(|&part| self.explain_apart(part, (low, ALL.1), why))
        };
        // The result is at least the largest part; this is added if it helps.
        why.attempt(|why| none_is_equal(ALL.0, why)) || {
            let largest = self.parts.iter().max_by_key(|&&part| mirror.min(why.store(), part));
            let Some(&largest) = largest else { return false };
            let least = mirror.min(why.store(), largest);
            mirror.is_at_least(largest, least, why);
            none_is_equal(least, why)
        }
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        self.mirror.name()
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.parts.iter().chain([&self.result]).for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return self.explain_conflict(why);
        }
        let mut of_result = query.intervals(self.result).into_iter();
        query.is_about(self.result)
            && why.attempt(|why| of_result.all(|asked| self.explain_result(asked, why)))
            || self.parts.iter().enumerate().any(|(at, &part)| {
                let mut asked = query.intervals(part).into_iter();
                query.is_about(part)
                    && why.attempt(|why| asked.all(|asked| self.explain_part(at, asked, why)))
            })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        self.keep_results(store)?;
        self.keep_parts(store)?;
        Ok(pass_status(store, began, self.plain))
    }
}

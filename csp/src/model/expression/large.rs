//! Comparisons with parts that are too large for auxiliary variables: sums of squares, products of three
//! factors.
//!
//! Meaning: that of the comparison. Values of variables end at 2^28, so no auxiliary variable can represent
//! such a part. Instead, one propagator over the variables filters the whole comparison by interval
//! arithmetic in 64 bits: the interval of a part follows from those of its arguments. If the comparison is
//! impossible with a variable at one end of its domain, that end is removed. Strength: bounds, exact for the
//! last variable. Cost: one evaluation of the comparison for each bound, and some thirty more for a bound
//! that moves. All magnitudes stay below 2^62, which is checked at posting.

use smallvec::SmallVec;

use super::call::{Call, Defined, Range};
use super::numbers::add_conditional;
use super::statement::{Relation, Statement};
use super::{Expression, Function};
use crate::compile::posting::Posting;
use crate::constraints::Refutable;
use crate::engine::literal::Literal;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::ids::Var;

/// Largest magnitude of any intermediate result.
const LARGEST: i128 = 1 << 62;

/// Posts a comparison, unconditionally or under the assumption `when`.
pub(super) fn post(to: &mut Posting<'_>, statement: &Statement, when: Option<Literal>) {
    let sum = statement.sum();
    let mut vars: Vec<Var> = Vec::new();
    sum.each_variable(&mut |var| vars.push(var));
    vars.sort_unstable();
    vars.dedup();
    let views = vars.into_iter().map(|var| (var, to.view(var))).collect();
    add_conditional(to, Large { sum, relation: statement.relation, bound: statement.bound, views }, when);
}

#[derive(Debug)]
struct Large {
    sum: Expression,
    relation: Relation,
    bound: i64,
    /// Sorted by variable.
    views: Box<[(Var, View)]>,
}

impl Large {
    fn view(&self, var: Var) -> View {
        let at = self.views.binary_search_by_key(&var, |(known, _)| *known).expect("every variable is known");
        self.views[at].1
    }

    /// Returns whether interval arithmetic allows the comparison while the variable `slot` is in
    /// `low..=high`.
    fn is_possible(&self, store: &Store, (slot, low, high): (Slot, i32, i32)) -> bool {
        self.is_possible_within(&|view: View| {
            if view.slot == slot { (low + view.offset, high + view.offset) } else { store.bounds(view) }
        })
    }

    /// Like `is_possible`, for any bounds.
    fn is_possible_within(&self, bounds: &dyn Fn(View) -> (i32, i32)) -> bool {
        let decided = self.views.iter().all(|&(_, view)| {
            let (low, high) = bounds(view);
            low == high
        });
        if decided {
            let value = self.sum.value(&|var| bounds(self.view(var)).0);
            return value.is_some_and(|value| self.relation.holds(value, self.bound));
        }
        let range = self.sum.hull(&|var| {
            let (low, high) = bounds(self.view(var));
            (low.into(), high.into())
        });
        range.is_some_and(|(low, high)| match self.relation {
            Relation::Equal => low <= self.bound && self.bound <= high,
            Relation::Different => (low, high) != (self.bound, self.bound),
            Relation::AtMost => low <= self.bound,
        })
    }

    /// Adds bounds within which the comparison is impossible: the bounds of the box, each widened as far as possible,
    /// one after the other. An end of the box that is not a bound of the variable's domain is not a fact. Returns
    /// false if the comparison is possible.
    fn explain_box(&self, mut bounds: Vec<(Slot, i32, i32)>, why: &mut Why<'_>) -> bool {
        let is_possible = |bounds: &[(Slot, i32, i32)]| {
            self.is_possible_within(&|view: View| {
                let of_slot = bounds.iter().find(|(slot, ..)| *slot == view.slot);
                let &(_, low, high) = of_slot.expect("every slot is in the box");
                (low + view.offset, high + view.offset)
            })
        };
        if is_possible(&bounds) {
            return false;
        }
        for at in 0..bounds.len() {
            let (slot, low, high) = bounds[at];
            let (root_low, root_high) = why.root_bounds(slot.into());
            let (own_low, own_high) = why.store().bounds(slot.into());
            if low == own_low {
                bounds[at].1 = root_low;
                if is_possible(&bounds) {
                    bounds[at].1 = low;
                    why.at_least(slot.into(), low);
                }
            }
            if high == own_high {
                bounds[at].2 = root_high;
                if is_possible(&bounds) {
                    bounds[at].2 = high;
                    why.at_most(slot.into(), high);
                }
            }
        }
        true
    }

    /// Removes refuted values at one end of a variable's domain.
    fn shave(&self, store: &mut Store, slot: Slot, from_above: bool) -> Result<(), Conflict> {
        let view = View { slot, offset: 0 };
        let (low, high) = store.bounds(view);
        let (end, span) = (if from_above { high } else { low }, high - low);
        let refutes = |store: &Store, steps: i32| {
            let part = if from_above { (slot, end - steps, end) } else { (slot, end, end + steps) };
            !self.is_possible(store, part)
        };
        if !refutes(store, 0) {
            return Ok(());
        }
        // Gallop: double the step while values are refuted, then halve it.
        let (mut known, mut step) = (0, 1);
        while known < span && refutes(store, (known + step).min(span)) {
            known = (known + step).min(span);
            step = step.saturating_mul(2).min(span.max(1));
        }
        while step > 1 {
            step /= 2;
            if known + step <= span && refutes(store, known + step) {
                known += step;
            }
        }
        if known >= span {
            return Err(Conflict);
        }
        if from_above { store.at_most(view, end - known - 1) } else { store.at_least(view, end + known + 1) }
    }
}

impl Propagator for Large {
    fn name(&self) -> &'static str {
        "large"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|(_, view)| watch(view.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let mut slots: Vec<Slot> = self.views.iter().map(|(_, view)| view.slot).collect();
        slots.sort_unstable();
        slots.dedup();
        let bounds = |asked: Option<(Slot, i32, i32)>| -> Vec<(Slot, i32, i32)> {
            let own = |slot: Slot| {
                let (low, high) = why.store().bounds(slot.into());
                asked.filter(|&(known, ..)| known == slot).unwrap_or((slot, low, high))
            };
            slots.iter().map(|&slot| own(slot)).collect()
        };
        let Some(slot) = query.slot() else { return self.explain_box(bounds(None), why) };
        let view = View { slot, offset: 0 };
        let (low, high) = why.store().bounds(view);
        let below = query.at_least(view).map(|bound| bounds(Some((slot, low, bound - 1))));
        let above = query.at_most(view).map(|bound| bounds(Some((slot, bound + 1, high))));
        let mut asked = below.into_iter().chain(above);
        asked.all(|bounds| self.explain_box(bounds, why))
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if self.is_refuted(store) {
            return Err(Conflict);
        }
        if self.views.iter().all(|&(_, view)| store.is_fixed(view)) {
            return Ok(Status::Entailed);
        }
        let began = store.trail().len();
        for &(_, view) in &self.views {
            if !store.is_fixed(view) {
                self.shave(store, view.slot, false)?;
                self.shave(store, view.slot, true)?;
            }
        }
        Ok(if store.trail().len() == began { Status::Fixpoint } else { Status::Again })
    }
}

impl Refutable for Large {
    fn is_refuted(&mut self, store: &Store) -> bool {
        let Some(&(_, view)) = self.views.first() else {
            // The sum is a constant.
            let value = self.sum.value(&|_| 0);
            return !value.is_some_and(|value| self.relation.holds(value, self.bound));
        };
        let (low, high) = store.bounds(View { slot: view.slot, offset: 0 });
        !self.is_possible(store, (view.slot, low, high))
    }
}

impl Expression {
    /// Returns an interval that contains all defined values of the expression; `None` if it is defined nowhere.
    fn hull(&self, of: &dyn Fn(Var) -> Range) -> Option<Range> {
        let (mut low, mut high) = (self.constant, self.constant);
        let mut add = |a: i64, (least, most): Range| {
            let (one, other) = (a * least, a * most);
            low += one.min(other);
            high += one.max(other);
        };
        self.variables.iter().for_each(|&(a, var)| add(a, of(var)));
        for (a, call) in &self.calls {
            add(*a, call.hull(of)?);
        }
        Some((low, high))
    }

    /// Returns an interval that contains all values of the expression, or `None` if an intermediate result may exceed
    /// 2^62.
    pub(super) fn safe_range(&self, of: &dyn Fn(Var) -> Range) -> Option<Range> {
        let (mut low, mut high) = (i128::from(self.constant), i128::from(self.constant));
        let mut reach = low.abs();
        let mut add = |a: i64, (least, most): Range| {
            let (one, other) = (i128::from(a) * i128::from(least), i128::from(a) * i128::from(most));
            low += one.min(other);
            high += one.max(other);
            reach = reach.saturating_add(one.abs().max(other.abs()));
        };
        self.variables.iter().for_each(|&(a, var)| add(a, of(var)));
        for (a, call) in &self.calls {
            add(*a, call.safe_range(of)?);
        }
        (reach <= LARGEST).then_some((low as i64, high as i64))
    }

    /// Returns whether auxiliary variables can represent the expression as an argument, and all its parts.
    pub(super) fn is_narrow(&self, of: &dyn Fn(Var) -> Range) -> bool {
        self.fits_argument(self.range(of)) && self.calls.iter().all(|(_, call)| call.is_narrow(of))
    }
}

impl Call {
    fn hull(&self, of: &dyn Fn(Var) -> Range) -> Option<Range> {
        let Call::Function { function, arguments } = self else { return Some((0, 1)) };
        let ranges: Option<SmallVec<[Range; 8]>> = arguments.iter().map(|part| part.hull(of)).collect();
        let ranges = ranges?;
        if ranges.iter().all(|(low, high)| low == high) {
            let arguments: SmallVec<[i64; 8]> = ranges.iter().map(|&(value, _)| value).collect();
            return function.value(&arguments).map(|value| (value, value));
        }
        is_somewhere_defined(&**function, &ranges).then(|| function.hull(&ranges))
    }

    pub(super) fn safe_range(&self, of: &dyn Fn(Var) -> Range) -> Option<Range> {
        let Call::Function { function, arguments } = self else { return Some((0, 1)) };
        let ranges: Option<Vec<Range>> = arguments.iter().map(|part| part.safe_range(of)).collect();
        let (low, high) = function.range(&ranges?);
        let is_safe = |end: i64| i128::from(end).abs() <= LARGEST;
        (is_safe(low) && is_safe(high)).then_some((low, high))
    }

    /// Returns whether auxiliary variables can represent all arguments.
    pub(super) fn has_narrow_arguments(&self, of: &dyn Fn(Var) -> Range) -> bool {
        match self {
            Call::Function { arguments, .. } => arguments.iter().all(|part| part.is_narrow(of)),
            Call::Truth(_) => true,
        }
    }

    /// Returns whether auxiliary variables can represent all arguments and the result.
    pub(super) fn is_narrow(&self, of: &dyn Fn(Var) -> Range) -> bool {
        self.has_narrow_arguments(of) && super::call::fits(self.range(of))
    }
}

fn is_somewhere_defined(function: &dyn Function, arguments: &[Range]) -> bool {
    let Some((at, defined)) = function.domain() else { return true };
    let (low, high) = arguments[at];
    match defined {
        Defined::NotZero => (low, high) != (0, 0),
        Defined::Below(end) => high >= 0 && low < end as i64,
    }
}

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

use crate::compile::posting::Posting;
use crate::constraints::{Refutable, conditional};
use crate::engine::literal::Literal;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::expression::{
    Call, Defined, Expression, Function, Part, Reach, Relation, Statement, fits, fold,
};
use crate::model::ids::Var;
use crate::model::values::Range;

/// Posts a comparison, or its negation if not `wanted`, unconditionally or under the assumption `when`.
pub(super) fn post(to: &mut Posting<'_>, statement: &Statement, wanted: bool, when: Option<Literal>) {
    let compared = if wanted { statement } else { &statement.negated() };
    let sum = compared.sum();
    let mut vars: Vec<Var> = Vec::new();
    sum.each_variable(&mut |var| vars.push(var));
    vars.sort_unstable();
    vars.dedup();
    let views = vars.into_iter().map(|var| (var, to.view(var))).collect();
    let (relation, bound) = (compared.relation, compared.bound);
    conditional::post(to, Large { sum, relation, bound, if_undefined: !wanted, views }, when);
}

#[derive(Debug)]
struct Large {
    sum: Expression,
    relation: Relation,
    bound: i64,
    /// Whether the comparison holds if a function is undefined.
    if_undefined: bool,
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
            return value.map_or(self.if_undefined, |value| self.relation.holds(value, self.bound));
        }
        let hull = hull(&self.sum, &|var| {
            let (low, high) = bounds(self.view(var));
            (low.into(), high.into())
        });
        if self.if_undefined && !hull.is_total {
            return true;
        }
        hull.range.is_some_and(|(low, high)| match self.relation {
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
            step *= 2;
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
        !self.is_possible_within(&|view: View| store.bounds(view))
    }
}

/// The values of a part of a comparison.
#[derive(Clone, Copy)]
struct Hull {
    /// An interval that contains all defined values; `None` if there is none.
    range: Option<Range>,
    /// Whether there is evidently a value for all values of variables.
    is_total: bool,
}

/// Returns the values of a sum for variables in the given intervals.
fn hull(sum: &Expression, of: &dyn Fn(Var) -> Range) -> Hull {
    fold(Part::Sum(sum), Reach::Numbers, |part, parts: &[Hull]| {
        let ranges: Option<SmallVec<[Range; 8]>> = parts.iter().map(|part| part.range).collect();
        let is_total = parts.iter().all(|part| part.is_total);
        let Some(ranges) = ranges else { return Hull { range: None, is_total: false } };
        match part {
            Part::Call(call) => match &**call {
                Call::Function { function, .. } => function_hull(&**function, &ranges, is_total),
                Call::Truth(_) => Hull { range: Some((0, 1)), is_total },
                Call::Sum(_) => parts[0],
            },
            part => Hull { range: Some(part.range_with(&ranges, of)), is_total },
        }
    })
}

fn function_hull(function: &dyn Function, arguments: &[Range], is_total: bool) -> Hull {
    if arguments.iter().all(|(low, high)| low == high) {
        let arguments: SmallVec<[i64; 8]> = arguments.iter().map(|&(value, _)| value).collect();
        let value = function.value(&arguments);
        return Hull { range: value.map(|value| (value, value)), is_total: is_total && value.is_some() };
    }
    let (somewhere, everywhere) = match function.domain() {
        None => (true, true),
        Some((at, defined)) => {
            let (low, high) = arguments[at];
            let somewhere = match defined {
                Defined::NotZero => (low, high) != (0, 0),
                Defined::Below(end) => high >= 0 && low < end as i64,
            };
            (somewhere, defined.covers((low, high)))
        }
    };
    Hull { range: somewhere.then(|| function.hull(arguments)), is_total: is_total && everywhere }
}

impl Part<'_> {
    /// Returns an interval that contains all values, and whether auxiliary variables can represent the part and all its
    /// own parts, a sum as an argument of a function.
    fn narrow_range(self, of: &dyn Fn(Var) -> Range) -> (Range, bool) {
        fold(self, Reach::Numbers, |part, parts: &[(Range, bool)]| {
            let ranges: SmallVec<[Range; 8]> = parts.iter().map(|&(range, _)| range).collect();
            let range = part.range_with(&ranges, of);
            let fits = match part {
                Part::Sum(sum) => sum.fits_argument(range),
                Part::Call(_) => fits(range),
                Part::Formula(_) => true,
            };
            (range, fits && parts.iter().all(|&(_, is_narrow)| is_narrow))
        })
    }
}

/// Returns whether auxiliary variables can represent the functions of a statement and all their arguments.
pub(super) fn is_narrow(statement: &Statement, of: &dyn Fn(Var) -> Range) -> bool {
    statement.calls.iter().all(|(_, call)| Part::Call(call).narrow_range(of).1)
}

/// Returns whether auxiliary variables can represent all arguments of a function.
pub(super) fn has_narrow_arguments(call: &Call, of: &dyn Fn(Var) -> Range) -> bool {
    match call {
        Call::Function { arguments, .. } => arguments.iter().all(|sum| Part::Sum(sum).narrow_range(of).1),
        Call::Truth(_) | Call::Sum(_) => true,
    }
}

//! Translation of comparisons into sums over variables. Other terms are represented by auxiliary variables.
//!
//! Under an assumption, a function must not restrict its arguments to its domain: it reads a guarded
//! [copy](super::guard) of them. A function that is compared with a variable or a constant, under no
//! assumption, restricts its arguments itself.

use std::sync::Arc;

use smallvec::SmallVec;

use super::guard::Guard;
use super::large;
use super::{Simple, Translation};
use crate::compile::posting::Posting;
use crate::constraints::less::LessOrEqual;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::{Comparison, linear};
use crate::engine::literal::{Literal, Test};
use crate::engine::store::{Conflict, Slot, View};
use crate::model::expression::{
    Call, Defined, Expression, Formula, Function, Part, Reach, Relation, Statement, fits, fold,
};
use crate::model::ids::{Term, Var};
use crate::model::values::Range;

/// Returns a new variable for the result of a function.
fn auxiliary_result(to: &mut Posting<'_>, function: &dyn Function, arguments: &[View]) -> View {
    let ranges: Vec<Range> = arguments.iter().map(|&view| to.view_range(view)).collect();
    let (low, high) = function.range(&ranges);
    to.auxiliary(low as i32..=high as i32)
}

/// Posts Σ a·x = total over variables.
pub(crate) fn post_equation(to: &mut Posting<'_>, coefficients: &[i64], variables: &[Var], total: i64) {
    let mut terms = ViewTerms::new();
    let bound = gather(to, coefficients, variables, total, &mut terms);
    post_terms(to, &terms, Relation::Equal, bound, None);
}

/// Posts Σ a·slot = total over slots, which occur once each.
pub(crate) fn post_sum(to: &mut Posting<'_>, terms: &[(View, i64)], total: i64) {
    post_terms(to, terms, Relation::Equal, total, None);
}

/// Posts a comparison of a sum over variables, which occur once each, under the assumption `when`.
fn post_terms(
    to: &mut Posting<'_>,
    terms: &[(View, i64)],
    relation: Relation,
    bound: i64,
    when: Option<Literal>,
) {
    match (as_literal(terms, relation, bound), when) {
        (Some(Simple::Known(true)), _) => {}
        (Some(Simple::Known(false)), None) => to.narrow(|_| Err(Conflict)),
        (Some(Simple::Known(false)), Some(when)) => to.clause(vec![!when]),
        (Some(Simple::Literal(literal)), _) => {
            to.clause(when.map(|when| !when).into_iter().chain([literal]).collect());
        }
        (None, _) => linear::post(to, terms, relation, bound, when),
    }
}

/// Variables with their coefficients.
type ViewTerms = SmallVec<[(View, i64); 12]>;

/// Returns the sum as Σ a·slot and its bound: offsets move to the bound, and merged variables become one
/// term.
pub(super) fn linear_terms(to: &Posting<'_>, statement: &Statement) -> (ViewTerms, i64) {
    let mut terms = ViewTerms::with_capacity(statement.variables.len() + statement.calls.len());
    let bound = gather(to, &statement.coefficients, &statement.variables, statement.bound, &mut terms);
    (terms, bound)
}

/// Appends the terms to `terms`, which is empty, and returns the bound.
fn gather(
    to: &Posting<'_>,
    coefficients: &[i64],
    variables: &[Var],
    mut bound: i64,
    terms: &mut ViewTerms,
) -> i64 {
    for (&a, &var) in coefficients.iter().zip(variables) {
        let view = to.view(var);
        bound -= a * i64::from(view.offset);
        terms.push((View { offset: 0, ..view }, a));
    }
    join_repeats(terms);
    bound
}

/// Merges repeated variables and removes terms with coefficient 0.
fn join_repeats(terms: &mut ViewTerms) {
    if terms.is_sorted_by(|(x, _), (y, _)| x.slot < y.slot) && terms.iter().all(|&(_, a)| a != 0) {
        return;
    }
    if has_repeats(terms.iter().map(|(view, _)| view)) {
        terms.sort_by_key(|(view, _)| view.slot);
        terms.dedup_by(|(view, a), (known, sum)| {
            let again = view == known;
            *sum += if again { *a } else { 0 };
            again
        });
    }
    terms.retain(|&mut (_, a)| a != 0);
}

/// Returns a comparison of at most one variable as a literal or a constant; `None` if there are more
/// variables.
pub(super) fn as_literal(terms: &[(View, i64)], relation: Relation, bound: i64) -> Option<Simple> {
    let &(view, a) = match terms {
        [] => return Some(Simple::Known(relation.holds(0, bound))),
        [one] => one,
        _ => return None,
    };
    // A bound beyond all values stays beyond them.
    let value = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let make = |test, value| Some(Simple::Literal(Literal { slot: view.slot, test, value }));
    let test = match relation {
        Relation::AtMost if a > 0 => return make(Test::AtMost, value(bound.div_euclid(a))),
        // Rounded up, since `a` is negative.
        Relation::AtMost => return make(Test::AtLeast, value(-bound.div_euclid(-a))),
        Relation::Equal => Test::Is,
        Relation::Different => Test::IsNot,
    };
    if bound % a != 0 {
        return Some(Simple::Known(relation == Relation::Different));
    }
    make(test, value(bound / a))
}

/// Returns a copy of an argument that is restricted to its function's domain and equal to the argument if the
/// assumption holds. If no value is in the domain, returns `None` and refutes the assumption.
fn where_defined(to: &mut Posting<'_>, view: View, defined: Defined, when: Literal) -> Option<View> {
    let range = to.view_range(view);
    if defined.covers(range) {
        return Some(view);
    }
    let allowed = match defined {
        Defined::NotZero if range == (0, 0) => None,
        // Of a wide interval only the ends can be removed.
        Defined::NotZero => Some((range.0 + i64::from(range.0 == 0), range.1 - i64::from(range.1 == 0))),
        Defined::Below(end) => {
            let (low, high) = (range.0.max(0), range.1.min(end as i64 - 1));
            (low <= high).then_some((low, high))
        }
    };
    let Some((low, high)) = allowed else {
        to.clause(vec![!when]);
        return None;
    };
    let copy = to.auxiliary(low as i32..=high as i32);
    if matches!(defined, Defined::NotZero) {
        let not_zero = as_literal(&[(copy, 1)], Relation::Different, 0);
        if let Some(Simple::Literal(literal)) = not_zero {
            to.clause(vec![literal]);
        }
    }
    to.propagator(Guard { argument: view, copy, defined, when });
    Some(copy)
}

/// Returns whether a statement compares one function with a variable or a constant, so that the function can
/// post it directly.
pub(super) fn is_direct(statement: &Statement) -> bool {
    let [(a, call)] = &statement.calls[..] else { return false };
    matches!(**call, Call::Function { .. })
        && statement.relation != Relation::Different
        && matches!((a, &statement.coefficients[..]), (1 | -1, []) | (1, [-1]) | (-1, [1]))
        && fits((statement.bound, statement.bound))
}

/// Returns whether variables can represent everything that direct posting needs.
pub(super) fn is_narrow_direct(to: &Posting<'_>, statement: &Statement) -> bool {
    let (call, of) = (&statement.calls[0].1, |var: Var| to.range(var));
    match statement.relation {
        Relation::Equal => large::has_narrow_arguments(call, &of),
        _ => large::is_narrow(statement, &of),
    }
}

/// How functions are represented.
struct Manner {
    /// The assumption under which they must be defined; `None` if they always must.
    when: Option<Literal>,
    /// Literals of which one holds if a function is undefined, if they are wanted.
    undefined: Option<Vec<Literal>>,
}

impl<'f> Translation<'_, '_, 'f> {
    /// Posts a comparison, or its negation if not `wanted`, under the assumption `when`. `formula` is the comparison.
    pub(super) fn post_statement(
        &mut self,
        formula: &'f Formula,
        statement: &'f Statement,
        wanted: bool,
        when: Option<Literal>,
    ) {
        if !large::is_narrow(statement, &|var| self.to.range(var)) {
            return large::post(self.to, statement, wanted, when);
        }
        let mut manner = Manner { when, undefined: None };
        if !wanted && may_be_undefined(self.to, formula) {
            // Either this holds, under which the negated comparison is posted, or a function is undefined.
            manner = Manner { when: Some(self.to.boolean(None)), undefined: Some(Vec::new()) };
        }
        let (mut terms, bound) = linear_terms(self.to, statement);
        if !statement.is_linear() {
            self.views(Part::Formula(formula), &mut manner, |to_call| {
                terms.extend(statement.calls.iter().zip(to_call).map(|((a, _), &view)| (view, *a)));
            });
            // A truth value may be represented by a Boolean variable that is in the sum already.
            join_repeats(&mut terms);
        }
        if let Some(undefined) = manner.undefined {
            let either = when.map(|when| !when).into_iter().chain(manner.when).chain(undefined);
            self.to.clause(either.collect());
        }
        let (terms, relation, bound) = match (wanted, statement.relation) {
            (true, relation) => (terms, relation, bound),
            (false, Relation::Equal) => (terms, Relation::Different, bound),
            (false, Relation::Different) => (terms, Relation::Equal, bound),
            (false, Relation::AtMost) => {
                // Σ > bound, which is -Σ ≤ -bound - 1.
                terms.iter_mut().for_each(|(_, a)| *a = -*a);
                (terms, Relation::AtMost, (-bound).saturating_sub(1))
            }
        };
        post_terms(self.to, &terms, relation, bound, manner.when);
    }

    /// Posts a comparison of one function with a variable or a constant.
    pub(super) fn post_direct(&mut self, statement: &'f Statement) {
        let [(a, call)] = &statement.calls[..] else { unreachable!("it was looked at") };
        let Call::Function { function, arguments, .. } = &**call else { unreachable!("it was looked at") };
        // ±f ∓ x = ±c, so f = x ± c.
        let offset = (a * statement.bound) as i32;
        let result = match statement.variables[..] {
            [var] => self.to.view(Term { var, offset }),
            _ => self.to.auxiliary(offset),
        };
        let comparison = match (statement.relation, a) {
            (Relation::Equal, _) => Comparison::Equal,
            (_, 1) => Comparison::AtMost,
            _ => Comparison::AtLeast,
        };
        let mut manner = Manner { when: None, undefined: None };
        let view = |sum| self.views(Part::Sum(sum), &mut manner, |_| {});
        let views: Vec<View> = arguments.iter().map(view).collect();
        if !function.post_compared(self.to, &views, comparison, result) {
            let own = auxiliary_result(self.to, &**function, &views);
            function.post(self.to, &views, own);
            let (less, more) = if comparison == Comparison::AtMost { (own, result) } else { (result, own) };
            self.to.propagator(LessOrEqual::new(less, more));
        }
    }

    /// Returns a view that is equal to a number. For a statement, it gives the views of its functions to `take`.
    fn views(&mut self, whole: Part<'f>, manner: &mut Manner, mut take: impl FnMut(&[View])) -> View {
        fold(whole, Reach::Numbers, |part, views: &[View]| match part {
            Part::Formula(_) => {
                take(views);
                View { slot: Slot(0), offset: 0 }
            }
            Part::Sum(sum) => self.argument_view(sum, views),
            Part::Call(call) => match &**call {
                Call::Function { function, .. } => self.result_view(&**function, views, manner),
                Call::Truth(condition) => self.truth_view(Arc::as_ptr(call), condition.formula()),
                Call::Sum(_) => views[0],
            },
        })
    }

    /// Returns a view that is equal to the value of a function.
    fn result_view(&mut self, function: &dyn Function, arguments: &[View], manner: &mut Manner) -> View {
        let mut views: SmallVec<[View; 8]> = arguments.into();
        if let (Some((at, defined)), Some(when)) = (function.domain(), manner.when) {
            if let Some(undefined) = &mut manner.undefined {
                undefined.extend(outside(self.to, views[at], defined));
            }
            let Some(copy) = where_defined(self.to, views[at], defined, when) else {
                // The assumption is false, so any value will do.
                return auxiliary_result(self.to, function, arguments);
            };
            views[at] = copy;
        }
        let result = auxiliary_result(self.to, function, &views);
        function.post(self.to, &views, result);
        result
    }

    /// Returns a view that is 1 if a condition holds, else 0. A comparison and its negation share it.
    fn truth_view(&mut self, call: *const Call, formula: &'f Formula) -> View {
        if let Some(&view) = self.truths.get(&call) {
            return view;
        }
        let view = self.new_truth_view(formula);
        self.truths.insert(call, view);
        view
    }

    pub(super) fn new_truth_view(&mut self, formula: &'f Formula) -> View {
        let literal = self.reify(formula);
        // A Boolean variable is equal to its truth value.
        let view = View { slot: literal.slot, offset: 0 };
        if literal.holds_at(1) && !literal.holds_at(0) && self.to.view_range(view) == (0, 1) {
            return view;
        }
        let truth = self.to.boolean(None);
        self.to.clause(vec![!truth, literal]);
        self.to.clause(vec![truth, !literal]);
        View { slot: truth.slot, offset: 0 }
    }

    /// Returns the view that a function reads for an argument: a variable of the model if the argument is one, else an
    /// auxiliary variable. `calls` are the views of the functions in the argument.
    fn argument_view(&mut self, argument: &Expression, calls: &[View]) -> View {
        if let Some(term) = argument.as_term() {
            return self.to.view(term);
        }
        if let Some(constant) = argument.as_constant() {
            return self.to.auxiliary(constant as i32);
        }
        if let ([], &[(1, _)]) = (&argument.variables[..], &argument.calls[..])
            && fits((argument.constant, argument.constant))
        {
            return calls[0].plus(argument.constant as i32);
        }
        let ranges: SmallVec<[Range; 8]> = calls.iter().map(|&view| self.to.view_range(view)).collect();
        let (low, high) = argument.range_with(ranges, &|var| self.to.range(var));
        let view = self.to.auxiliary(low as i32..=high as i32);
        let linear = Expression { calls: Vec::new(), ..argument.clone() };
        let (mut terms, bound) = linear_terms(self.to, &Statement::new(linear, Relation::Equal, 0.into()));
        terms.extend(argument.calls.iter().zip(calls).map(|((a, _), &view)| (view, *a)));
        join_repeats(&mut terms);
        terms.push((view, -1));
        linear::post(self.to, &terms, Relation::Equal, bound, None);
        view
    }
}

/// Returns whether a function of a statement may be undefined.
fn may_be_undefined(to: &Posting<'_>, formula: &Formula) -> bool {
    let mut found = false;
    fold(Part::Formula(formula), Reach::Numbers, |part, parts: &[Range]| {
        if let Part::Call(call) = part
            // An undefined function in a condition only makes that condition false.
            && let Call::Function { function, .. } = &**call
            && let Some((at, defined)) = function.domain()
        {
            found |= !defined.covers(parts[at]);
        }
        part.range_with(parts, &|var| to.range(var))
    });
    found
}

/// Returns literals of which one holds if the view is outside of a function's domain.
fn outside(to: &Posting<'_>, view: View, defined: Defined) -> Vec<Literal> {
    if defined.covers(to.view_range(view)) {
        return Vec::new();
    }
    let literal = |a: i64, relation: Relation, bound: i64| {
        let bound = bound - a * i64::from(view.offset);
        match as_literal(&[(View { offset: 0, ..view }, a)], relation, bound) {
            Some(Simple::Literal(literal)) => literal,
            _ => unreachable!("the coefficient divides the bound"),
        }
    };
    match defined {
        Defined::NotZero => vec![literal(1, Relation::Equal, 0)],
        Defined::Below(end) => {
            vec![literal(1, Relation::AtMost, -1), literal(-1, Relation::AtMost, -(end as i64))]
        }
    }
}

//! Translation of comparisons into sums over variables. Other terms are represented by auxiliary variables.
//!
//! Under an assumption, a function must not restrict its arguments to its domain: it reads a guarded
//! [copy](super::guard) of them. A function that is compared with a variable or a constant, under no
//! assumption, restricts its arguments itself.

use std::sync::Arc;

use smallvec::SmallVec;

use super::call::{Call, Defined, auxiliary_result, fits};
use super::condition::Formula;
use super::guard::Guard;
use super::large;
use super::post::{Simple, post_clause, reify};
use super::statement::{Relation, Statement};
use super::{Expression, Range};
use crate::compile::posting::Posting;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::{Comparison, Conditional, Refutable, linear};
use crate::engine::literal::{Literal, Test};
use crate::engine::store::{Conflict, View};
use crate::model::ids::{Term, Var};

/// Posts a comparison, or its negation, under the assumption `when`.
pub(super) fn post_statement(
    to: &mut Posting<'_>,
    statement: &Statement,
    wanted: bool,
    when: Option<Literal>,
) {
    if !wanted {
        let negated = statement.negated();
        let mut undefined = Vec::new();
        each_partial(&statement.calls, &mut |argument, defined| {
            if !defined.covers(range(to, argument)) {
                undefined.extend(outside_formulas(argument, defined));
            }
        });
        if undefined.is_empty() {
            return post_statement(to, &negated, true, when);
        }
        undefined.push(Formula::Statement(negated));
        let parts = Formula::Any { parts: undefined, constructive: false };
        return post_clause(to, &parts, true, when);
    }
    if !statement.calls.iter().all(|(_, call)| call.is_narrow(&|var| to.range(var))) {
        return large::post(to, statement, when);
    }
    let (terms, bound) = all_terms(to, statement, when);
    post_terms(to, &terms, statement.relation, bound, when);
}

/// Posts a propagator, unconditionally or under the assumption `when`.
pub(super) fn add_conditional(
    to: &mut Posting<'_>,
    propagator: impl Refutable + 'static,
    when: Option<Literal>,
) {
    match when {
        None => to.propagator(propagator),
        Some(when) => to.propagator(Conditional::new(when, propagator)),
    }
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

/// Calls `each` for every argument that may be outside of its function's domain, outer functions first.
fn each_partial(calls: &[(i64, Arc<Call>)], each: &mut dyn FnMut(&Expression, Defined)) {
    for (_, call) in calls {
        // An undefined function in a condition only makes that condition false.
        let Call::Function { function, arguments } = &**call else { continue };
        if let Some((at, defined)) = function.domain() {
            each(&arguments[at], defined);
        }
        arguments.iter().for_each(|argument| each_partial(&argument.calls, each));
    }
}

/// Returns the formulas, one of which holds if the argument is outside of its function's domain.
fn outside_formulas(argument: &Expression, defined: Defined) -> Vec<Formula> {
    let compare = |left: Expression, relation: Relation, right: i64| {
        Formula::Statement(Statement::new(left, relation, right.into()))
    };
    match defined {
        Defined::NotZero => vec![compare(argument.clone(), Relation::Equal, 0)],
        Defined::Below(end) => vec![
            compare(argument.clone(), Relation::AtMost, -1),
            compare(-argument.clone(), Relation::AtMost, -(end as i64)),
        ],
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

/// Returns the terms of a statement, with an auxiliary variable for each function.
fn all_terms(to: &mut Posting<'_>, statement: &Statement, when: Option<Literal>) -> (ViewTerms, i64) {
    let (mut terms, bound) = linear_terms(to, statement);
    if statement.calls.is_empty() {
        return (terms, bound);
    }
    for (a, call) in &statement.calls {
        terms.push((result_view(to, call, when), *a));
    }
    // A truth value may be represented by a Boolean variable that is in the sum already.
    join_repeats(&mut terms);
    (terms, bound)
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

fn range(to: &mut Posting<'_>, expression: &Expression) -> Range {
    expression.range(&|var| to.range(var))
}

/// Returns a view that is equal to the value of a call.
fn result_view(to: &mut Posting<'_>, call: &Call, when: Option<Literal>) -> View {
    match call {
        Call::Function { function, arguments } => {
            let domain = function.domain();
            let views = arguments.iter().enumerate().map(|(at, argument)| {
                let view = argument_view(to, argument, when);
                match (domain, when) {
                    (Some((place, defined)), Some(when)) if place == at => {
                        where_defined(to, view, defined, when)
                    }
                    _ => Some(view),
                }
            });
            let Some(views) = views.collect::<Option<Vec<View>>>() else {
                // The assumption is false, so any value will do.
                return to.auxiliary(0);
            };
            let result = auxiliary_result(to, &**function, &views);
            function.post(to, &views, result);
            result
        }
        Call::Truth(condition) => {
            let literal = reify(to, condition.formula());
            // A Boolean variable is equal to its truth value.
            let view = View { slot: literal.slot, offset: 0 };
            if literal.holds_at(1) && !literal.holds_at(0) && to.view_range(view) == (0, 1) {
                return view;
            }
            let truth = to.boolean(None);
            to.clause(vec![!truth, literal]);
            to.clause(vec![truth, !literal]);
            View { slot: truth.slot, offset: 0 }
        }
    }
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

/// Returns the view that a function reads for an argument: a variable of the model if the argument is one,
/// else an auxiliary variable.
fn argument_view(to: &mut Posting<'_>, argument: &Expression, when: Option<Literal>) -> View {
    if let Some(term) = argument.as_term() {
        return to.view(term);
    }
    if let Some(constant) = argument.as_constant() {
        return to.auxiliary(constant as i32);
    }
    let call = match (&argument.variables[..], &argument.calls[..]) {
        ([], [(1, call)]) if fits((argument.constant, argument.constant)) => call,
        _ => {
            let (low, high) = range(to, argument);
            let view = to.auxiliary(low as i32..=high as i32);
            let statement = Statement::new(argument.clone(), Relation::Equal, 0.into());
            let (mut terms, bound) = all_terms(to, &statement, when);
            terms.push((view, -1));
            linear::post(to, &terms, Relation::Equal, bound, None);
            return view;
        }
    };
    result_view(to, call, when).plus(argument.constant as i32)
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
    if statement.relation == Relation::Equal { call.has_narrow_arguments(&of) } else { call.is_narrow(&of) }
}

pub(super) fn post_direct(to: &mut Posting<'_>, statement: &Statement) {
    let [(a, call)] = &statement.calls[..] else { unreachable!("it was looked at") };
    let Call::Function { function, arguments } = &**call else { unreachable!("it was looked at") };
    // ±f ∓ x = ±c, so f = x ± c.
    let offset = (a * statement.bound) as i32;
    let result = match statement.variables[..] {
        [var] => to.view(Term { var, offset }),
        _ => to.auxiliary(offset),
    };
    let comparison = match (statement.relation, a) {
        (Relation::Equal, _) => Comparison::Equal,
        (_, 1) => Comparison::AtMost,
        _ => Comparison::AtLeast,
    };
    let views: Vec<View> = arguments.iter().map(|argument| argument_view(to, argument, None)).collect();
    function.post_compared(to, &views, comparison, result);
}

//! From conditions to clauses and propagators.
//!
//! Negations move inwards to the leaves. A conjunction is posted part by part; a disjunction becomes a clause
//! of literals, where a part that is no literal gets an auxiliary Boolean that *implies* it: one direction is
//! enough there (half reification: Feydy, Somogyi, Stuckey 2011). Both directions are posted only for the two
//! sides of [`iff`](super::Condition::iff) and for conditions that count as numbers: each part once, or a chain
//! of n equivalences would become 2^n. What says little over few values becomes a [table](super::small).
//!
//! Under an assumption a function must not narrow its arguments to where it is defined: it reads a guarded
//! [copy](super::guard) of them. Whatever is posted is decided once the model's variables are: then every
//! auxiliary Boolean whose part does not hold is false, and what stands for a number is that number.

use std::sync::Arc;

use super::call::{Call, Defined, auxiliary_result, fits};
use super::condition::Formula;
use super::guard::Guard;
use super::nested::{ConstructiveAny, Nested};
use super::statement::{Relation, Statement};
use super::{Expression, Range, small};
use crate::compile::Compile;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::{Comparison, linear};
use crate::decision::{Literal, Test};
use crate::model::Term;
use crate::store::{Conflict, View};

/// Sees to it that a formula holds whose facts are enforced already.
pub(super) fn post(to: &mut Compile<'_>, formula: &Formula) {
    match formula {
        formula if formula.is_fact() => {}
        Formula::All(parts) => parts.iter().for_each(|part| post(to, part)),
        Formula::Constraint(constraint) => constraint.post(&mut to.on_behalf_of(constraint)),
        formula => require(to, formula, true),
    }
}

/// Sees to it that a formula holds, or that it does not.
fn require(to: &mut Compile<'_>, formula: &Formula, wanted: bool) {
    match (formula, wanted) {
        (Formula::Not(part), _) => require(to, part, !wanted),
        (Formula::All(parts), true) | (Formula::Any { parts, .. }, false) => {
            parts.iter().for_each(|part| require(to, part, wanted));
        }
        (Formula::Constraint(_), true) => Nested::of_formula(to, formula).post(to, None),
        (Formula::Statement(statement), true) if is_direct(statement) => post_direct(to, statement),
        (Formula::Statement(statement), _) if statement.is_linear() => state(to, statement, wanted, None),
        _ if small::post(to, formula, wanted) => {}
        (Formula::Any { parts, constructive: true }, true) => {
            let parts = parts.iter().map(|part| Nested::of_formula(to, part)).collect();
            to.propagator(ConstructiveAny::new(parts));
        }
        (Formula::Statement(statement), _) => state(to, statement, wanted, None),
        (Formula::Same(parts), _) => same(to, parts, wanted, None),
        (Formula::Any { .. } | Formula::All(_), _) => clause(to, formula, wanted, None),
        (Formula::Decision(_), _) => clause(to, formula, wanted, None),
        (Formula::Constraint(_), _) => Nested::of_negated(to, formula).post(to, None),
    }
}

/// Sees to it that a formula holds, or that it does not, where the literal does.
fn imply(to: &mut Compile<'_>, when: Literal, formula: &Formula, wanted: bool) {
    match (formula, wanted) {
        (Formula::Not(part), _) => imply(to, when, part, !wanted),
        (Formula::All(parts), true) | (Formula::Any { parts, .. }, false) => {
            parts.iter().for_each(|part| imply(to, when, part, wanted));
        }
        (Formula::Statement(statement), _) => state(to, statement, wanted, Some(when)),
        (Formula::Same(parts), _) => same(to, parts, wanted, Some(when)),
        (Formula::Any { .. } | Formula::All(_) | Formula::Decision(_), _) => {
            clause(to, formula, wanted, Some(when));
        }
        (Formula::Constraint(_), true) => Nested::of_formula(to, formula).post(to, Some(when)),
        (Formula::Constraint(_), false) => Nested::of_negated(to, formula).post(to, Some(when)),
    }
}

/// What a formula comes to before anything is posted.
enum Simple {
    Known(bool),
    Literal(Literal),
}

/// The formula as a literal, if it is one.
fn simple(to: &mut Compile<'_>, formula: &Formula, wanted: bool) -> Option<Simple> {
    let found = match formula {
        Formula::Not(part) => return simple(to, part, !wanted),
        Formula::Decision(decision) => Simple::Literal(decision.literal(to.view(decision.variable()))),
        Formula::Statement(statement) if statement.is_linear() => {
            let (terms, bound) = linear_terms(to, statement);
            as_literal(&terms, statement.relation, bound)?
        }
        _ => return None,
    };
    let found = match found {
        Simple::Literal(literal) => match literal.status(to.store()) {
            Some(known) => Simple::Known(known),
            None => Simple::Literal(literal),
        },
        known => known,
    };
    Some(match found {
        Simple::Known(known) => Simple::Known(known == wanted),
        Simple::Literal(literal) => Simple::Literal(if wanted { literal } else { !literal }),
    })
}

/// A new literal that implies the formula, or the literal that it is.
fn literal(to: &mut Compile<'_>, formula: &Formula, wanted: bool) -> Literal {
    match simple(to, formula, wanted) {
        Some(Simple::Literal(literal)) => literal,
        Some(Simple::Known(known)) => to.boolean(Some(known)),
        None => {
            let literal = to.boolean(None);
            imply(to, literal, formula, wanted);
            literal
        }
    }
}

/// A literal that holds exactly if the formula does.
fn reify(to: &mut Compile<'_>, formula: &Formula) -> Literal {
    match simple(to, formula, true) {
        Some(Simple::Literal(literal)) => literal,
        Some(Simple::Known(known)) => to.boolean(Some(known)),
        None => reify_parts(to, formula),
    }
}

fn reify_parts(to: &mut Compile<'_>, formula: &Formula) -> Literal {
    match formula {
        Formula::Not(part) => !reify(to, part),
        Formula::Same(parts) => {
            let [a, b] = [reify(to, &parts[0]), reify(to, &parts[1])];
            let same = to.boolean(None);
            for [one, other] in [[a, b], [!a, !b]] {
                to.clause(vec![!same, !one, other]);
                to.clause(vec![same, one, other]);
            }
            same
        }
        Formula::All(parts) if formula.has_same() => !reify_any(to, parts, false),
        Formula::Any { parts, .. } if formula.has_same() => reify_any(to, parts, true),
        _ => {
            let literal = to.boolean(None);
            imply(to, literal, formula, true);
            imply(to, !literal, formula, false);
            literal
        }
    }
}

/// A literal that holds exactly if one of the parts does, or, not wanted, does not.
fn reify_any(to: &mut Compile<'_>, parts: &[Formula], wanted: bool) -> Literal {
    let any = to.boolean(None);
    let mut literals = vec![!any];
    for part in parts {
        let part = reify(to, part);
        let part = if wanted { part } else { !part };
        to.clause(vec![any, !part]);
        literals.push(part);
    }
    to.clause(literals);
    any
}

/// At least one part of a disjunction holds (or, not wanted, one part of a conjunction does not), where the
/// assumption does.
fn clause(to: &mut Compile<'_>, formula: &Formula, wanted: bool, when: Option<Literal>) {
    let mut parts = Vec::new();
    disjuncts(formula, wanted, &mut parts);
    let mut literals: Vec<Literal> = when.map(|when| !when).into_iter().collect();
    let mut others = Vec::new();
    for (part, wanted) in parts {
        match simple(to, part, wanted) {
            Some(Simple::Known(true)) => return,
            Some(Simple::Known(false)) => {}
            Some(Simple::Literal(literal)) => literals.push(literal),
            None => others.push((part, wanted)),
        }
    }
    match (&literals[..], &others[..]) {
        // Where the one literal is false, the one other part has to hold: nothing more is needed.
        ([], &[(part, wanted)]) => require(to, part, wanted),
        (&[only], &[(part, wanted)]) => imply(to, !only, part, wanted),
        _ => {
            let others: Vec<Literal> =
                others.into_iter().map(|(part, wanted)| literal(to, part, wanted)).collect();
            literals.extend(others);
            to.clause(literals);
        }
    }
}

fn disjuncts<'a>(formula: &'a Formula, wanted: bool, found: &mut Vec<(&'a Formula, bool)>) {
    match (formula, wanted) {
        (Formula::Not(part), _) => disjuncts(part, !wanted, found),
        (Formula::Any { parts, .. }, true) | (Formula::All(parts), false) => {
            parts.iter().for_each(|part| disjuncts(part, wanted, found));
        }
        _ => found.push((formula, wanted)),
    }
}

/// Both hold or neither (or, not wanted, exactly one), where the assumption does.
fn same(to: &mut Compile<'_>, [a, b]: &[Formula; 2], wanted: bool, when: Option<Literal>) {
    // The side that is a literal already needs nothing of its own.
    let (a, b) = if simple(to, a, true).is_some() { (a, b) } else { (b, a) };
    let first = reify(to, a);
    if when.is_none() && !b.has_same() {
        imply(to, first, b, wanted);
        return imply(to, !first, b, !wanted);
    }
    let second = reify(to, b);
    let second = if wanted { second } else { !second };
    for either in [[!first, second], [first, !second]] {
        to.clause(when.map(|when| !when).into_iter().chain(either).collect());
    }
}

/// Posts a comparison or its opposite, where the assumption holds.
fn state(to: &mut Compile<'_>, statement: &Statement, wanted: bool, when: Option<Literal>) {
    if !wanted {
        let negated = statement.negated();
        let mut undefined = Vec::new();
        each_partial(&statement.calls, &mut |argument, defined| {
            if !defined.covers(range(to, argument)) {
                undefined.extend(outside(argument, defined));
            }
        });
        if undefined.is_empty() {
            return state(to, &negated, true, when);
        }
        undefined.push(Formula::Statement(negated));
        let parts = Formula::Any { parts: undefined, constructive: false };
        return clause(to, &parts, true, when);
    }
    let (terms, bound) = all_terms(to, statement, when);
    match (as_literal(&terms, statement.relation, bound), when) {
        (Some(Simple::Known(true)), _) => {}
        (Some(Simple::Known(false)), None) => to.narrow(|_| Err(Conflict)),
        (Some(Simple::Known(false)), Some(when)) => to.clause(vec![!when]),
        (Some(Simple::Literal(literal)), _) => {
            to.clause(when.map(|when| !when).into_iter().chain([literal]).collect());
        }
        (None, _) => linear::post(to, &terms, statement.relation, bound, when),
    }
}

/// Every argument that may lie where its function is undefined, innermost last.
fn each_partial(calls: &[(i64, Arc<Call>)], each: &mut dyn FnMut(&Expression, Defined)) {
    for (_, call) in calls {
        // A condition settles by itself what holds where a function in it is undefined.
        let Call::Function { function, arguments } = &**call else { continue };
        if let Some((at, defined)) = function.domain() {
            each(&arguments[at], defined);
        }
        arguments.iter().for_each(|argument| each_partial(&argument.calls, each));
    }
}

/// The argument lies where its function is undefined.
fn outside(argument: &Expression, defined: Defined) -> Vec<Formula> {
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

/// Σ a·(slot + offset): offsets move to the bound, and variables that were merged become one term.
fn linear_terms(to: &Compile<'_>, statement: &Statement) -> (Vec<(View, i64)>, i64) {
    let mut bound = statement.bound;
    let mut terms: Vec<(View, i64)> = Vec::with_capacity(statement.variables.len() + statement.calls.len());
    for (&a, &var) in statement.coefficients.iter().zip(&statement.variables) {
        let view = to.view(var);
        bound -= a * i64::from(view.offset);
        terms.push((View { offset: 0, ..view }, a));
    }
    join_repeats(&mut terms);
    (terms, bound)
}

/// The terms of a statement with its functions, which are variables from here on.
fn all_terms(to: &mut Compile<'_>, statement: &Statement, when: Option<Literal>) -> (Vec<(View, i64)>, i64) {
    let (mut terms, bound) = linear_terms(to, statement);
    for (a, call) in &statement.calls {
        terms.push((result_view(to, call, when), *a));
    }
    // The truth of a Boolean is that Boolean, which the sum may have already.
    join_repeats(&mut terms);
    (terms, bound)
}

/// Every variable once, and none with coefficient 0.
fn join_repeats(terms: &mut Vec<(View, i64)>) {
    if has_repeats(terms.iter().map(|(view, _)| view)) {
        terms.sort_by_key(|(view, _)| view.slot);
        terms.dedup_by(|(view, a), (known, sum)| {
            let again = view == known;
            *sum += if again { *a } else { 0 };
            again
        });
    }
    terms.retain(|&(_, a)| a != 0);
}

/// A comparison of at most one variable.
fn as_literal(terms: &[(View, i64)], relation: Relation, bound: i64) -> Option<Simple> {
    let &(view, a) = match terms {
        [] => return Some(Simple::Known(relation.holds(0, bound))),
        [one] => one,
        _ => return None,
    };
    // What lies beyond all values stays beyond them.
    let value = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let make = |test, value| Some(Simple::Literal(Literal { slot: view.slot, test, value }));
    let test = match relation {
        Relation::AtMost if a > 0 => return make(Test::AtMost, value(bound.div_euclid(a))),
        // Rounded up: a is negative.
        Relation::AtMost => return make(Test::AtLeast, value(-bound.div_euclid(-a))),
        Relation::Equal => Test::Is,
        Relation::Different => Test::IsNot,
    };
    if bound % a != 0 {
        return Some(Simple::Known(relation == Relation::Different));
    }
    make(test, value(bound / a))
}

fn range(to: &mut Compile<'_>, expression: &Expression) -> Range {
    expression.range(&|var| to.range(var))
}

/// A variable that has the value of a call.
fn result_view(to: &mut Compile<'_>, call: &Call, when: Option<Literal>) -> View {
    match call {
        Call::Function { function, arguments } => {
            let domain = function.domain();
            let views: Vec<View> = arguments
                .iter()
                .enumerate()
                .map(|(at, argument)| {
                    let view = argument_view(to, argument, when);
                    match (domain, when) {
                        (Some((place, defined)), Some(when)) if place == at => {
                            where_defined(to, view, defined, when)
                        }
                        _ => view,
                    }
                })
                .collect();
            let result = auxiliary_result(to, &**function, &views);
            function.post(to, &views, result);
            result
        }
        Call::Truth(condition) => {
            let literal = reify(to, condition.formula());
            // A Boolean is its own truth.
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

/// A copy of an argument where its function is defined, equal to it where the assumption holds.
fn where_defined(to: &mut Compile<'_>, view: View, defined: Defined, when: Literal) -> View {
    let range = to.view_range(view);
    if defined.covers(range) {
        return view;
    }
    let allowed = match defined {
        Defined::NotZero if range == (0, 0) => None,
        // The ends of a wide interval are all that can be cut off.
        Defined::NotZero => Some((range.0 + i64::from(range.0 == 0), range.1 - i64::from(range.1 == 0))),
        Defined::Below(end) => {
            let (low, high) = (range.0.max(0), range.1.min(end as i64 - 1));
            (low <= high).then_some((low, high))
        }
    };
    let Some((low, high)) = allowed else {
        to.clause(vec![!when]);
        // Any value will do, the assumption being false.
        return to.auxiliary(1 - i32::from(matches!(defined, Defined::Below(_))));
    };
    let copy = to.auxiliary(low as i32..=high as i32);
    if matches!(defined, Defined::NotZero) {
        let not_zero = as_literal(&[(copy, 1)], Relation::Different, 0);
        if let Some(Simple::Literal(literal)) = not_zero {
            to.clause(vec![literal]);
        }
    }
    to.propagator(Guard { argument: view, copy, defined, when });
    copy
}

/// What a function reads for an argument: a variable of the model if it is one, else an auxiliary one.
fn argument_view(to: &mut Compile<'_>, argument: &Expression, when: Option<Literal>) -> View {
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

/// Whether a statement compares one function with a variable or a constant, so that the function itself can
/// see to it.
pub(super) fn is_direct(statement: &Statement) -> bool {
    let [(a, call)] = &statement.calls[..] else { return false };
    matches!(**call, Call::Function { .. })
        && statement.relation != Relation::Different
        && matches!((a, &statement.coefficients[..]), (1 | -1, []) | (1, [-1]) | (-1, [1]))
        && fits((statement.bound, statement.bound))
}

fn post_direct(to: &mut Compile<'_>, statement: &Statement) {
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

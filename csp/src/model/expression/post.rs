//! Translation of conditions into clauses and propagators.
//!
//! Negations move inwards to the leaves. A conjunction is posted part by part. A disjunction becomes a clause
//! of literals; a part that is not a literal gets an auxiliary Boolean that *implies* it (half reification:
//! Feydy, Somogyi, Stuckey 2011). Full reification is used only for the two sides of
//! [`iff`](super::Condition::iff) and for conditions that count as numbers, once for each part; otherwise a
//! chain of n equivalences would need 2^n parts. A short formula over few values becomes a
//! [table](super::small).
//!
//! Once all variables of the model are fixed, so is everything posted: an auxiliary Boolean is false if its
//! part does not hold, and an [auxiliary variable for a number](super::numbers) has that number as its value.

use super::condition::{Condition, Formula};
use super::nested::{ConstructiveAny, Nested};
use super::numbers::{as_literal, is_direct, is_narrow_direct, linear_terms, post_direct, post_statement};
use super::small;
use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::engine::literal::Literal;
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::Var;

impl Constraint for Condition {
    fn scope(&self) -> &[Var] {
        match self.formula() {
            Formula::Statement(statement) if statement.is_linear() => &statement.variables,
            _ => self.listed_scope(),
        }
    }

    fn accepts(&self, values: &[i32]) -> bool {
        match self.formula() {
            Formula::Statement(statement) if statement.is_linear() => statement.accepts(values),
            formula => {
                let scope = self.listed_scope();
                let place = |var| scope.binary_search(&var).expect("the scope has every variable");
                formula.is_met(&|var| values[place(var)])
            }
        }
    }

    fn memory(&self) -> usize {
        self.formula().memory()
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.formula().fault(model)
    }

    fn lint(&self, model: &Model) -> Option<Error> {
        self.formula().lint(model)
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        self.formula().facts(say);
    }

    fn is_said_by_facts(&self) -> bool {
        self.formula().is_fact()
    }

    fn computed(&self) -> Option<Var> {
        match self.formula() {
            Formula::Statement(statement) => statement.computed(),
            _ => None,
        }
    }

    fn clauses(&self, to: &mut crate::Meaning<'_>) -> Result<(), crate::TooMuch> {
        to.condition(self)
    }

    fn formula(&self, to: &mut crate::proof::Encoder<'_>) -> Result<(), crate::TooMuch> {
        to.condition(self)
    }

    fn post(&self, to: &mut Posting<'_>) {
        post(to, self.formula());
    }
}

/// Posts a formula whose facts are already enforced.
pub(super) fn post(to: &mut Posting<'_>, formula: &Formula) {
    match formula {
        formula if formula.is_fact() => {}
        Formula::All(parts) => parts.iter().for_each(|part| post(to, part)),
        Formula::Constraint(constraint) => constraint.post(&mut to.on_behalf_of(constraint)),
        formula => require(to, formula, true),
    }
}

/// Posts a formula, or its negation if not `wanted`.
fn require(to: &mut Posting<'_>, formula: &Formula, wanted: bool) {
    match (formula, wanted) {
        (Formula::Not(part), _) => require(to, part, !wanted),
        (Formula::All(parts), true) | (Formula::Any { parts, .. }, false) => {
            parts.iter().for_each(|part| require(to, part, wanted));
        }
        (Formula::Constraint(_), true) => Nested::of_formula(to, formula).post(to, None),
        (Formula::Statement(statement), true) if is_direct(statement) && is_narrow_direct(to, statement) => {
            post_direct(to, statement);
        }
        (Formula::Statement(statement), _) if statement.is_linear() => {
            post_statement(to, statement, wanted, None)
        }
        (Formula::Same(parts), _) if post_same_literals(to, parts, wanted) => {}
        _ if small::post(to, formula, wanted) => {}
        (Formula::Any { parts, constructive: true }, true) => {
            let parts = parts.iter().map(|part| Nested::of_formula(to, part)).collect();
            to.propagator(ConstructiveAny::new(parts));
        }
        (Formula::Statement(statement), _) => post_statement(to, statement, wanted, None),
        (Formula::Same(parts), _) => post_same(to, parts, wanted, None),
        (Formula::Any { .. } | Formula::All(_), _) => post_clause(to, formula, wanted, None),
        (Formula::Decision(_), _) => post_clause(to, formula, wanted, None),
        (Formula::Constraint(_), _) => Nested::of_negated(to, formula).post(to, None),
    }
}

/// Posts that `when` implies a formula, or its negation if not `wanted`.
pub(super) fn imply(to: &mut Posting<'_>, when: Literal, formula: &Formula, wanted: bool) {
    match (formula, wanted) {
        (Formula::Not(part), _) => imply(to, when, part, !wanted),
        (Formula::All(parts), true) | (Formula::Any { parts, .. }, false) => {
            parts.iter().for_each(|part| imply(to, when, part, wanted));
        }
        (Formula::Statement(statement), _) => post_statement(to, statement, wanted, Some(when)),
        (Formula::Same(parts), _) => post_same(to, parts, wanted, Some(when)),
        (Formula::Any { .. } | Formula::All(_) | Formula::Decision(_), _) => {
            post_clause(to, formula, wanted, Some(when));
        }
        (Formula::Constraint(_), true) => Nested::of_formula(to, formula).post(to, Some(when)),
        (Formula::Constraint(_), false) => Nested::of_negated(to, formula).post(to, Some(when)),
    }
}

/// A formula that is evidently a constant or a literal.
pub(super) enum Simple {
    Known(bool),
    Literal(Literal),
}

/// Returns the formula, or its negation if not `wanted`, as a constant or a literal; `None` if it is neither.
fn as_simple(to: &mut Posting<'_>, formula: &Formula, wanted: bool) -> Option<Simple> {
    let found = match formula {
        Formula::Not(part) => return as_simple(to, part, !wanted),
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

/// Returns a literal that implies the formula, or its negation if not `wanted`.
fn implying_literal(to: &mut Posting<'_>, formula: &Formula, wanted: bool) -> Literal {
    match as_simple(to, formula, wanted) {
        Some(Simple::Literal(literal)) => literal,
        Some(Simple::Known(known)) => to.boolean(Some(known)),
        None => {
            let literal = to.boolean(None);
            imply(to, literal, formula, wanted);
            literal
        }
    }
}

/// Returns a literal that is equivalent to the formula.
pub(super) fn reify(to: &mut Posting<'_>, formula: &Formula) -> Literal {
    match as_simple(to, formula, true) {
        Some(Simple::Literal(literal)) => literal,
        Some(Simple::Known(known)) => to.boolean(Some(known)),
        None => reify_parts(to, formula),
    }
}

fn reify_parts(to: &mut Posting<'_>, formula: &Formula) -> Literal {
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

/// Returns a literal that holds iff one of the parts holds or, if not `wanted`, iff one of them does not
/// hold.
fn reify_any(to: &mut Posting<'_>, parts: &[Formula], wanted: bool) -> Literal {
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

/// Posts, under the assumption `when`, that one part of a disjunction holds or, if not `wanted`, that one
/// part of a conjunction does not hold.
pub(super) fn post_clause(to: &mut Posting<'_>, formula: &Formula, wanted: bool, when: Option<Literal>) {
    let mut parts = Vec::new();
    disjuncts(formula, wanted, &mut parts);
    let mut literals: Vec<Literal> = when.map(|when| !when).into_iter().collect();
    let mut others = Vec::new();
    for (part, wanted) in parts {
        match as_simple(to, part, wanted) {
            Some(Simple::Known(true)) => return,
            Some(Simple::Known(false)) => {}
            Some(Simple::Literal(literal)) => literals.push(literal),
            None => others.push((part, wanted)),
        }
    }
    match (&literals[..], &others[..]) {
        // With one literal and one other part, the negated literal implies the part. No auxiliary Boolean is
        // needed.
        ([], &[(part, wanted)]) => require(to, part, wanted),
        (&[only], &[(part, wanted)]) => imply(to, !only, part, wanted),
        _ => {
            let others: Vec<Literal> =
                others.into_iter().map(|(part, wanted)| implying_literal(to, part, wanted)).collect();
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

/// Posts that two literals of different variables are both true or both false or, if not `wanted`, that one is true.
/// Two clauses filter as much as a table, and their reasons are single literals. Returns false if they are no such
/// literals.
fn post_same_literals(to: &mut Posting<'_>, [a, b]: &[Formula; 2], wanted: bool) -> bool {
    let (a, b) = (as_simple(to, a, true), as_simple(to, b, wanted));
    let (Some(Simple::Literal(a)), Some(Simple::Literal(b))) = (a, b) else { return false };
    if a.slot == b.slot {
        return false;
    }
    to.clause(vec![!a, b]);
    to.clause(vec![a, !b]);
    true
}

/// Posts, under the assumption `when`, that both formulas hold or neither or, if not `wanted`, exactly one.
fn post_same(to: &mut Posting<'_>, [a, b]: &[Formula; 2], wanted: bool, when: Option<Literal>) {
    // A side that is a literal needs no auxiliary Boolean.
    let (a, b) = if as_simple(to, a, true).is_some() { (a, b) } else { (b, a) };
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

//! Conditions: comparisons, decisions and whole constraints, joined by and, or, not, implies and iff.
//!
//! Meaning: two-valued logic. A comparison with an undefined function in it (a division by 0, an index
//! outside its array) is false, so its negation is true. Strength and cost: see [`post`](super::post).

use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::Expression;
use super::statement::{Relation, Statement};
use crate::model::constraint::{Constraint, Fact};
use crate::model::decision::Decision;
use crate::model::ids::Var;

/// A statement that is true or false: a comparison of expressions, a [`Decision`], or any of these under `!`,
/// `&`, `|`, `^` (exclusive or), [`implies`](Condition::implies) and [`iff`](Condition::iff).
///
/// ```
/// # use csp::Model;
/// let mut model = Model::new();
/// let [x, y, z] = model.vars(3, 0..=4)[..] else { unreachable!() };
/// let late = model.boolean();
/// model.post((x + 2).le(y) | (y + 2).le(x));
/// model.post((x + y).gt(z * 2).iff(late.is(1)));
/// model.post(late.is(1).implies(z.eq(0)));
/// model.post(!(x.eq(3) & y.ne(0)));
/// assert_eq!(model.search()?.solutions().count(), 42);
/// # Ok::<(), csp::Error>(())
/// ```
///
/// A condition can be posted as a constraint. In an expression it counts as 1 if it holds, else 0.
#[derive(Clone, Debug)]
pub struct Condition {
    formula: Formula,
    /// The variables, once each. Computed on request, since most conditions become parts of others. A linear
    /// statement has the list itself.
    scope: OnceLock<Vec<Var>>,
}

#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Decision(Decision),
    Statement(Statement),
    Constraint(Arc<dyn Constraint>),
    Not(Box<Formula>),
    All(Vec<Formula>),
    Any {
        parts: Vec<Formula>,
        constructive: bool,
    },
    /// Both hold or neither.
    Same(Box<[Formula; 2]>),
}

/// Returns the conjunction of the conditions.
pub fn all<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    Condition::new(Formula::All(formulas(conditions)))
}

/// Returns the disjunction of the conditions.
pub fn any<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    Condition::new(Formula::Any { parts: formulas(conditions), constructive: false })
}

/// Returns the constructive disjunction of the conditions: it removes every value that none of them allows.
///
/// It filters more than [`any`], which acts only when all conditions but one are refuted, and costs more:
/// each condition is propagated on its own at every change. Under another operator it behaves as `any`.
///
/// ```
/// # use csp::{Model, constructive_any};
/// let mut model = Model::new();
/// let (x, y) = (model.var(0..=99), model.var(40..=50));
/// model.post(constructive_any([(x + 10).le(y), (y + 10).le(x)]));
/// let search = model.search()?;
/// assert!(!search.engine().domain(x).contains(41));
/// # Ok::<(), csp::Error>(())
/// ```
pub fn constructive_any<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    Condition::new(Formula::Any { parts: formulas(conditions), constructive: true })
}

/// Turns a constraint into a condition, for use under `!`, `|`, `implies` …
///
/// ```
/// # use csp::{Model, all_different, holds, sum};
/// let mut model = Model::new();
/// let x = model.vars(3, 1..=3);
/// model.post(holds(all_different(&x)) | sum(&x).eq(3));
/// assert_eq!(model.search()?.solutions().count(), 6 + 1);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn holds(constraint: impl Constraint + 'static) -> Condition {
    Condition::new(Formula::Constraint(Arc::new(constraint)))
}

fn formulas<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Vec<Formula> {
    conditions.into_iter().map(|condition| condition.into().formula).collect()
}

impl Condition {
    pub(crate) fn new(formula: Formula) -> Condition {
        Condition { formula, scope: OnceLock::new() }
    }

    /// Returns the conjuncts: `a & b & c` is one list, not nested lists.
    fn into_conjuncts(self) -> Vec<Formula> {
        match self.formula {
            Formula::All(parts) => parts,
            one => vec![one],
        }
    }

    /// Returns the disjuncts.
    fn into_disjuncts(self) -> Vec<Formula> {
        match self.formula {
            Formula::Any { parts, constructive: false } => parts,
            one => vec![one],
        }
    }

    pub(super) fn listed_scope(&self) -> &[Var] {
        self.scope.get_or_init(|| {
            let mut scope = Vec::new();
            self.formula.each_variable(&mut |var| scope.push(var));
            scope.sort_unstable();
            scope.dedup();
            scope
        })
    }

    pub(crate) fn compare(left: Expression, relation: Relation, right: Expression) -> Condition {
        Condition::new(Formula::Statement(Statement::new(left, relation, right)))
    }

    pub(crate) fn formula(&self) -> &Formula {
        &self.formula
    }

    pub(crate) fn is_met(&self, of: &dyn Fn(Var) -> i32) -> bool {
        self.formula.is_met(of)
    }

    /// Returns the condition that `self` implies `other`.
    pub fn implies(self, other: impl Into<Condition>) -> Condition {
        !self | other.into()
    }

    /// Returns the condition that `self` and `other` are equivalent.
    pub fn iff(self, other: impl Into<Condition>) -> Condition {
        Condition::new(Formula::Same(Box::new([self.formula, other.into().formula])))
    }
}

impl Decision {
    /// Returns the condition that `self` implies `other`.
    pub fn implies(self, other: impl Into<Condition>) -> Condition {
        Condition::from(self).implies(other)
    }

    /// Returns the condition that `self` and `other` are equivalent.
    pub fn iff(self, other: impl Into<Condition>) -> Condition {
        Condition::from(self).iff(other)
    }
}

impl From<Decision> for Condition {
    fn from(decision: Decision) -> Condition {
        Condition::new(Formula::Decision(decision))
    }
}

impl From<&Condition> for Condition {
    fn from(condition: &Condition) -> Condition {
        condition.clone()
    }
}

impl std::ops::Not for Condition {
    type Output = Condition;

    fn not(self) -> Condition {
        Condition::new(Formula::Not(Box::new(self.formula)))
    }
}

/// `a & b`, `a | b`, `a ^ b` between conditions and decisions.
macro_rules! logic {
    ($($left:ty, $right:ty;)*) => {$(
        impl std::ops::BitAnd<$right> for $left {
            type Output = Condition;

            fn bitand(self, other: $right) -> Condition {
                let mut parts = Condition::from(self).into_conjuncts();
                parts.extend(Condition::from(other).into_conjuncts());
                Condition::new(Formula::All(parts))
            }
        }

        impl std::ops::BitOr<$right> for $left {
            type Output = Condition;

            fn bitor(self, other: $right) -> Condition {
                let mut parts = Condition::from(self).into_disjuncts();
                parts.extend(Condition::from(other).into_disjuncts());
                Condition::new(Formula::Any { parts, constructive: false })
            }
        }

        impl std::ops::BitXor<$right> for $left {
            type Output = Condition;

            fn bitxor(self, other: $right) -> Condition {
                !Condition::from(self).iff(other)
            }
        }
    )*};
}

logic! {
    Condition, Condition;
    Condition, Decision;
    Decision, Condition;
    Decision, Decision;
}

impl Formula {
    pub fn each_variable(&self, each: &mut dyn FnMut(Var)) {
        match self {
            Formula::Decision(decision) => each(decision.variable()),
            Formula::Statement(statement) => statement.each_variable(each),
            Formula::Constraint(constraint) => constraint.scope().iter().for_each(|&var| each(var)),
            Formula::Not(part) => part.each_variable(each),
            Formula::All(parts) | Formula::Any { parts, .. } => {
                parts.iter().for_each(|part| part.each_variable(each));
            }
            Formula::Same(parts) => parts.iter().for_each(|part| part.each_variable(each)),
        }
    }

    pub fn is_met(&self, of: &dyn Fn(Var) -> i32) -> bool {
        match self {
            Formula::Decision(decision) => decision.holds(of(decision.variable())),
            Formula::Statement(statement) => statement.is_met(of),
            Formula::Constraint(constraint) => {
                let values: SmallVec<[i32; 16]> = constraint.scope().iter().map(|&var| of(var)).collect();
                constraint.accepts(&values)
            }
            Formula::Not(part) => !part.is_met(of),
            Formula::All(parts) => parts.iter().all(|part| part.is_met(of)),
            Formula::Any { parts, .. } => parts.iter().any(|part| part.is_met(of)),
            Formula::Same(parts) => parts[0].is_met(of) == parts[1].is_met(of),
        }
    }

    /// Returns whether the formula contains an equivalence.
    pub(super) fn has_same(&self) -> bool {
        match self {
            Formula::Same(_) => true,
            Formula::Not(part) => part.has_same(),
            Formula::All(parts) | Formula::Any { parts, .. } => parts.iter().any(Formula::has_same),
            Formula::Decision(_) | Formula::Statement(_) | Formula::Constraint(_) => false,
        }
    }

    /// Returns the size of the formula in bytes, parts included.
    pub fn memory(&self) -> usize {
        let parts = match self {
            Formula::Decision(_) => 0,
            Formula::Statement(statement) => {
                let spilled = if statement.coefficients.spilled() { statement.coefficients.len() } else { 0 };
                16 * spilled + statement.calls.iter().map(|(_, call)| 16 + call.memory()).sum::<usize>()
            }
            Formula::Constraint(constraint) => constraint.memory(),
            Formula::Not(part) => part.memory(),
            Formula::All(parts) | Formula::Any { parts, .. } => parts.iter().map(Formula::memory).sum(),
            Formula::Same(parts) => parts.iter().map(Formula::memory).sum(),
        };
        size_of::<Formula>() + parts
    }

    /// Returns whether the formula is a disjunction of decisions.
    fn is_clause(&self) -> bool {
        match self {
            Formula::Decision(_) => true,
            Formula::Not(part) => matches!(**part, Formula::Decision(_)),
            Formula::Any { parts, .. } => parts.iter().all(Formula::is_clause),
            _ => false,
        }
    }

    /// Calls `each` for every decision of a clause.
    fn each_decision(&self, each: &mut dyn FnMut(Decision)) {
        match self {
            Formula::Decision(decision) => each(*decision),
            Formula::Not(part) => part.each_decision(&mut |decision| each(!decision)),
            Formula::Any { parts, .. } => parts.iter().for_each(|part| part.each_decision(each)),
            _ => {}
        }
    }

    pub(super) fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        match self {
            Formula::Statement(statement) => statement.facts(say),
            Formula::Constraint(constraint) => constraint.facts(say),
            Formula::All(parts) => parts.iter().for_each(|part| part.facts(say)),
            _ => {
                if self.is_clause() {
                    let mut decisions = Vec::new();
                    self.each_decision(&mut |decision| decisions.push(decision));
                    say(Fact::Clause(&decisions));
                }
            }
        }
    }

    /// Returns whether the facts express the formula completely, so that nothing is left to post.
    pub(super) fn is_fact(&self) -> bool {
        match self {
            Formula::Statement(statement) => statement.is_fact(),
            Formula::Constraint(constraint) => constraint.is_said_by_facts(),
            Formula::All(parts) => parts.iter().all(Formula::is_fact),
            _ => self.is_clause(),
        }
    }
}

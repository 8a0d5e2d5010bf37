//! Conditions: comparisons, decisions and whole constraints, joined by and, or, not, implies and iff.
//!
//! Meaning: two-valued logic. A comparison with an undefined function in it (a division by 0, an index
//! outside its array) is false, so its negation is true. Strength and cost: see [`post`](super::post).

use std::any::Any;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::Expression;
use super::statement::{Relation, Statement};
use super::walk::{Part, terms};
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
#[derive(Clone)]
pub struct Condition {
    formula: Formula,
    /// The variables, once each. Computed on request, since most conditions become parts of others. A linear
    /// statement has the list itself.
    scope: OnceLock<Vec<Var>>,
}

#[derive(Clone)]
pub(crate) enum Formula {
    Decision(Decision),
    Statement(Statement),
    Constraint(Arc<dyn Constraint>),
    /// Of one part.
    Not(Arc<Joined>),
    All(Arc<Joined>),
    Any {
        parts: Arc<Joined>,
        constructive: bool,
    },
    /// Both of two parts hold or neither.
    Same(Arc<Joined>),
}

/// The parts of a formula, which its copies share.
pub(crate) struct Joined {
    parts: Vec<Formula>,
    /// Whether there is an equivalence among them or inside of them, apart from expressions.
    has_same: bool,
    /// Whether there is a constraint other than comparisons among them or inside of them.
    has_constraint: bool,
}

impl Deref for Joined {
    type Target = [Formula];

    fn deref(&self) -> &[Formula] {
        &self.parts
    }
}

impl Joined {
    fn new(parts: Vec<Formula>) -> Arc<Joined> {
        let has_same = parts.iter().any(Formula::has_same);
        let has_constraint = parts.iter().any(Formula::has_constraint);
        Arc::new(Joined { parts, has_same, has_constraint })
    }

    fn push(&mut self, part: Formula) {
        self.has_same |= part.has_same();
        self.has_constraint |= part.has_constraint();
        self.parts.push(part);
    }

    /// Returns the parts and leaves none.
    pub(super) fn take(&mut self) -> Vec<Formula> {
        std::mem::take(&mut self.parts)
    }
}

/// Longest list of parts that is copied into a longer one. A longer one becomes a part.
const MOST_COPIED: usize = 16;

/// Returns the conjunction of the conditions.
pub fn all<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    Condition::new(Formula::All(Joined::new(formulas(conditions))))
}

/// Returns the disjunction of the conditions.
pub fn any<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    Condition::new(Formula::Any { parts: Joined::new(formulas(conditions)), constructive: false })
}

/// Returns the constructive disjunction of the conditions: it removes every value that none of them allows.
///
/// It filters more than [`any`], which acts only when all conditions but one are refuted, and costs more:
/// each condition is propagated on its own at every change. Under another operator it behaves as `any`.
///
/// ```
/// # use csp::{Model, constraints::constructive_any};
/// let mut model = Model::new();
/// let (x, y) = (model.var(0..=99), model.var(40..=50));
/// model.post(constructive_any([(x + 10).le(y), (y + 10).le(x)]));
/// let search = model.search()?;
/// assert!(!search.engine().domain(x).contains(41));
/// # Ok::<(), csp::Error>(())
/// ```
pub fn constructive_any<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Condition {
    Condition::new(Formula::Any { parts: Joined::new(formulas(conditions)), constructive: true })
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
///
/// A condition as a constraint is propagated on its own, unless it contains such a constraint already.
pub fn holds(constraint: impl Constraint + 'static) -> Condition {
    if let Some(condition) = (&constraint as &dyn Any).downcast_ref::<Condition>()
        && condition.formula.has_constraint()
    {
        return condition.clone();
    }
    Condition::new(Formula::Constraint(Arc::new(constraint)))
}

fn formulas<C: Into<Condition>>(conditions: impl IntoIterator<Item = C>) -> Vec<Formula> {
    conditions.into_iter().map(|condition| condition.into().formula).collect()
}

impl Condition {
    pub(crate) fn new(formula: Formula) -> Condition {
        Condition { formula, scope: OnceLock::new() }
    }

    /// Returns the formula. The condition means nothing afterwards.
    pub(super) fn take(&mut self) -> Formula {
        std::mem::replace(&mut self.formula, Formula::Decision(Var(0).is(0)))
    }

    pub(crate) fn listed_scope(&self) -> &[Var] {
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
        Condition::new(Formula::Same(Joined::new(vec![self.formula, other.into().formula])))
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
        Condition::new(match self.formula {
            Formula::Not(part) => part[0].clone(),
            formula => Formula::Not(Joined::new(vec![formula])),
        })
    }
}

/// `a & b`, `a | b`, `a ^ b` between conditions and decisions.
macro_rules! logic {
    ($($left:ty, $right:ty;)*) => {$(
        impl std::ops::BitAnd<$right> for $left {
            type Output = Condition;

            fn bitand(self, other: $right) -> Condition {
                let sides = [Condition::from(self), Condition::from(other)].map(|side| match side.formula {
                    Formula::All(parts) => Ok(parts),
                    other => Err(other),
                });
                Condition::new(join(sides, Formula::All))
            }
        }

        impl std::ops::BitOr<$right> for $left {
            type Output = Condition;

            fn bitor(self, other: $right) -> Condition {
                let sides = [Condition::from(self), Condition::from(other)].map(|side| match side.formula {
                    Formula::Any { parts, constructive: false } => Ok(parts),
                    other => Err(other),
                });
                Condition::new(join(sides, |parts| Formula::Any { parts, constructive: false }))
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

/// Joins two sides, of which each is a list of parts or another formula: `a & b & c` is one list, not nested lists. If
/// nobody else owns the left list, it grows, so that a long one is made in linear time.
fn join(sides: [Result<Arc<Joined>, Formula>; 2], close: impl Fn(Arc<Joined>) -> Formula) -> Formula {
    let [left, right] = sides;
    let mut list = match left {
        Ok(list) if Arc::strong_count(&list) == 1 => list,
        Ok(list) if list.len() <= MOST_COPIED => Joined::new(list.to_vec()),
        Ok(list) => Joined::new(vec![close(list)]),
        Err(one) => Joined::new(vec![one]),
    };
    let open = Arc::get_mut(&mut list).expect("it has no other owner");
    match right {
        Ok(right) if right.len() <= MOST_COPIED => right.iter().for_each(|part| open.push(part.clone())),
        Ok(right) => open.push(close(right)),
        Err(one) => open.push(one),
    }
    close(list)
}

impl Formula {
    /// Returns the parts, if it has parts.
    pub(super) fn joined(&self) -> Option<&Arc<Joined>> {
        match self {
            Formula::Not(parts) | Formula::All(parts) | Formula::Any { parts, .. } | Formula::Same(parts) => {
                Some(parts)
            }
            Formula::Decision(_) | Formula::Statement(_) | Formula::Constraint(_) => None,
        }
    }

    pub fn each_variable(&self, each: &mut dyn FnMut(Var)) {
        Part::Formula(self).each_variable(each);
    }

    pub fn is_met(&self, of: &dyn Fn(Var) -> i32) -> bool {
        match self {
            Formula::Decision(decision) => decision.holds(of(decision.variable())),
            Formula::Statement(statement) if statement.is_linear() => statement.is_met_with(&[], of),
            _ => Part::Formula(self).value(of) == Some(1),
        }
    }

    /// Returns whether the formula holds, if these are the values of its parts.
    pub(super) fn is_met_with(&self, parts: &[Option<i64>], of: &dyn Fn(Var) -> i32) -> bool {
        let holds = |part: &Option<i64>| *part == Some(1);
        match self {
            Formula::Decision(decision) => decision.holds(of(decision.variable())),
            Formula::Statement(statement) => statement.is_met_with(parts, of),
            Formula::Constraint(constraint) => {
                let values: SmallVec<[i32; 16]> = constraint.scope().iter().map(|&var| of(var)).collect();
                constraint.accepts(&values)
            }
            Formula::Not(_) => !holds(&parts[0]),
            Formula::All(_) => parts.iter().all(holds),
            Formula::Any { .. } => parts.iter().any(holds),
            Formula::Same(_) => parts[0] == parts[1],
        }
    }

    /// Returns whether the formula contains an equivalence.
    pub(crate) fn has_same(&self) -> bool {
        matches!(self, Formula::Same(_)) || self.joined().is_some_and(|joined| joined.has_same)
    }

    /// Returns whether a constraint other than comparisons is part of the formula.
    pub(crate) fn has_constraint(&self) -> bool {
        match self {
            Formula::Decision(_) => false,
            Formula::Constraint(_) => true,
            Formula::Statement(statement) => statement.has_constraint,
            _ => self.joined().is_some_and(|joined| joined.has_constraint),
        }
    }

    /// Returns the size of the formula in bytes, parts included.
    pub fn memory(&self) -> usize {
        Part::Formula(self).memory()
    }

    /// Returns whether the formula, or its negation if not `wanted`, is a disjunction of decisions.
    fn is_clause(&self, wanted: bool) -> bool {
        terms(self, wanted, false).all(|(term, _)| matches!(term, Formula::Decision(_)))
    }

    pub(crate) fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        for (term, wanted) in terms(self, true, true) {
            match term {
                Formula::Statement(statement) if wanted => statement.facts(say),
                Formula::Constraint(constraint) if wanted => constraint.facts(say),
                term if term.is_clause(wanted) => {
                    let decision = |(term, wanted): (&Formula, bool)| match *term {
                        Formula::Decision(decision) if wanted => Some(decision),
                        Formula::Decision(decision) => Some(!decision),
                        _ => None,
                    };
                    let decisions: Vec<Decision> = terms(term, wanted, false).filter_map(decision).collect();
                    say(Fact::Clause(&decisions));
                }
                _ => {}
            }
        }
    }

    /// Returns whether the facts express the formula completely, so that nothing is left to post.
    pub(crate) fn is_fact(&self) -> bool {
        terms(self, true, true).all(|(term, wanted)| term.is_fact_term(wanted))
    }

    /// The same for a term of a conjunction.
    pub(crate) fn is_fact_term(&self, wanted: bool) -> bool {
        match self {
            Formula::Statement(statement) if wanted => statement.is_fact(),
            Formula::Constraint(constraint) if wanted => constraint.is_expressed_by_facts(),
            _ => self.is_clause(wanted),
        }
    }
}

//! One comparison in normal form: Σ a·x + Σ b·f(…) compared with a constant.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Expression;
use super::call::Call;
use crate::constraints::LARGEST_SUM;
use crate::model::constraint::Fact;
use crate::model::ids::{Term, Var};
use crate::model::values::{MAX_VALUE, MIN_VALUE};

/// How a sum compares with the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    Different,
    AtMost,
}

impl Relation {
    pub fn holds(self, sum: i64, bound: i64) -> bool {
        match self {
            Relation::Equal => sum == bound,
            Relation::Different => sum != bound,
            Relation::AtMost => sum <= bound,
        }
    }
}

/// For `x - y` compared with a bound the two terms that compare so, if values can have the bound as an offset.
pub(crate) fn difference(coefficients: &[i64], variables: &[Var], bound: i64) -> Option<(Term, Term)> {
    let (x, y) = match (coefficients, variables) {
        ([1, -1], &[x, y]) | ([-1, 1], &[y, x]) => (x, y),
        _ => return None,
    };
    let offset = i32::try_from(bound).ok().filter(|bound| (MIN_VALUE..=MAX_VALUE).contains(bound))?;
    // A variable's term may reach beyond the largest value: half of the offset goes to either side.
    Some((Term::from(x) - offset / 2, Term::from(y) + (offset - offset / 2)))
}

#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// Those of the variables; none is 0.
    pub coefficients: SmallVec<[i64; 2]>,
    /// Each once, in ascending order.
    pub variables: SmallVec<[Var; 4]>,
    pub calls: Vec<(i64, Arc<Call>)>,
    pub relation: Relation,
    pub bound: i64,
    pub overflow: bool,
}

impl Statement {
    pub fn new(left: Expression, relation: Relation, right: Expression) -> Statement {
        let mut difference = left - right;
        difference.normalize();
        let overflow = difference.overflow || difference.reach() >= LARGEST_SUM;
        let Expression { variables, calls, constant, .. } = difference;
        let coefficients = variables.iter().map(|&(a, _)| a).collect();
        let variables = variables.into_iter().map(|(_, var)| var).collect();
        Statement { coefficients, variables, calls, relation, bound: constant.saturating_neg(), overflow }
    }

    /// Whether it is said of a sum of variables alone.
    pub fn is_linear(&self) -> bool {
        self.calls.is_empty()
    }

    /// Whether values that stand in the order of the variables keep to a linear statement.
    pub fn accepts(&self, values: &[i32]) -> bool {
        let sum: i64 = self.coefficients.iter().zip(values).map(|(&a, &value)| a * i64::from(value)).sum();
        self.relation.holds(sum, self.bound)
    }

    /// False where a function is undefined.
    pub fn is_met(&self, of: &dyn Fn(Var) -> i32) -> bool {
        if self.is_linear() && !self.overflow {
            let terms = self.coefficients.iter().zip(&self.variables);
            let sum = terms.map(|(&a, &var)| a * i64::from(of(var))).sum();
            return self.relation.holds(sum, self.bound);
        }
        self.sum().value(of).is_some_and(|sum| self.relation.holds(sum, self.bound))
    }

    /// The sum without the bound.
    pub fn sum(&self) -> Expression {
        Expression {
            variables: self.coefficients.iter().copied().zip(self.variables.iter().copied()).collect(),
            calls: self.calls.clone(),
            constant: 0,
            overflow: self.overflow,
        }
    }

    /// What holds where this does not, as far as all functions are defined.
    pub fn negated(&self) -> Statement {
        let mut negated = self.clone();
        match self.relation {
            Relation::Equal => negated.relation = Relation::Different,
            Relation::Different => negated.relation = Relation::Equal,
            Relation::AtMost => {
                // Σ > bound, which is -Σ ≤ -bound - 1.
                negated.coefficients.iter_mut().for_each(|a| *a = -*a);
                negated.calls.iter_mut().for_each(|(a, _)| *a = -*a);
                negated.bound = (-self.bound).saturating_sub(1);
            }
        }
        negated
    }

    /// For `x - y` alone the two terms whose comparison says it all, if there are such.
    fn difference(&self) -> Option<(Term, Term)> {
        if self.is_linear() { difference(&self.coefficients, &self.variables, self.bound) } else { None }
    }

    /// Whether it is wholly said by a fact.
    pub fn is_fact(&self) -> bool {
        self.relation != Relation::AtMost && self.difference().is_some()
    }

    pub fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        let Some((x, y)) = self.difference() else { return };
        match self.relation {
            Relation::Equal => say(Fact::Equal(x, y)),
            Relation::Different => say(Fact::Differ(x, y)),
            Relation::AtMost => {}
        }
    }

    pub fn each_variable(&self, each: &mut dyn FnMut(Var)) {
        self.variables.iter().for_each(|&var| each(var));
        self.calls.iter().for_each(|(_, call)| call.each_variable(each));
    }
}

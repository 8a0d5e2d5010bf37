//! A comparison in normal form: Σ a·x + Σ b·f(…) compared with a constant.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Expression;
use super::call::Call;
use super::walk::Part;
use crate::constraints::LARGEST_SUM;
use crate::model::constraint::Fact;
use crate::model::ids::{Term, Var};
use crate::model::values::{MAX_VALUE, MIN_VALUE};

/// Comparison of a sum with a bound.
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

/// Returns, for `x - y` compared with a bound, two terms that compare in the same way; `None` if the bound is
/// too large for an offset.
pub(crate) fn difference(coefficients: &[i64], variables: &[Var], bound: i64) -> Option<(Term, Term)> {
    let (x, y) = match (coefficients, variables) {
        ([1, -1], &[x, y]) | ([-1, 1], &[y, x]) => (x, y),
        _ => return None,
    };
    let offset = i32::try_from(bound).ok().filter(|bound| (MIN_VALUE..=MAX_VALUE).contains(bound))?;
    // The offset is split between both sides, so that neither exceeds the largest term.
    Some((Term::from(x) - offset / 2, Term::from(y) + (offset - offset / 2)))
}

#[derive(Clone)]
pub(crate) struct Statement {
    /// Coefficients of `variables`; none is 0.
    pub coefficients: SmallVec<[i64; 2]>,
    /// Ascending, each variable once.
    pub variables: SmallVec<[Var; 4]>,
    pub calls: Vec<(i64, Arc<Call>)>,
    pub relation: Relation,
    pub bound: i64,
    pub overflow: bool,
    /// Whether a constraint other than comparisons is part of the calls.
    pub has_constraint: bool,
    /// The variable that was alone on one side of an equation.
    alone: Option<Var>,
}

impl Statement {
    pub fn new(left: Expression, relation: Relation, right: Expression) -> Statement {
        let lone = |side: &Expression| side.as_term().filter(|term| term.offset == 0).map(|term| term.var);
        let is_equation = relation == Relation::Equal;
        let alone = is_equation.then(|| lone(&right).or_else(|| lone(&left))).flatten();
        let (mut difference, mut right) = (left, right);
        right.scale(-1);
        difference += right;
        difference.normalize();
        let overflow = difference.overflow || difference.reach() >= LARGEST_SUM;
        let Expression { variables, calls, constant, has_constraint, .. } = difference;
        let coefficients = variables.iter().map(|&(a, _)| a).collect();
        let variables = variables.into_iter().map(|(_, var)| var).collect();
        let bound = constant.saturating_neg();
        Statement { coefficients, variables, calls, relation, bound, overflow, has_constraint, alone }
    }

    /// Returns whether there are no functions in the sum.
    pub fn is_linear(&self) -> bool {
        self.calls.is_empty()
    }

    /// Returns whether a linear statement holds for values in the order of its variables.
    pub fn accepts(&self, values: &[i32]) -> bool {
        let sum: i64 = self.coefficients.iter().zip(values).map(|(&a, &value)| a * i64::from(value)).sum();
        self.relation.holds(sum, self.bound)
    }

    /// Returns whether the statement holds; false if a function is undefined.
    pub fn is_met(&self, of: &dyn Fn(Var) -> i32) -> bool {
        let calls: SmallVec<[Option<i64>; 8]> =
            self.calls.iter().map(|(_, call)| Part::Call(call).value(of)).collect();
        self.is_met_with(&calls, of)
    }

    /// Returns whether the statement holds, if these are the values of its functions.
    pub fn is_met_with(&self, calls: &[Option<i64>], of: &dyn Fn(Var) -> i32) -> bool {
        let terms = self.coefficients.iter().zip(&self.variables);
        if self.is_linear() && !self.overflow {
            let sum = terms.map(|(&a, &var)| a * i64::from(of(var))).sum();
            return self.relation.holds(sum, self.bound);
        }
        let variables = terms.map(|(&a, &var)| (a, Some(i64::from(of(var)))));
        let calls = self.calls.iter().map(|(a, _)| *a).zip(calls.iter().copied());
        let add = |sum: i64, (a, value): (i64, Option<i64>)| sum.checked_add(a.checked_mul(value?)?);
        variables.chain(calls).try_fold(0, add).is_some_and(|sum| self.relation.holds(sum, self.bound))
    }

    /// Returns the left side: the sum without the bound.
    pub fn sum(&self) -> Expression {
        Expression {
            variables: self.coefficients.iter().copied().zip(self.variables.iter().copied()).collect(),
            calls: self.calls.clone(),
            constant: 0,
            overflow: self.overflow,
            has_constraint: self.has_constraint,
        }
    }

    /// Returns the negation, for the case that all functions are defined.
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

    /// Returns, if the sum is `x - y`, two terms whose comparison is equivalent to the statement.
    fn difference(&self) -> Option<(Term, Term)> {
        if self.is_linear() { difference(&self.coefficients, &self.variables, self.bound) } else { None }
    }

    /// Returns whether a fact expresses the statement completely.
    pub fn is_fact(&self) -> bool {
        self.relation != Relation::AtMost && self.difference().is_some()
    }

    pub fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        let Some((x, y)) = self.difference() else {
            if self.relation == Relation::Equal && self.is_linear() {
                let Statement { coefficients, variables, bound, .. } = self;
                say(Fact::Linear { coefficients, variables, total: *bound });
            }
            return;
        };
        match self.relation {
            Relation::Equal => say(Fact::Equal(x, y)),
            Relation::Different => say(Fact::Differ(x, y)),
            Relation::AtMost => {}
        }
    }

    /// Returns the variable that the equation computes: it was alone on one side, and the others are older.
    pub fn computed(&self) -> Option<Var> {
        let result = self.alone?;
        let (mut inputs, mut are_older) = (0, true);
        self.each_variable(&mut |var| {
            inputs += usize::from(var != result);
            are_older &= var <= result;
        });
        (inputs > 0 && are_older).then_some(result)
    }

    pub fn each_variable(&self, each: &mut dyn FnMut(Var)) {
        self.variables.iter().for_each(|&var| each(var));
        self.calls.iter().for_each(|(_, call)| Part::Call(call).each_variable(each));
    }
}

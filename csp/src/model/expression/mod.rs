//! The language of models: numbers ([`Expression`]) and statements about them ([`Condition`]).
//!
//! ```text
//!   x + 2 * y - product(x, z)   Expression: Σ a·variable + Σ b·function(expressions) + constant
//!            .le(7)             comparing makes a Statement, the leaf of a Condition
//!   (a.lt(b) | c.eq(3)) & !d    Condition: Statements, Decisions and other constraints under and, or, not, same
//!   model.post(…)               a Condition is a Constraint; `post` takes it apart
//! ```
//!
//! A sum stays a sum. An auxiliary variable is added only if an argument or the result of a function is more
//! than a variable, and not [too large](large) for one. Expressions own their parts, so an expression cannot
//! contain itself.

mod assumable;
mod call;
mod condition;
mod guard;
mod key;
mod large;
mod nested;
mod numbers;
mod operators;
mod post;
mod show;
mod small;
mod statement;

use std::sync::Arc;

use smallvec::SmallVec;

use crate::model::ids::{Term, Var};
use crate::model::values::MAX_VALUE;

pub(crate) use call::{Call, Defined, Function, Range, post_by_result};
pub(crate) use condition::Formula;
pub use condition::{Condition, all, any, constructive_any, holds};
pub(crate) use numbers::{post_equation, post_sum};
pub(crate) use statement::{Relation, Statement, difference};

/// An integer computed from variables: a sum with integer coefficients and a constant. Its terms are
/// variables or functions of other expressions. Comparing two expressions gives a [`Condition`]:
///
/// ```
/// # use csp::{Model, maximum, sum};
/// let mut model = Model::new();
/// let xs = model.vars(3, 1..=3);
/// model.post(sum(&xs).eq(8));
/// model.post((xs[0] * 2 - xs[1]).le(xs[2]));
/// model.post((maximum(&xs) * 2).lt(xs[0] * xs[2] + 1));
/// assert_eq!(model.search()?.solutions().count(), 1);
/// # Ok::<(), csp::Error>(())
/// ```
///
/// Variables, terms (`x + 3`), integers, conditions and decisions are accepted where an expression is
/// expected. Conditions and decisions count as 1 if they hold, else 0: `sum(xs.iter().map(|x| x.is(7)))`.
#[derive(Clone, Debug, Default)]
pub struct Expression {
    /// Unsorted; a variable may occur more than once.
    pub(crate) variables: SmallVec<[(i64, Var); 1]>,
    pub(crate) calls: Vec<(i64, Arc<Call>)>,
    pub(crate) constant: i64,
    /// Set if a coefficient or constant overflowed; reported when a constraint is posted.
    pub(crate) overflow: bool,
}

/// Returns the sum of variables or other expressions.
pub fn sum<T: Into<Expression>>(terms: impl IntoIterator<Item = T>) -> Expression {
    let terms = terms.into_iter();
    let mut total = Expression::default();
    total.variables.reserve(terms.size_hint().0);
    for term in terms {
        total += term.into();
    }
    total
}

/// Returns the sum of variables or other expressions, each times its weight.
pub fn weighted_sum<N: Into<i64>, T: Into<Expression>>(
    terms: impl IntoIterator<Item = (N, T)>,
) -> Expression {
    sum(terms.into_iter().map(|(weight, term)| term.into() * weight))
}

/// A weighted sum of variables: equal to [`weighted_sum`] and faster to build.
impl FromIterator<(i64, Var)> for Expression {
    fn from_iter<I: IntoIterator<Item = (i64, Var)>>(terms: I) -> Expression {
        Expression { variables: terms.into_iter().collect(), ..Expression::default() }
    }
}

impl Expression {
    pub(crate) fn call(function: impl Function + 'static, arguments: Vec<Expression>) -> Expression {
        Call::Function { function: Box::new(function), arguments }.into()
    }

    /// Sorts the variables, merges repeated ones and removes terms with coefficient 0, except functions that
    /// may be undefined, since then the sum is undefined.
    pub(crate) fn normalize(&mut self) {
        self.calls.retain(|(a, call)| *a != 0 || !call.is_total());
        if self.variables.is_sorted_by(|(_, x), (_, y)| x < y) && self.variables.iter().all(|&(a, _)| a != 0)
        {
            return;
        }
        let overflow = &mut self.overflow;
        self.variables.sort_by_key(|&(_, var)| var);
        self.variables.dedup_by(|(a, x), (total, y)| {
            if x != y {
                return false;
            }
            match total.checked_add(*a) {
                Some(sum) => *total = sum,
                None => *overflow = true,
            }
            true
        });
        self.variables.retain(|&mut (a, _)| a != 0);
    }

    /// Returns the expression as a variable with an offset, if it is one.
    pub(crate) fn as_term(&self) -> Option<Term> {
        match (&self.variables[..], &self.calls[..], i32::try_from(self.constant)) {
            (&[(1, var)], [], Ok(offset)) if !self.overflow => Some(Term { var, offset }),
            _ => None,
        }
    }

    pub(crate) fn as_constant(&self) -> Option<i64> {
        (self.variables.is_empty() && self.calls.is_empty()).then_some(self.constant)
    }

    /// Returns the value of the expression for the given values of variables. `None` if a function is undefined, or if
    /// the value is too large, which is impossible for declared values.
    pub(crate) fn value(&self, of: &dyn Fn(Var) -> i32) -> Option<i64> {
        let add = |sum: i64, a: i64, value: i64| sum.checked_add(a.checked_mul(value)?);
        let mut variables = self.variables.iter();
        let sum = variables.try_fold(self.constant, |sum, &(a, var)| add(sum, a, of(var).into()))?;
        self.calls.iter().try_fold(sum, |sum, (a, call)| add(sum, *a, call.value(of)?))
    }

    /// Returns an interval that contains all values of the expression for variables in the given intervals. The
    /// arithmetic saturates.
    pub(crate) fn range(&self, of: &dyn Fn(Var) -> Range) -> Range {
        let variables = self.variables.iter().map(|&(a, var)| (a, of(var)));
        let calls = self.calls.iter().map(|(a, call)| (*a, call.range(of)));
        variables.chain(calls).fold((self.constant, self.constant), |(low, high), (a, (least, most))| {
            let (one, other) = (a.saturating_mul(least), a.saturating_mul(most));
            (low.saturating_add(one.min(other)), high.saturating_add(one.max(other)))
        })
    }

    /// Returns the largest possible magnitude if all variables and functions have the largest magnitude of a
    /// variable.
    fn reach(&self) -> i128 {
        let all = self.variables.iter().map(|&(a, _)| a).chain(self.calls.iter().map(|&(a, _)| a));
        let terms: i128 = all.map(|a| i128::from(a).abs() * i128::from(MAX_VALUE)).sum();
        terms + i128::from(self.constant).abs()
    }

    /// Returns the size of the expression in bytes, parts included.
    fn memory(&self) -> usize {
        let calls = self.calls.iter().map(|(_, call)| 16 + call.memory()).sum::<usize>();
        size_of::<Expression>() + 16 * self.variables.len() + calls
    }

    pub(crate) fn each_variable(&self, each: &mut dyn FnMut(Var)) {
        self.variables.iter().for_each(|&(_, var)| each(var));
        self.calls.iter().for_each(|(_, call)| call.each_variable(each));
    }
}

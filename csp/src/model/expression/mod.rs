//! What models say in formulas: numbers ([`Expression`]) and statements about them ([`Condition`]).
//!
//! ```text
//!   x + 2 * y - product(x, z)   Expression: Σ a·variable + Σ b·function(expressions) + constant
//!            .le(7)             comparing makes a Statement, the leaf of a Condition
//!   (a.lt(b) | c.eq(3)) & !d    Condition: Statements, Decisions and other constraints under and, or, not, same
//!   model.post(…)               a Condition is a Constraint; `post` takes it apart
//! ```
//!
//! A sum stays a sum: only where a function's argument or result is more than a variable does an auxiliary
//! variable stand in for it, unless it is [too large](large) for one. Expressions are values that own their parts, so none can refer to itself.

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
pub(crate) use numbers::post_equation;
pub(crate) use statement::{Relation, difference};

/// A number made of variables: a sum with integer coefficients and a constant, whose terms may be functions of
/// other expressions, too. Comparing it makes a [`Condition`]:
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
/// Variables, terms (`x + 3`) and integers are expressions, too, wherever one is asked for; so are conditions
/// and decisions, as 1 where they hold and 0 where they do not: `sum(xs.iter().map(|x| x.is(7)))`.
#[derive(Clone, Debug, Default)]
pub struct Expression {
    /// Not yet sorted; a variable may stand here more than once.
    pub(crate) variables: SmallVec<[(i64, Var); 1]>,
    pub(crate) calls: Vec<(i64, Arc<Call>)>,
    pub(crate) constant: i64,
    /// Something was too large on the way; reported when a constraint is posted.
    pub(crate) overflow: bool,
}

/// The sum of variables or of other expressions.
pub fn sum<T: Into<Expression>>(terms: impl IntoIterator<Item = T>) -> Expression {
    let terms = terms.into_iter();
    let mut total = Expression::default();
    total.variables.reserve(terms.size_hint().0);
    for term in terms {
        total += term.into();
    }
    total
}

/// The sum of variables or other expressions, each times its weight.
pub fn weighted_sum<N: Into<i64>, T: Into<Expression>>(
    terms: impl IntoIterator<Item = (N, T)>,
) -> Expression {
    sum(terms.into_iter().map(|(weight, term)| term.into() * weight))
}

/// A sum of variables, each with its weight: as [`weighted_sum`], and quicker to make.
impl FromIterator<(i64, Var)> for Expression {
    fn from_iter<I: IntoIterator<Item = (i64, Var)>>(terms: I) -> Expression {
        Expression { variables: terms.into_iter().collect(), ..Expression::default() }
    }
}

impl Expression {
    pub(crate) fn call(function: impl Function + 'static, arguments: Vec<Expression>) -> Expression {
        Call::Function { function: Box::new(function), arguments }.into()
    }

    /// Each variable once, zeros left out: not of functions that may be undefined, for then the sum is.
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

    /// The variable with its offset, if that is all it is.
    pub(crate) fn as_term(&self) -> Option<Term> {
        match (&self.variables[..], &self.calls[..], i32::try_from(self.constant)) {
            (&[(1, var)], [], Ok(offset)) if !self.overflow => Some(Term { var, offset }),
            _ => None,
        }
    }

    pub(crate) fn as_constant(&self) -> Option<i64> {
        (self.variables.is_empty() && self.calls.is_empty()).then_some(self.constant)
    }

    /// Its value, the variables having these; none where a function is undefined, or, which declared values rule out, where
    /// it is too large.
    pub(crate) fn value(&self, of: &dyn Fn(Var) -> i32) -> Option<i64> {
        let add = |sum: i64, a: i64, value: i64| sum.checked_add(a.checked_mul(value)?);
        let mut variables = self.variables.iter();
        let sum = variables.try_fold(self.constant, |sum, &(a, var)| add(sum, a, of(var).into()))?;
        self.calls.iter().try_fold(sum, |sum, (a, call)| add(sum, *a, call.value(of)?))
    }

    /// An interval with all its values, the variables lying in these. It saturates.
    pub(crate) fn range(&self, of: &dyn Fn(Var) -> Range) -> Range {
        let variables = self.variables.iter().map(|&(a, var)| (a, of(var)));
        let calls = self.calls.iter().map(|(a, call)| (*a, call.range(of)));
        variables.chain(calls).fold((self.constant, self.constant), |(low, high), (a, (least, most))| {
            let (one, other) = (a.saturating_mul(least), a.saturating_mul(most));
            (low.saturating_add(one.min(other)), high.saturating_add(one.max(other)))
        })
    }

    /// The largest magnitude it has over any values at all.
    fn reach(&self) -> i128 {
        let all = self.variables.iter().map(|&(a, _)| a).chain(self.calls.iter().map(|&(a, _)| a));
        let terms: i128 = all.map(|a| i128::from(a).abs() * i128::from(MAX_VALUE)).sum();
        terms + i128::from(self.constant).abs()
    }

    /// Bytes that it takes, its parts included.
    fn memory(&self) -> usize {
        let calls = self.calls.iter().map(|(_, call)| 16 + call.memory()).sum::<usize>();
        size_of::<Expression>() + 16 * self.variables.len() + calls
    }

    pub(crate) fn each_variable(&self, each: &mut dyn FnMut(Var)) {
        self.variables.iter().for_each(|&(_, var)| each(var));
        self.calls.iter().for_each(|(_, call)| call.each_variable(each));
    }
}

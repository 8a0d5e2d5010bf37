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
//! than a variable, and not too large for one; see [`compile`](crate::compile). Expressions own their parts, so an expression cannot
//! contain itself.

mod call;
mod condition;
mod counts;
mod lists;
mod operators;
mod show;
mod statement;
mod walk;

use std::collections::HashMap;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::model::ids::{Term, Var};
use crate::model::solution::Solution;
use crate::model::values::{MAX_VALUE, Range};

pub(crate) use call::{Call, Defined, Function, fits, is_total};
pub(crate) use condition::Formula;
pub use condition::{Condition, all, any, constructive_any, holds};
pub use counts::{at_least_one, at_most_one, exactly_one};
pub(crate) use statement::{Relation, Statement, difference};
pub(crate) use walk::{Part, Reach, fold, is_unwieldy, parts, terms};

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
/// A sum can also grow term by term:
///
/// ```
/// # use csp::{Expression, Model};
/// let mut model = Model::new();
/// let [x, y] = model.array(0..=9);
/// let mut cost = Expression::default();
/// cost += x;
/// cost += 5 * x.ge(y + 4);
/// cost -= y.is(0);
/// model.post((x + y).eq(10));
/// let outcome = model.search()?.minimize(cost)?.run();
/// assert_eq!(outcome.best().unwrap().solution[x], 1);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Expression {
    /// Unsorted; a variable may occur more than once.
    pub(crate) variables: SmallVec<[(i64, Var); 1]>,
    pub(crate) calls: Vec<(i64, Arc<Call>)>,
    pub(crate) constant: i64,
    /// Set if a coefficient or constant overflowed; reported when a constraint is posted.
    pub(crate) overflow: bool,
    /// Whether a constraint other than comparisons is part of the calls.
    pub(crate) has_constraint: bool,
}

/// Most terms that a copy of an expression has for itself.
const MOST_OWN: usize = 32;

/// Returns the sum of variables or other expressions.
pub fn sum<T: Into<Expression>>(terms: impl IntoIterator<Item = T>) -> Expression {
    let terms = terms.into_iter();
    let mut total = Expression::default();
    total.variables.reserve(terms.size_hint().0);
    for term in terms {
        total += term;
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
        let mut arguments = arguments;
        arguments.iter_mut().for_each(Expression::flatten);
        let has_constraint = arguments.iter().any(|argument| argument.has_constraint);
        Call::Function { function: Box::new(function), arguments, has_constraint }.into()
    }

    /// Returns an equal expression whose copies share its terms, if there are many. It takes little time to build a
    /// further expression of a copy.
    pub fn shared(self) -> Expression {
        if self.variables.len() + self.calls.len() <= MOST_OWN {
            return self;
        }
        let overflow = self.overflow;
        Expression { overflow, ..Call::Sum(self).into() }
    }

    /// Multiplies all terms.
    fn scale(&mut self, factor: i64) {
        let mut times = |number: &mut i64| {
            let (product, overflow) = number.overflowing_mul(factor);
            *number = product;
            self.overflow |= overflow;
        };
        self.variables.iter_mut().for_each(|(a, _)| times(a));
        self.calls.iter_mut().for_each(|(a, _)| times(a));
        times(&mut self.constant);
    }

    /// Replaces shared sums by their terms.
    fn flatten(&mut self) {
        let is_sum = |call: &Call| matches!(call, Call::Sum(_));
        if !self.calls.iter().any(|(_, call)| is_sum(call)) {
            return;
        }
        // Each sum after those in it, and once, however often it occurs.
        let whole = std::mem::take(self);
        let mut sums: Vec<&Arc<Call>> = Vec::new();
        fold(Part::Sum(&whole), Reach::Sums, |part, _: &[()]| {
            if let Part::Call(call) = part
                && is_sum(call)
            {
                sums.push(call);
            }
        });
        let mut factors: HashMap<*const Call, i64> = HashMap::new();
        self.add_terms(&whole, 1, &mut factors);
        for call in sums.into_iter().rev() {
            if let (Some(&factor), Call::Sum(sum)) = (factors.get(&Arc::as_ptr(call)), &**call) {
                self.add_terms(sum, factor, &mut factors);
            }
        }
    }

    /// Adds a multiple of another expression, whose shared sums are only counted.
    fn add_terms(&mut self, other: &Expression, factor: i64, factors: &mut HashMap<*const Call, i64>) {
        let mut overflow = other.overflow;
        let mut times = |number: i64| {
            let (product, is_over) = number.overflowing_mul(factor);
            overflow |= is_over;
            product
        };
        self.variables.extend(other.variables.iter().map(|&(a, var)| (times(a), var)));
        let (constant, mut is_over) = self.constant.overflowing_add(times(other.constant));
        self.constant = constant;
        for (a, call) in &other.calls {
            let a = times(*a);
            if matches!(**call, Call::Sum(_)) {
                let known = factors.entry(Arc::as_ptr(call)).or_default();
                let (sum, is_too_large) = known.overflowing_add(a);
                *known = sum;
                is_over |= is_too_large;
            } else {
                self.calls.push((a, call.clone()));
            }
        }
        self.overflow |= overflow || is_over;
        self.has_constraint |= other.has_constraint;
    }

    /// Sorts the variables, merges repeated ones and removes terms with coefficient 0, except functions that
    /// may be undefined, since then the sum is undefined.
    pub(crate) fn normalize(&mut self) {
        self.flatten();
        self.calls.retain(|(a, call)| *a != 0 || !is_total(call));
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
        if self.calls.is_empty() { self.value_with(&[], of) } else { Part::Sum(self).value(of) }
    }

    /// Returns the value, if these are the values of its functions.
    fn value_with(&self, calls: &[Option<i64>], of: &dyn Fn(Var) -> i32) -> Option<i64> {
        let add = |sum: i64, a: i64, value: i64| sum.checked_add(a.checked_mul(value)?);
        let mut variables = self.variables.iter();
        let sum = variables.try_fold(self.constant, |sum, &(a, var)| add(sum, a, of(var).into()))?;
        self.calls.iter().zip(calls).try_fold(sum, |sum, ((a, _), value)| add(sum, *a, (*value)?))
    }

    /// Returns an interval that contains all values of the expression for variables in the given intervals. The
    /// arithmetic saturates.
    pub(crate) fn range(&self, of: &dyn Fn(Var) -> Range) -> Range {
        Part::Sum(self).range(of)
    }

    /// Returns such an interval, if these are the intervals of its functions.
    pub(crate) fn range_with(
        &self,
        calls: impl IntoIterator<Item = Range>,
        of: &dyn Fn(Var) -> Range,
    ) -> Range {
        let variables = self.variables.iter().map(|&(a, var)| (a, of(var)));
        let calls = self.calls.iter().map(|(a, _)| *a).zip(calls);
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

    pub(crate) fn each_variable(&self, each: &mut dyn FnMut(Var)) {
        Part::Sum(self).each_variable(each);
    }
}

impl Solution {
    /// Returns the value of an expression, or `None` if a function in it is undefined.
    ///
    /// ```
    /// # use csp::{Model, maximum};
    /// let mut model = Model::new();
    /// let x = model.vars(2, 3..=4);
    /// model.post(x[0].lt(x[1]));
    /// let solution = model.search()?.first()?.unwrap();
    /// assert_eq!(solution.evaluate(maximum(&x) * 10 - x[0]), Some(37));
    /// assert!(solution.keeps((x[0] * x[1]).ge(12)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(&self, expression: impl Into<Expression>) -> Option<i64> {
        expression.into().value(&|var| self[var])
    }

    /// Returns whether a condition holds.
    pub fn keeps(&self, condition: impl Into<Condition>) -> bool {
        condition.into().is_met(&|var| self[var])
    }
}

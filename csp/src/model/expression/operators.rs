//! Operators on variables, terms, expressions and conditions: `x + 2 * y - 3`, `x * y`, `cost += 5 * x.ge(y)`, `x.le(y)`.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use smallvec::smallvec;

use super::call::Call;
use super::{Condition, Expression, Relation};
use crate::constraints::Operand;
use crate::model::decision::Decision;
use crate::model::ids::{Term, Var};

macro_rules! comparisons {
    ($($type:ty),*) => {$(
        impl $type {
            /// `self = right`
            #[allow(clippy::should_implement_trait)] // It makes a condition; it does not compare.
            pub fn eq(self, right: impl Into<Expression>) -> Condition {
                Condition::compare(self.into(), Relation::Equal, right.into())
            }

            /// `self ≠ right`
            #[allow(clippy::should_implement_trait)]
            pub fn ne(self, right: impl Into<Expression>) -> Condition {
                Condition::compare(self.into(), Relation::Different, right.into())
            }

            /// `self ≤ right`
            pub fn le(self, right: impl Into<Expression>) -> Condition {
                Condition::compare(self.into(), Relation::AtMost, right.into())
            }

            /// `self < right`
            pub fn lt(self, right: impl Into<Expression>) -> Condition {
                self.le(right.into() - 1)
            }

            /// `self ≥ right`
            pub fn ge(self, right: impl Into<Expression>) -> Condition {
                right.into().le(self)
            }

            /// `self > right`
            pub fn gt(self, right: impl Into<Expression>) -> Condition {
                right.into().lt(self)
            }
        }
    )*};
}

comparisons!(Expression, Var, Term, Condition, Decision);

impl From<Var> for Expression {
    fn from(var: Var) -> Expression {
        Expression { variables: smallvec![(1, var)], ..Expression::default() }
    }
}

impl From<Term> for Expression {
    fn from(Term { var, offset }: Term) -> Expression {
        // Offsets of terms saturate.
        let overflow = offset == i32::MAX || offset == i32::MIN;
        Expression {
            variables: smallvec![(1, var)],
            constant: offset.into(),
            overflow,
            ..Expression::default()
        }
    }
}

impl From<Operand> for Expression {
    fn from(operand: Operand) -> Expression {
        match operand {
            Operand::Constant(constant) => constant.into(),
            Operand::Term(term) => term.into(),
        }
    }
}

impl From<i64> for Expression {
    fn from(constant: i64) -> Expression {
        Expression { constant, ..Expression::default() }
    }
}

impl From<i32> for Expression {
    fn from(constant: i32) -> Expression {
        i64::from(constant).into()
    }
}

impl From<Decision> for Expression {
    fn from(decision: Decision) -> Expression {
        Condition::from(decision).into()
    }
}

impl From<Condition> for Expression {
    fn from(condition: Condition) -> Expression {
        Call::Truth(condition).into()
    }
}

macro_rules! borrowed {
    ($($type:ty),*) => {$(
        impl From<&$type> for Expression {
            fn from(borrowed: &$type) -> Expression {
                borrowed.clone().into()
            }
        }
    )*};
}

borrowed!(Var, Term, Operand, i32, i64, Decision, Condition, Expression);

/// Most terms that are moved for the sake of their order.
const MOST_MOVED: usize = 32;

impl<T: Into<Expression>> AddAssign<T> for Expression {
    fn add_assign(&mut self, other: T) {
        self.append(other.into());
    }
}

impl<T: Into<Expression>> SubAssign<T> for Expression {
    fn sub_assign(&mut self, other: T) {
        self.append(-other.into());
    }
}

impl<N: Into<i64>> MulAssign<N> for Expression {
    fn mul_assign(&mut self, factor: N) {
        *self = std::mem::take(self) * factor;
    }
}

/// `costs.into_iter().sum::<Expression>()`
impl<T: Into<Expression>> Sum<T> for Expression {
    fn sum<I: Iterator<Item = T>>(terms: I) -> Expression {
        super::sum(terms)
    }
}

impl Expression {
    /// Adds another expression.
    pub(super) fn append(&mut self, mut other: Expression) {
        // The longer list grows, so that a long sum is made in linear time from either side.
        if other.variables.len() > self.variables.len() + MOST_MOVED {
            std::mem::swap(&mut self.variables, &mut other.variables);
        }
        if other.calls.len() > self.calls.len() + MOST_MOVED {
            std::mem::swap(&mut self.calls, &mut other.calls);
        }
        let (constant, overflow) = self.constant.overflowing_add(other.constant);
        if self.variables.is_empty() {
            self.variables = other.variables;
        } else {
            self.variables.extend(other.variables);
        }
        self.calls.extend(other.calls);
        self.constant = constant;
        self.overflow |= overflow || other.overflow;
        self.has_constraint |= other.has_constraint;
    }
}

impl<N: Into<i64>> Mul<N> for Expression {
    type Output = Expression;

    fn mul(mut self, factor: N) -> Expression {
        self = self.shared();
        self.scale(factor.into());
        self
    }
}

impl Neg for Expression {
    type Output = Expression;

    fn neg(self) -> Expression {
        self * -1
    }
}

impl<T: Into<Expression>> Add<T> for Expression {
    type Output = Expression;

    fn add(mut self, other: T) -> Expression {
        self += other;
        self
    }
}

impl<T: Into<Expression>> Sub<T> for Expression {
    type Output = Expression;

    fn sub(mut self, other: T) -> Expression {
        self -= other;
        self
    }
}

/// `x + y`, `x - y`. (A variable plus an integer is a term.)
macro_rules! sums {
    ($($left:ty, $right:ty;)*) => {$(
        impl Add<$right> for $left {
            type Output = Expression;

            fn add(self, other: $right) -> Expression {
                Expression::from(self) + other
            }
        }

        impl Sub<$right> for $left {
            type Output = Expression;

            fn sub(self, other: $right) -> Expression {
                Expression::from(self) - other
            }
        }
    )*};
}

sums! {
    Var, Var;
    Var, Term;
    Var, Expression;
    Var, Condition;
    Var, Decision;
    Term, Var;
    Term, Term;
    Term, Expression;
    Term, Condition;
    Term, Decision;
}

/// `condition + x`, `condition - 1`: a condition counts as 1 if it holds, else 0.
macro_rules! sums_of_truths {
    ($($left:ty),*) => {$(
        impl<T: Into<Expression>> Add<T> for $left {
            type Output = Expression;

            fn add(self, other: T) -> Expression {
                Expression::from(self) + other
            }
        }

        impl<T: Into<Expression>> Sub<T> for $left {
            type Output = Expression;

            fn sub(self, other: T) -> Expression {
                Expression::from(self) - other
            }
        }
    )*};
}

sums_of_truths!(Condition, Decision);

/// `3 + x`, `3 - x` (an `i64` or a literal).
macro_rules! constants {
    ($($type:ty),*) => {$(
        impl Add<$type> for i64 {
            type Output = Expression;

            fn add(self, other: $type) -> Expression {
                Expression::from(self) + other
            }
        }

        impl Sub<$type> for i64 {
            type Output = Expression;

            fn sub(self, other: $type) -> Expression {
                Expression::from(self) - other
            }
        }
    )*};
}

constants!(Var, Term, Expression, Condition, Decision);

/// `2 * x` (an `i64` or a literal), `x * 2` (any integer), `-x`.
macro_rules! multiples {
    ($($type:ty),*) => {$(
        impl<N: Into<i64>> Mul<N> for $type {
            type Output = Expression;

            fn mul(self, factor: N) -> Expression {
                Expression::from(self) * factor
            }
        }

        impl Mul<$type> for i64 {
            type Output = Expression;

            fn mul(self, factor: $type) -> Expression {
                Expression::from(factor) * self
            }
        }

        impl Neg for $type {
            type Output = Expression;

            fn neg(self) -> Expression {
                -Expression::from(self)
            }
        }
    )*};
}

multiples!(Var, Term, Condition, Decision);

impl Mul<Expression> for i64 {
    type Output = Expression;

    fn mul(self, factor: Expression) -> Expression {
        factor * self
    }
}

/// `x * y`.
macro_rules! products {
    ($($left:ty, $right:ty;)*) => {$(
        impl Mul<$right> for $left {
            type Output = Expression;

            fn mul(self, other: $right) -> Expression {
                crate::constraints::product(self, other)
            }
        }
    )*};
}

products! {
    Var, Var;
    Var, Term;
    Var, Expression;
    Var, Condition;
    Var, Decision;
    Term, Var;
    Term, Term;
    Term, Expression;
    Term, Condition;
    Term, Decision;
    Expression, Var;
    Expression, Term;
    Expression, Expression;
    Expression, Condition;
    Expression, Decision;
    Condition, Var;
    Condition, Term;
    Condition, Expression;
    Condition, Condition;
    Condition, Decision;
    Decision, Var;
    Decision, Term;
    Decision, Expression;
    Decision, Condition;
    Decision, Decision;
}

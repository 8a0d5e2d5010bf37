//! Linear expressions: `x + 2 * y - 3`, `sum(&xs)`.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use super::{LinearConstraint, Relation};
use crate::model::{Term, Var};

/// A sum of variables with integer coefficients and a constant. Comparing it makes a constraint:
///
/// ```
/// # use csp::{Model, sum};
/// let mut model = Model::new();
/// let xs = model.vars(3, 1..=3);
/// model.post(sum(&xs).eq(8));
/// model.post((xs[0] * 2 - xs[1]).le(xs[2]));
/// assert_eq!(model.search()?.solutions().count(), 1);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Linear {
    terms: Vec<(i64, Var)>,
    constant: i64,
    /// Something was too large on the way; reported when a constraint is posted.
    overflow: bool,
}

/// The sum of variables or of other expressions.
pub fn sum<T: Into<Linear>>(terms: impl IntoIterator<Item = T>) -> Linear {
    let mut total = Linear::default();
    for term in terms {
        total += term.into();
    }
    total
}

/// The sum of variables, each times its weight.
pub fn weighted_sum<T: Into<Linear>>(terms: impl IntoIterator<Item = (i64, T)>) -> Linear {
    sum(terms.into_iter().map(|(weight, term)| term.into() * weight))
}

impl Linear {
    /// Each variable once, zeros left out; the constant; whether anything overflowed.
    pub(super) fn into_parts(self) -> (Vec<(i64, Var)>, i64, bool) {
        let Linear { mut terms, constant, mut overflow } = self;
        terms.sort_by_key(|&(_, var)| var);
        terms.dedup_by(|(a, x), (total, y)| {
            if x != y {
                return false;
            }
            match total.checked_add(*a) {
                Some(sum) => *total = sum,
                None => overflow = true,
            }
            true
        });
        terms.retain(|&(a, _)| a != 0);
        (terms, constant, overflow)
    }

    /// `self = right`
    #[allow(clippy::should_implement_trait)] // It makes a constraint; it does not compare.
    pub fn eq(self, right: impl Into<Linear>) -> LinearConstraint {
        LinearConstraint::new(self, Relation::Equal, right.into())
    }

    /// `self ≠ right`
    #[allow(clippy::should_implement_trait)]
    pub fn ne(self, right: impl Into<Linear>) -> LinearConstraint {
        LinearConstraint::new(self, Relation::Different, right.into())
    }

    /// `self ≤ right`
    pub fn le(self, right: impl Into<Linear>) -> LinearConstraint {
        LinearConstraint::new(self, Relation::AtMost, right.into())
    }

    /// `self < right`
    pub fn lt(self, right: impl Into<Linear>) -> LinearConstraint {
        self.le(right.into() - 1)
    }

    /// `self ≥ right`
    pub fn ge(self, right: impl Into<Linear>) -> LinearConstraint {
        right.into().le(self)
    }

    /// `self > right`
    pub fn gt(self, right: impl Into<Linear>) -> LinearConstraint {
        right.into().lt(self)
    }
}

macro_rules! comparisons {
    ($type:ty) => {
        impl $type {
            /// `self = right`
            #[allow(clippy::should_implement_trait)] // It makes a constraint; it does not compare.
            pub fn eq(self, right: impl Into<Linear>) -> LinearConstraint {
                Linear::from(self).eq(right)
            }

            /// `self ≠ right`
            #[allow(clippy::should_implement_trait)]
            pub fn ne(self, right: impl Into<Linear>) -> LinearConstraint {
                Linear::from(self).ne(right)
            }

            /// `self ≤ right`
            pub fn le(self, right: impl Into<Linear>) -> LinearConstraint {
                Linear::from(self).le(right)
            }

            /// `self < right`
            pub fn lt(self, right: impl Into<Linear>) -> LinearConstraint {
                Linear::from(self).lt(right)
            }

            /// `self ≥ right`
            pub fn ge(self, right: impl Into<Linear>) -> LinearConstraint {
                Linear::from(self).ge(right)
            }

            /// `self > right`
            pub fn gt(self, right: impl Into<Linear>) -> LinearConstraint {
                Linear::from(self).gt(right)
            }
        }
    };
}

comparisons!(Var);
comparisons!(Term);

impl From<Var> for Linear {
    fn from(var: Var) -> Linear {
        Linear { terms: vec![(1, var)], ..Linear::default() }
    }
}

impl From<&Var> for Linear {
    fn from(&var: &Var) -> Linear {
        var.into()
    }
}

impl From<Term> for Linear {
    fn from(Term { var, offset }: Term) -> Linear {
        // Offsets of terms saturate.
        let overflow = offset == i32::MAX || offset == i32::MIN;
        Linear { terms: vec![(1, var)], constant: offset.into(), overflow }
    }
}

impl From<i32> for Linear {
    fn from(constant: i32) -> Linear {
        i64::from(constant).into()
    }
}

impl From<i64> for Linear {
    fn from(constant: i64) -> Linear {
        Linear { constant, ..Linear::default() }
    }
}

impl AddAssign for Linear {
    fn add_assign(&mut self, other: Linear) {
        let (constant, overflow) = self.constant.overflowing_add(other.constant);
        self.terms.extend(other.terms);
        self.constant = constant;
        self.overflow |= overflow || other.overflow;
    }
}

impl Mul<i64> for Linear {
    type Output = Linear;

    fn mul(mut self, factor: i64) -> Linear {
        let mut times = |number: &mut i64| {
            let (product, overflow) = number.overflowing_mul(factor);
            *number = product;
            self.overflow |= overflow;
        };
        self.terms.iter_mut().for_each(|(a, _)| times(a));
        times(&mut self.constant);
        self
    }
}

impl Neg for Linear {
    type Output = Linear;

    fn neg(self) -> Linear {
        self * -1
    }
}

impl<T: Into<Linear>> Add<T> for Linear {
    type Output = Linear;

    fn add(mut self, other: T) -> Linear {
        self += other.into();
        self
    }
}

impl<T: Into<Linear>> Sub<T> for Linear {
    type Output = Linear;

    fn sub(mut self, other: T) -> Linear {
        self += -other.into();
        self
    }
}

/// `x + y`, `x - y` between the things that expressions are made of.
macro_rules! sums {
    ($($left:ty, $right:ty;)*) => {$(
        impl Add<$right> for $left {
            type Output = Linear;

            fn add(self, other: $right) -> Linear {
                Linear::from(self) + other
            }
        }

        impl Sub<$right> for $left {
            type Output = Linear;

            fn sub(self, other: $right) -> Linear {
                Linear::from(self) - other
            }
        }
    )*};
}

sums! {
    Var, Var;
    Var, Term;
    Var, Linear;
    Term, Var;
    Term, Term;
    Term, Linear;
}

/// `2 * x`, `x * 2`, `-x`.
macro_rules! products {
    ($($type:ty),*) => {$(
        impl Mul<i64> for $type {
            type Output = Linear;

            fn mul(self, factor: i64) -> Linear {
                Linear::from(self) * factor
            }
        }

        impl Mul<$type> for i64 {
            type Output = Linear;

            fn mul(self, factor: $type) -> Linear {
                Linear::from(factor) * self
            }
        }

        impl Neg for $type {
            type Output = Linear;

            fn neg(self) -> Linear {
                -Linear::from(self)
            }
        }
    )*};
}

products!(Var, Term);

impl Mul<Linear> for i64 {
    type Output = Linear;

    fn mul(self, factor: Linear) -> Linear {
        factor * self
    }
}

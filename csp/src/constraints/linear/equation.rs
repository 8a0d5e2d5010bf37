//! Σ a·x = total as a constraint.
//!
//! Equivalent to a comparison of expressions. For models of many sums it is faster: it is built without
//! expression trees and posted without analysing them.

use smallvec::SmallVec;

use super::LARGEST_SUM;
use crate::base::error::Error;
use crate::compile::formulas::post_equation;
use crate::compile::posting::Posting;
use crate::encode::{Encoder, Language, Refused};
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::expression::{Expression, difference};
use crate::model::ids::Var;
use crate::model::values::MAX_VALUE;

/// A linear equation, built by [`equation`].
#[derive(Clone, Debug)]
pub struct Equation {
    /// The variables, once each, in ascending order.
    scope: SmallVec<[Var; 6]>,
    /// The coefficients of the variables; none is 0.
    coefficients: SmallVec<[i64; 5]>,
    total: i64,
    /// Set if adding up the coefficients of one variable overflowed.
    overflow: bool,
}

/// Returns the constraint that the weighted variables add up to `total`: equivalent to comparing a
/// [`weighted_sum`](crate::weighted_sum) with a number, and faster to build.
///
/// ```
/// use csp::{Model, constraints::equation};
///
/// let mut model = Model::new();
/// let (x, y) = (model.var(0..=9), model.var(0..=9));
/// model.post(equation([(2, x), (1, y)], 7));
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn equation(terms: impl IntoIterator<Item = (i64, Var)>, total: i64) -> Equation {
    normalized(terms.into_iter().collect(), total)
}

/// Builds the equation of terms in any order, in which a variable may be repeated.
fn normalized(mut terms: SmallVec<[(i64, Var); 8]>, total: i64) -> Equation {
    terms.sort_by_key(|&(_, var)| var);
    let mut overflow = false;
    if !terms.is_sorted_by(|(_, x), (_, y)| x < y) || terms.iter().any(|&(a, _)| a == 0) {
        let mut sum: Expression = terms.into_iter().collect();
        sum.normalize();
        overflow = sum.overflow;
        terms = sum.variables.into_iter().collect();
    }
    Equation {
        scope: terms.iter().map(|&(_, var)| var).collect(),
        coefficients: terms.iter().map(|&(a, _)| a).collect(),
        total,
        overflow,
    }
}

impl Equation {
    /// Returns the largest possible magnitude of the compared numbers.
    fn reach(&self) -> i128 {
        let weights: i128 = self.coefficients.iter().map(|&a| i128::from(a).abs()).sum();
        weights * i128::from(MAX_VALUE) + i128::from(self.total).abs()
    }
}

impl Constraint for Equation {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let terms = self.coefficients.iter().zip(values);
        terms.map(|(&a, &value)| a * i64::from(value)).sum::<i64>() == self.total
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        if !self.overflow && self.reach() < LARGEST_SUM {
            return None;
        }
        let terms = self.coefficients.iter().copied().zip(self.scope.iter().copied());
        Some(Error::overflow(format!("the sum {}", terms.collect::<Expression>().show(model))))
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        if let Some((x, y)) = difference(&self.coefficients, &self.scope, self.total) {
            say(Fact::Equal(x, y));
        } else {
            let (coefficients, variables) = (&self.coefficients, &self.scope);
            say(Fact::Linear { coefficients, variables, total: self.total });
        }
    }

    fn is_expressed_by_facts(&self) -> bool {
        difference(&self.coefficients, &self.scope, self.total).is_some()
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let terms = self.coefficients.iter().zip(&self.scope).map(|(&a, &var)| (a, to.number(var)));
        let terms: Vec<_> = terms.collect();
        to.equation(&terms, self.total);
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        if !self.is_expressed_by_facts() {
            post_equation(to, &self.coefficients, &self.scope, self.total);
        }
    }
}

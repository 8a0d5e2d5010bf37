//! Σ a·x compared with a constant: =, ≠, ≤, ≥.
//!
//! Meaning: the sum, over the integers, stands in the relation. Strength: bounds consistency for ≤ and
//! the usual bounds reasoning in both directions for = (Harvey & Schimpf 2002), run to its own fixpoint;
//! ≠ removes the last value once one variable is open. Two variables with coefficients 1 and -1 become
//! `x = y + c` (merged by presolve), `x ≠ y + c` (the kernel's) or `x ≤ y + c` (domain-consistent).
//! Cost: linear in the number of variables a pass.
//!
//! No sum can overflow: when a constraint is posted, Σ |a|·2^28 must stay below 2^62.

mod compare;
mod expression;

use crate::compile::Compile;
use crate::constraint::{Constraint, Fact};
use crate::domain::{MAX_VALUE, MIN_VALUE};
use crate::error::Error;
use crate::model::{Term, Var};
use crate::store::View;

pub use expression::{Linear, sum, weighted_sum};

/// How the sum compares with the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Different,
    AtMost,
}

/// A linear relation, as made by [`Linear::eq`] and its siblings.
#[derive(Clone, Debug)]
pub struct LinearConstraint {
    /// Each variable once, no coefficient 0.
    coefficients: Vec<i64>,
    scope: Vec<Var>,
    relation: Relation,
    bound: i64,
    overflow: bool,
}

/// Sums stay within ± this.
const LARGEST_SUM: i128 = 1 << 62;

impl LinearConstraint {
    fn new(left: Linear, relation: Relation, right: Linear) -> LinearConstraint {
        let difference = left - right;
        let (terms, constant, mut overflow) = difference.into_parts();
        let reach: i128 = terms.iter().map(|&(a, _)| i128::from(a).abs() * i128::from(MAX_VALUE)).sum();
        overflow |= reach + i128::from(constant).abs() >= LARGEST_SUM;
        let (coefficients, scope) = terms.into_iter().unzip();
        LinearConstraint { coefficients, scope, relation, bound: constant.saturating_neg(), overflow }
    }

    /// For `x - y` the two variables and the bound as an offset, if values can have it.
    fn difference(&self) -> Option<(Var, Var, i32)> {
        let offset =
            i32::try_from(self.bound).ok().filter(|bound| (MIN_VALUE..=MAX_VALUE).contains(bound))?;
        match (&self.coefficients[..], &self.scope[..]) {
            ([1, -1], &[x, y]) => Some((x, y, offset)),
            ([-1, 1], &[y, x]) => Some((x, y, offset)),
            _ => None,
        }
    }

    /// Whether the constraint is wholly said by a fact.
    fn is_fact(&self) -> bool {
        self.relation != Relation::AtMost && self.difference().is_some()
    }
}

impl Constraint for LinearConstraint {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let sum: i64 = self.coefficients.iter().zip(values).map(|(&a, &value)| a * i64::from(value)).sum();
        match self.relation {
            Relation::Equal => sum == self.bound,
            Relation::Different => sum != self.bound,
            Relation::AtMost => sum <= self.bound,
        }
    }

    fn fault(&self) -> Option<Error> {
        self.overflow.then(|| Error::overflow("the sum of a linear constraint"))
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        // A variable's term may reach beyond the largest value: half of the offset goes to either side.
        let Some((x, y, offset)) = self.difference() else { return };
        let (x, y) = (Term::from(x) - offset / 2, Term::from(y) + (offset - offset / 2));
        match self.relation {
            Relation::Equal => say(Fact::Equal(x, y)),
            Relation::Different => say(Fact::Differ(x, y)),
            Relation::AtMost => {}
        }
    }

    fn is_said_by_facts(&self) -> bool {
        self.is_fact()
    }

    fn post(&self, to: &mut Compile<'_>) {
        if self.is_fact() {
            return;
        }
        // Σ a·(slot + offset): offsets move to the bound, and variables that were merged become one term.
        let mut bound = self.bound;
        let mut terms: Vec<(View, i64)> = Vec::with_capacity(self.scope.len());
        for (&a, &var) in self.coefficients.iter().zip(&self.scope) {
            let view = to.view(var);
            bound -= a * i64::from(view.offset);
            let plain = View { slot: view.slot, offset: 0 };
            match terms.iter_mut().find(|(known, _)| *known == plain) {
                Some((_, sum)) => *sum += a,
                None => terms.push((plain, a)),
            }
        }
        terms.retain(|&(_, a)| a != 0);
        compare::post(to, &terms, self.relation, bound);
    }
}

//! The sums that presolve derives, as a result of [`Model::implied_sums`].

use crate::base::error::Error;
use crate::base::limits::Limits;
use crate::compile::notes::{DerivedSum, Purpose};
use crate::model::Model;
use crate::model::config::Config;
use crate::model::ids::{ConstraintId, Var};

/// A sum that follows from other sums and from permutations: groups of different variables with as many values as
/// members.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImpliedSum {
    /// The variables, each with its coefficient.
    pub terms: Vec<(i64, Var)>,
    /// The value of the sum.
    pub total: i64,
    /// The constraints from which the sum follows, ascending.
    pub constraints: Vec<ConstraintId>,
}

impl Model {
    /// Returns the sums of few variables that follow from equations and permutations, the "rule of 45" of killer
    /// Sudoku, as presolve finds them.
    ///
    /// ```
    /// # use csp::{Model, sum};
    /// let mut model = Model::new();
    /// let x = model.array::<4>(1..=4);
    /// let different = model.all_different(x);
    /// let three = model.post(sum(&x[..3]).eq(9));
    ///
    /// let implied = model.implied_sums()?;
    /// assert_eq!((&implied[0].terms[..], implied[0].total), (&[(1, x[3])][..], 1));
    /// assert_eq!(implied[0].constraints, [different, three]);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn implied_sums(&self) -> Result<Vec<ImpliedSum>, Error> {
        self.implied_sums_within(&Limits::default())
    }

    /// Like [`implied_sums`](Model::implied_sums), within limits. The error is
    /// [`ErrorKind::Limit`](crate::ErrorKind) if one is reached.
    pub fn implied_sums_within(&self, limits: &Limits) -> Result<Vec<ImpliedSum>, Error> {
        let compiled = self.compile_observed(&Config::default(), limits, Purpose::Learn, &mut ())?;
        let engine = &compiled.engine;
        let mut named = vec![None; engine.store().words().len()];
        for (index, view) in engine.views.iter().enumerate().rev() {
            named[view.slot.0 as usize] = Some((Var(index as u32), i64::from(view.offset)));
        }
        let implied = |sum: &DerivedSum| {
            let mut total = sum.total;
            let terms = sum.terms.iter().map(|&(slot, coefficient)| {
                let (var, offset) = named[slot.0 as usize]?;
                total += coefficient * offset;
                Some((coefficient, var))
            });
            let terms = terms.collect::<Option<Vec<(i64, Var)>>>()?;
            Some(ImpliedSum { terms, total, constraints: sum.sources.to_vec() })
        };
        Ok(compiled.notes.derived_sums.iter().filter_map(implied).collect())
    }
}

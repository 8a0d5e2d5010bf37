//! Constraints by their meaning alone: assignments are tried, and a clause excludes each prefix that no allowed
//! assignment has.

use super::super::formula::Literal;
use super::{Encoder, Number};
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::model::prefixes::{TooMuch, exclude_prefixes};

impl Encoder<'_> {
    /// Encodes a constraint, or its negation if not `wanted`, by trying all assignments.
    pub(crate) fn by_trial(
        &mut self,
        constraint: &(impl Constraint + ?Sized),
        wanted: bool,
    ) -> Result<(), TooMuch> {
        let scope = constraint.scope();
        let mut vars = scope.to_vec();
        vars.sort_unstable();
        vars.dedup();
        let places: Vec<usize> = scope.iter().map(|var| vars.partition_point(|other| other < var)).collect();
        self.tried(&vars, &|values| {
            let of_scope: Vec<i32> = places.iter().map(|&at| values[at] as i32).collect();
            constraint.accepts(&of_scope) == wanted
        })
    }

    /// Encodes that the values of distinct variables are allowed.
    pub(super) fn tried(&mut self, vars: &[Var], allows: &dyn Fn(&[i64]) -> bool) -> Result<(), TooMuch> {
        let numbers: Vec<Number> = vars.iter().map(|&var| self.term(var.into())).collect();
        let of = |&number: &Number| -> Vec<(i64, Literal)> {
            self.values(number).into_iter().map(|value| (value, self.is(number, value))).collect()
        };
        let choices: Vec<Vec<(i64, Literal)>> = numbers.iter().map(of).collect();
        let mut exclude = |taken: &[Literal]| {
            self.clause(taken.iter().map(|&taken| !taken).collect::<Vec<Literal>>());
            if self.is_too_large() { Err(TooMuch) } else { Ok(()) }
        };
        if !exclude_prefixes(&choices, allows, &mut exclude)? {
            self.clause([]);
        }
        Ok(())
    }
}

//! Constraints by their meaning alone: assignments are tried, and a clause excludes each prefix that no allowed
//! assignment has.

use super::super::formula::Literal;
use super::{Encoder, Number};
use crate::TooMuch;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// Largest number of assignments that are tried.
const MOST_ASSIGNMENTS: usize = 1 << 16;

/// Whether the assignments with a prefix are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beginning {
    Always,
    Never,
    /// Some are. Clauses exclude the others.
    Said,
}

struct Trial<'t> {
    /// The values of each number, with their literals.
    choices: Vec<Vec<(i64, Literal)>>,
    allows: &'t dyn Fn(&[i64]) -> bool,
    values: Vec<i64>,
    taken: Vec<Literal>,
}

impl Encoder<'_> {
    /// Says a constraint, or its negation if not `wanted`, by trying all assignments.
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

    /// Says that the values of different variables are allowed.
    pub(super) fn tried(&mut self, vars: &[Var], allows: &dyn Fn(&[i64]) -> bool) -> Result<(), TooMuch> {
        let numbers: Vec<Number> = vars.iter().map(|&var| self.term(var.into())).collect();
        let of = |&number: &Number| -> Vec<(i64, Literal)> {
            self.values(number).into_iter().map(|value| (value, self.is(number, value))).collect()
        };
        let choices: Vec<Vec<(i64, Literal)>> = numbers.iter().map(of).collect();
        let assignments = choices.iter().try_fold(1_usize, |all, values| all.checked_mul(values.len()));
        if assignments.is_none_or(|assignments| assignments > MOST_ASSIGNMENTS) {
            return Err(TooMuch);
        }
        let mut trial = Trial { choices, allows, values: Vec::new(), taken: Vec::new() };
        if self.begins(&mut trial) == Beginning::Never {
            self.clause([]);
        }
        Ok(())
    }

    /// Tries all extensions of the current prefix.
    fn begins(&mut self, trial: &mut Trial<'_>) -> Beginning {
        let depth = trial.values.len();
        if depth == trial.choices.len() {
            return if (trial.allows)(&trial.values) { Beginning::Always } else { Beginning::Never };
        }
        let (mut never, mut always) = (Vec::new(), true);
        let count = trial.choices[depth].len();
        for at in 0..count {
            let (value, literal) = trial.choices[depth][at];
            trial.values.push(value);
            trial.taken.push(literal);
            let begins = self.begins(trial);
            trial.values.pop();
            trial.taken.pop();
            if begins == Beginning::Never {
                never.push(literal);
            }
            always &= begins == Beginning::Always;
        }
        if never.len() == count {
            return Beginning::Never;
        }
        for literal in never {
            let literals: Vec<Literal> = trial.taken.iter().chain([&literal]).map(|&taken| !taken).collect();
            self.clause(literals);
        }
        if always { Beginning::Always } else { Beginning::Said }
    }
}

//! Keys of formulas. Formulas that are equal after replacing variables by their position in the scope have
//! the same key, so that they share a table.

use std::sync::Arc;

use crate::compile::key::Key;
use crate::model::decision::Decision;
use crate::model::expression::{Call, Formula, Part, Reach, fold, parts};
use crate::model::ids::Var;

/// Position of a variable in a formula's scope.
type Position<'a> = &'a dyn Fn(Var) -> usize;

/// First number of each part, so that different formulas have different keys.
enum Tag {
    Decision,
    Statement,
    Not,
    All,
    Any,
    Same,
    Sum,
    Function,
    Truth,
}

impl Formula {
    /// Adds the formula to a key. Returns false if there is no key: for constraints as conditions, and for functions
    /// without a key.
    pub(super) fn key(&self, position: Position<'_>, key: &mut Key) -> bool {
        // Each part refers to its own parts by their numbers.
        let (mut count, mut has_key) = (0, true);
        fold(Part::Formula(self), Reach::Everything, |part, numbers: &[i64]| {
            has_key = has_key && part.own_key(position, key);
            key.push(numbers.len() as i64);
            key.extend(numbers.iter().copied());
            count += 1;
            count
        });
        has_key
    }

    /// Returns whether the formula contains a function, or a condition as a term of a sum.
    pub(super) fn has_function(&self) -> bool {
        parts(Part::Formula(self), Reach::Everything).any(|part| matches!(part, Part::Call(_)))
    }
}

impl Part<'_> {
    /// Adds a part without its own parts. Returns false if it has no key.
    fn own_key(self, position: Position<'_>, key: &mut Key) -> bool {
        match self {
            Part::Formula(Formula::Decision(decision)) => {
                let (kind, var, value) = match *decision {
                    Decision::Assign(var, value) => (0, var, value),
                    Decision::Remove(var, value) => (1, var, value),
                    Decision::AtMost(var, value) => (2, var, value),
                    Decision::AtLeast(var, value) => (3, var, value),
                };
                key.extend([Tag::Decision as i64, kind, position(var) as i64, value.into()]);
            }
            Part::Formula(Formula::Statement(statement)) => {
                key.extend([Tag::Statement as i64, statement.relation as i64, statement.bound]);
                let variables =
                    statement.coefficients.iter().copied().zip(statement.variables.iter().copied());
                sum_key(variables, &statement.calls, position, key);
            }
            Part::Formula(Formula::Constraint(_)) => return false,
            Part::Formula(Formula::Not(_)) => key.push(Tag::Not as i64),
            Part::Formula(Formula::All(_)) => key.push(Tag::All as i64),
            Part::Formula(Formula::Any { .. }) => key.push(Tag::Any as i64),
            Part::Formula(Formula::Same(_)) => key.push(Tag::Same as i64),
            Part::Sum(sum) => {
                key.extend([Tag::Sum as i64, sum.constant]);
                sum_key(sum.variables.iter().copied(), &sum.calls, position, key);
            }
            Part::Call(call) => match &**call {
                Call::Function { function, .. } => {
                    key.push(Tag::Function as i64);
                    key.push_text(function.name());
                    return function.key(key);
                }
                Call::Truth(_) | Call::Sum(_) => key.push(Tag::Truth as i64),
            },
        }
        true
    }
}

fn sum_key(
    variables: impl ExactSizeIterator<Item = (i64, Var)>,
    calls: &[(i64, Arc<Call>)],
    position: Position<'_>,
    key: &mut Key,
) {
    key.push(variables.len() as i64);
    variables.for_each(|(factor, var)| key.extend([factor, position(var) as i64]));
    key.extend(calls.iter().map(|(factor, _)| *factor));
}

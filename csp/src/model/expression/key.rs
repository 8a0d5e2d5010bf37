//! Keys of formulas. Formulas that are equal after replacing variables by their position in the scope have
//! the same key, so that they share a table.

use super::Expression;
use super::call::Call;
use super::condition::Formula;
use super::statement::Statement;
use crate::compile::key::Key;
use crate::model::decision::Decision;
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
    Function,
    Truth,
}

impl Formula {
    /// Adds the formula to a key. Returns false if there is no key: for constraints as conditions, and for functions
    /// without a key.
    pub(super) fn key(&self, position: Position<'_>, key: &mut Key) -> bool {
        match self {
            Formula::Decision(decision) => {
                let (kind, var, value) = match *decision {
                    Decision::Assign(var, value) => (0, var, value),
                    Decision::Remove(var, value) => (1, var, value),
                    Decision::AtMost(var, value) => (2, var, value),
                    Decision::AtLeast(var, value) => (3, var, value),
                };
                key.extend([Tag::Decision as i64, kind, position(var) as i64, value.into()]);
                true
            }
            Formula::Statement(statement) => statement.key(position, key),
            Formula::Constraint(_) => false,
            Formula::Not(part) => {
                key.push(Tag::Not as i64);
                part.key(position, key)
            }
            Formula::All(parts) => keys(Tag::All, parts, position, key),
            Formula::Any { parts, .. } => keys(Tag::Any, parts, position, key),
            Formula::Same(parts) => keys(Tag::Same, &parts[..], position, key),
        }
    }

    /// Returns whether the formula contains a function, or a condition as a term of a sum.
    pub(super) fn has_function(&self) -> bool {
        match self {
            Formula::Statement(statement) => !statement.is_linear(),
            Formula::Decision(_) | Formula::Constraint(_) => false,
            Formula::Not(part) => part.has_function(),
            Formula::All(parts) | Formula::Any { parts, .. } => parts.iter().any(Formula::has_function),
            Formula::Same(parts) => parts.iter().any(Formula::has_function),
        }
    }
}

fn keys(tag: Tag, parts: &[Formula], position: Position<'_>, key: &mut Key) -> bool {
    key.extend([tag as i64, parts.len() as i64]);
    parts.iter().all(|part| part.key(position, key))
}

impl Statement {
    fn key(&self, position: Position<'_>, key: &mut Key) -> bool {
        key.extend([Tag::Statement as i64, self.relation as i64, self.bound]);
        let variables = self.coefficients.iter().copied().zip(self.variables.iter().copied());
        sum_key(variables, &self.calls, position, key)
    }
}

impl Expression {
    fn key(&self, position: Position<'_>, key: &mut Key) -> bool {
        key.push(self.constant);
        sum_key(self.variables.iter().copied(), &self.calls, position, key)
    }
}

fn sum_key(
    variables: impl ExactSizeIterator<Item = (i64, Var)>,
    calls: &[(i64, std::sync::Arc<Call>)],
    position: Position<'_>,
    key: &mut Key,
) -> bool {
    key.extend([variables.len() as i64, calls.len() as i64]);
    variables.for_each(|(factor, var)| key.extend([factor, position(var) as i64]));
    calls.iter().all(|(factor, call)| {
        key.push(*factor);
        match &**call {
            Call::Function { function, arguments } => {
                key.extend([Tag::Function as i64, arguments.len() as i64]);
                key.push_text(function.name());
                function.key(key) && arguments.iter().all(|argument| argument.key(position, key))
            }
            Call::Truth(condition) => {
                key.push(Tag::Truth as i64);
                condition.formula().key(position, key)
            }
        }
    })
}

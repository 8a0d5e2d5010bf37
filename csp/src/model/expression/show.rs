//! Expressions as text, and their faults.

use super::Expression;
use super::call::{Call, Defined, Function, Range, fits};
use super::condition::Formula;
use crate::base::error::Error;
use crate::constraints::LARGEST_SUM;
use crate::model::Model;
use crate::model::ids::Var;
use crate::model::values::{LARGEST_TERM, MAX_VALUE, Values};

/// Largest number of terms shown of a sum.
const MOST_TERMS: usize = 8;

impl Expression {
    /// Formats the expression with the model's names: `2·x - y + 3`.
    pub(crate) fn show(&self, model: &Model) -> String {
        let variables = self.variables.iter().map(|&(a, var)| (a, model.name(var)));
        let calls = self.calls.iter().map(|(a, call)| (*a, call.show(model)));
        let mut text = String::new();
        for (at, (a, name)) in variables.chain(calls).enumerate() {
            if at == MOST_TERMS {
                text += " + …";
                return text;
            }
            let times = if a.unsigned_abs() == 1 { String::new() } else { format!("{}·", a.unsigned_abs()) };
            let sign = match (at, a < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += &format!("{sign}{times}{name}");
        }
        match self.constant {
            constant if text.is_empty() => constant.to_string(),
            0 => text,
            constant => {
                format!("{text} {} {}", if constant < 0 { '-' } else { '+' }, constant.unsigned_abs())
            }
        }
    }

    /// Returns the domain of a variable that is equal to the expression.
    pub(crate) fn values(&self, model: &Model) -> Result<Values, Error> {
        let mut unknown = Ok(());
        self.each_variable(&mut |var| {
            if unknown.is_ok() {
                unknown = model.check_var(var);
            }
        });
        unknown?;
        if let Some(fault) = self.fault(model) {
            return Err(fault);
        }
        let (low, high) = self.range(&|var| range(model, var));
        if !self.fits_argument((low, high)) {
            return Err(Error::overflow(self.show(model)));
        }
        Ok(Values::from(low as i32..=high as i32))
    }

    /// Returns whether a variable can represent the expression, whose range is given, as an argument of a
    /// function.
    pub(super) fn fits_argument(&self, (low, high): Range) -> bool {
        if self.as_term().is_some() {
            low >= -LARGEST_TERM && high <= LARGEST_TERM
        } else {
            // The equation with that variable must not overflow.
            fits((low, high)) && self.reach() + i128::from(MAX_VALUE) < LARGEST_SUM
        }
    }

    /// Returns an error if the expression is not valid anywhere.
    fn fault(&self, model: &Model) -> Option<Error> {
        let own = self.calls.iter().find_map(|(_, call)| call.fault(model));
        own.or_else(|| {
            let is_safe = !self.overflow && self.safe_range(&|var| range(model, var)).is_some();
            (!is_safe).then(|| Error::overflow(self.show(model)))
        })
    }
}

fn range(model: &Model, var: Var) -> Range {
    let values = model.declared(var);
    (values.min().into(), values.max().into())
}

impl Call {
    fn show(&self, model: &Model) -> String {
        match self {
            Call::Function { function, arguments } => {
                let names: Vec<String> = arguments.iter().map(|part| part.show(model)).collect();
                format!("{}({})", function.name(), names.join(", "))
            }
            Call::Truth(_) => "a condition".into(),
        }
    }

    /// Returns an error if the call is not valid, apart from its magnitude.
    fn own_fault(&self, model: &Model) -> Option<Error> {
        match self {
            Call::Function { function, arguments } => {
                let own = function.fault(arguments, model);
                own.or_else(|| arguments.iter().find_map(|argument| argument.fault(model)))
            }
            Call::Truth(condition) => condition.formula().fault(model),
        }
    }

    /// Returns a remark if something in the call is probably not intended.
    fn lint(&self, model: &Model) -> Option<Error> {
        match self {
            Call::Function { function, arguments } => {
                let own = function.lint(arguments, model);
                let own = own.or_else(|| constant_outside(&**function, arguments));
                own.or_else(|| arguments.iter().find_map(|argument| argument.lint(model)))
            }
            Call::Truth(condition) => condition.formula().lint(model),
        }
    }

    /// Returns an error if the call is not valid.
    fn fault(&self, model: &Model) -> Option<Error> {
        self.own_fault(model).or_else(|| {
            let is_safe = self.safe_range(&|var| range(model, var)).is_some();
            (!is_safe).then(|| Error::overflow(self.show(model)))
        })
    }
}

impl Expression {
    fn lint(&self, model: &Model) -> Option<Error> {
        self.calls.iter().find_map(|(_, call)| call.lint(model))
    }
}

/// Returns a remark on a constant outside of an array: it is probably not intended. Such a comparison is
/// false, as with a division by 0.
fn constant_outside(function: &dyn Function, arguments: &[Expression]) -> Option<Error> {
    let Some((at, defined @ Defined::Below(length))) = function.domain() else { return None };
    let constant =
        arguments[at].as_constant().filter(|&constant| length > 0 && !defined.contains(constant))?;
    Some(Error::bad_constraint(format!(
        "an {} at {constant} of an array of {length}; places go from 0 to {}",
        function.name(),
        length - 1
    )))
}

impl Formula {
    /// Returns an error if the formula is not valid as a constraint of this model.
    pub(super) fn fault(&self, model: &Model) -> Option<Error> {
        match self {
            Formula::Decision(_) => None,
            Formula::Statement(statement) if statement.overflow => {
                Some(Error::overflow(format!("the sum {}", statement.sum().show(model))))
            }
            Formula::Statement(statement) if statement.is_linear() => None,
            Formula::Statement(statement) => statement.sum().fault(model),
            Formula::Constraint(constraint) => model.check_constraint(&**constraint).err(),
            Formula::Not(part) => part.fault(model),
            Formula::All(parts) | Formula::Any { parts, .. } => {
                parts.iter().find_map(|part| part.fault(model))
            }
            Formula::Same(parts) => parts.iter().find_map(|part| part.fault(model)),
        }
    }

    /// Returns a remark if something in the formula is probably not intended.
    pub(super) fn lint(&self, model: &Model) -> Option<Error> {
        match self {
            Formula::Decision(_) => None,
            Formula::Statement(statement) => statement.calls.iter().find_map(|(_, call)| call.lint(model)),
            Formula::Constraint(constraint) => constraint.lint(model),
            Formula::Not(part) => part.lint(model),
            Formula::All(parts) | Formula::Any { parts, .. } => {
                parts.iter().find_map(|part| part.lint(model))
            }
            Formula::Same(parts) => parts.iter().find_map(|part| part.lint(model)),
        }
    }
}

//! Expressions as text, and what is wrong with them.

use super::call::{Call, Defined, Function, Range, fits};
use super::condition::Formula;
use super::numbers::is_direct;
use super::{Expression, Relation};
use crate::constraints::LARGEST_SUM;
use crate::domain::{LARGEST_TERM, MAX_VALUE, Values};
use crate::error::Error;
use crate::model::{Model, Var};

/// So many terms of a sum are shown.
const MOST_TERMS: usize = 8;

impl Expression {
    /// `2·x - y + 3`, in the model's names.
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

    /// What a variable that is equal to it needs.
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
        Ok(Values::from(low as i32..=high as i32))
    }

    /// What is wrong with it as an argument of a function.
    fn fault(&self, model: &Model) -> Option<Error> {
        let (low, high) = self.range(&|var| range(model, var));
        let reach = if self.as_term().is_some() {
            low >= -LARGEST_TERM && high <= LARGEST_TERM
        } else {
            // A variable stands for it, in a sum with it.
            fits((low, high)) && self.reach() + i128::from(MAX_VALUE) < LARGEST_SUM
        };
        if self.overflow || !reach {
            return Some(Error::overflow(self.show(model)));
        }
        self.calls.iter().find_map(|(_, call)| call.fault(model))
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

    /// What is wrong with it, wherever its result goes.
    fn own_fault(&self, model: &Model) -> Option<Error> {
        match self {
            Call::Function { function, arguments } => {
                let own = function.fault(arguments, model);
                own.or_else(|| arguments.iter().find_map(|argument| argument.fault(model)))
            }
            Call::Truth(condition) => condition.formula().fault_under(model, false),
        }
    }

    /// What is hardly meant in it.
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

    /// What is wrong with it where an auxiliary variable has to take its result.
    fn fault(&self, model: &Model) -> Option<Error> {
        self.own_fault(model).or_else(|| {
            let range = self.range(&|var| range(model, var));
            (!fits(range)).then(|| {
                let (low, high) = range;
                Error::overflow(format!("{}, from {low} to {high},", self.show(model)))
            })
        })
    }
}

impl Expression {
    fn lint(&self, model: &Model) -> Option<Error> {
        self.calls.iter().find_map(|(_, call)| call.lint(model))
    }
}

/// A constant outside an array is hardly meant; it does not hold, as a division by 0 does not.
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
    /// What is wrong with it as a constraint of this model.
    pub(super) fn fault(&self, model: &Model) -> Option<Error> {
        self.fault_under(model, true)
    }

    /// What is hardly meant in it.
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

    /// `is_posted`: it stands under no operator, so that a function may see to a comparison by itself.
    fn fault_under(&self, model: &Model, is_posted: bool) -> Option<Error> {
        match self {
            Formula::Decision(_) => None,
            Formula::Statement(statement) if statement.overflow => {
                Some(Error::overflow(format!("the sum {}", statement.sum().show(model))))
            }
            Formula::Statement(statement)
                if is_posted && is_direct(statement) && statement.relation == Relation::Equal =>
            {
                statement.calls[0].1.own_fault(model)
            }
            Formula::Statement(statement) => statement.calls.iter().find_map(|(_, call)| call.fault(model)),
            Formula::Constraint(constraint) => model.check_constraint(&**constraint).err(),
            Formula::Not(part) => part.fault_under(model, false),
            Formula::All(parts) => parts.iter().find_map(|part| part.fault_under(model, is_posted)),
            Formula::Any { parts, .. } => parts.iter().find_map(|part| part.fault_under(model, false)),
            Formula::Same(parts) => parts.iter().find_map(|part| part.fault_under(model, false)),
        }
    }
}

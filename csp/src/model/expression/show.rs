//! Expressions as text, and their faults.

use std::fmt;
use std::sync::Arc;

use super::Expression;
use super::call::{Call, Defined, Function, fits};
use super::condition::{Condition, Formula};
use super::statement::Relation;
use super::walk::{Part, Reach, fold, parts};
use crate::base::error::Error;
use crate::constraints::LARGEST_SUM;
use crate::model::Model;
use crate::model::ids::Var;
use crate::model::values::{LARGEST_TERM, MAX_VALUE, Range, Values};

/// Largest number of terms shown of a sum.
const MOST_TERMS: usize = 8;

/// Levels that are shown of what is nested.
const DEEPEST: usize = 6;

/// Greatest length of a text to which something is added.
const LONGEST: usize = 1000;

/// A text under construction.
struct Text<'a> {
    text: String,
    name: &'a dyn Fn(Var) -> String,
}

impl Part<'_> {
    /// Formats an expression or a formula: `2·x - y + 3`. What is long or nests deeply is not shown whole.
    fn show(self, name: &dyn Fn(Var) -> String) -> String {
        let mut text = Text { text: String::new(), name };
        text.add(self, DEEPEST);
        text.text
    }
}

impl Text<'_> {
    fn add(&mut self, part: Part<'_>, depth: usize) {
        if depth == 0 || self.text.len() > LONGEST {
            return self.text.push('…');
        }
        match part {
            Part::Sum(sum) => self.add_sum(&sum.variables, &sum.calls, sum.constant, depth),
            Part::Call(call) => match &**call {
                Call::Function { function, arguments, .. } => {
                    self.text += function.name();
                    self.add_list(arguments.iter().map(Part::Sum), ", ", depth);
                }
                Call::Truth(_) => self.text += "a condition",
                Call::Sum(sum) => self.add_list([Part::Sum(sum)].into_iter(), "", depth),
            },
            Part::Formula(formula) => self.add_formula(formula, depth),
        }
    }

    fn add_formula(&mut self, formula: &Formula, depth: usize) {
        let mut joined = |parts: &[Formula], by: &str| {
            self.add_list(parts.iter().map(Part::Formula), by, depth);
        };
        match formula {
            Formula::All(parts) => joined(parts, " & "),
            Formula::Any { parts, .. } => joined(parts, " | "),
            Formula::Same(parts) => joined(parts, " iff "),
            Formula::Not(parts) => {
                self.text.push('!');
                self.add(Part::Formula(&parts[0]), depth - 1);
            }
            Formula::Decision(decision) => {
                let (relation, value) = decision.relation();
                self.text += &format!("{} {relation} {value}", (self.name)(decision.variable()));
            }
            Formula::Constraint(constraint) => {
                let scope = constraint.scope();
                let mut names: Vec<String> =
                    scope.iter().take(MOST_TERMS).map(|&var| (self.name)(var)).collect();
                if scope.len() > names.len() {
                    names.push("…".into());
                }
                self.text += &format!("{}({})", constraint.kind(), names.join(", "));
            }
            Formula::Statement(statement) => {
                let terms = statement.coefficients.iter().copied().zip(statement.variables.iter().copied());
                let relation = match statement.relation {
                    Relation::Equal => '=',
                    Relation::Different => '≠',
                    Relation::AtMost => '≤',
                };
                self.add_sum(&terms.collect::<Vec<_>>(), &statement.calls, 0, depth);
                self.text += &format!(" {relation} {}", statement.bound);
            }
        }
    }

    fn add_list<'p>(&mut self, parts: impl Iterator<Item = Part<'p>>, separator: &str, depth: usize) {
        self.text.push('(');
        for (at, part) in parts.enumerate() {
            if at > 0 {
                self.text += separator;
            }
            if self.text.len() > LONGEST {
                self.text.push('…');
                break;
            }
            self.add(part, depth - 1);
        }
        self.text.push(')');
    }

    fn add_sum(&mut self, variables: &[(i64, Var)], calls: &[(i64, Arc<Call>)], constant: i64, depth: usize) {
        let variables = variables.iter().map(|&(a, var)| (a, Err(var)));
        let calls = calls.iter().map(|(a, call)| (*a, Ok(Part::Call(call))));
        let began = self.text.len();
        for (at, (a, term)) in variables.chain(calls).enumerate() {
            if at == MOST_TERMS {
                self.text += " + …";
                return;
            }
            self.text += match (at, a < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            if a.unsigned_abs() != 1 {
                self.text += &format!("{}·", a.unsigned_abs());
            }
            match term {
                Err(var) => self.text += &(self.name)(var),
                Ok(call) => self.add(call, depth),
            }
        }
        match constant {
            constant if self.text.len() == began => self.text += &constant.to_string(),
            0 => {}
            constant if constant < 0 => self.text += &format!(" - {}", constant.unsigned_abs()),
            constant => self.text += &format!(" + {constant}"),
        }
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Part::Formula(self).show(&|var| var.to_string()))
    }
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Condition").field(self.formula()).finish()
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expression({})", Part::Sum(self).show(&|var| var.to_string()))
    }
}

impl Condition {
    /// Formats the condition with names of variables. What is long or nests deeply is not shown whole.
    ///
    /// ```
    /// let mut model = csp::Model::new();
    /// let [ann, bob] = ["ann", "bob"].map(|name| model.named(name, 1..=9));
    /// let condition = (ann + 2).lt(bob) | ann.is(3);
    /// assert_eq!(condition.shown(&|var| model.name(var)), "(ann - bob ≤ -3 | ann = 3)");
    /// ```
    pub fn shown(&self, name: &dyn Fn(Var) -> String) -> String {
        Part::Formula(self.formula()).show(name)
    }
}

impl Expression {
    /// Formats the expression with names of variables: `2·ann - bob + 3`. What is long or nests deeply is not shown whole.
    pub fn shown(&self, name: &dyn Fn(Var) -> String) -> String {
        Part::Sum(self).show(name)
    }

    /// Formats the expression with the model's names.
    pub(crate) fn show(&self, model: &Model) -> String {
        Part::Sum(self).show(&|var| model.name(var))
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
        if let Some(fault) = fault(Part::Sum(self), model) {
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
    pub(crate) fn fits_argument(&self, (low, high): Range) -> bool {
        if self.as_term().is_some() {
            low >= -LARGEST_TERM && high <= LARGEST_TERM
        } else {
            // The equation with that variable must not overflow.
            fits((low, high)) && self.reach() + i128::from(MAX_VALUE) < LARGEST_SUM
        }
    }
}

fn range(model: &Model, var: Var) -> Range {
    let values = model.declared(var);
    (values.min().into(), values.max().into())
}

/// Returns an error if an expression or a formula is not valid in this model.
fn fault(whole: Part<'_>, model: &Model) -> Option<Error> {
    let mut found = None;
    fold(whole, Reach::Everything, |part, parts: &[Option<Range>]| {
        if found.is_some() {
            return None;
        }
        let of = |var| range(model, var);
        let range = match part {
            Part::Formula(Formula::Statement(statement)) if !statement.is_linear() => {
                Part::Sum(&statement.sum()).safe_range_with(parts, &of).map(|_| (0, 1))
            }
            Part::Formula(_) => Some((0, 1)),
            part => part.safe_range_with(parts, &of),
        };
        found = match part {
            Part::Formula(formula) => formula.own_fault(model),
            Part::Call(call) => match &**call {
                Call::Function { function, arguments, .. } => function.fault(arguments, model),
                Call::Truth(_) | Call::Sum(_) => None,
            },
            Part::Sum(sum) if sum.overflow => Some(Error::overflow(sum.show(model))),
            Part::Sum(_) => None,
        };
        if found.is_none() && range.is_none() {
            found = Some(Error::overflow(part.show(&|var| model.name(var))));
        }
        range
    });
    found
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
    pub(crate) fn fault(&self, model: &Model) -> Option<Error> {
        match self {
            Formula::Statement(statement) if statement.is_linear() => self.own_fault(model),
            _ => fault(Part::Formula(self), model),
        }
    }

    /// Returns an error if the formula is not valid, apart from its parts.
    fn own_fault(&self, model: &Model) -> Option<Error> {
        match self {
            Formula::Statement(statement) => {
                let shown = || format!("the sum {}", statement.sum().show(model));
                statement.overflow.then(|| Error::overflow(shown()))
            }
            Formula::Constraint(constraint) => model.check_constraint(&**constraint).err(),
            _ => None,
        }
    }

    /// Returns a remark if something in the formula is probably not intended.
    pub(crate) fn lint(&self, model: &Model) -> Option<Error> {
        parts(Part::Formula(self), Reach::Everything).find_map(|part| match part {
            Part::Formula(Formula::Constraint(constraint)) => constraint.lint(model),
            Part::Call(call) => match &**call {
                Call::Function { function, arguments, .. } => {
                    let own = function.lint(arguments, model);
                    own.or_else(|| constant_outside(&**function, arguments))
                }
                Call::Truth(_) | Call::Sum(_) => None,
            },
            _ => None,
        })
    }
}

//! Operands of constraints: variables, variables with offsets, and constants.
//!
//! A constant becomes a fixed variable of the engine, so propagators handle views only.

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::engine::store::View;
use crate::model::Model;
use crate::model::ids::{Term, Var};
use crate::model::values::{MAX_VALUE, MIN_VALUE};

/// A variable, a variable with an offset, or a constant, as most constraints accept it. Constraints that
/// state [facts](crate::Fact), such as [`all_different`](fn@crate::all_different), accept only [`Term`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A constant value.
    Constant(i32),
    /// The value of a variable plus a constant.
    Term(Term),
}

impl From<i32> for Operand {
    fn from(constant: i32) -> Operand {
        Operand::Constant(constant)
    }
}

impl From<&i32> for Operand {
    fn from(&constant: &i32) -> Operand {
        Operand::Constant(constant)
    }
}

macro_rules! terms {
    ($($type:ty),*) => {$(
        impl From<$type> for Operand {
            fn from(term: $type) -> Operand {
                Operand::Term(term.into())
            }
        }
    )*};
}

terms!(Var, &Var, Term, &Term);

impl From<&Operand> for Operand {
    fn from(&operand: &Operand) -> Operand {
        operand
    }
}

/// The operands of a constraint, and their variables.
#[derive(Clone, Debug)]
pub(crate) struct Operands {
    list: SmallVec<[Operand; 4]>,
    scope: SmallVec<[Var; 4]>,
}

impl Operands {
    pub fn new<T: Into<Operand>>(operands: impl IntoIterator<Item = T>) -> Operands {
        let mut all = Operands { list: SmallVec::new(), scope: SmallVec::new() };
        all.extend(operands);
        all
    }

    pub fn extend<T: Into<Operand>>(&mut self, operands: impl IntoIterator<Item = T>) {
        operands.into_iter().for_each(|operand| self.push(operand.into()));
    }

    pub fn push(&mut self, operand: Operand) {
        if let Operand::Term(term) = operand {
            self.scope.push(term.var);
        }
        self.list.push(operand);
    }

    pub fn all(&self) -> &[Operand] {
        &self.list
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn scope(&self) -> &[Var] {
        &self.scope
    }

    /// Returns the operands' values for the values of the scope.
    pub fn values(&self, values: &[i32]) -> SmallVec<[i64; 16]> {
        self.each_value(values).collect()
    }

    /// Iterates over the operands' values for the values of the scope.
    pub fn each_value<'a>(&'a self, values: &'a [i32]) -> impl Iterator<Item = i64> + 'a {
        let mut values = values.iter();
        let value = move |operand: &Operand| match operand {
            Operand::Constant(constant) => i64::from(*constant),
            Operand::Term(term) => {
                i64::from(*values.next().expect("a value for each variable")) + i64::from(term.offset)
            }
        };
        self.list.iter().map(value)
    }

    pub fn views(&self, to: &mut Posting<'_>) -> Vec<View> {
        let view = |operand: &Operand| match *operand {
            Operand::Constant(constant) => to.auxiliary(constant),
            Operand::Term(term) => to.view(term),
        };
        self.list.iter().map(view).collect()
    }

    /// Returns an error if an offset or a constant is out of range.
    pub fn fault(&self, model: &Model) -> Option<Error> {
        self.list.iter().find_map(|&operand| {
            let number = match operand {
                Operand::Constant(constant) => constant,
                Operand::Term(term) => term.offset,
            };
            let what = match operand {
                _ if (MIN_VALUE..=MAX_VALUE).contains(&number) => return None,
                Operand::Constant(constant) => format!("the constant {constant}"),
                Operand::Term(term) => model.show(term),
            };
            Some(Error::overflow(what))
        })
    }

    /// Lists the operands for error messages: `x0, x1 + 3, 7`, the first few if there are many.
    pub fn names(&self, model: &Model) -> String {
        const MOST: usize = 6;
        if self.list.is_empty() {
            return "no variable".to_owned();
        }
        let name = |operand: &Operand| match *operand {
            Operand::Constant(constant) => constant.to_string(),
            Operand::Term(term) => model.show(term),
        };
        let mut names: Vec<String> = self.list.iter().take(MOST).map(name).collect();
        if self.list.len() > MOST {
            names.push("…".to_owned());
        }
        names.join(", ")
    }
}

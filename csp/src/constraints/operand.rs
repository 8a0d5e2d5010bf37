//! Operands of constraints: variables, variables with offsets, and constants.
//!
//! A constant becomes a fixed variable of the engine, so propagators handle views only.

use crate::model::ids::{Term, Var};

/// A variable, a variable with an offset, or a constant, as most constraints accept it. Constraints that
/// state [facts](crate::extend::Fact), such as [`all_different`](fn@crate::all_different), accept only [`Term`]s.
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

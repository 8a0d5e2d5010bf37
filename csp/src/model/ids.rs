//! Ids of variables and constraints: plain indices, used by every stage.

use std::fmt;
use std::ops::{Add, Sub};

use smallvec::SmallVec;

/// A variable of a [`Model`](crate::Model), by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub(crate) u32);

impl Var {
    /// Returns the variable's index in the model.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable plus a constant: `x + 3`. Accepted wherever a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// The variable.
    pub var: Var,
    /// The constant.
    pub offset: i32,
}

impl From<Var> for Term {
    fn from(var: Var) -> Term {
        Term { var, offset: 0 }
    }
}

impl From<&Var> for Term {
    fn from(&var: &Var) -> Term {
        var.into()
    }
}

impl From<&Term> for Term {
    fn from(&term: &Term) -> Term {
        term
    }
}

impl Add<i32> for Var {
    type Output = Term;

    fn add(self, offset: i32) -> Term {
        Term::from(self) + offset
    }
}

impl Sub<i32> for Var {
    type Output = Term;

    fn sub(self, offset: i32) -> Term {
        Term::from(self) - offset
    }
}

// Offsets saturate. An offset that is out of range is refused when a constraint with it is posted.
impl Add<i32> for Term {
    type Output = Term;

    fn add(self, offset: i32) -> Term {
        Term { offset: self.offset.saturating_add(offset), ..self }
    }
}

impl Sub<i32> for Term {
    type Output = Term;

    fn sub(self, offset: i32) -> Term {
        Term { offset: self.offset.saturating_sub(offset), ..self }
    }
}

/// A constraint of a [`Model`](crate::Model), by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstraintId(pub(crate) u32);

impl ConstraintId {
    /// Returns the constraint's index in the model.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The constraints that something was derived from.
// Four ids take no more space than a pointer and a length.
pub type Sources = SmallVec<[ConstraintId; 4]>;

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

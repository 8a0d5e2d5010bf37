//! Ids of variables and constraints: plain numbers, which every stage may use.

use std::fmt;
use std::ops::{Add, Sub};

use smallvec::SmallVec;

/// A variable of a [`Model`](crate::Model): its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub(crate) u32);

impl Var {
    /// Its place among the model's variables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable plus a constant: `x + 3`. Accepted wherever a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// The variable.
    pub var: Var,
    /// What is added to it.
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

// Offsets saturate; one that is out of range is refused when a constraint with it is posted.
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

/// A constraint of a [`Model`](crate::Model): its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstraintId(pub(crate) u32);

impl ConstraintId {
    /// Its place among the model's constraints.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The constraints that something came from.
// Four take no more room than a pointer and its length.
pub type Sources = SmallVec<[ConstraintId; 4]>;

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

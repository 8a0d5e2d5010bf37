//! Decisions: what branching tries, what assumptions state, what clauses are made of.

use crate::model::ids::Var;

/// A statement about one variable. `!decision` is its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The variable takes this value.
    Assign(Var, i32),
    /// It does not.
    Remove(Var, i32),
    /// It takes this value or a smaller one.
    AtMost(Var, i32),
    /// It takes this value or a larger one.
    AtLeast(Var, i32),
}

impl Decision {
    /// The variable it is about.
    pub fn variable(self) -> Var {
        match self {
            Decision::Assign(var, _)
            | Decision::Remove(var, _)
            | Decision::AtMost(var, _)
            | Decision::AtLeast(var, _) => var,
        }
    }

    /// The same about another variable.
    pub(crate) fn about(self, var: Var) -> Decision {
        match self {
            Decision::Assign(_, v) => Decision::Assign(var, v),
            Decision::Remove(_, v) => Decision::Remove(var, v),
            Decision::AtMost(_, v) => Decision::AtMost(var, v),
            Decision::AtLeast(_, v) => Decision::AtLeast(var, v),
        }
    }

    /// Whether a value keeps to it.
    pub fn holds(self, value: i32) -> bool {
        match self {
            Decision::Assign(_, v) => value == v,
            Decision::Remove(_, v) => value != v,
            Decision::AtMost(_, v) => value <= v,
            Decision::AtLeast(_, v) => value >= v,
        }
    }
}

impl std::ops::Not for Decision {
    type Output = Decision;

    fn not(self) -> Decision {
        match self {
            Decision::Assign(var, v) => Decision::Remove(var, v),
            Decision::Remove(var, v) => Decision::Assign(var, v),
            Decision::AtMost(var, v) => Decision::AtLeast(var, v.saturating_add(1)),
            Decision::AtLeast(var, v) => Decision::AtMost(var, v.saturating_sub(1)),
        }
    }
}

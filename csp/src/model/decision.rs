//! Decisions: statements about one variable, used in branching, assumptions and clauses.

use crate::model::ids::Var;

/// A statement about one variable. `!decision` is its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The variable is equal to the value.
    Assign(Var, i32),
    /// The variable is different from the value.
    Remove(Var, i32),
    /// The variable is at most the value.
    AtMost(Var, i32),
    /// The variable is at least the value.
    AtLeast(Var, i32),
}

impl Decision {
    /// Returns the decision's variable.
    pub fn variable(self) -> Var {
        match self {
            Decision::Assign(var, _)
            | Decision::Remove(var, _)
            | Decision::AtMost(var, _)
            | Decision::AtLeast(var, _) => var,
        }
    }

    /// Returns `=`, `≠`, `≤` or `≥` and the value.
    pub(crate) fn relation(self) -> (&'static str, i32) {
        match self {
            Decision::Assign(_, v) => ("=", v),
            Decision::Remove(_, v) => ("≠", v),
            Decision::AtMost(_, v) => ("≤", v),
            Decision::AtLeast(_, v) => ("≥", v),
        }
    }

    /// Returns the same decision about another variable.
    pub fn about(self, var: Var) -> Decision {
        match self {
            Decision::Assign(_, v) => Decision::Assign(var, v),
            Decision::Remove(_, v) => Decision::Remove(var, v),
            Decision::AtMost(_, v) => Decision::AtMost(var, v),
            Decision::AtLeast(_, v) => Decision::AtLeast(var, v),
        }
    }

    /// Returns whether the decision is true for `value`.
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

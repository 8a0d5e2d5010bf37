//! Solutions, and the number of solutions.

use std::ops::Index;

use crate::model::ids::{Term, Var};

/// A value for every variable of the model. Index it by variable: `solution[x]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution(pub(crate) Box<[i32]>);

impl Solution {
    /// Returns all values, by the variables' indices.
    pub fn values(&self) -> &[i32] {
        &self.0
    }

    /// Keeps the values of the first `variables` variables.
    pub(crate) fn first(mut self, variables: usize) -> Solution {
        if self.0.len() > variables {
            self.0 = self.0[..variables].into();
        }
        self
    }

    /// Returns the value of a variable with an offset.
    pub fn value(&self, term: impl Into<Term>) -> i32 {
        let Term { var, offset } = term.into();
        self.0[var.index()] + offset
    }

    /// Iterates over the values of several variables.
    pub fn of<'a>(&'a self, vars: &'a [Var]) -> impl Iterator<Item = i32> + 'a {
        vars.iter().map(|&var| self[var])
    }
}

/// A solution that was kept elsewhere. [`Model::broken_by`](crate::Model::broken_by) tells whether it is one.
impl From<Vec<i32>> for Solution {
    fn from(values: Vec<i32>) -> Solution {
        Solution(values.into())
    }
}

impl Index<Var> for Solution {
    type Output = i32;

    fn index(&self, var: Var) -> &i32 {
        &self.0[var.index()]
    }
}

/// Number of solutions, as far as it was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly this number.
    Exactly(u64),
    /// The requested number was reached. There may be more.
    AtLeast(u64),
    /// A limit stopped the search after this number. There may be more.
    Limit(u64),
}

impl Count {
    /// Returns the number of solutions found.
    pub fn found(self) -> u64 {
        match self {
            Count::Exactly(n) | Count::AtLeast(n) | Count::Limit(n) => n,
        }
    }
}

/// A limit was reached before the search could answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "a limit was reached before the search was finished; raise it and go on, or take this as unknown",
        )
    }
}

impl std::error::Error for Interrupted {}

//! A constraint that is given by its predicate alone.

use std::fmt;

use csp::{Constraint, Var};

/// A constraint over some cells, given by a predicate.
pub struct Meaning<F> {
    cells: Vec<Var>,
    means: F,
}

impl<F: Fn(&[i32]) -> bool + Send + Sync> Meaning<F> {
    pub fn new(cells: Vec<Var>, means: F) -> Meaning<F> {
        Meaning { cells, means }
    }
}

impl<F> fmt::Debug for Meaning<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meaning").field("cells", &self.cells).finish_non_exhaustive()
    }
}

impl<F: Fn(&[i32]) -> bool + Send + Sync> Constraint for Meaning<F> {
    fn scope(&self) -> &[Var] {
        &self.cells
    }

    fn accepts(&self, values: &[i32]) -> bool {
        (self.means)(values)
    }
}

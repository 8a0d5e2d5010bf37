//! Relations: statements of clues other than "cells differ", as tuples of values for a few cells.

mod deduce;
mod filter;
mod gather;
mod sums;
mod table;

use csp::{Model, Var};

use crate::rules::Origin;

pub(super) use deduce::{Deductions, Entry};
pub(super) use filter::Filters;
pub(super) use gather::Gathered;
pub use sums::Sum;
pub(super) use table::{Row, Table};

/// The tuples of values that a clue, a part of one, or a sum of houses and cages allows some cells.
#[derive(Debug)]
pub(super) struct Relation {
    /// The clue; for a derived sum, the houses and clues.
    pub origins: Vec<Origin>,
    pub cells: Vec<usize>,
    /// A model of the constraints alone, and the cells' variables.
    pub model: Model,
    pub vars: Vec<Var>,
    /// For sums of houses and cages: the sum.
    pub sum: Option<Sum>,
    /// The sums of cells that the constraints say.
    pub linear: Vec<Linear>,
}

/// A sum of cells, each multiplied by a number that is not 0, with its total.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub terms: Vec<(i64, usize)>,
    pub total: i64,
}

impl Relation {
    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Relation>() + self.model.memory() + 16 * self.cells.len()
    }
}

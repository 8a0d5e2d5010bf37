//! What a compilation notes for learners and for proofs.

use crate::engine::literal::Literal;
use crate::engine::store::{Slot, View};
use crate::model::ids::Sources;

/// The purpose that a model is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Search,
    /// Learning from conflicts: constraints may add variables that make better clauses.
    Learn,
    /// Learning for proofs: nothing is propagated before the first level, so that every narrowing has a reason.
    Prove,
}

/// A literal that holds iff one task precedes another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderLiteral {
    pub literal: Literal,
    /// The starts of the two tasks.
    pub tasks: [View; 2],
}

/// A sum that presolve derived: the slots that are added or subtracted, and the groups and equations, by their slots,
/// from which the sum follows.
#[derive(Clone, Debug)]
pub(crate) struct DerivedSum {
    pub terms: Vec<(Slot, i64)>,
    pub total: i64,
    pub sources: Sources,
    pub groups: Vec<Vec<Slot>>,
    pub equations: Vec<Vec<Slot>>,
}

/// The purpose of a compilation, and what it notes for learners.
#[derive(Debug)]
pub(crate) struct Notes {
    pub purpose: Purpose,
    /// The orders of tasks, which constraints added for learning. They are decided before wide variables.
    pub order_literals: Vec<OrderLiteral>,
    /// The sums that presolve derived for learning; for proofs.
    pub derived_sums: Vec<DerivedSum>,
}

impl Notes {
    pub fn of(purpose: Purpose) -> Notes {
        Notes { purpose, order_literals: Vec::new(), derived_sums: Vec::new() }
    }

    /// Returns whether the model is compiled for learning from conflicts.
    pub fn learns(&self) -> bool {
        self.purpose != Purpose::Search
    }
}

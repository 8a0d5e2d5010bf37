//! Presolve: merges equal variables, joins pairwise ≠, and derives sums.

pub(crate) mod cliques;
pub(crate) mod equal;
pub(crate) mod implied;
pub(crate) mod sums;

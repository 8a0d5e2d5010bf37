//! Presolve: merges equal variables and joins pairwise ≠.

pub(crate) mod cliques;
pub(crate) mod equal;

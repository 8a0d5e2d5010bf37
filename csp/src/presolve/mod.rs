//! Facts in, better constraints out: equal variables merged, pairwise ≠ joined.

pub(crate) mod cliques;
pub(crate) mod equal;

//! Facts in, better constraints out: equal variables merged, pairwise ≠ joined, and who differs from whom.

pub(crate) mod cliques;
pub(crate) mod equal;

//! Facts in, better constraints out: equal variables merged, pairwise ≠ joined, and for sums the groups that
//! their variables are in.

pub(crate) mod cliques;
pub(crate) mod equal;
pub(crate) mod membership;
pub(crate) mod near;

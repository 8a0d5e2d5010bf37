//! The constraints: each in a file or folder of its own, with its meaning and its strengths.

pub(crate) mod all_different;
pub(crate) mod clause;
pub(crate) mod equal;
pub(crate) mod less;
pub mod linear;
pub(crate) mod trial;

pub use all_different::AllDifferent;
pub use clause::Clause;
pub use linear::{Linear, LinearConstraint, sum, weighted_sum};

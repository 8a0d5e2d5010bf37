//! The constraints: each in a file or folder of its own, with its meaning and its strengths.

pub(crate) mod all_different;
pub(crate) mod circuit;
pub(crate) mod clause;
pub(crate) mod connected;
pub(crate) mod cumulative;
pub(crate) mod disjunctive;
pub(crate) mod equal;
pub(crate) mod increasing;
pub(crate) mod inverse;
pub(crate) mod less;
pub(crate) mod lex_less;
pub mod linear;
pub(crate) mod regular;
pub(crate) mod runs;
pub(crate) mod same_values;
pub(crate) mod tasks;
pub(crate) mod terms;
pub(crate) mod trial;

pub use all_different::AllDifferent;
pub use circuit::Circuit;
pub use clause::Clause;
pub use connected::Connected;
pub use cumulative::Cumulative;
pub use disjunctive::Disjunctive;
pub use increasing::Increasing;
pub use inverse::Inverse;
pub use lex_less::LexLess;
pub use linear::{Linear, LinearConstraint, sum, weighted_sum};
pub use regular::{Automaton, Regular};
pub use same_values::SameValues;

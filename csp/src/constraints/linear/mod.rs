//! Σ a·x compared with a constant: =, ≠, ≤, ≥.
//!
//! Meaning: the sum, over the integers, stands in the relation. Strength: bounds consistency for ≤ and
//! the usual bounds reasoning in both directions for = (Harvey & Schimpf 2002), run to its own fixpoint;
//! ≠ removes the last value once one variable is open. Two variables with coefficients 1 and -1 become
//! `x = y + c` (merged by presolve, or domain-consistent), `x ≠ y + c` (the kernel's) or `x ≤ y + c` (domain-consistent).
//! Variables that are known to be pairwise different are summed [with that in mind](different): up to domain
//! consistency of the sum and the all-different together for small equations, bounds otherwise. Cost: linear in
//! the number of variables a pass, and sorting where they are different; `x + y = z` has a file of its own, and a
//! pass of it is constant.
//!
//! No sum can overflow: when a constraint is posted, Σ |a|·2^28 must stay below 2^62.
//!
//! What is compared are the sums of [`Expression`](crate::Expression)s, whose functions come here as variables, and
//! [`Equation`]s.

mod compare;
mod different;
mod equation;
mod reachable;
mod ternary;

pub(crate) use compare::post;
pub use equation::{Equation, equation};

/// Sums stay within ± this.
pub(crate) const LARGEST_SUM: i128 = 1 << 62;

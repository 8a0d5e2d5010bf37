//! Linear relations: Σ a·x compared with a constant (=, ≠, ≤, ≥).
//!
//! Meaning: the comparison over the integers. Strength: bounds consistency for ≤, and bounds reasoning in
//! both directions for = (Harvey & Schimpf 2002), to its own fixpoint; ≠ removes a value once one variable is
//! open. Two variables with coefficients 1 and -1 become `x = y + c` (merged by presolve, or
//! domain-consistent), `x ≠ y + c` (handled by the kernel) or `x ≤ y + c` (domain-consistent). For variables
//! that are known to be pairwise different, sum and difference are filtered [together](different): up to
//! domain consistency of both for small equations, bounds otherwise. Cost: linear in the number of variables
//! for each pass, with sorting if they are different; constant for `x + y = z`, which has a propagator of its
//! own.
//!
//! No sum can overflow: at posting, Σ |a|·2^28 must be below 2^62.
//!
//! The relations come from comparisons of [`Expression`](crate::Expression)s, in which functions are
//! represented by variables, and from [`Equation`]s.

mod compare;
mod different;
mod equation;
mod reachable;
mod ternary;

pub(crate) use compare::post;
pub(crate) use different::post_sum as post_different_sum;
pub use equation::{Equation, equation};

/// Largest magnitude of a sum.
pub(crate) const LARGEST_SUM: i128 = 1 << 62;

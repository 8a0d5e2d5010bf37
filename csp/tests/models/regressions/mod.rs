//! Regression tests: small cases of mistakes that other solvers made, or that this one could make.

mod propagation;
mod range_ends;

const BOTH: [bool; 2] = [true, false];

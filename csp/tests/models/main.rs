//! Models of all constraints, expressions and conditions against brute force and known counts, and the errors of
//! invalid models.

#[path = "../support/mod.rs"]
mod support;

mod conditions;
mod constraint_models;
mod deep;
mod errors;
mod expression_edges;
mod faults;
mod large_numbers;
mod mixed;
mod own_parts;
mod random_constraints;
mod random_models;
mod regressions;
mod whole_problems;

//! Known answers.

use crate::trial::Status;

/// Optima from the literature, or proved by another solver.
const OPTIMA: [(&str, i64); 6] = [
    ("jobshop__ft06", 55),
    ("jobshop__ft10", 930),
    ("jobshop__la01", 666),
    ("jobshop__la16", 945),
    ("rcpsp__b", 124),
    ("tsp__20", 347),
];

/// Returns an error if an answer contradicts the known one.
pub fn check(instance: &str, status: Status) -> Result<(), String> {
    let Some(&(_, optimum)) = OPTIMA.iter().find(|(name, _)| *name == instance) else {
        return Ok(());
    };
    let is_wrong = match status {
        Status::Optimal(value) => value != optimum,
        Status::Best(value) => value < optimum,
        Status::Unknown => false,
        _ => true,
    };
    if is_wrong { Err(format!("{status}, but the optimum is {optimum}")) } else { Ok(()) }
}

//! Patterns with names: singles, intersections, subsets and fish. A pattern is a few truths, and the candidates that
//! they refute because cells see each other.

pub(super) mod locked;
pub(super) mod singles;
pub(super) mod subsets;

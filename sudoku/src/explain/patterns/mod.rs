//! Patterns: a few truths, and the candidates that they refute because cells see each other or a clue allows them no other
//! values. Each has a name that people know: singles, intersections, subsets and fish, single clues.

pub(super) mod clues;
pub(super) mod locked;
pub(super) mod singles;
pub(super) mod subsets;

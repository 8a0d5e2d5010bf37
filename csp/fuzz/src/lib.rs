//! Random models from bytes, and their checks. The bytes come from libFuzzer (`fuzz_targets/`) or from the corpus
//! (`tests/corpus.rs`).
//!
//! ```text
//!   bytes ──► problem: domains, posts ──► meaning, by itself ──► every solution by brute force ─┐
//!                        │                                                                      ├─ the same?
//!                        └──► csp::Model ──► Search, Learner, Lockstep, Parallel, Optimizer ────┘
//! ```
//!
//! A problem has its own definition of its meaning, independent of the crate, so an error in
//! [`csp::Constraint::accepts`] is found, too.

pub mod list;
pub mod number;
pub mod oracle;
pub mod pattern;
pub mod problem;
pub mod settings;
pub mod statement;
pub mod targets;

//! Random models from bytes, and what has to hold of them, whoever gives the bytes: libFuzzer (`fuzz_targets/`) or the
//! corpus (`tests/corpus.rs`).
//!
//! ```text
//!   bytes ──► problem: domains, posts ──► meaning, by itself ──► every solution by brute force ─┐
//!                        │                                                                      ├─ the same?
//!                        └──► csp::Model ──► Search, Learner, Lockstep, Parallel, Optimizer ────┘
//! ```
//!
//! A problem knows its own meaning, written without the crate: an error in [`csp::Constraint::accepts`] is found as well
//! as one in an algorithm.

pub mod bytes;
pub mod list;
pub mod number;
pub mod oracle;
pub mod pattern;
pub mod problem;
pub mod settings;
pub mod statement;
pub mod targets;

//! Proofs for independent checkers: a formula that encodes a model, and lines of which each follows from
//! those before.
//!
//! ```
//! use csp::Model;
//! use csp::proof::{Prover, Unproved};
//!
//! let mut model = Model::new();
//! let x = model.vars(4, 1..=3);
//! model.all_different(&x);
//! let proof = Prover::new(&model).no_solution()?;
//! assert!(proof.formula.contains("1 x0_1 1 x0_2 1 x0_3 >= 1"));
//! assert!(proof.lines.contains("\npol 1 3 + 5 + 7 + 9 + 10 + 11 + ;\n"), "{}", proof.lines);
//! # Ok::<(), Unproved>(())
//! ```
//!
//! `veripb model.opb proof.pbp` checks the two files, for instance. The proof is as good as the formula: what
//! 0/1 variables and inequalities mean is told in the module [`encode`](crate::encode), and each constraint encodes itself.
//!
//! ```text
//!   model ──encode──► formula
//!     └──learner, recorded──► conclusions ──derive──► lines: unit propagation, sums for Hall sets, cases
//! ```
//!
//! The model is solved once more, by a learner whose analyses are recorded; see `engine::reasons`.
//! Nothing is recorded unless a proof is requested.

mod certificate;
mod derive;
mod files;
mod hall;
mod line;
mod propagate;
mod refute;
mod sums;
#[cfg(test)]
mod tests;

pub use certificate::{Proof, Prover, Unproved};
pub use files::Checker;
pub use line::Format;

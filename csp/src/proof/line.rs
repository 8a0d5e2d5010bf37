//! Lines of a proof, and the formats that they are written in.

use crate::encode::{Inequality, Language};

/// The format of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A formula in OPB and a proof for VeriPB.
    #[default]
    Pseudoboolean,
    /// A formula in DIMACS CNF and a proof in DRAT, for models that are purely clausal.
    Drat,
}

impl Format {
    pub(super) fn language(self) -> Language {
        match self {
            Format::Pseudoboolean => Language::Inequalities,
            Format::Drat => Language::Clauses,
        }
    }
}

/// An inequality of the proof: its number and itself.
pub(super) type Line = (usize, Inequality);

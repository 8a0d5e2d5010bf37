//! Errors of an experiment. Each makes its numbers worthless, so the experiment ends.

use std::fmt;

use super::Run;
use super::report::instance;
use crate::model::solution::Count;

/// The reason why an experiment has no report.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// Two configurations, or two models, have the same name.
    SameName {
        /// The name.
        name: String,
    },
    /// A mistake in a model.
    Model {
        /// The model's name, size and seed.
        model: String,
        /// The mistake.
        error: crate::Error,
    },
    /// Two runs on the same instance found different numbers of solutions: at least one is wrong.
    Disagreement(Box<[Run; 2]>),
    /// The solution of a run violates a constraint.
    NoSolution(Box<Run>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |run: &Run| instance(&run.model, run.size, run.seed);
        match self {
            Error::SameName { name } => write!(f, "{name:?} is there twice; give each a name of its own"),
            Error::Model { model, error } => write!(f, "{model}: {error}"),
            Error::Disagreement(runs) => {
                let [one, other] = &**runs;
                let found = |run: &Run| match run.count {
                    Count::Exactly(n) => format!("{n} and no more"),
                    Count::AtLeast(n) | Count::Limit(n) => format!("{n} or more"),
                };
                write!(
                    f,
                    "{}: {:?} finds {} solutions, {:?} finds {}; one of them is wrong: \
                     is there a constraint of your own whose propagator removes too much, or too little?",
                    name(one),
                    one.config,
                    found(one),
                    other.config,
                    found(other)
                )
            }
            Error::NoSolution(run) => {
                write!(f, "{}: what {:?} takes for a solution breaks a constraint", name(run), run.config)
            }
        }
    }
}

impl std::error::Error for Error {}

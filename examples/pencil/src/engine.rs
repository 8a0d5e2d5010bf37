//! Runs of the engine.

use csp::{Config, Error, ErrorKind, Learner, Limits, Model};

/// Compiles a model; `None` at a limit.
pub fn compiled(model: &Model, limits: &Limits) -> Result<Option<Learner>, Error> {
    match Learner::compile_within(model, &Config::default(), limits) {
        Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => Ok(None),
        learner => learner.map(Some),
    }
}

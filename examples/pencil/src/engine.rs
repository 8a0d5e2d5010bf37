//! Runs of the engine.

use csp::{Config, Decision, Error, ErrorKind, Learner, Limits, Model, Step};

/// Compiles a model; `None` at a limit.
pub fn compiled(model: &Model, limits: &Limits) -> Result<Option<Learner>, Error> {
    match Learner::compile_within(model, &Config::default(), limits) {
        Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => Ok(None),
        learner => learner.map(Some),
    }
}

/// Returns whether a model has a solution in which some decisions hold; `None` at a limit.
pub fn has_answer(model: &Model, decisions: &[Decision], limits: &Limits) -> Result<Option<bool>, Error> {
    let Some(mut learner) = compiled(model, limits)? else { return Ok(None) };
    learner.assume(decisions)?;
    Ok(match learner.step() {
        Step::Solution => Some(true),
        Step::Exhausted => Some(false),
        Step::Limit => None,
    })
}

//! Runs of the engine.

use csp::{Config, Error, ErrorKind, Learner, Limits, Model, Solution, Step};

/// What a search found.
pub enum Found {
    /// A solution.
    Solution(Solution),
    /// There is none.
    None,
    /// A limit was reached.
    Limit,
}

/// Returns the first solution of a model.
pub fn first(model: &Model, limits: &Limits) -> Result<Found, Error> {
    let Some(mut learner) = compiled(model, limits)? else { return Ok(Found::Limit) };
    Ok(match learner.step() {
        Step::Solution => Found::Solution(learner.solution()),
        Step::Exhausted => Found::None,
        Step::Limit => Found::Limit,
    })
}

/// Compiles a model; `None` at a limit.
pub fn compiled(model: &Model, limits: &Limits) -> Result<Option<Learner>, Error> {
    match Learner::compile_within(model, &Config::default(), limits) {
        Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => Ok(None),
        learner => learner.map(Some),
    }
}

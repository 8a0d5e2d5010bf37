//! What is asked of the engine: a model and an aim.

use csp::{Expression, Model};

/// An instance as a model.
pub struct Task {
    pub model: Model,
    pub aim: Aim,
}

pub enum Aim {
    First,
    All,
    Minimize(Expression),
    Maximize(Expression),
}

impl Task {
    pub fn first(model: Model) -> Result<Task, String> {
        Ok(Task { model, aim: Aim::First })
    }

    pub fn minimize(model: Model, objective: impl Into<Expression>) -> Result<Task, String> {
        Ok(Task { model, aim: Aim::Minimize(objective.into()) })
    }

    pub fn maximize(model: Model, objective: impl Into<Expression>) -> Result<Task, String> {
        Ok(Task { model, aim: Aim::Maximize(objective.into()) })
    }
}

//! A task for the engine: a model and an aim.

use csp::{Expression, Model};

/// An instance as a model.
pub struct Task {
    pub model: Model,
    pub aim: Aim,
}

#[derive(Clone, Copy)]
pub enum Sense {
    Minimize,
    Maximize,
}

pub enum Aim {
    First,
    All,
    Best(Sense, Expression),
}

impl Task {
    pub fn first(model: Model) -> Result<Task, String> {
        Ok(Task { model, aim: Aim::First })
    }

    pub fn minimize(model: Model, objective: impl Into<Expression>) -> Result<Task, String> {
        Ok(Task { model, aim: Aim::Best(Sense::Minimize, objective.into()) })
    }

    pub fn maximize(model: Model, objective: impl Into<Expression>) -> Result<Task, String> {
        Ok(Task { model, aim: Aim::Best(Sense::Maximize, objective.into()) })
    }
}

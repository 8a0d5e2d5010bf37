//! Value heuristics.

mod least_constraining;
mod positional;
mod random;

use std::fmt::Debug;

use crate::engine::Engine;
use crate::engine::store::{Store, View};
use crate::model::config::{Config, ValueOrder};
use crate::model::decision::Decision;
use crate::model::ids::Var;

/// Chooses a decision on a variable.
pub trait ValueHeuristic: Debug + Send {
    /// Returns the decision to try on an open variable. Its negation must be possible, too.
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision;

    /// Called when variables or constraints were added.
    fn grown(&mut self, _engine: &Engine) {}
}

pub(super) fn from_config(engine: &Engine, config: &Config) -> Box<dyn ValueHeuristic> {
    match config.values {
        ValueOrder::Smallest => Box::new(positional::Smallest),
        ValueOrder::Largest => Box::new(positional::Largest),
        ValueOrder::Middle => Box::new(positional::Middle),
        ValueOrder::Split => Box::new(positional::Split),
        ValueOrder::UpperHalf => Box::new(positional::UpperHalf),
        ValueOrder::NotSmallest => Box::new(positional::NotSmallest),
        ValueOrder::NotLargest => Box::new(positional::NotLargest),
        ValueOrder::Random => Box::new(random::Random::new(config.seed)),
        ValueOrder::LeastConstraining => Box::new(least_constraining::LeastConstraining::new(engine)),
    }
}

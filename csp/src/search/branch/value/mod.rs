//! Which value to try first.

mod least_constraining;
mod positional;
mod random;

use std::fmt::Debug;

use crate::engine::Engine;
use crate::engine::store::{Store, View};
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::ids::Var;

/// Chooses what to try on a variable.
pub trait ValueHeuristic: Debug + Send {
    /// The decision to try on an open variable. It must leave its opposite possible.
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision;

    /// Variables or constraints have been added.
    fn grown(&mut self, _engine: &Engine) {}
}

/// The value heuristics that come with the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ValueOrder {
    /// The smallest.
    #[default]
    Smallest,
    /// The largest.
    Largest,
    /// The one in the middle of those left.
    Middle,
    /// The lower half at once.
    Split,
    /// Any, by chance.
    Random,
    /// The one that the fewest neighbours could take too.
    LeastConstraining,
}

pub(super) fn from_config(engine: &Engine, config: &Config) -> Box<dyn ValueHeuristic> {
    match config.values {
        ValueOrder::Smallest => Box::new(positional::Smallest),
        ValueOrder::Largest => Box::new(positional::Largest),
        ValueOrder::Middle => Box::new(positional::Middle),
        ValueOrder::Split => Box::new(positional::Split),
        ValueOrder::Random => Box::new(random::Random::new(config.seed)),
        ValueOrder::LeastConstraining => Box::new(least_constraining::LeastConstraining::new(engine)),
    }
}

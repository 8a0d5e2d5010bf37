//! Value heuristics.

mod least_constraining;
mod positional;
mod random;

use std::fmt::Debug;

use crate::engine::Engine;
use crate::engine::store::{Store, View};
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::order::ValueOrder;

/// Chooses a decision on a variable.
pub trait ValueHeuristic: Debug + Send {
    /// Returns the decision to try on an open variable. Its negation must be possible, too.
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision;

    /// Called when variables or constraints were added.
    fn grown(&mut self, _engine: &Engine) {}
}

/// Makes a heuristic for a run.
type Make = fn(&Engine, &Config) -> Box<dyn ValueHeuristic>;

/// All heuristics.
const HEURISTICS: &[(ValueOrder, Make)] = &[
    (ValueOrder::Smallest, |_, _| Box::new(positional::Smallest)),
    (ValueOrder::Largest, |_, _| Box::new(positional::Largest)),
    (ValueOrder::Middle, |_, _| Box::new(positional::Middle)),
    (ValueOrder::Split, |_, _| Box::new(positional::Split)),
    (ValueOrder::UpperHalf, |_, _| Box::new(positional::UpperHalf)),
    (ValueOrder::NotSmallest, |_, _| Box::new(positional::NotSmallest)),
    (ValueOrder::NotLargest, |_, _| Box::new(positional::NotLargest)),
    (ValueOrder::Random, |_, config| Box::new(random::Random::new(config.seed))),
    (ValueOrder::LeastConstraining, |engine, _| Box::new(least_constraining::LeastConstraining::new(engine))),
];

impl ValueOrder {
    /// All built-in value heuristics.
    pub fn all() -> impl ExactSizeIterator<Item = ValueOrder> {
        HEURISTICS.iter().map(|&(order, _)| order)
    }
}

pub(super) fn from_config(engine: &Engine, config: &Config) -> Box<dyn ValueHeuristic> {
    let found = HEURISTICS.iter().find(|(order, _)| *order == config.values);
    let (_, make) = found.expect("every order is in the table");
    make(engine, config)
}

//! The searches that a puzzle can be solved with.

use csp::Config;
use sudoku::{Engine, Method, Solver};

/// A search for the solutions of a puzzle.
#[derive(Clone, Debug)]
pub enum Way {
    /// Lanes, which have no settings.
    Lanes,
    /// A search with settings.
    Search(Config),
    /// A search that learns from conflicts, with settings.
    Learn(Config),
}

impl Way {
    /// Returns the search of a method; `None` if it takes steps as people do.
    pub fn of(method: &Method) -> Option<Way> {
        match method {
            method if method.explains => None,
            method if method.in_lanes => Some(Way::Lanes),
            method if method.learns => Some(Way::Learn(method.config())),
            method => Some(Way::Search(method.config())),
        }
    }

    /// Returns the settings; `None` for lanes.
    pub fn config(&self) -> Option<&Config> {
        match self {
            Way::Lanes => None,
            Way::Search(config) | Way::Learn(config) => Some(config),
        }
    }

    /// Returns a solver set up for the search.
    pub fn solver(&self, solver: Solver) -> Solver {
        match self {
            Way::Lanes => solver.engine(Engine::Lockstep),
            Way::Search(config) => solver.configured(config.clone()),
            Way::Learn(config) => solver.learning(config.clone()),
        }
    }
}

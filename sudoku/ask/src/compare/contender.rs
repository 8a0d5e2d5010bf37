//! A method in a comparison.

use csp::Config;
use sudoku::{Method, methods};

use crate::Way;

/// A method in a comparison, perhaps with settings of its own.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The name as it was asked for.
    pub name: String,
    /// The search; `None` for steps as people take them.
    pub way: Option<Way>,
}

impl Contender {
    /// The usual methods, from the simplest to the fastest; not all of them.
    pub const USUAL: &str = "brute-force,forward,mrv,propagate,norvig,domain,engine";

    /// Returns all methods.
    pub fn all() -> Vec<Contender> {
        methods().iter().map(Contender::of).collect()
    }

    /// Returns a method with its own settings.
    pub fn of(method: &Method) -> Contender {
        Contender { name: method.name.to_owned(), way: Way::of(method) }
    }

    /// Returns the settings of the search; `None` for lanes and for steps as people take them.
    pub fn config(&self) -> Option<&Config> {
        self.way.as_ref()?.config()
    }

    /// Returns whether the seed affects the method.
    pub fn is_random(&self) -> bool {
        self.config().is_some_and(Config::is_random)
    }
}

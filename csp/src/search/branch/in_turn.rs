//! Branchers in sequence.

use super::{Blame, Brancher};
use crate::engine::Engine;
use crate::engine::store::{Store, View};
use crate::model::decision::Decision;
use crate::model::ids::Var;

/// Branchers in sequence: each decides when the ones before it have nothing left to decide.
///
/// ```
/// use csp::branch::{Branching, InTurn};
/// use csp::{Config, Model, Search, config::ValueOrder};
///
/// // First how many are made, from few to many; then, halving, what each costs.
/// let mut model = Model::new();
/// let (made, costs) = (model.vars(2, 0..=9), model.vars(2, 0..=99));
/// model.post((made[0] * costs[0] + made[1] * costs[1]).eq(91));
/// let halve = Config::default().with_values(ValueOrder::Split);
/// let engine = model.compile(&halve)?;
/// let first = Branching::new(&engine, &Config::default()).over(&engine, &made);
/// let then = Branching::new(&engine, &halve).over(&engine, &costs);
/// let mut search = Search::with_brancher(engine, &halve, InTurn::new([first, then]));
/// let solution = search.first()?.unwrap();
/// assert_eq!((solution[made[0]], solution[made[1]]), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct InTurn(Vec<Box<dyn Brancher>>);

impl InTurn {
    /// Creates a sequence of branchers.
    pub fn new<B: Brancher + 'static>(branchers: impl IntoIterator<Item = B>) -> InTurn {
        branchers.into_iter().fold(InTurn(Vec::new()), InTurn::then)
    }

    /// Appends a brancher, which may be of another type.
    pub fn then(mut self, brancher: impl Brancher + 'static) -> InTurn {
        self.0.push(Box::new(brancher));
        self
    }
}

impl Brancher for InTurn {
    fn decide(&mut self, store: &Store) -> Option<Decision> {
        self.0.iter_mut().find_map(|brancher| brancher.decide(store))
    }

    fn next_value(&mut self, var: Var, view: View, store: &Store) -> Option<i32> {
        self.0.iter_mut().find_map(|brancher| brancher.next_value(var, view, store))
    }

    fn conflict(&mut self, store: &Store, blame: Blame<'_>) {
        self.0.iter_mut().for_each(|brancher| brancher.conflict(store, blame));
    }

    fn restart(&mut self) {
        self.0.iter_mut().for_each(|brancher| brancher.restart());
    }

    fn grown(&mut self, engine: &Engine) {
        self.0.iter_mut().for_each(|brancher| brancher.grown(engine));
    }
}

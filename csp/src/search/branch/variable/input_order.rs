//! Variable heuristic: the first open variable.

use super::VariableHeuristic;
use crate::engine::Engine;
use crate::engine::store::Store;
use crate::model::order::{Basis, VariableOrder, orders};
use crate::search::branch::levels::Levels;
use crate::search::branch::{Candidates, Ties};

orders! {
    /// The first open variable in the order of the model.
    VariableOrder::Input = VariableOrder::new("input", Basis::Order);
}

#[derive(Debug, Default)]
pub(super) struct InputOrder {
    /// No candidate before this one is open.
    from: usize,
    /// The value of `from` when each level was entered.
    levels: Levels<usize>,
}

impl VariableHeuristic for InputOrder {
    fn choose(&mut self, candidates: &Candidates, store: &Store, _ties: &mut Ties) -> Option<usize> {
        if let Some(from) = self.levels.leave(store) {
            self.from = from;
        }
        let from = self.from;
        self.levels.enter(store, |_| from);
        let open = (self.from..candidates.len()).find(|&at| store.is_open(candidates.view(at)));
        self.from = open.unwrap_or(candidates.len());
        open
    }

    fn candidates(&mut self, _candidates: &Candidates, _engine: &Engine) {
        *self = InputOrder::default();
    }
}

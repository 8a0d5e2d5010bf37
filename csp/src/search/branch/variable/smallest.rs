//! Variable heuristic: the fewest values left (minimum remaining values).

use super::VariableHeuristic;
use super::heap::SizeHeap;
use crate::engine::Engine;
use crate::engine::store::Store;
use crate::model::order::{Basis, VariableOrder, orders};
use crate::search::branch::graph::LARGEST_MATRIX;
use crate::search::branch::{Candidates, Ties};

orders! {
    /// The variable with the fewest values left (MRV).
    VariableOrder::Smallest = VariableOrder::new("smallest", Basis::Size);
}

#[derive(Debug, Default)]
pub(super) struct Smallest {
    /// Present if there are many candidates.
    heap: Option<SizeHeap>,
}

impl VariableHeuristic for Smallest {
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        match &mut self.heap {
            Some(heap) if !ties.are_random() && !store.tracks_decided() => heap.least(candidates, store),
            _ => candidates.best_by_size(store, ties, |_, size| size),
        }
    }

    fn candidates(&mut self, candidates: &Candidates, _engine: &Engine) {
        self.heap = (candidates.len() > LARGEST_MATRIX).then(|| SizeHeap::new(candidates, None));
    }
}

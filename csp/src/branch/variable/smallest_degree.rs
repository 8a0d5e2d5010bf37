//! The fewest values left, then the most open neighbours: what a decision there decides for others.

use super::VariableHeuristic;
use crate::branch::{Candidates, Graph, Ties};
use crate::engine::Engine;
use crate::store::Store;

#[derive(Debug, Default)]
pub(super) struct SmallestDegree {
    graph: Graph,
    /// The open candidates as a bit set; scratch.
    open: Vec<u64>,
}

impl VariableHeuristic for SmallestDegree {
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        self.graph.open(candidates, store, &mut self.open);
        let (graph, open) = (&self.graph, &self.open);
        // Neighbours are counted only for those that may win.
        let mut least = u32::MAX;
        candidates.best(store, ties, |at| {
            let size = store.size(candidates.view(at));
            if size > least {
                return (size, i64::MAX);
            }
            least = size;
            (size, -i64::from(graph.open_degree(at, open)))
        })
    }

    fn candidates(&mut self, candidates: &Candidates, engine: &Engine) {
        self.graph = Graph::new(candidates, engine);
    }
}

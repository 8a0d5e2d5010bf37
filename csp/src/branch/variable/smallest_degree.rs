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
        let least = candidates.open(store).map(|at| store.size(candidates.view(at))).min()?;
        self.graph.open(candidates, store, &mut self.open);
        let (graph, open) = (&self.graph, &self.open);
        candidates.best_among(store, ties, |at| {
            let smallest = store.size(candidates.view(at)) == least;
            smallest.then(|| std::cmp::Reverse(graph.open_degree(at, open)))
        })
    }

    fn candidates(&mut self, candidates: &Candidates, engine: &Engine) {
        self.graph = Graph::new(candidates, engine);
    }
}

//! The fewest values left, then the most open neighbours: what a decision there decides for others.

use super::VariableHeuristic;
use crate::branch::{Candidates, Graph, Ties};
use crate::engine::Engine;
use crate::store::Store;

#[derive(Debug, Default)]
pub(super) struct SmallestDegree {
    graph: Graph,
    /// Scratch: the open candidates as a bit set, and those of them with the fewest values.
    open: Vec<u64>,
    smallest: Vec<usize>,
}

impl VariableHeuristic for SmallestDegree {
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        self.smallest.clear();
        self.open.clear();
        self.open.resize(candidates.len().div_ceil(64), 0);
        let mut least = u32::MAX;
        for at in 0..candidates.len() {
            let size = store.size(candidates.view(at));
            if size == 1 {
                continue;
            }
            self.open[at / 64] |= 1 << (at % 64);
            if size < least {
                least = size;
                self.smallest.clear();
            }
            if size == least {
                self.smallest.push(at);
            }
        }
        let (graph, open) = (&self.graph, &self.open);
        ties.best_of(self.smallest.iter().copied(), |at| std::cmp::Reverse(graph.open_degree(at, open)))
    }

    fn candidates(&mut self, candidates: &Candidates, engine: &Engine) {
        self.graph = Graph::new(candidates, engine);
    }
}

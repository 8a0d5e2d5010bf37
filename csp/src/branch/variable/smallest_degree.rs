//! The fewest values left, then the most open neighbours: what a decision there decides for others.

use super::VariableHeuristic;
use crate::branch::{Candidates, Graph, Ties};
use crate::engine::Engine;
use crate::simd::{Isa, Level, Path, Work, dispatch};
use crate::store::Store;

#[derive(Debug)]
pub(super) struct SmallestDegree {
    level: Level,
    graph: Graph,
    /// Scratch: the open candidates as a bit set, and those of them with the fewest values.
    open: Vec<u64>,
    smallest: Vec<usize>,
}

impl SmallestDegree {
    pub fn new(simd: Path) -> SmallestDegree {
        let (graph, open, smallest) = (Graph::default(), Vec::new(), Vec::new());
        SmallestDegree { level: Level::detect(simd), graph, open, smallest }
    }
}

/// A choice, run with the machine's bit counting where it has it.
struct Choose<'a> {
    heuristic: &'a mut SmallestDegree,
    candidates: &'a Candidates,
    store: &'a Store,
    ties: &'a mut Ties,
}

impl Work for Choose<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<usize> {
        let Choose { heuristic: SmallestDegree { graph, open, smallest, .. }, candidates, store, ties } = self;
        smallest.clear();
        open.clear();
        open.resize(candidates.len().div_ceil(64), 0);
        let mut least = u32::MAX;
        for at in 0..candidates.len() {
            let size = store.size(candidates.view(at));
            if size == 1 {
                continue;
            }
            open[at / 64] |= 1 << (at % 64);
            if size < least {
                least = size;
                smallest.clear();
            }
            if size == least {
                smallest.push(at);
            }
        }
        if let [only] = smallest[..] {
            return Some(only);
        }
        ties.best_of(smallest.iter().copied(), |at| std::cmp::Reverse(graph.open_degree(at, open)))
    }
}

impl VariableHeuristic for SmallestDegree {
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        dispatch(self.level, Choose { heuristic: self, candidates, store, ties })
    }

    fn candidates(&mut self, candidates: &Candidates, engine: &Engine) {
        self.graph = Graph::new(candidates, engine);
    }
}

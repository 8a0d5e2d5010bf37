//! Variable heuristic: the fewest values left, then the most open neighbours, which a decision affects.

use super::VariableHeuristic;
use super::heap::SizeHeap;
use crate::base::bits::ones_of;
use crate::base::simd::{Isa, Level, Path, Work, dispatch};
use crate::engine::Engine;
use crate::engine::store::Store;
use crate::search::branch::{Candidates, Graph, Ties};

#[derive(Debug)]
pub(super) struct SmallestDegree {
    level: Level,
    graph: Graph,
    /// Present if the graph is too large for an adjacency matrix.
    heap: Option<SizeHeap>,
    /// Scratch, bit sets: the open candidates, and those with the fewest values.
    open: Vec<u64>,
    smallest: Vec<u64>,
}

impl SmallestDegree {
    pub fn new(simd: Path) -> SmallestDegree {
        let (graph, open, smallest) = (Graph::default(), Vec::new(), Vec::new());
        SmallestDegree { level: Level::detect(simd), graph, heap: None, open, smallest }
    }
}

/// The choice, compiled with the machine's instruction for counting bits if there is one.
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
        let Choose { heuristic: SmallestDegree { graph, open, smallest, .. }, candidates, store, ties } =
            self;
        let words = candidates.len().div_ceil(64);
        for set in [&mut *open, &mut *smallest] {
            set.clear();
            set.resize(words, 0);
        }
        // Branch-free: which candidates are open, and which have two values. Usually some have two.
        let mut pairs = 0;
        for word in 0..words {
            for at in 64 * word..candidates.len().min(64 * word + 64) {
                let (is_open, is_pair) = store.is_open_and_pair(candidates.view(at));
                open[word] |= u64::from(is_open) << (at % 64);
                smallest[word] |= u64::from(is_pair) << (at % 64);
            }
            pairs |= smallest[word];
        }
        if pairs == 0 {
            let least = ones_of(open).map(|at| store.size(candidates.view(at))).min()?;
            for at in ones_of(open).filter(|&at| store.size(candidates.view(at)) == least) {
                smallest[at / 64] |= 1 << (at % 64);
            }
        }
        ties.best_of(ones_of(smallest), |at| std::cmp::Reverse(graph.open_degree(at, open)))
    }
}

impl VariableHeuristic for SmallestDegree {
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        if let Some(heap) = &mut self.heap
            && !ties.are_random()
            && !store.tracks_decided()
        {
            return heap.least(candidates, store);
        }
        if store.tracks_decided() {
            let SmallestDegree { graph, open, .. } = self;
            open.clear();
            open.resize(candidates.len().div_ceil(64), 0);
            candidates.open(store).for_each(|at| open[at / 64] |= 1 << (at % 64));
            let rank = |at| (store.size(candidates.view(at)), std::cmp::Reverse(graph.open_degree(at, open)));
            return ties.best_of(ones_of(open), rank);
        }
        dispatch(self.level, Choose { heuristic: self, candidates, store, ties })
    }

    fn candidates(&mut self, candidates: &Candidates, engine: &Engine) {
        self.graph = Graph::new(candidates, engine);
        let heap = || SizeHeap::new(candidates, Some(&self.graph));
        self.heap = (self.graph.only_counts() && candidates.len() > 0).then(heap);
    }
}

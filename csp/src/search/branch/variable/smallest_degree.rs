//! Variable heuristic: the fewest values left, then the most open neighbours, which a decision affects.

use super::VariableHeuristic;
use super::heap::SizeHeap;
use crate::base::bits::ones_of;
use crate::base::simd::{Isa, Level, Path, Work, dispatch};
use crate::engine::Engine;
use crate::engine::store::{Shape, Store, View, open_and_pair};
use crate::model::order::{Basis, VariableOrder, orders};
use crate::search::branch::{Candidates, Graph, Ties};

orders! {
    /// Like `Smallest`, with ties broken by the most open neighbours (Brélaz 1979).
    VariableOrder::SmallestDegree = VariableOrder::new("smallest_degree", Basis::Size);
}

#[derive(Debug)]
pub(super) struct SmallestDegree {
    level: Level,
    graph: Graph,
    /// The slot of the first candidate, if the candidates' domains are words in a row.
    in_a_row: Option<usize>,
    /// Present if the graph is too large for an adjacency matrix.
    heap: Option<SizeHeap>,
    /// Scratch, bit sets: the open candidates, and those with the fewest values.
    open: Vec<u64>,
    smallest: Vec<u64>,
}

impl SmallestDegree {
    pub fn new(simd: Path) -> SmallestDegree {
        let (graph, open, smallest) = (Graph::default(), Vec::new(), Vec::new());
        SmallestDegree { level: Level::detect(simd), graph, in_a_row: None, heap: None, open, smallest }
    }
}

/// The choice, compiled with the machine's instruction for counting bits if there is one.
struct Choose<'a> {
    heuristic: &'a mut SmallestDegree,
    candidates: &'a Candidates,
    store: &'a Store,
    ties: &'a mut Ties,
}

/// The two truths of each of at most 64 items, as bits.
#[inline(always)]
fn bits(items: impl Iterator<Item = (bool, bool)>) -> [u64; 2] {
    let mut words = [0; 2];
    for (bit, (one, other)) in items.enumerate() {
        words[0] |= u64::from(one) << bit;
        words[1] |= u64::from(other) << bit;
    }
    words
}

impl Work for Choose<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Option<usize> {
        let Choose {
            heuristic: SmallestDegree { graph, in_a_row, open, smallest, .. },
            candidates,
            store,
            ties,
        } = self;
        open.clear();
        smallest.clear();
        // Branch-free: which candidates are open, and which have two values. Usually some have two.
        let mut add = |here: [u64; 2]| {
            open.push(here[0]);
            smallest.push(here[1]);
        };
        match *in_a_row {
            Some(first) => {
                let words = &store.words()[first..first + candidates.len()];
                words.chunks(64).for_each(|words| add(bits(words.iter().map(|&word| open_and_pair(word)))));
            }
            None => {
                let looked = |&(_, view): &(_, View)| store.is_open_and_pair(view);
                candidates.views().chunks(64).for_each(|views| add(bits(views.iter().map(looked))));
            }
        }
        if smallest.iter().all(|&pairs| pairs == 0) {
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
        let first = candidates.views().first().map_or(0, |(_, view)| view.slot.0);
        let is_in_a_row = |(slot, (_, view)): (u32, &(_, View))| {
            view.slot.0 == slot && engine.store().shape(view.slot) == Shape::Word
        };
        self.in_a_row = (first..).zip(candidates.views()).all(is_in_a_row).then_some(first as usize);
        let heap = || SizeHeap::new(candidates, Some(&self.graph));
        self.heap = (self.graph.only_counts() && candidates.len() > 0).then(heap);
    }
}

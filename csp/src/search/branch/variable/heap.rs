//! Priority queue of domain sizes, for choosing among very many variables without visiting all of them at
//! each node.
//!
//! Every open candidate is in a heap, with a size that is at most its current one. Candidates whose domains
//! shrink, according to the trail, are inserted again. A domain that has grown by backtracking is noticed
//! when its entry reaches the top. Candidates found to be fixed are set aside until the store backtracks
//! beyond the level at which they were found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::engine::store::{Change, Store};
use crate::search::branch::levels::Levels;
use crate::search::branch::{Candidates, Graph};

/// Size, number of constraints, index. The smallest size comes first; ties go to the candidate in the most
/// constraints.
type Entry = Reverse<(u32, Reverse<u32>, u32)>;

/// Marks candidates that are set aside.
const ASIDE: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(super) struct SizeHeap {
    heap: BinaryHeap<Entry>,
    /// The size with which each candidate is in the heap. Entries with another size are outdated.
    sizes: Vec<u32>,
    degrees: Vec<u32>,
    /// The candidates that are set aside, in the order in which this happened.
    aside: Vec<u32>,
    /// Length of the part of the trail that has been read.
    read: usize,
    /// For each level the length of the trail and the number of candidates set aside when it was opened.
    levels: Levels<(usize, usize)>,
    is_new: bool,
}

impl SizeHeap {
    /// Creates the heap. With a graph, ties go to the candidate in the most constraints.
    pub fn new(candidates: &Candidates, graph: Option<&Graph>) -> SizeHeap {
        let degree = |at| graph.map_or(0, |graph| graph.constraints(at));
        SizeHeap {
            sizes: vec![0; candidates.len()],
            degrees: (0..candidates.len()).map(degree).collect(),
            is_new: true,
            ..SizeHeap::default()
        }
    }

    /// Returns the open candidate with the fewest values, the first one among equals.
    pub fn least(&mut self, candidates: &Candidates, store: &Store) -> Option<usize> {
        self.follow(candidates, store);
        loop {
            let &Reverse((size, _, at)) = self.heap.peek()?;
            if self.sizes[at as usize] != size {
                self.heap.pop();
                continue;
            }
            match store.size_unless_fixed(candidates.view(at as usize)) {
                Some(left) if left == size => return Some(at as usize),
                Some(left) => {
                    self.heap.pop();
                    self.put(at, left);
                }
                None => {
                    self.heap.pop();
                    self.sizes[at as usize] = ASIDE;
                    self.aside.push(at);
                }
            }
        }
    }

    /// Updates the heap from the trail.
    fn follow(&mut self, candidates: &Candidates, store: &Store) {
        if self.is_new || self.heap.len() > 4 * self.sizes.len() + 64 {
            self.fill(candidates, store);
        }
        if let Some((trail, aside)) = self.levels.leave(store) {
            self.read = self.read.min(trail);
            while self.aside.len() > aside {
                let at = self.aside.pop().expect("there are more");
                self.put(at, store.size(candidates.view(at as usize)));
            }
        }
        for change in store.trail().get(self.read..).unwrap_or_default().iter().filter_map(Change::read) {
            let Some(at) = candidates.place(change.slot) else { continue };
            let size = store.size(candidates.view(at));
            if self.sizes[at] != ASIDE && size < self.sizes[at] {
                self.put(at as u32, size);
            }
        }
        self.read = store.trail().len();
        let aside = self.aside.len();
        self.levels.enter(store, |trail| (trail, aside));
    }

    /// Rebuilds the heap.
    fn fill(&mut self, candidates: &Candidates, store: &Store) {
        self.is_new = false;
        self.heap.clear();
        self.aside.clear();
        self.levels = Levels::default();
        self.read = store.trail().len();
        for at in 0..candidates.len() {
            self.put(at as u32, store.size(candidates.view(at)));
        }
    }

    fn put(&mut self, at: u32, size: u32) {
        self.sizes[at as usize] = size;
        self.heap.push(Reverse((size, Reverse(self.degrees[at as usize]), at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;
    use crate::model::ids::Var;
    use crate::model::values::Values;

    /// After any operations on the store, the heap must agree with a search of all candidates.
    #[test]
    fn the_heap_agrees_with_a_look_at_all() {
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut store = Store::default();
            let views: Vec<_> = (0..60)
                .map(|at| {
                    let most = [1, 5, 90, 100_000][at % 4];
                    crate::engine::View { slot: store.add(&Values::from(0..=most), 0), offset: 0 }
                })
                .collect();
            store.commit_root();
            let vars = views.iter().enumerate().map(|(at, &view)| (Var(at as u32), view)).collect();
            let candidates = Candidates::new(vars);
            let mut heap = SizeHeap::new(&candidates, None);
            for _ in 0..600 {
                match rng.below(8) {
                    0..2 => store.push(),
                    2..4 if store.depth() > 0 => store.pop(),
                    _ => {
                        let view = views[rng.below(60) as usize];
                        let (low, high) = store.bounds(view);
                        let at = low + rng.below((high - low) as u32 + 1) as i32;
                        let narrowed = if rng.below(2) == 0 {
                            store.at_most(view, at)
                        } else {
                            store.at_least(view, at)
                        };
                        assert!(narrowed.is_ok());
                    }
                }
                if rng.below(3) > 0 {
                    let sizes = (0..60).filter_map(|at| Some((store.size_unless_fixed(views[at])?, at)));
                    assert_eq!(heap.least(&candidates, &store), sizes.min().map(|(_, at)| at));
                }
            }
        }
    }
}

//! Probes: the consequences of supposing a candidate, in the order of the number of truths behind them.

mod clues;
mod nested;
mod plain;
mod sets;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cost;
use super::order::Order;
use super::state::State;
use super::truth::{Candidate, ones};
use plain::Plain;
use sets::Sets;

/// A conclusion: a candidate that holds or does not, and the set of truths behind it. Among conclusions with sets of
/// one size the least comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    weight: Weight,
    candidate: u32,
    set: u32,
    /// Whether the candidate holds; false if it is refuted.
    holds: bool,
}

/// The weight of a set of truths: the sums of their branches and of their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Weight {
    branches: u32,
    number: u64,
}

/// The state while a candidate is followed.
#[derive(Debug, Default)]
struct Known {
    cells: Vec<u64>,
    places: Vec<u64>,
    /// The candidates of each cell that are known to be true, as bits.
    held: Vec<u64>,
    /// For each candidate that holds or was removed: the set of truths behind it.
    behind: Vec<u32>,
    /// For each relation with a table: the tuples that are left.
    alive: Vec<Vec<u64>>,
}

impl Known {
    /// What a state leaves.
    fn begin(&mut self, state: &State) {
        self.cells.clone_from(&state.cells);
        self.places.clone_from(&state.places);
        self.held.clear();
        self.held.resize(state.cells.len(), 0);
        self.behind.resize(state.cells.len() * state.map.numbering.values, 0);
        self.alive.resize(state.rows.len(), Vec::new());
        self.alive.iter_mut().zip(&state.rows).for_each(|(alive, row)| alive.clone_from(&row.alive));
    }

    fn copy(&mut self, other: &Known) {
        self.cells.clone_from(&other.cells);
        self.places.clone_from(&other.places);
        self.held.clone_from(&other.held);
        self.behind.clone_from(&other.behind);
        self.alive.clone_from(&other.alive);
    }
}

/// Follows candidates to contradictions, with memory that it keeps between probes.
#[derive(Debug, Default)]
pub(super) struct Prober {
    now: Known,
    /// The state of the outer probe while a nested probe runs.
    outer: Known,
    plain: Plain,
    sets: Sets,
    /// Conclusions to draw, by the size of their sets, the least first.
    queue: Vec<BinaryHeap<Reverse<Entry>>>,
    /// The size of the smallest queued set of each candidate: at 0 for its refutation, at 1 for its truth.
    queued: [Vec<u16>; 2],
    /// The size of the sets that are taken from the queue now.
    size: usize,
    /// Sets above this size are not followed.
    depth: usize,
    /// The greatest number of truths behind a contradiction.
    most: usize,
    /// Sets whose chains cost this much or more are not followed, either.
    bound: u16,
    /// Whether a set was not followed because of its size alone.
    was_short: bool,
    /// The smallest set with a contradiction, the cheapest among equals: its size, its rank, the set.
    best: Option<(usize, (u16, u64), u32)>,
    /// Relations that lost tuples.
    changed: Vec<usize>,
}

impl Prober {
    /// Returns the truths behind a contradiction that follows from a candidate, by a chain that costs less than
    /// `bound`. Conclusions from more than `depth` truths are not followed.
    ///
    /// If the n truths of a contradiction form a tree, each of them can be its root. With the centroid as the root, no
    /// branch has more than n / 2 truths, so a depth of n / 2 finds the contradiction.
    pub fn refute(
        &mut self,
        state: &State,
        order: &Order,
        candidate: Candidate,
        depth: usize,
        bound: u16,
    ) -> Option<Vec<usize>> {
        self.begin(state, depth, usize::MAX, bound);
        self.follow(state, order, candidate);
        self.best.map(|(.., set)| self.truths(set))
    }

    /// Whether a candidate leads to a contradiction if it is followed as far as that goes.
    pub fn is_refuted(&mut self, state: &State, candidate: Candidate) -> bool {
        self.plain.refutes(state, candidate)
    }

    /// Whether more truths than the depth of the last probe may refute its candidate.
    pub fn was_short(&self) -> bool {
        self.was_short
    }

    /// Supposes a candidate, and follows it.
    fn follow(&mut self, state: &State, order: &Order, candidate: Candidate) {
        let (weight, candidate) = (Weight::default(), candidate as u32);
        self.queue[0].push(Reverse(Entry { weight, candidate, set: 0, holds: true }));
        self.run(state, order);
    }

    /// The numbers of a set's truths.
    fn truths(&self, set: u32) -> Vec<usize> {
        self.sets.truths(set).collect()
    }

    fn begin(&mut self, state: &State, depth: usize, most: usize, bound: u16) {
        self.now.begin(state);
        self.sets.clear(state.map.numbering.count());
        self.depth = depth.min(state.map.numbering.count());
        self.most = most;
        self.queue.resize_with(self.queue.len().max(self.depth + 1), BinaryHeap::new);
        self.queue.iter_mut().for_each(BinaryHeap::clear);
        for queued in &mut self.queued {
            queued.clear();
            queued.resize(self.now.behind.len(), u16::MAX);
        }
        (self.bound, self.was_short) = (bound, false);
        self.best = None;
        self.changed.clear();
    }

    fn run(&mut self, state: &State, order: &Order) {
        self.size = 0;
        while self.size <= self.depth {
            if self.best.is_some_and(|(best, ..)| best / 2 < self.size) {
                return;
            }
            match self.queue[self.size].pop() {
                Some(Reverse(Entry { candidate, set, holds, .. })) => {
                    let candidate = candidate as usize;
                    if holds {
                        self.hold(state, order, candidate, set);
                    } else {
                        self.refuse(state, order, candidate, set);
                    }
                    while let Some(relation) = self.changed.pop() {
                        self.relate(state, order, relation);
                    }
                }
                None => self.size += 1,
            }
        }
    }

    /// Records that a candidate is true because of a set of truths.
    fn hold(&mut self, state: &State, order: &Order, candidate: Candidate, set: u32) {
        let map = &*state.map;
        let (cell, value) = map.split(candidate);
        if self.now.held[cell] >> value & 1 != 0 {
            return;
        }
        if self.now.cells[cell] >> value & 1 == 0 {
            let both = self.sets.begin();
            self.sets.unite(both, set);
            self.sets.unite(both, self.now.behind[candidate]);
            self.contradict(state, order, both);
            return;
        }
        self.now.held[cell] |= 1 << value;
        self.now.behind[candidate] = set;
        for other in ones(self.now.cells[cell] & !(1 << value)) {
            self.drop(state, order, cell, other, set);
        }
        for &peer in &map.peers[cell] {
            if self.now.cells[peer] >> value & 1 != 0 {
                self.drop(state, order, peer, value, set);
            }
        }
        for &(excluded, _) in &map.excluded[candidate] {
            let (cell, value) = map.split(excluded);
            if self.now.cells[cell] >> value & 1 != 0 {
                self.drop(state, order, cell, value, set);
            }
        }
    }

    /// Records that a candidate is false because of a set of truths.
    fn drop(&mut self, state: &State, order: &Order, cell: usize, value: usize, set: u32) {
        let map = &*state.map;
        self.now.behind[map.candidate(cell, value)] = set;
        self.now.cells[cell] &= !(1 << value);
        let left = self.now.cells[cell];
        if left & (left.wrapping_sub(1)) == 0 && left & self.now.held[cell] == 0 {
            self.conclude(state, order, cell, left);
        }
        for &(relation, at) in &map.relations_of[cell] {
            if let Some(table) = &state.rows[relation].table
                && table.exclude(&mut self.now.alive[relation], at, value)
                && !self.changed.contains(&relation)
            {
                self.changed.push(relation);
            }
        }
        for &(house, position) in &map.houses_of[cell] {
            let place = house * map.numbering.values + value;
            self.now.places[place] &= !(1 << position);
            let left = self.now.places[place];
            if left & (left.wrapping_sub(1)) == 0 {
                self.conclude(state, order, map.numbering.cells + place, left);
            }
        }
    }

    /// Records that a candidate is false because of a relation.
    fn refuse(&mut self, state: &State, order: &Order, candidate: Candidate, set: u32) {
        let (cell, value) = state.map.split(candidate);
        if self.now.held[cell] >> value & 1 != 0 {
            let both = self.sets.begin();
            self.sets.unite(both, set);
            self.sets.unite(both, self.now.behind[candidate]);
            self.contradict(state, order, both);
        } else if self.now.cells[cell] >> value & 1 != 0 {
            self.drop(state, order, cell, value, set);
        }
    }

    /// Draws the conclusion from a truth that has at most one candidate left.
    fn conclude(&mut self, state: &State, order: &Order, truth: usize, left: u64) {
        let last = ones(left).next().map(|bit| state.map.member(truth, bit));
        if let Some(last) = last {
            let (cell, value) = state.map.split(last);
            // Sets from here on are not smaller.
            if self.now.held[cell] >> value & 1 != 0 || usize::from(self.queued[1][last]) <= self.size {
                return;
            }
        }
        let set = self.sets.begin();
        self.sets.insert(set, truth);
        let mut latest = u32::MAX;
        for bit in ones(state.mask(truth) & !left) {
            let behind = self.now.behind[state.map.member(truth, bit)];
            if behind != latest {
                self.sets.unite(set, behind);
                latest = behind;
            }
        }
        match last {
            None => self.contradict(state, order, set),
            Some(last) => self.push(order, last, set, true),
        }
    }

    /// Queues a conclusion. Drops its set, which must be the last one, if it is too large or its chains cost too much.
    fn push(&mut self, order: &Order, candidate: Candidate, set: u32, holds: bool) {
        let (size, weight) = self.weight(order, set);
        let queued = &mut self.queued[usize::from(holds)][candidate];
        let may_be_below = cost::may_be_below(self.bound, size, weight.branches as usize);
        self.was_short |= may_be_below && size > self.depth;
        if !may_be_below || size > self.depth || size > usize::from(*queued) {
            return self.sets.drop_last();
        }
        // The order decides between candidates with equal sets.
        let number = weight.number.wrapping_add(order.candidate(candidate));
        let weight = Weight { number, ..weight };
        *queued = size.min(u16::MAX.into()) as u16;
        self.queue[size].push(Reverse(Entry { weight, candidate: candidate as u32, set, holds }));
    }

    fn contradict(&mut self, state: &State, order: &Order, set: u32) {
        let (size, weight) = self.weight(order, set);
        if size > self.most || !cost::may_be_below(self.bound, size, weight.branches as usize) {
            return;
        }
        if self.best.is_some_and(|(best, ..)| best < size) {
            return;
        }
        let truths = self.truths(set);
        let rank = (cost::of(state, &truths).0, order.all(truths.into_iter()));
        if self.best.is_none_or(|(best, known, _)| (size, rank) < (best, known)) {
            self.best = Some((size, rank, set));
        }
    }

    /// The number of truths of a set, and their weight.
    fn weight(&self, order: &Order, set: u32) -> (usize, Weight) {
        let (mut size, mut weight) = (0, Weight::default());
        for truth in self.sets.truths(set) {
            let (branches, number) = order.weight(truth);
            size += 1;
            weight.branches += branches;
            weight.number = weight.number.wrapping_add(number);
        }
        (size, weight)
    }
}

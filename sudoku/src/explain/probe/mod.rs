//! Probes: what follows if a candidate stands, in the order of the number of truths that are behind it.

mod clues;
mod nested;
mod sets;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cost;
use super::order::Order;
use super::state::State;
use super::truth::{Candidate, ones, ones_of};
use sets::Sets;

/// A candidate that holds or does not, and the set of truths behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// Which of several with sets of one size comes first.
    key: (usize, u64),
    candidate: Candidate,
    set: u32,
    /// Whether the candidate holds or does not.
    holds: bool,
}

/// What is known while a candidate is followed.
#[derive(Debug, Default)]
struct Known {
    cells: Vec<u64>,
    places: Vec<u64>,
    /// Whether candidates are known to be true, as bits of each cell.
    held: Vec<u64>,
    /// For each candidate that holds or was removed: the set of truths behind it.
    behind: Vec<u32>,
    /// For each relation with a table: the tuples that are left.
    alive: Vec<Vec<u64>>,
}

impl Known {
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
    /// What was known before a probe inside a probe.
    outer: Known,
    sets: Sets,
    /// Candidates that will be true or false, by the size of their sets, the first first.
    queue: Vec<BinaryHeap<Reverse<Entry>>>,
    /// For each candidate that will be true: the size of its smallest set.
    queued: Vec<usize>,
    /// The size of the sets that are looked at.
    size: usize,
    /// Sets above this size are not followed.
    most: usize,
    /// The smallest set that leads to a contradiction, and of several the cheapest: its size, its rank, the set.
    best: Option<(usize, (u16, u64), u32)>,
    /// Relations that lost tuples.
    changed: Vec<usize>,
}

impl Prober {
    /// Returns the truths that a contradiction takes if a candidate stands, no more than `most`.
    pub fn refute(
        &mut self,
        state: &State,
        order: &Order,
        candidate: Candidate,
        most: usize,
    ) -> Option<Vec<usize>> {
        self.begin(state, most);
        self.follow(state, order, candidate);
        self.best.map(|(.., set)| self.truths(set))
    }

    /// Supposes a candidate, and follows it.
    fn follow(&mut self, state: &State, order: &Order, candidate: Candidate) {
        self.queue[0].push(Reverse(Entry { key: (0, 0), candidate, set: 0, holds: true }));
        self.run(state, order);
    }

    /// The numbers of a set's truths.
    fn truths(&self, set: u32) -> Vec<usize> {
        ones_of(self.sets.get(set)).collect()
    }

    fn begin(&mut self, state: &State, most: usize) {
        self.now.cells.clone_from(&state.cells);
        self.now.places.clone_from(&state.places);
        self.now.held.clear();
        self.now.held.resize(state.cells.len(), 0);
        self.now.behind.resize(state.cells.len() * state.map.numbering.values, 0);
        self.sets.clear(state.map.numbering.count());
        self.most = most.min(state.map.numbering.count());
        self.queue.resize_with(self.queue.len().max(self.most + 1), BinaryHeap::new);
        self.queue.iter_mut().for_each(BinaryHeap::clear);
        self.queued.clear();
        self.queued.resize(self.now.behind.len(), usize::MAX);
        self.best = None;
        self.now.alive.resize(state.rows.len(), Vec::new());
        self.now.alive.iter_mut().zip(&state.rows).for_each(|(alive, row)| alive.clone_from(&row.alive));
        self.changed.clear();
    }

    fn run(&mut self, state: &State, order: &Order) {
        self.size = 0;
        while self.size <= self.most {
            if self.best.is_some_and(|(best, ..)| best < self.size) {
                return;
            }
            match self.queue[self.size].pop() {
                Some(Reverse(Entry { candidate, set, holds, .. })) => {
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

    /// A candidate is true because of a set of truths.
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

    /// A candidate is false because of a set of truths.
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

    /// A candidate is false because of a relation.
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

    /// A truth has at most one candidate left.
    fn conclude(&mut self, state: &State, order: &Order, truth: usize, left: u64) {
        let last = ones(left).next().map(|bit| state.map.member(truth, bit));
        if let Some(last) = last {
            let (cell, value) = state.map.split(last);
            // No set from here on is smaller.
            if self.now.held[cell] >> value & 1 != 0 || self.queued[last] <= self.size {
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
            Some(last) => {
                let size = self.sets.size(set);
                if size <= self.most && size <= self.queued[last] {
                    self.queued[last] = size;
                    let key = self.key(state, order, last, set);
                    self.queue[size].push(Reverse(Entry { key, candidate: last, set, holds: true }));
                } else {
                    self.sets.drop_last();
                }
            }
        }
    }

    fn contradict(&mut self, state: &State, order: &Order, set: u32) {
        let size = self.sets.size(set);
        if size > self.most || self.best.is_some_and(|(best, ..)| best < size) {
            return;
        }
        let truths = self.truths(set);
        let rank = (cost::of(state, &truths).0, order.all(truths.into_iter()));
        if self.best.is_none_or(|(best, known, _)| (size, rank) < (best, known)) {
            self.best = Some((size, rank, set));
        }
    }

    /// Which of several candidates with sets of one size comes first: the one with fewer branches behind it.
    fn key(&self, state: &State, order: &Order, candidate: Candidate, set: u32) -> (usize, u64) {
        let (mut branches, mut number) = (0, order.candidate(candidate));
        for truth in ones_of(self.sets.get(set)) {
            branches += cost::branches(state, truth);
            number = number.wrapping_add(order.spread(truth));
        }
        (branches, number)
    }
}

//! Probes: the consequences of supposing a candidate, in the order of the number of truths behind them.

mod clues;
mod nested;
mod plain;
mod sets;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cost;
use super::follow::{Follower, Record, Remaining};
use super::order::Order;
use super::state::State;
use super::truth::{Candidate, ones};
use super::work::Work;
use plain::Plain;
use sets::Sets;

/// A conclusion: a candidate that holds or does not, and the set of truths behind it. Losses conclusions with sets of
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

/// Follows candidates to contradictions, with memory that it keeps between probes.
#[derive(Debug, Default)]
pub(super) struct Prober {
    now: Follower<Behind>,
    /// What is left in the outer probe while a nested probe runs, and the sets behind it.
    outer: (Remaining, Vec<u32>),
    plain: Plain,
}

/// The truths behind conclusions, and the conclusions to draw.
#[derive(Debug, Default)]
struct Behind {
    order: Order,
    /// For each candidate that holds or was removed: the set of truths behind it.
    behind: Vec<u32>,
    sets: Sets,
    /// Conclusions to draw, by the size of their sets, the least first.
    queue: Vec<BinaryHeap<Reverse<Entry>>>,
    /// No queue above this size has been used.
    highest: usize,
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
}

impl Prober {
    /// Puts the candidates and truths of a state in order.
    pub fn sort(&mut self, state: &State, work: &mut Work) {
        self.now.record.order.of(state, work);
    }

    /// The order of the last state that was sorted.
    pub fn order(&self) -> &Order {
        &self.now.record.order
    }

    /// Returns the truths behind a contradiction that follows from a candidate, by a chain that costs less than
    /// `bound`. Conclusions from more than `depth` truths are not followed.
    ///
    /// If the n truths of a contradiction form a tree, each of them can be its root. With the centroid as the root, no
    /// branch has more than n / 2 truths, so a depth of n / 2 finds the contradiction.
    pub fn refute(
        &mut self,
        state: &State,
        candidate: Candidate,
        depth: usize,
        bound: u16,
    ) -> Option<Vec<usize>> {
        self.begin(state, depth, usize::MAX, bound);
        self.now.follow(state, candidate);
        self.now.record.refutation()
    }

    /// Whether a candidate leads to a contradiction if it is followed as far as that goes.
    pub fn is_refuted(&mut self, state: &State, candidate: Candidate) -> bool {
        self.plain.refutes(state, candidate)
    }

    /// Whether more truths than the depth of the last probe may refute its candidate.
    pub fn was_short(&self) -> bool {
        self.now.record.was_short
    }

    fn begin(&mut self, state: &State, depth: usize, most: usize, bound: u16) {
        self.now.begin(state);
        let (truths, candidates) =
            (state.map.numbering.count(), state.cells.len() * state.map.numbering.values);
        let record = &mut self.now.record;
        record.behind.resize(candidates, 0);
        record.sets.clear(truths);
        record.depth = depth.min(truths);
        record.queue.resize_with(record.queue.len().max(record.depth + 1), BinaryHeap::new);
        record.queued.iter_mut().for_each(|queued| queued.resize(candidates, u16::MAX));
        record.forget_queue();
        (record.most, record.bound, record.was_short) = (most, bound, false);
        record.best = None;
    }
}

impl Follower<Behind> {
    /// Supposes a candidate, and follows it.
    fn follow(&mut self, state: &State, candidate: Candidate) {
        let (weight, candidate) = (Weight::default(), candidate as u32);
        self.record.queue[0].push(Reverse(Entry { weight, candidate, set: 0, holds: true }));
        self.run(state);
    }

    /// Draws the queued conclusions, those from the smallest sets first.
    fn run(&mut self, state: &State) {
        self.record.size = 0;
        while self.record.size <= self.record.highest {
            if self.record.best.is_some_and(|(best, ..)| best / 2 < self.record.size) {
                return;
            }
            let Some(Reverse(entry)) = self.record.queue[self.record.size].pop() else {
                self.record.size += 1;
                continue;
            };
            if entry.holds {
                self.hold(state, entry.candidate as usize, entry.set);
            } else {
                self.refuse(state, entry.candidate as usize, entry.set);
            }
            while let Some(relation) = self.changed.pop() {
                self.relate(state, relation);
            }
        }
    }
}

impl Record for Behind {
    type Reason = u32;

    fn excludes(_: Candidate, set: u32) -> u32 {
        set
    }

    fn note_settled(&mut self, candidate: Candidate, set: u32) {
        self.behind[candidate] = set;
    }

    fn note_conflict(&mut self, state: &State, candidate: Candidate, set: u32) {
        let both = self.sets.begin();
        self.sets.unite(both, set);
        self.sets.unite(both, self.behind[candidate]);
        self.contradict(state, both);
    }

    fn conclude(&mut self, state: &State, left: &Remaining, truth: usize, last: Option<Candidate>) {
        // Sets from here on are not smaller.
        if last.is_some_and(|last| usize::from(self.queued[1][last]) <= self.size) {
            return;
        }
        let set = self.sets.begin();
        self.sets.insert(set, truth);
        let mut latest = u32::MAX;
        for bit in ones(state.mask(truth) & !left.mask(truth)) {
            let behind = self.behind[state.map.member(truth, bit)];
            if behind != latest {
                self.sets.unite(set, behind);
                latest = behind;
            }
        }
        match last {
            None => self.contradict(state, set),
            Some(last) => self.push(last, set, true),
        }
    }
}

impl Behind {
    /// The truths behind the best contradiction.
    fn refutation(&self) -> Option<Vec<usize>> {
        self.best.map(|(.., set)| self.sets.truths(set).collect())
    }

    /// Forgets what was queued, so that the next candidate is followed as if it were the first.
    fn forget_queue(&mut self) {
        self.queue[..=self.highest].iter_mut().for_each(BinaryHeap::clear);
        self.highest = 0;
        self.queued.iter_mut().for_each(|queued| queued.fill(u16::MAX));
    }

    /// Queues a conclusion. Drops its set, which must be the last one, if it is too large or its chains cost too much.
    fn push(&mut self, candidate: Candidate, set: u32, holds: bool) {
        let queued = &mut self.queued[usize::from(holds)][candidate];
        let size = self.sets.size(set);
        if size > self.depth.min(usize::from(*queued)) {
            if size > self.depth && !self.was_short {
                let branches = weight(&self.order, &self.sets, set).branches;
                self.was_short = cost::may_be_below(self.bound, size, branches as usize);
            }
            return self.sets.drop_last();
        }
        let weight = weight(&self.order, &self.sets, set);
        if !cost::may_be_below(self.bound, size, weight.branches as usize) {
            return self.sets.drop_last();
        }
        // The order decides between candidates with equal sets.
        let number = weight.number.wrapping_add(self.order.candidate(candidate));
        let weight = Weight { number, ..weight };
        *queued = size.min(u16::MAX.into()) as u16;
        self.highest = self.highest.max(size);
        self.queue[size].push(Reverse(Entry { weight, candidate: candidate as u32, set, holds }));
    }

    fn contradict(&mut self, state: &State, set: u32) {
        let most = self.best.map_or(self.most, |(best, ..)| best.min(self.most));
        let size = self.sets.size(set);
        if size > most {
            return;
        }
        let weight = weight(&self.order, &self.sets, set);
        if !cost::may_be_below(self.bound, size, weight.branches as usize) {
            return;
        }
        let truths: Vec<usize> = self.sets.truths(set).collect();
        let rank = (cost::of(state, &truths).0, self.order.all(truths.into_iter()));
        if self.best.is_none_or(|(best, known, _)| (size, rank) < (best, known)) {
            self.best = Some((size, rank, set));
        }
    }
}

/// The weight of a set.
fn weight(order: &Order, sets: &Sets, set: u32) -> Weight {
    let mut weight = Weight::default();
    for truth in sets.truths(set) {
        let (branches, number) = order.weight(truth);
        weight.branches += branches;
        weight.number = weight.number.wrapping_add(number);
    }
    weight
}

//! Covers: several truths, or one with several candidates, that remove candidates while a candidate is followed.

use super::{Source, Wide};
use crate::explain::map::Map;
use crate::explain::state::State;
use crate::explain::truth::{Candidate, ones};
use crate::explain::work::Work;

/// The greatest number of candidates of a truth whose common exclusions are removed.
const MOST_CANDIDATES: u32 = 4;

/// The greatest number of truths in a subset.
const MOST_TRUTHS: u32 = 4;

impl Wide {
    /// Queues the removals by covers. Truths that have lost no candidate give no new covers.
    pub(super) fn cover(&mut self, state: &State, work: &mut Work) {
        let map = &*state.map;
        let [mut changed, mut groups] = std::mem::take(&mut self.record.changed);
        for list in [&mut changed, &mut groups] {
            list.sort_unstable();
            list.dedup();
        }
        for &truth in &changed {
            if work.spend(4) {
                return;
            }
            self.cover_by_one(state, truth);
        }
        let mut truths: Vec<usize> = Vec::new();
        for &at in &groups {
            if work.spend(8 * map.groups[at].cells.len() as u32) {
                return;
            }
            truths.clear();
            truths.extend(map.groups[at].cells.iter().map(|&cell| usize::from(cell)));
            self.cover_by_subsets(state, &truths);
            if at < map.numbering.houses {
                truths.clear();
                truths.extend((0..map.numbering.values).map(|value| map.numbering.place(at, value)));
                self.cover_by_subsets(state, &truths);
            }
        }
        changed.clear();
        groups.clear();
        self.record.changed = [changed, groups];
    }

    /// Queues the candidates that all candidates of a truth exclude.
    fn cover_by_one(&mut self, state: &State, truth: usize) {
        let map = &*state.map;
        let mask = self.left.mask(truth);
        if !(2..=MOST_CANDIDATES).contains(&mask.count_ones()) {
            return;
        }
        let candidates: Vec<Candidate> = ones(mask).map(|bit| map.member(truth, bit)).collect();
        let removed = if candidates.iter().any(|&candidate| !map.excluded[candidate].is_empty()) {
            self.excluded_by_all(map, &candidates)
        } else if truth >= map.numbering.cells {
            self.seen_by_all(map, &candidates)
        } else {
            // The values of a cell have no other common exclusions.
            return;
        };
        self.remove(vec![truth], removed);
    }

    /// The candidates of one value that all candidates of a place see.
    fn seen_by_all(&self, map: &Map, candidates: &[Candidate]) -> Vec<Candidate> {
        let (_, value) = map.split(candidates[0]);
        let mut removed = Vec::new();
        for at in 0..map.words {
            let peers = candidates.iter().map(|&candidate| map.peer_bits(map.split(candidate).0)[at]);
            let cells = ones(peers.fold(u64::MAX, |all, peers| all & peers)).map(|bit| 64 * at + bit);
            removed.extend(
                cells.map(|cell| map.candidate(cell, value)).filter(|&other| self.is_left(map, other)),
            );
        }
        removed
    }

    /// The candidates that all candidates of a truth exclude, by any rule.
    fn excluded_by_all(&self, map: &Map, candidates: &[Candidate]) -> Vec<Candidate> {
        let (cell, value) = map.split(candidates[0]);
        let peers = map.peers[cell].iter().map(|&peer| map.candidate(peer, value));
        let excluded = map.excluded[candidates[0]].iter().map(|&(excluded, _)| excluded);
        peers
            .chain(excluded)
            .filter(|&other| self.is_left(map, other))
            .filter(|&other| candidates[1..].iter().all(|&candidate| excludes(map, candidate, other)))
            .collect()
    }

    /// Queues the removals by subsets of some truths, in which candidates at the same bit exclude each other.
    fn cover_by_subsets(&mut self, state: &State, truths: &[usize]) {
        let masks: Vec<u64> = truths.iter().map(|&truth| self.left.mask(truth)).collect();
        let open = (0..truths.len()).filter(|&at| masks[at].count_ones() > 1);
        let open: Vec<usize> = open.collect();
        for size in 2..=MOST_TRUTHS.min((open.len() as u32).saturating_sub(1)) {
            let few: Vec<usize> = open.iter().copied().filter(|&at| masks[at].count_ones() <= size).collect();
            subsets(&few, &masks, size, &mut Vec::new(), 0, &mut |chosen, union| {
                let others = open.iter().filter(|at| !chosen.contains(at));
                let removed: Vec<Candidate> = others
                    .flat_map(|&at| ones(masks[at] & union).map(move |bit| state.map.member(truths[at], bit)))
                    .collect();
                let chosen: Vec<usize> = chosen.iter().map(|&at| truths[at]).collect();
                self.remove(chosen, removed);
            });
        }
    }

    /// Queues the removal of candidates because of truths.
    fn remove(&mut self, truths: Vec<usize>, removed: Vec<Candidate>) {
        if !removed.is_empty() {
            let source = Source::Cover(self.record.covers.len());
            self.record.covers.push((truths, self.record.time));
            self.record.queue.extend(removed.into_iter().map(|candidate| (candidate, false, source)));
        }
    }

    fn is_left(&self, map: &Map, candidate: Candidate) -> bool {
        let (cell, value) = map.split(candidate);
        self.left.is_left(cell, value)
    }
}

/// Whether two candidates exclude each other.
fn excludes(map: &Map, one: Candidate, other: Candidate) -> bool {
    let ((a, x), (b, y)) = (map.split(one), map.split(other));
    let differ = if a == b { x != y } else { x == y && map.sees(a, b) };
    differ || map.excluded[one].iter().any(|&(excluded, _)| excluded == other)
}

/// Calls `found` with each choice of `size` masks whose union has as many bits.
fn subsets(
    of: &[usize],
    masks: &[u64],
    size: u32,
    chosen: &mut Vec<usize>,
    union: u64,
    found: &mut impl FnMut(&[usize], u64),
) {
    if chosen.len() as u32 == size {
        found(chosen, union);
        return;
    }
    for (index, &at) in of.iter().enumerate() {
        let union = union | masks[at];
        if union.count_ones() <= size {
            chosen.push(at);
            subsets(&of[index + 1..], masks, size, chosen, union, found);
            chosen.pop();
        }
    }
}

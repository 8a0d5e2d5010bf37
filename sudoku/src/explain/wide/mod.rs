//! Wide probes: the consequences of supposing a candidate, also by covers of several truths and by clues of any size.
//! Each conclusion notes its source; the truths behind a contradiction are found on the way back.

mod covers;

use std::collections::VecDeque;

use super::proof::Prover;
use super::state::State;
use super::truth::{Candidate, ones, ones_of};

/// The source of a conclusion.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The candidate is the one that is followed.
    Start,
    /// A candidate that holds excludes it.
    Excluded(Candidate),
    /// The candidate is the last one of a truth.
    Last(usize),
    /// A cover, by its number.
    Cover(usize),
    /// The filtering by a relation.
    Relation(usize),
}

/// A contradiction.
#[derive(Clone, Copy, Debug)]
enum Contradiction {
    /// A candidate is both true and false.
    Both(Candidate, Source),
    /// A truth has no candidate left.
    Empty(usize),
    /// A relation has no tuple left.
    Relation(usize),
}

/// Follows candidates, with memory that it keeps between probes.
#[derive(Debug, Default)]
pub(super) struct Wide {
    cells: Vec<u64>,
    places: Vec<u64>,
    /// The candidates that hold, as bits of each cell.
    held: Vec<u64>,
    /// For each relation with a table: the tuples that are left.
    alive: Vec<Vec<u64>>,
    /// For each settled candidate: the source of the conclusion, and its time.
    sources: Vec<Source>,
    times: Vec<u32>,
    time: u32,
    queue: VecDeque<(Candidate, bool, Source)>,
    /// Relations whose cells lost candidates.
    stale: Vec<usize>,
    /// Truths other than relations, and groups, that lost candidates since the last search for covers; with repeats.
    changed: [Vec<usize>; 2],
    /// The truths of covers, and when each was found.
    covers: Vec<(Vec<usize>, u32)>,
    contradiction: Option<Contradiction>,
}

impl Wide {
    /// Returns the truths behind a contradiction if a candidate stands.
    pub fn refute(&mut self, state: &State, prover: &mut Prover, candidate: Candidate) -> Option<Vec<usize>> {
        self.follow(state, prover, &[candidate]);
        let contradiction = self.contradiction?;
        Some(self.trace(state, prover, contradiction))
    }

    /// Returns the candidates of each cell that are left if some candidates stand, as bits. `None` at a contradiction.
    pub fn left(&mut self, state: &State, prover: &mut Prover, standing: &[Candidate]) -> Option<&[u64]> {
        self.follow(state, prover, standing);
        self.contradiction.is_none().then_some(&self.cells)
    }

    /// Returns the truths by which candidates that stand refute another one, or each other.
    pub fn why(
        &mut self,
        state: &State,
        prover: &mut Prover,
        standing: &[Candidate],
        refuted: Candidate,
    ) -> Vec<usize> {
        self.follow(state, prover, standing);
        let found = self.contradiction.unwrap_or(Contradiction::Both(refuted, Source::Start));
        self.trace(state, prover, found)
    }

    /// Draws all conclusions from candidates, up to a contradiction.
    fn follow(&mut self, state: &State, prover: &mut Prover, standing: &[Candidate]) {
        self.begin(state);
        self.queue.extend(standing.iter().map(|&candidate| (candidate, true, Source::Start)));
        while self.contradiction.is_none() {
            if prover.work.spend(8) {
                return;
            }
            if let Some((candidate, holds, source)) = self.queue.pop_front() {
                if holds {
                    self.hold(state, candidate, source)
                } else {
                    self.refuse(state, candidate, source)
                }
                continue;
            }
            self.look_at_relations(state, prover, true);
            if self.queue.is_empty() && self.contradiction.is_none() {
                self.cover(state, &mut prover.work);
            }
            if self.queue.is_empty() && self.contradiction.is_none() {
                self.look_at_relations(state, prover, false);
            }
            if self.queue.is_empty() {
                return;
            }
        }
    }

    fn begin(&mut self, state: &State) {
        self.cells.clone_from(&state.cells);
        self.places.clone_from(&state.places);
        self.held.clear();
        self.held.resize(state.cells.len(), 0);
        self.sources.resize(state.cells.len() * state.map.numbering.values, Source::Start);
        self.times.resize(self.sources.len(), 0);
        self.time = 0;
        self.alive.resize(state.rows.len(), Vec::new());
        self.alive.iter_mut().zip(&state.rows).for_each(|(alive, row)| alive.clone_from(&row.alive));
        self.queue.clear();
        self.stale.clear();
        self.changed.iter_mut().for_each(Vec::clear);
        self.covers.clear();
        self.contradiction = None;
    }

    fn note(&mut self, candidate: Candidate, source: Source) {
        self.sources[candidate] = source;
        self.times[candidate] = self.time;
        self.time += 1;
    }

    /// Records that a candidate is true.
    fn hold(&mut self, state: &State, candidate: Candidate, source: Source) {
        let map = &*state.map;
        let (cell, value) = map.split(candidate);
        if self.held[cell] >> value & 1 != 0 {
            return;
        }
        if self.cells[cell] >> value & 1 == 0 {
            self.contradict(Contradiction::Both(candidate, source));
            return;
        }
        self.held[cell] |= 1 << value;
        self.note(candidate, source);
        let source = Source::Excluded(candidate);
        for other in ones(self.cells[cell] & !(1 << value)) {
            self.drop(state, cell, other, source);
        }
        for &peer in &map.peers[cell] {
            if self.cells[peer] >> value & 1 != 0 {
                self.drop(state, peer, value, source);
            }
        }
        for &(excluded, _) in &map.excluded[candidate] {
            let (cell, value) = map.split(excluded);
            if self.cells[cell] >> value & 1 != 0 {
                self.drop(state, cell, value, source);
            }
        }
    }

    /// Records that a cover or a relation refutes a candidate.
    fn refuse(&mut self, state: &State, candidate: Candidate, source: Source) {
        let (cell, value) = state.map.split(candidate);
        if self.held[cell] >> value & 1 != 0 {
            self.contradict(Contradiction::Both(candidate, source));
        } else if self.cells[cell] >> value & 1 != 0 {
            self.drop(state, cell, value, source);
        }
    }

    /// Removes a candidate.
    fn drop(&mut self, state: &State, cell: usize, value: usize, source: Source) {
        let map = &*state.map;
        self.note(map.candidate(cell, value), source);
        self.cells[cell] &= !(1 << value);
        self.changed[0].push(cell);
        self.changed[1].extend(&map.groups_of[cell]);
        self.conclude(state, cell, self.cells[cell]);
        for &(relation, at) in &map.relations_of[cell] {
            if let Some(table) = &state.rows[relation].table
                && !table.exclude(&mut self.alive[relation], at, value)
            {
                continue;
            }
            if !self.stale.contains(&relation) {
                self.stale.push(relation);
            }
        }
        for &(house, position) in &map.houses_of[cell] {
            let place = house * map.numbering.values + value;
            self.places[place] &= !(1 << position);
            self.changed[0].push(map.numbering.cells + place);
            self.conclude(state, map.numbering.cells + place, self.places[place]);
        }
    }

    /// Draws the conclusion from a truth that has lost a candidate.
    fn conclude(&mut self, state: &State, truth: usize, left: u64) {
        if left == 0 {
            self.contradict(Contradiction::Empty(truth));
        } else if left.is_power_of_two() {
            let last = state.map.member(truth, left.trailing_zeros() as usize);
            let (cell, value) = state.map.split(last);
            if self.held[cell] >> value & 1 == 0 {
                self.queue.push_back((last, true, Source::Last(truth)));
            }
        }
    }

    /// Filters by relations: by those with tables, or by the others.
    fn look_at_relations(&mut self, state: &State, prover: &mut Prover, with_table: bool) {
        let map = &*state.map;
        let has_table = |relation: &usize| state.rows[*relation].table.is_some() == with_table;
        let (now, later) = std::mem::take(&mut self.stale).into_iter().partition(has_table);
        self.stale = later;
        let now: Vec<usize> = now;
        for relation in now {
            let cells = &map.relations[relation].cells;
            let left: Option<Vec<u64>> = match &state.rows[relation].table {
                Some(table) => {
                    let alive = &self.alive[relation];
                    let live = |(at, &cell): (usize, &usize)| table.live(alive, at, self.cells[cell]);
                    alive.iter().any(|&word| word != 0).then(|| cells.iter().enumerate().map(live).collect())
                }
                None => {
                    let domains: Vec<u64> = cells.iter().map(|&cell| self.cells[cell]).collect();
                    prover.narrow(map, relation, &domains)
                }
            };
            let Some(left) = left else {
                self.contradict(Contradiction::Relation(relation));
                return;
            };
            for (&cell, left) in cells.iter().zip(left) {
                for value in ones(self.cells[cell] & !left) {
                    self.queue.push_back((map.candidate(cell, value), false, Source::Relation(relation)));
                }
            }
        }
    }

    fn contradict(&mut self, contradiction: Contradiction) {
        self.contradiction.get_or_insert(contradiction);
    }

    /// The truths behind a contradiction.
    fn trace(&mut self, state: &State, prover: &mut Prover, found: Contradiction) -> Vec<usize> {
        let map = &*state.map;
        let mut back = Back { wide: self, state, prover, truths: Vec::new(), open: Vec::new() };
        back.truths.resize(map.numbering.count().div_ceil(64), 0);
        match found {
            Contradiction::Both(candidate, source) => {
                back.open.push(candidate);
                back.follow(candidate, source, u32::MAX);
            }
            Contradiction::Empty(truth) => back.take(truth, u32::MAX),
            Contradiction::Relation(relation) => back.take_relation(relation, None, u32::MAX),
        }
        let mut is_known = vec![false; back.wide.sources.len()];
        while let Some(candidate) = back.open.pop() {
            if !std::mem::replace(&mut is_known[candidate], true) {
                let (source, time) = (back.wide.sources[candidate], back.wide.times[candidate]);
                back.follow(candidate, source, time);
            }
        }
        ones_of(&back.truths).collect()
    }
}

/// The way back from a contradiction.
struct Back<'a> {
    wide: &'a Wide,
    state: &'a State,
    prover: &'a mut Prover,
    /// The truths that were met, as bits.
    truths: Vec<u64>,
    /// Conclusions to be followed.
    open: Vec<Candidate>,
}

impl Back<'_> {
    /// Records the truths behind a conclusion.
    fn follow(&mut self, candidate: Candidate, source: Source, time: u32) {
        match source {
            Source::Start => {}
            Source::Excluded(by) => self.open.push(by),
            Source::Last(truth) => self.take(truth, time),
            Source::Cover(cover) => {
                let wide = self.wide;
                let (truths, time) = &wide.covers[cover];
                truths.iter().for_each(|&truth| self.take(truth, *time));
            }
            Source::Relation(relation) => self.take_relation(relation, Some(candidate), time),
        }
    }

    /// Records a truth and the candidates that it had lost at a time.
    fn take(&mut self, truth: usize, time: u32) {
        self.truths[truth / 64] |= 1 << (truth % 64);
        for bit in ones(self.state.mask(truth)) {
            let candidate = self.state.map.member(truth, bit);
            self.take_if_gone(candidate, time);
        }
    }

    fn take_if_gone(&mut self, candidate: Candidate, time: u32) -> bool {
        let (cell, value) = self.state.map.split(candidate);
        let is_gone = self.state.has(cell, value)
            && self.wide.cells[cell] >> value & 1 == 0
            && self.wide.times[candidate] < time;
        if is_gone {
            self.open.push(candidate);
        }
        is_gone
    }

    /// Records a relation and the losses of its cells that removed a candidate, or its last tuple.
    fn take_relation(&mut self, relation: usize, gone: Option<Candidate>, time: u32) {
        let map = &*self.state.map;
        let truth = map.numbering.relation(relation);
        self.truths[truth / 64] |= 1 << (truth % 64);
        let cells = &map.relations[relation].cells;
        let gone = gone.map(|candidate| {
            let (cell, value) = map.split(candidate);
            (cells.iter().position(|&other| other == cell).expect("it is a cell of the relation"), value)
        });
        let row = &self.state.rows[relation];
        let Some(table) = &row.table else {
            for (at, value) in self.prover.why(map, relation, gone).unwrap_or_default() {
                self.take_if_gone(map.candidate(cells[at], value), time);
            }
            return;
        };
        let mut rows = row.alive.clone();
        if let Some((at, value)) = gone {
            table.require(&mut rows, at, value);
        }
        let mut losses: Vec<(u32, usize, usize)> = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let lost = ones(self.state.cells[cell] & !self.wide.cells[cell]);
            losses.extend(lost.map(|value| (self.wide.times[map.candidate(cell, value)], at, value)));
        }
        losses.sort_unstable();
        for (lost, at, value) in losses {
            if lost < time && table.exclude(&mut rows, at, value) {
                self.open.push(map.candidate(cells[at], value));
            }
        }
    }
}

//! Wide probes: the consequences of supposing a candidate, also by covers of several truths and by clues of any size.
//! Each conclusion notes its source; the truths behind a contradiction are found on the way back.

mod covers;

use std::collections::VecDeque;

use super::follow::{Follower, Record, Remaining};
use super::map::Map;
use super::proof::Prover;
use super::state::State;
use super::truth::{Candidate, ones, ones_of};

/// The source of a conclusion.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
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

/// Follows candidates, and finds the truths behind what follows.
pub(super) type Wide = Follower<Trail>;

/// The sources of conclusions, and the conclusions to draw.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// For each settled candidate: the source of the conclusion, and its time.
    sources: Vec<Source>,
    times: Vec<u32>,
    time: u32,
    queue: VecDeque<(Candidate, bool, Source)>,
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
        let contradiction = self.record.contradiction?;
        Some(self.trace(state, prover, contradiction))
    }

    /// Returns the candidates of each cell that are left if some candidates stand, as bits. `None` at a contradiction.
    pub fn left(&mut self, state: &State, prover: &mut Prover, standing: &[Candidate]) -> Option<&[u64]> {
        self.follow(state, prover, standing);
        self.record.contradiction.is_none().then_some(&self.left.cells)
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
        let found = self.record.contradiction.unwrap_or(Contradiction::Both(refuted, Source::Start));
        self.trace(state, prover, found)
    }

    /// Draws all conclusions from candidates, up to a contradiction.
    fn follow(&mut self, state: &State, prover: &mut Prover, standing: &[Candidate]) {
        self.begin(state);
        self.record.begin(state.cells.len() * state.map.numbering.values);
        self.record.queue.extend(standing.iter().map(|&candidate| (candidate, true, Source::Start)));
        while self.record.contradiction.is_none() {
            if prover.work.spend(8) {
                return;
            }
            if let Some((candidate, holds, source)) = self.record.queue.pop_front() {
                if holds {
                    self.hold(state, candidate, source)
                } else {
                    self.refuse(state, candidate, source)
                }
                continue;
            }
            self.look_at_relations(state, prover, true);
            if self.record.is_at_rest() {
                self.cover(state, &mut prover.work);
            }
            if self.record.is_at_rest() {
                self.look_at_relations(state, prover, false);
            }
            if self.record.queue.is_empty() {
                return;
            }
        }
    }

    /// Filters by relations: by those with tables, or by the others.
    fn look_at_relations(&mut self, state: &State, prover: &mut Prover, with_table: bool) {
        let map = &*state.map;
        let has_table = |relation: &usize| state.rows[*relation].table.is_some() == with_table;
        let (now, later) = std::mem::take(&mut self.changed).into_iter().partition(has_table);
        self.changed = later;
        let now: Vec<usize> = now;
        for relation in now {
            let narrow = |domains: &[u64]| prover.narrow(map, relation, domains);
            let Some(left) = self.left.filtered(state, relation, narrow) else {
                return self.record.contradict(Contradiction::Relation(relation));
            };
            for (&cell, left) in map.relations[relation].cells.iter().zip(left) {
                for value in ones(self.left.cells[cell] & !left) {
                    let source = Source::Relation(relation);
                    self.record.queue.push_back((map.candidate(cell, value), false, source));
                }
            }
        }
    }

    /// The truths behind a contradiction.
    fn trace(&mut self, state: &State, prover: &mut Prover, found: Contradiction) -> Vec<usize> {
        let map = &*state.map;
        let mut back = Traceback { wide: self, state, prover, truths: Vec::new(), open: Vec::new() };
        back.truths.resize(map.numbering.count().div_ceil(64), 0);
        match found {
            Contradiction::Both(candidate, source) => {
                back.open.push(candidate);
                back.follow(candidate, source, u32::MAX);
            }
            Contradiction::Empty(truth) => back.take(truth, u32::MAX),
            Contradiction::Relation(relation) => back.take_relation(relation, None, u32::MAX),
        }
        let mut is_known = vec![false; back.wide.record.sources.len()];
        while let Some(candidate) = back.open.pop() {
            if !std::mem::replace(&mut is_known[candidate], true) {
                let trail = &back.wide.record;
                let (source, time) = (trail.sources[candidate], trail.times[candidate]);
                back.follow(candidate, source, time);
            }
        }
        ones_of(&back.truths).collect()
    }
}

impl Trail {
    fn begin(&mut self, candidates: usize) {
        self.sources.resize(candidates, Source::Start);
        self.times.resize(candidates, 0);
        self.time = 0;
        self.queue.clear();
        self.changed.iter_mut().for_each(Vec::clear);
        self.covers.clear();
        self.contradiction = None;
    }

    /// Whether nothing is left to follow, and there is no contradiction.
    fn is_at_rest(&self) -> bool {
        self.queue.is_empty() && self.contradiction.is_none()
    }

    fn contradict(&mut self, contradiction: Contradiction) {
        self.contradiction.get_or_insert(contradiction);
    }
}

impl Record for Trail {
    type Reason = Source;

    fn watches(&self, _: &State, _: usize) -> bool {
        true
    }

    fn excludes(candidate: Candidate, _: Source) -> Source {
        Source::Excluded(candidate)
    }

    fn note_settled(&mut self, candidate: Candidate, source: Source) {
        self.sources[candidate] = source;
        self.times[candidate] = self.time;
        self.time += 1;
    }

    fn note_loss(&mut self, map: &Map, truth: usize) {
        self.changed[0].push(truth);
        self.changed[1].extend(map.groups_of.get(truth).into_iter().flatten());
    }

    fn note_conflict(&mut self, _: &State, candidate: Candidate, source: Source) {
        self.contradict(Contradiction::Both(candidate, source));
    }

    fn conclude(&mut self, _: &State, _: &Remaining, truth: usize, last: Option<Candidate>) {
        match last {
            None => self.contradict(Contradiction::Empty(truth)),
            Some(last) => self.queue.push_back((last, true, Source::Last(truth))),
        }
    }
}

/// The way back from a contradiction.
struct Traceback<'a> {
    wide: &'a Wide,
    state: &'a State,
    prover: &'a mut Prover,
    /// The truths that were met, as bits.
    truths: Vec<u64>,
    /// Conclusions to be followed.
    open: Vec<Candidate>,
}

impl Traceback<'_> {
    /// Records the truths behind a conclusion.
    fn follow(&mut self, candidate: Candidate, source: Source, time: u32) {
        match source {
            Source::Start => {}
            Source::Excluded(by) => self.open.push(by),
            Source::Last(truth) => self.take(truth, time),
            Source::Cover(cover) => {
                let wide = self.wide;
                let (truths, time) = &wide.record.covers[cover];
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
            && !self.wide.left.is_left(cell, value)
            && self.wide.record.times[candidate] < time;
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
            let lost = ones(self.state.cells[cell] & !self.wide.left.cells[cell]);
            losses.extend(lost.map(|value| (self.wide.record.times[map.candidate(cell, value)], at, value)));
        }
        losses.sort_unstable();
        for (lost, at, value) in losses {
            if lost < time && table.exclude(&mut rows, at, value) {
                self.open.push(map.candidate(cells[at], value));
            }
        }
    }
}

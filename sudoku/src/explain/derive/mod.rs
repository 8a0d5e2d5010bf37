//! Derivations: how truths refute a candidate, line by line.
//!
//! The candidate is supposed, and conclusions are drawn from the truths until one of them cannot hold; where nothing
//! follows, the candidates of a truth are supposed one after the other. If that takes many lines, further candidates are
//! refuted first, each in a part of its own. Each conclusion is an event that notes its source. The lines are found on
//! the way back from the contradiction: only what leads there is told.

mod arrange;
mod complete;
mod guess;

use std::collections::BTreeMap;

use crate::candidates::Candidates;
use crate::explain::follow::{Follower, Record, Remaining};
use crate::explain::proof::Prover;
use crate::explain::state::State;
use crate::explain::step::Line;
use crate::explain::truth::{Candidate, Truth, ones};
use crate::rules::Origin;
use complete::Known;

/// A derivation with a part of more lines than this is not told.
pub(super) const MOST_LINES: usize = 40;

/// Nor is a derivation of more lines in all its parts.
const MOST_IN_ALL: usize = 200;

/// How deep parts are inside of parts.
const DEPTH: usize = 2;

/// A conclusion.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A candidate is supposed.
    Supposed(Candidate),
    /// A candidate is the last one of a truth, or of a cell of a relation.
    Last { truth: usize, candidate: Candidate },
    /// A candidate has been refuted, by a part of the derivation.
    Refuted { candidate: Candidate, part: usize },
    /// A relation takes candidates from a cell, because of those that were lost before an event.
    Taken { relation: usize, cell: usize, since: u32 },
}

/// A contradiction: a truth that cannot hold, by its place among the truths, and the cell or place of a value without a
/// candidate; none if a relation has no tuple left.
type Failure = (usize, Option<usize>);

/// Candidates that are settled, by the events that settled them: those from which a conclusion follows.
type Wanted = BTreeMap<u32, Vec<Candidate>>;

/// The lines up to a contradiction, and the earlier events from which they follow.
type Refutation = (Wanted, Vec<Line>);

/// The events, and the conclusions to draw.
#[derive(Debug, Default)]
struct Trace {
    /// For each truth: its place among those that refute.
    places: Vec<Option<usize>>,
    events: Vec<Event>,
    /// For each settled candidate: the event that settled it.
    reasons: Vec<u32>,
    /// The last candidates of truths, with the places of these. Of several the first truth is taken.
    queue: Vec<(usize, Candidate)>,
    failure: Option<Failure>,
}

impl Record for Trace {
    type Reason = u32;

    fn watches(&self, state: &State, relation: usize) -> bool {
        self.places[state.map.numbering.relation(relation)].is_some()
    }

    fn excludes(_: Candidate, event: u32) -> u32 {
        event
    }

    fn note_settled(&mut self, candidate: Candidate, event: u32) {
        self.reasons[candidate] = event;
    }

    /// The truth of a candidate that holds and is lost has failed.
    fn note_conflict(&mut self, _: &State, _: Candidate, _: u32) {}

    fn conclude(&mut self, state: &State, _: &Remaining, of: usize, last: Option<Candidate>) {
        let relations = state.map.relations_of.get(of).into_iter().flatten();
        let by_relations = relations.filter_map(|&(at, _)| self.places[state.map.numbering.relation(at)]);
        let Some(place) = self.places[of].or_else(|| by_relations.min()) else { return };
        match last {
            None => self.contradict((place, Some(of))),
            Some(last) => self.queue.push((place, last)),
        }
    }
}

impl Trace {
    /// Notes a contradiction; of several that of the first truth.
    fn contradict(&mut self, failure: Failure) {
        if self.failure.is_none_or(|known| failure.0 < known.0) {
            self.failure = Some(failure);
        }
    }

    fn add(&mut self, event: Event) -> u32 {
        self.events.push(event);
        self.events.len() as u32 - 1
    }
}

/// Derives a contradiction from truths and a candidate.
struct Derivation<'a> {
    state: &'a State,
    truths: &'a [usize],
    prover: &'a mut Prover,
    now: Follower<Trace>,
    guesses: u32,
    /// How many cases there are outside.
    depth: usize,
    /// Cases with as many lines are given up.
    most: usize,
    /// Whether candidates are refuted in parts before any is guessed.
    has_parts: bool,
    /// The number of candidates that were tried for parts.
    tried: u32,
    /// How often all conclusions were drawn.
    followed: u32,
    /// What refutes candidates, for events.
    parts: Vec<Refutation>,
}

/// The proof that truths refute a candidate, line by line; `None` if it would be long. It has parts only if it would be
/// long without.
pub(super) fn lines(
    state: &State,
    truths: &[usize],
    prover: &mut Prover,
    candidate: Candidate,
) -> Option<Vec<Line>> {
    let is_short = |lines: &Vec<Line>| Line::count(lines) <= MOST_LINES;
    let are_short =
        |lines: &Vec<Line>| Line::longest(lines) <= MOST_LINES && Line::count(lines) <= MOST_IN_ALL;
    let whole = derived(state, truths, prover, candidate, false).filter(is_short);
    whole.or_else(|| derived(state, truths, prover, candidate, true).filter(are_short))
}

/// The proof of any length, in parts or as a whole; `None` if it takes too many guesses.
fn derived(
    state: &State,
    truths: &[usize],
    prover: &mut Prover,
    candidate: Candidate,
    has_parts: bool,
) -> Option<Vec<Line>> {
    let mut now = Follower::<Trace>::default();
    now.begin(state);
    now.record.places.resize(state.map.numbering.count(), None);
    truths.iter().enumerate().for_each(|(place, &truth)| now.record.places[truth] = Some(place));
    now.record.reasons.resize(state.cells.len() * state.map.numbering.values, 0);
    let mut derivation = Derivation {
        state,
        truths,
        prover,
        now,
        guesses: 0,
        depth: 0,
        most: usize::MAX,
        has_parts,
        tried: 0,
        followed: 0,
        parts: Vec::new(),
    };
    let event = derivation.now.record.add(Event::Supposed(candidate));
    derivation.now.hold(state, candidate, event);
    let (_, mut lines) = derivation.fail()?;
    derivation.complete(&mut lines, Known::supposing(state, candidate));
    Some(arrange::arranged(state, candidate, lines))
}

impl Derivation<'_> {
    /// Draws conclusions up to a contradiction, by guesses if need be; `None` if none is found.
    fn fail(&mut self) -> Option<Refutation> {
        let begin = self.now.record.events.len() as u32;
        if let Some(failure) = self.follow() {
            return Some(self.told(begin, failure));
        }
        if self.has_parts
            && let Some(found) = self.by_parts(begin, DEPTH)
        {
            return Some(found);
        }
        let (wanted, lines) = self.cases()?;
        Some(self.back(begin, wanted, lines))
    }

    /// The lines of a contradiction, from an event on.
    fn told(&mut self, begin: u32, failure: Failure) -> Refutation {
        let mut wanted = Wanted::new();
        let line = self.failed(failure, &mut wanted);
        self.back(begin, wanted, vec![line])
    }

    /// Puts the lines of the events from which others follow before these.
    fn back(&mut self, begin: u32, mut wanted: Wanted, mut lines: Vec<Line>) -> Refutation {
        lines.reverse();
        while let Some(last) = wanted.last_entry().filter(|entry| *entry.key() >= begin) {
            let (event, candidates) = last.remove_entry();
            let line = self.explained(event, &candidates, &mut wanted);
            lines.push(line);
        }
        lines.reverse();
        (wanted, lines)
    }

    /// Draws all conclusions, up to a contradiction.
    fn follow(&mut self) -> Option<Failure> {
        self.followed += 1;
        loop {
            let record = &mut self.now.record;
            if let Some(failure) = record.failure.take() {
                record.queue.clear();
                self.now.changed.clear();
                return Some(failure);
            }
            let first = (0..record.queue.len()).min_by_key(|&at| record.queue[at].0);
            if let Some((place, candidate)) = first.map(|first| record.queue.remove(first)) {
                let truth = self.truths[place];
                let (cell, value) = self.state.map.split(candidate);
                if !self.now.left.is_held(cell, value) {
                    let event = record.add(Event::Last { truth, candidate });
                    self.now.hold(self.state, candidate, event);
                }
                continue;
            }
            let relation = self.now.changed.pop()?;
            self.filter(relation);
        }
    }

    /// Removes values that a relation has lost from its cells.
    fn filter(&mut self, relation: usize) {
        let (state, prover) = (self.state, &mut *self.prover);
        let narrow = |domains: &[u64]| prover.narrow(&state.map, relation, domains);
        let Some(left) = self.now.left.filtered(state, relation, narrow) else {
            let place = self.now.record.places[state.map.numbering.relation(relation)];
            return self.now.record.contradict((place.expect("it is one of the truths"), None));
        };
        let since = self.now.record.events.len() as u32;
        for (&cell, left) in state.map.relations[relation].cells.iter().zip(left) {
            let lost = self.now.left.cells[cell] & !left;
            if lost != 0 {
                let event = self.now.record.add(Event::Taken { relation, cell, since });
                ones(lost).for_each(|value| self.now.drop(state, cell, value, event));
            }
        }
    }

    /// The line of a contradiction.
    fn failed(&mut self, (place, of): Failure, wanted: &mut Wanted) -> Line {
        let truth = self.truths[place];
        let rules = match (of, self.state.map.numbering.as_relation(truth)) {
            (None, Some(relation)) => {
                let now = self.now.record.events.len() as u32;
                self.want_losses(relation, &[], now, wanted)
            }
            _ => self.want_lost(of.unwrap_or(truth), None, wanted),
        };
        Line::Fails {
            truth: self.state.map.numbering.truth(truth),
            left: Vec::new(),
            bounds: Vec::new(),
            measure: None,
            rules,
        }
    }

    /// The line of an event that settled candidates, from which later lines follow.
    fn explained(&mut self, event: u32, candidates: &[Candidate], wanted: &mut Wanted) -> Line {
        let map = &*self.state.map;
        match self.now.record.events[event as usize] {
            Event::Last { truth, candidate } => {
                let (cell, value) = map.split(candidate);
                let of = if map.numbering.as_relation(truth).is_some() { cell } else { truth };
                let rules = self.want_lost(of, Some(candidate), wanted);
                let (truth, value) = (map.numbering.truth(truth), value as u8);
                Line::Holds {
                    truth,
                    cell,
                    value,
                    from: Vec::new(),
                    bounds: Vec::new(),
                    middle: Vec::new(),
                    rules,
                }
            }
            Event::Taken { relation, cell, since } => {
                let rules = self.want_losses(relation, candidates, since, wanted);
                let values = candidates.iter().map(|&candidate| map.split(candidate).1 as u8);
                let lost = values.fold(Candidates::NONE, Candidates::with);
                let (truth, left) = (Truth::Relation(relation), Candidates::NONE);
                Line::Leaves {
                    truth,
                    cell,
                    left,
                    lost,
                    from: Vec::new(),
                    bounds: Vec::new(),
                    middle: Vec::new(),
                    rules,
                }
            }
            Event::Refuted { candidate, part } => {
                let (needed, lines) = &self.parts[part];
                want_also(wanted, needed.clone());
                let (cell, value) = map.split(candidate);
                Line::Refutes { cell, value: value as u8, lines: lines.clone() }
            }
            Event::Supposed(_) => unreachable!("a supposition is known before what follows from it"),
        }
    }

    /// Wants the candidates that a cell or a place has lost, but for one. Returns the clues by which they were excluded.
    fn want_lost(&mut self, of: usize, last: Option<Candidate>, wanted: &mut Wanted) -> Vec<usize> {
        let map = &*self.state.map;
        let members = ones(self.state.mask(of)).map(|bit| map.member(of, bit));
        let is_lost = |&candidate: &Candidate| {
            let (cell, value) = map.split(candidate);
            Some(candidate) != last && !self.now.left.is_left(cell, value)
        };
        let lost: Vec<Candidate> = members.filter(is_lost).collect();
        self.want(lost, wanted)
    }

    /// Wants few of the candidates that the cells of a relation had lost at an event, from which it follows that others
    /// are taken or, if there are none, that no tuple is left. Returns the clues by which they were excluded.
    fn want_losses(
        &mut self,
        relation: usize,
        taken: &[Candidate],
        since: u32,
        wanted: &mut Wanted,
    ) -> Vec<usize> {
        let state = self.state;
        let map = &*state.map;
        let cells = &map.relations[relation].cells;
        let mut losses: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
        let mut domains: Vec<u64> = cells.iter().map(|&cell| state.cells[cell]).collect();
        for (at, &cell) in cells.iter().enumerate() {
            for value in ones(state.cells[cell] & !self.now.left.cells[cell]) {
                let reason = self.now.record.reasons[map.candidate(cell, value)];
                if reason < since {
                    losses.entry(reason).or_default().push((at, value));
                    domains[at] &= !(1 << value);
                }
            }
        }
        let place = |&candidate: &Candidate| {
            let (cell, value) = map.split(candidate);
            let at = cells.iter().position(|&other| other == cell);
            (at.expect("it is a cell of the relation"), value)
        };
        let taken: Vec<(usize, usize)> = taken.iter().map(place).collect();
        // Events that are wanted anyway are left out last, and of the others the latest first.
        let mut order: Vec<u32> = losses.keys().copied().collect();
        order.sort_by_key(|event| (wanted.contains_key(event), std::cmp::Reverse(*event)));
        for event in order {
            let without = losses.remove(&event).expect("it is one of the losses");
            without.iter().for_each(|&(at, value)| domains[at] |= 1 << value);
            if !self.is_taken(relation, &domains, &taken) {
                without.iter().for_each(|&(at, value)| domains[at] &= !(1 << value));
                losses.insert(event, without);
            }
        }
        let lost = losses.into_values().flatten().map(|(at, value)| map.candidate(cells[at], value));
        self.want(lost.collect(), wanted)
    }

    /// Whether a relation takes values from candidates of its cells or, if none are given, leaves no tuple.
    fn is_taken(&mut self, relation: usize, domains: &[u64], taken: &[(usize, usize)]) -> bool {
        match (self.filtered(relation, domains), taken) {
            (None, _) => true,
            (Some(_), []) => false,
            (Some(left), taken) => taken.iter().all(|&(at, value)| left[at] >> value & 1 == 0),
        }
    }

    /// The candidates that a relation leaves of some of its cells; `None` if there is no tuple.
    fn filtered(&mut self, relation: usize, domains: &[u64]) -> Option<Vec<u64>> {
        let row = &self.state.rows[relation];
        let Some(table) = &row.table else {
            return self.prover.narrow(&self.state.map, relation, domains);
        };
        let mut alive = row.alive.clone();
        for (at, (&cell, &domain)) in self.state.map.relations[relation].cells.iter().zip(domains).enumerate()
        {
            ones(self.state.cells[cell] & !domain).for_each(|value| {
                table.exclude(&mut alive, at, value);
            });
        }
        let live = |(at, &domain): (usize, &u64)| table.live(&alive, at, domain);
        alive.iter().any(|&word| word != 0).then(|| domains.iter().enumerate().map(live).collect())
    }

    /// Wants candidates that are lost. Returns the clues by which values that hold exclude them.
    fn want(&mut self, lost: Vec<Candidate>, wanted: &mut Wanted) -> Vec<usize> {
        let map = &*self.state.map;
        let mut rules = Vec::new();
        for candidate in lost {
            let reason = self.now.record.reasons[candidate];
            wanted.entry(reason).or_default().push(candidate);
            if let Event::Supposed(by) | Event::Last { candidate: by, .. } =
                self.now.record.events[reason as usize]
                && let Some(Origin::Clue(clue)) = map.link(by, candidate)
                && !rules.contains(&clue)
            {
                rules.push(clue);
            }
        }
        rules.sort_unstable();
        rules
    }
}

/// Wants the candidates from which something else follows, too.
fn want_also(wanted: &mut Wanted, more: Wanted) {
    for (event, candidates) in more {
        wanted.entry(event).or_default().extend(candidates);
    }
}

//! What is tried where nothing follows: the candidates of a truth as cases, and candidates that can be refuted.

use super::{Derivation, Event, Failure, Refutation, Wanted, want_also};
use crate::explain::follow::Remaining;
use crate::explain::step::Line;
use crate::explain::truth::{Candidate, ones};

/// The greatest number of guesses of a derivation.
const MOST_GUESSES: u32 = 200;

/// How often conclusions are drawn at most for a derivation; those that are short take far fewer.
const MOST_FOLLOWED: u32 = 10_000;

/// The numbers of truths whose cases are compared, by how many cases there are outside.
const WIDTHS: [usize; 2] = [6, 3];

/// The greatest number of truths that are compared for a guess.
const MOST_COMPARED: usize = 24;

/// The greatest number of candidates of which one is refuted where all take parts.
const MOST_TRIED: usize = 12;

/// The greatest number of candidates that are tried for parts.
const MOST_PARTS: u32 = 8000;

/// The work of a guess, and of a candidate that may be refuted, in units of a meter.
const GUESS_WORK: u32 = 1000;
const PART_WORK: u32 = 100;

impl Derivation<'_> {
    /// Supposes the candidates of a truth, one after the other; of some truths the one that takes the fewest lines. If one of
    /// the candidates leads to a contradiction that does not need it, the lines are those of that.
    pub(super) fn cases(&mut self) -> Option<Refutation> {
        let width = WIDTHS.get(self.depth).copied().unwrap_or(1);
        let places: Vec<(usize, usize)> = self.open().into_iter().take(width).collect();
        let mut before = Remaining::default();
        before.copy(&self.now.left);
        let known = self.now.record.events.len();
        let (guesses, most) = (self.guesses, self.most);
        let mut best: Option<Refutation> = None;
        for (truth, of) in places {
            self.depth += 1;
            let found = self.cases_of(truth, of, &before);
            self.depth -= 1;
            self.guesses = guesses;
            self.now.record.events.truncate(known);
            self.now.left.copy(&before);
            let Some(found) = found else { continue };
            let count = Line::count(&found.1);
            if best.as_ref().is_none_or(|(_, lines)| count < Line::count(lines)) {
                self.most = count;
                best = Some(found);
            }
        }
        self.most = most;
        best
    }

    /// The cases of a truth; `None` if they take too many guesses or lines.
    fn cases_of(&mut self, truth: usize, of: usize, before: &Remaining) -> Option<Refutation> {
        let state = self.state;
        self.guesses += 1;
        let is_long = self.guesses > MOST_GUESSES || self.followed > MOST_FOLLOWED;
        if is_long || self.prover.work.spend(GUESS_WORK * state.map.scale) {
            return None;
        }
        let known = self.now.record.events.len();
        let (mut wanted, mut cases) = (Wanted::new(), Vec::new());
        let mut count = 1;
        for bit in ones(before.mask(of)) {
            let candidate = state.map.member(of, bit);
            let event = self.now.record.add(Event::Supposed(candidate));
            self.now.hold(state, candidate, event);
            let (mut needed, lines) = self.fail()?;
            self.now.record.events.truncate(known);
            self.now.left.copy(before);
            let is_needed = needed.remove(&event).is_some();
            if !is_needed {
                return Some((needed, lines));
            }
            count += Line::count(&lines);
            if count >= self.most {
                return None;
            }
            want_also(&mut wanted, needed);
            let (cell, value) = state.map.split(candidate);
            cases.push((cell, value as u8, lines));
        }
        let rules = self.want_lost(of, None, &mut wanted);
        let truth = state.map.numbering.truth(truth);
        Some((wanted, vec![Line::Cases { truth, cases, rules }]))
    }

    /// Of the open truths with the fewest candidates, those of which the fewest candidates lead on come first: the truth, and
    /// the cell or place to suppose them of.
    fn open(&mut self) -> Vec<(usize, usize)> {
        let map = &*self.state.map;
        let left = &self.now.left;
        let open = self.places().into_iter().take(MOST_COMPARED);
        let mut some: Vec<(u32, usize, usize)> = open.map(|(truth, of)| (0, truth, of)).collect();
        let mut before = Remaining::default();
        before.copy(left);
        for (leading, _, of) in &mut some {
            let members = ones(before.mask(*of)).map(|bit| map.member(*of, bit));
            *leading = members.filter(|&candidate| !self.fails_at_once(candidate, &before)).count() as u32;
        }
        some.sort_by_key(|&(leading, ..)| leading);
        some.into_iter().map(|(_, truth, of)| (truth, of)).collect()
    }

    /// Whether a candidate leads to a contradiction without cases.
    fn fails_at_once(&mut self, candidate: Candidate, before: &Remaining) -> bool {
        let known = self.now.record.events.len();
        let event = self.now.record.add(Event::Supposed(candidate));
        self.now.hold(self.state, candidate, event);
        let fails = self.follow().is_some();
        self.now.record.events.truncate(known);
        self.now.left.copy(before);
        fails
    }

    /// The cells, and places of values, with several candidates of which none holds, each with its truth: those with the
    /// fewest first.
    fn places(&self) -> Vec<(usize, usize)> {
        let map = &*self.state.map;
        let places = self.truths.iter().flat_map(|&truth| {
            let cells = map.numbering.as_relation(truth).map(|relation| &map.relations[relation].cells[..]);
            let own = if cells.is_none() { Some(truth) } else { None };
            own.into_iter().chain(cells.unwrap_or_default().iter().copied()).map(move |of| (truth, of))
        });
        let left = &self.now.left;
        let is_held = |of: usize, bit| {
            let (cell, value) = map.split(map.member(of, bit));
            left.is_held(cell, value)
        };
        let is_open =
            |of: usize| left.mask(of).count_ones() > 1 && !ones(left.mask(of)).any(|bit| is_held(of, bit));
        let mut open: Vec<(usize, usize)> = Vec::new();
        for place in places.filter(|&(_, of)| is_open(of)) {
            if !open.iter().any(|(_, known)| *known == place.1) {
                open.push(place);
            }
        }
        open.sort_by_key(|&(_, of)| left.mask(of).count_ones());
        open
    }

    /// The candidates of open places, in the order of these.
    fn candidates(&self) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (_, of) in self.places() {
            for candidate in ones(self.now.left.mask(of)).map(|bit| self.state.map.member(of, bit)) {
                if !candidates.contains(&candidate) {
                    candidates.push(candidate);
                }
            }
        }
        candidates
    }

    /// Refutes further candidates, each in a part of its own, until a contradiction follows. Parts that can be left out
    /// are. Parts have parts down to a depth.
    pub(super) fn by_parts(&mut self, begin: u32, depth: usize) -> Option<Refutation> {
        let mut before = Remaining::default();
        before.copy(&self.now.left);
        let known = self.now.record.events.len();
        let failure = self.refute_until(depth)?;
        let mut best = self.told(begin, failure);
        let mut needed = self.refuted(&best.1);
        let mut at = needed.len();
        while at > 0 {
            at -= 1;
            let fewer = [&needed[..at], &needed[at + 1..]].concat();
            self.now.record.events.truncate(known);
            self.now.left.copy(&before);
            let Some(failure) = self.refute_these(&fewer) else { continue };
            let told = self.told(begin, failure);
            if Line::count(&told.1) < Line::count(&best.1) {
                best = told;
                needed = self.refuted(&best.1);
                at = at.min(needed.len());
            }
        }
        Some(best)
    }

    /// Refutes candidates until a contradiction follows: all that can be without further parts, and where there are none
    /// the one that takes the fewest lines.
    fn refute_until(&mut self, depth: usize) -> Option<Failure> {
        loop {
            let failure = self.refute_all();
            if failure.is_some() || depth == 1 {
                return failure;
            }
            let tried = self.candidates().into_iter().take(MOST_TRIED);
            let parts = tried.filter_map(|tried| Some((tried, self.refutation(tried, depth - 1)?)));
            let (candidate, part) = parts.min_by_key(|(_, (_, lines))| Line::count(lines))?;
            if let Some(failure) = self.refute(candidate, part) {
                return Some(failure);
            }
        }
    }

    /// Refutes all candidates that can be, round by round, until a contradiction follows.
    fn refute_all(&mut self) -> Option<Failure> {
        loop {
            let tried = self.candidates().into_iter();
            let mut found: Vec<(Candidate, Refutation)> =
                tried.filter_map(|tried| Some((tried, self.refutation(tried, 0)?))).collect();
            if found.is_empty() {
                return None;
            }
            found.sort_by_key(|(_, (_, lines))| Line::count(lines));
            for (candidate, part) in found {
                if let Some(failure) = self.refute(candidate, part) {
                    return Some(failure);
                }
            }
        }
    }

    /// Refutes these candidates as far as they can be, until a contradiction follows.
    fn refute_these(&mut self, candidates: &[(Candidate, usize)]) -> Option<Failure> {
        candidates.iter().find_map(|&(candidate, depth)| {
            let part = self.refutation(candidate, depth)?;
            self.refute(candidate, part)
        })
    }

    /// The contradiction that follows from a candidate, without guesses, by parts down to a depth.
    fn refutation(&mut self, candidate: Candidate, depth: usize) -> Option<Refutation> {
        let (cell, value) = self.state.map.split(candidate);
        let is_open = self.now.left.is_left(cell, value) && !self.now.left.is_held(cell, value);
        self.tried += 1;
        let is_long = self.tried > MOST_PARTS || self.followed > MOST_FOLLOWED;
        if !is_open || is_long || self.prover.work.spend(PART_WORK * self.state.map.scale) {
            return None;
        }
        let mut before = Remaining::default();
        before.copy(&self.now.left);
        let known = self.now.record.events.len();
        let event = self.now.record.add(Event::Supposed(candidate));
        self.now.hold(self.state, candidate, event);
        let told = match self.follow() {
            Some(failure) => Some(self.told(event + 1, failure)),
            None if depth > 0 => self.by_parts(event + 1, depth),
            None => None,
        };
        self.now.record.events.truncate(known);
        self.now.left.copy(&before);
        told.map(|(mut needed, lines)| {
            needed.remove(&event);
            (needed, lines)
        })
    }

    /// Takes a candidate that a part refutes, and draws all conclusions.
    fn refute(&mut self, candidate: Candidate, part: Refutation) -> Option<Failure> {
        let (cell, value) = self.state.map.split(candidate);
        if !self.now.left.is_left(cell, value) {
            return None;
        }
        self.parts.push(part);
        let event = self.now.record.add(Event::Refuted { candidate, part: self.parts.len() - 1 });
        self.now.drop(self.state, cell, value, event);
        self.follow()
    }

    /// The candidates that lines refute in parts, with the depth of these.
    fn refuted(&self, lines: &[Line]) -> Vec<(Candidate, usize)> {
        let candidate = |line: &Line| match line {
            Line::Refutes { cell, value, lines } => {
                Some((self.state.map.candidate(*cell, usize::from(*value)), Line::depth(lines)))
            }
            _ => None,
        };
        lines.iter().filter_map(candidate).collect()
    }
}

//! Refutation of candidates by a few truths: a search over these truths alone.

use super::follow::{Follower, Record, Remaining};
use super::map::Map;
use super::relations::{Deductions, Entry};
use super::state::State;
use super::truth::{Candidate, ones};
use super::work::Work;

/// The greatest number of guesses for a question: at first, and in further attempts that guess at truths that failed
/// often before. A candidate that is not settled by then counts as not refuted.
const MOST_GUESSES: [u32; 3] = [300, 5000, 50_000];

/// The greatest number of guesses of all last attempts for a step.
const MOST_SPARE: u32 = 200_000;

/// The work of a question and of a guess, in units of a meter.
const QUESTION_WORK: u32 = 10;
const GUESS_WORK: u32 = 100;

/// Answers whether truths refute a candidate, with memory that it keeps between questions.
#[derive(Debug, Default)]
pub(super) struct Prover {
    now: Follower<Losses>,
    /// What was left before guesses, to be used again.
    before: Vec<Remaining>,
    guesses: u32,
    /// The guesses that are left for last attempts.
    spare: u32,
    /// Whether a question was not settled since this was asked.
    was_open: bool,
    /// The limit of guesses of this attempt, and whether it is the first.
    most: u32,
    is_first: bool,
    /// How often each truth failed, for further attempts.
    failures: Vec<u32>,
    /// Whether each truth was used for an answer.
    used: Vec<bool>,
    /// Filtering by relations without a table.
    pub deductions: Deductions,
    /// The work within the limits. Once a limit is reached, candidates count as not refuted.
    pub work: Work,
}

impl Prover {
    /// Returns the candidates that propagation of a relation leaves; `None` if it finds a contradiction.
    pub fn narrow(&mut self, map: &Map, relation: usize, domains: &[u64]) -> Option<Vec<u64>> {
        self.deductions.narrow(map, relation, domains, &mut self.work)
    }

    /// Explains a result of the last call of `narrow`, as [`Deductions::why`].
    pub fn why(&mut self, map: &Map, relation: usize, gone: Option<Entry>) -> Option<Vec<Entry>> {
        self.deductions.why(map, relation, gone, &mut self.work)
    }

    /// Whether the truths cannot all hold together with a candidate.
    pub fn refute(&mut self, state: &State, truths: &[usize], candidate: Candidate) -> bool {
        self.failures.clear();
        self.failures.resize(truths.len(), 0);
        for (at, most) in MOST_GUESSES.into_iter().enumerate() {
            let is_last = at + 1 == MOST_GUESSES.len();
            if is_last && self.spare == 0 || self.work.spend(QUESTION_WORK * state.map.scale) {
                break;
            }
            self.begin(state, truths);
            (self.most, self.is_first) = (most, at == 0);
            let mut question = Question { state, truths, prover: self };
            question.hold(candidate);
            let failed = question.fail();
            if is_last {
                self.spare = self.spare.saturating_sub(self.guesses);
            }
            if self.work.is_over() {
                break;
            }
            if self.guesses <= most {
                return failed;
            }
        }
        self.was_open = true;
        false
    }

    /// The number of guesses that the last answer took.
    pub fn guesses(&self) -> u32 {
        self.guesses
    }

    /// Begins at the state, with these truths.
    fn begin(&mut self, state: &State, truths: &[usize]) {
        self.now.begin(state);
        let places = &mut self.now.record.places;
        places.clear();
        places.resize(state.rows.len(), None);
        for (at, &truth) in truths.iter().enumerate() {
            if let Some(relation) = state.map.numbering.as_relation(truth) {
                places[relation] = Some(at);
            }
        }
        self.used.clear();
        self.used.resize(truths.len(), false);
        self.guesses = 0;
    }

    /// Allows last attempts, or no longer. Earlier questions count as settled.
    pub fn allow_last(&mut self, are_allowed: bool) {
        self.spare = if are_allowed { MOST_SPARE } else { 0 };
        self.was_open = false;
    }

    /// Whether a question was not settled since the last call.
    pub fn was_open(&mut self) -> bool {
        std::mem::take(&mut self.was_open)
    }

    /// Leaves only the truths that were used for the last answer.
    pub fn retain_used(&self, truths: &mut Vec<usize>) {
        let mut used = self.used.iter();
        truths.retain(|_| *used.next().expect("one for each truth"));
    }
}

/// Notes only whether candidates were removed; the truths are looked at one by one.
#[derive(Debug, Default)]
struct Losses {
    /// For each relation: its place among the truths.
    places: Vec<Option<usize>>,
    has_lost: bool,
}

impl Record for Losses {
    type Reason = ();
    const HAS_PLACES: bool = false;

    fn watches(&self, _: &State, relation: usize) -> bool {
        self.places[relation].is_some()
    }

    fn excludes(_: Candidate, (): ()) {}

    fn note_loss(&mut self, _: &Map, _: usize) {
        self.has_lost = true;
    }

    /// Only candidates that are left are supposed. A candidate that holds is removed like others, and its cell fails.
    fn note_conflict(&mut self, _: &State, _: Candidate, (): ()) {}

    fn conclude(&mut self, _: &State, _: &Remaining, _: usize, _: Option<Candidate>) {}
}

/// The result of an examination of a truth.
enum Look {
    /// It cannot hold.
    Failed,
    /// It can hold.
    Settled,
    /// It had one candidate left, which was taken.
    Moved,
    /// A cell or the places of a value, which have several candidates left.
    Open(usize),
}

/// Whether truths can hold under assumptions.
struct Question<'a> {
    state: &'a State,
    truths: &'a [usize],
    prover: &'a mut Prover,
}

impl Question<'_> {
    /// Whether the truths have no solution.
    fn fail(&mut self) -> bool {
        let Question { state, .. } = *self;
        let map = &*state.map;
        let (at, open) = loop {
            match self.look() {
                (at, Look::Failed) => {
                    self.prover.used[at] = true;
                    self.prover.failures[at] += 1;
                    return true;
                }
                (_, Look::Settled) => return false,
                (at, Look::Moved) => self.prover.used[at] = true,
                (at, Look::Open(truth)) => break (at, truth),
            }
        };
        let prover = &mut *self.prover;
        prover.guesses += 1;
        prover.used[at] = true;
        prover.work.decided(1);
        if prover.guesses > prover.most || prover.work.spend(GUESS_WORK * state.map.scale) {
            return true;
        }
        let choices = self.mask(open);
        let prover = &mut *self.prover;
        let mut before = prover.before.pop().unwrap_or_default();
        before.copy(&prover.now.left);
        let is_refuted = ones(choices).all(|bit| {
            self.prover.now.left.copy(&before);
            self.hold(map.member(open, bit));
            self.fail()
        });
        self.prover.before.push(before);
        is_refuted
    }

    /// Looks at the truths, up to the first that has failed or one candidate left. Returns its place, or that of the
    /// open truth with the least weight.
    fn look(&mut self) -> (usize, Look) {
        let mut least: Option<(f64, usize, usize)> = None;
        for (at, &truth) in self.truths.iter().enumerate() {
            let look = match self.state.map.numbering.as_relation(truth) {
                None => self.look_at(truth),
                Some(relation) => self.look_at_relation(relation),
            };
            match look {
                Look::Settled => {}
                Look::Open(open) => {
                    let weight = self.weigh(at, self.mask(open).count_ones());
                    if least.is_none_or(|(least, ..)| weight < least) {
                        least = Some((weight, at, open));
                    }
                }
                Look::Failed | Look::Moved => return (at, look),
            }
        }
        least.map_or((0, Look::Settled), |(_, at, open)| (at, Look::Open(open)))
    }

    fn look_at(&mut self, truth: usize) -> Look {
        let mask = self.mask(truth);
        match mask.count_ones() {
            0 => Look::Failed,
            1 => {
                let last = self.state.map.member(truth, mask.trailing_zeros() as usize);
                self.hold(last).map_or(Look::Settled, |_| Look::Moved)
            }
            _ if self.is_settled(truth, mask) => Look::Settled,
            _ => Look::Open(truth),
        }
    }

    fn look_at_relation(&mut self, relation: usize) -> Look {
        let map = &*self.state.map;
        let cells = &map.relations[relation].cells;
        if cells.iter().any(|&cell| self.prover.now.left.cells[cell] == 0) {
            return Look::Failed;
        }
        for &cell in cells {
            let left = self.prover.now.left.cells[cell];
            if left.is_power_of_two() {
                let last = map.candidate(cell, left.trailing_zeros() as usize);
                if self.hold(last) == Some(true) {
                    return Look::Moved;
                }
            }
        }
        let size = |cell: usize| self.prover.now.left.cells[cell].count_ones();
        let open = cells.iter().copied().filter(|&cell| size(cell) > 1);
        open.min_by_key(|&cell| size(cell)).map_or(Look::Settled, Look::Open)
    }

    /// The candidates that are left of a truth that is no relation. Most places are asked for once at most.
    fn mask(&self, truth: usize) -> u64 {
        let (map, left) = (&*self.state.map, &self.prover.now.left);
        let Some(place) = truth.checked_sub(map.numbering.cells) else { return left.cells[truth] };
        let (house, value) = (place / map.numbering.values, place % map.numbering.values);
        let positions = ones(self.state.places[place]);
        let is_left = |&position: &usize| left.is_left(map.cell_at(house, position as u32), value);
        positions.filter(is_left).fold(0, |mask, position| mask | 1 << position)
    }

    /// The number of candidates of a truth, the less the more often it failed before this attempt.
    fn weigh(&self, at: usize, candidates: u32) -> f64 {
        let failures = if self.prover.is_first { 0 } else { self.prover.failures[at] };
        f64::from(candidates) / f64::from(1 + failures)
    }

    /// Whether a candidate of a truth with several holds.
    fn is_settled(&self, truth: usize, mask: u64) -> bool {
        ones(mask).any(|bit| {
            let (cell, value) = self.state.map.split(self.state.map.member(truth, bit));
            self.prover.now.left.is_held(cell, value)
        })
    }

    /// Makes a candidate true. Returns whether this removes other candidates; `None` if it was known to be true.
    fn hold(&mut self, candidate: Candidate) -> Option<bool> {
        let (cell, value) = self.state.map.split(candidate);
        let now = &mut self.prover.now;
        if now.left.is_held(cell, value) {
            return None;
        }
        now.record.has_lost = false;
        now.hold(self.state, candidate, ());
        let has_lost = now.record.has_lost;
        while let Some(relation) = self.prover.now.changed.pop() {
            self.spread(relation);
        }
        Some(has_lost)
    }

    /// Removes values that a relation has lost from its cells.
    fn spread(&mut self, relation: usize) {
        let state = self.state;
        let Prover { now, used, deductions, work, .. } = &mut *self.prover;
        let cells = &state.map.relations[relation].cells;
        if state.rows[relation].table.is_none() && cells.iter().any(|&cell| now.left.cells[cell] == 0) {
            return;
        }
        let narrow = |domains: &[u64]| deductions.narrow(&state.map, relation, domains, work);
        let left = now.left.filtered(state, relation, narrow).unwrap_or_else(|| vec![0; cells.len()]);
        let at = now.record.places[relation].expect("it is one of the truths");
        for (&cell, left) in cells.iter().zip(left) {
            for value in ones(now.left.cells[cell] & !left) {
                now.drop(state, cell, value, ());
                used[at] = true;
            }
        }
    }
}

//! Refutation of candidates by a few truths: a search over these truths alone.

use super::line::{Effects, Line};
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
    /// For each guess: the candidates of each cell that hold, those that are left, and the remaining tuples of each
    /// relation among the truths.
    words: Vec<u64>,
    /// The index of the first word of each truth that is a relation, and the end of the last one.
    starts: Vec<usize>,
    /// For each relation: its place among the truths.
    places: Vec<Option<usize>>,
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
    /// Relations whose cells lost candidates.
    stale: Vec<usize>,
    /// What relations did, for a proof that is told.
    effects: Option<Effects>,
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
        self.attempt(state, truths, candidate, false).is_some()
    }

    /// Returns the proof that the truths cannot all hold together with a candidate, empty unless it `is_told`. `None` if
    /// they can, or if no proof was found.
    fn attempt(
        &mut self,
        state: &State,
        truths: &[usize],
        candidate: Candidate,
        is_told: bool,
    ) -> Option<Vec<Line>> {
        self.failures.clear();
        self.failures.resize(truths.len(), 0);
        for (at, most) in MOST_GUESSES.into_iter().enumerate() {
            let is_last = at + 1 == MOST_GUESSES.len();
            if is_last && self.spare == 0 && !is_told || self.work.spend(QUESTION_WORK * state.map.scale) {
                break;
            }
            self.begin(state, truths);
            (self.most, self.is_first) = (most, at == 0);
            self.question(state, truths, 0).hold(candidate);
            let mut lines = is_told.then(Vec::new);
            let failed = self.fail(state, truths, 0, &mut lines);
            if is_last {
                self.spare = self.spare.saturating_sub(self.guesses);
            }
            if self.work.is_over() {
                break;
            }
            if self.guesses <= most {
                return failed.then(|| lines.unwrap_or_default());
            }
        }
        self.was_open = true;
        None
    }

    /// Loads the candidates of the state and the tuples of the truths.
    fn begin(&mut self, state: &State, truths: &[usize]) {
        let Prover { words, starts, places, used, .. } = self;
        words.clear();
        words.resize(state.cells.len(), 0);
        words.extend(&state.cells);
        starts.clear();
        places.clear();
        places.resize(state.rows.len(), None);
        for (at, &truth) in truths.iter().enumerate() {
            starts.push(words.len());
            if let Some(relation) = state.map.numbering.as_relation(truth) {
                places[relation] = Some(at);
                words.extend(&state.rows[relation].alive);
            }
        }
        starts.push(words.len());
        used.clear();
        used.resize(truths.len(), false);
        self.effects.iter_mut().for_each(|effects| *effects = Effects::default());
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

    /// The proof that truths refute a candidate, line by line.
    pub fn tell(&mut self, state: &State, truths: &[usize], candidate: Candidate) -> Vec<Line> {
        self.effects = Some(Effects::default());
        let lines = self.attempt(state, truths, candidate, true).unwrap_or_default();
        self.effects = None;
        lines
    }

    fn question<'a>(&'a mut self, state: &'a State, truths: &'a [usize], from: usize) -> Question<'a> {
        let size = self.starts[truths.len()];
        let Prover {
            words, starts, places, used, stale, effects, deductions, work, failures, is_first, ..
        } = self;
        let effects = effects.as_mut();
        let failures = if *is_first { &[] } else { &failures[..] };
        let (held, rest) = words[from..from + size].split_at_mut(state.cells.len());
        let (cells, alive) = rest.split_at_mut(state.cells.len());
        Question {
            state,
            truths,
            starts,
            places,
            held,
            cells,
            alive,
            used,
            stale,
            effects,
            deductions,
            work,
            failures,
        }
    }

    /// Whether the truths, with the words from an index on, have no solution. Records the proof if `lines` is given.
    fn fail(&mut self, state: &State, truths: &[usize], from: usize, lines: &mut Option<Vec<Line>>) -> bool {
        let size = self.starts[truths.len()];
        let mut note = |line: Line| lines.iter_mut().for_each(|lines| lines.push(line.clone()));
        let (at, choices) = loop {
            match self.question(state, truths, from).look() {
                Look::Failed(at) => {
                    self.used[at] = true;
                    self.failures[at] += 1;
                    if let Some(effects) = &self.effects {
                        let (held, rest) = self.words[from..].split_at(state.cells.len());
                        effects.failure(&state.map, truths[at], held, rest).into_iter().for_each(&mut note);
                    }
                    return true;
                }
                Look::Settled => return false,
                Look::Moved(at, candidate) => {
                    self.used[at] = true;
                    note(Line::Holds(truths[at], candidate));
                }
                Look::Choice(at, choices) => break (at, choices),
            }
        };
        self.guesses += 1;
        self.used[at] = true;
        self.work.decided(1);
        if self.guesses > self.most || self.work.spend(GUESS_WORK * state.map.scale) {
            return true;
        }
        let mut cases = Vec::new();
        let is_refuted = choices.into_iter().all(|candidate| {
            let next = self.words.len();
            self.words.extend_from_within(from..from + size);
            let known = self.effects.as_mut().map_or(0, Effects::begin_case);
            self.question(state, truths, next).hold(candidate);
            let mut inside = lines.is_some().then(Vec::new);
            let failed = self.fail(state, truths, next, &mut inside);
            cases.extend(inside.map(|lines| (candidate, lines)));
            self.words.truncate(next);
            self.effects.iter_mut().for_each(|effects| effects.end_case(known));
            failed
        });
        if let Some(lines) = lines {
            lines.push(Line::Cases(truths[at], cases));
        }
        is_refuted
    }
}

/// The result of an examination of the truths.
enum Look {
    /// A truth cannot hold.
    Failed(usize),
    /// All truths can hold.
    Settled,
    /// A truth with one candidate left was taken.
    Moved(usize, Candidate),
    /// A truth, and candidates of which one holds.
    Choice(usize, Vec<Candidate>),
}

/// The candidates and tuples that are left under assumptions.
struct Question<'a> {
    state: &'a State,
    truths: &'a [usize],
    starts: &'a [usize],
    places: &'a [Option<usize>],
    held: &'a mut [u64],
    cells: &'a mut [u64],
    alive: &'a mut [u64],
    used: &'a mut [bool],
    stale: &'a mut Vec<usize>,
    effects: Option<&'a mut Effects>,
    deductions: &'a mut Deductions,
    work: &'a mut Work,
    /// How often each truth failed before; empty in a first attempt.
    failures: &'a [u32],
}

impl Question<'_> {
    fn look(&mut self) -> Look {
        let map = &self.state.map;
        let mut least: Option<(f64, usize)> = None;
        let mut choice = None;
        for (at, &truth) in self.truths.iter().enumerate() {
            let size = match map.numbering.as_relation(truth) {
                None => {
                    let mask = self.mask(truth);
                    if mask == 0 {
                        return Look::Failed(at);
                    }
                    if mask.is_power_of_two() {
                        let candidate = map.member(truth, mask.trailing_zeros() as usize);
                        if self.hold(candidate).is_some() {
                            return Look::Moved(at, candidate);
                        }
                        continue;
                    }
                    if self.is_settled(truth, mask) {
                        continue;
                    }
                    self.weigh(at, mask.count_ones())
                }
                Some(relation) => {
                    let cells = &map.relations[relation].cells;
                    if cells.iter().any(|&cell| self.cells[cell] == 0) {
                        return Look::Failed(at);
                    }
                    for &cell in cells {
                        let left = self.cells[cell];
                        if left.is_power_of_two() {
                            let candidate = map.candidate(cell, left.trailing_zeros() as usize);
                            if self.hold(candidate) == Some(true) {
                                return Look::Moved(at, candidate);
                            }
                        }
                    }
                    let open = cells.iter().filter(|&&cell| self.cells[cell].count_ones() > 1);
                    let Some(&cell) = open.min_by_key(|&&cell| self.cells[cell].count_ones()) else {
                        continue;
                    };
                    let size = self.weigh(at, self.cells[cell].count_ones());
                    if least.is_none_or(|(least, _)| size < least) {
                        (least, choice) = (Some((size, at)), Some(cell));
                    }
                    continue;
                }
            };
            if least.is_none_or(|(least, _)| size < least) {
                (least, choice) = (Some((size, at)), None);
            }
        }
        let Some((_, at)) = least else { return Look::Settled };
        let choices = match choice {
            Some(cell) => ones(self.cells[cell]).map(|value| map.candidate(cell, value)).collect(),
            None => {
                let truth = self.truths[at];
                ones(self.mask(truth)).map(|bit| self.state.map.member(truth, bit)).collect()
            }
        };
        Look::Choice(at, choices)
    }

    /// The number of candidates of a truth, the less the more often it failed before.
    fn weigh(&self, at: usize, candidates: u32) -> f64 {
        f64::from(candidates) / f64::from(1 + self.failures.get(at).copied().unwrap_or(0))
    }

    /// The candidates that are left of a truth that is no relation: values of a cell, or positions of a house.
    fn mask(&self, truth: usize) -> u64 {
        let map = &self.state.map;
        let Some(place) = truth.checked_sub(map.numbering.cells) else { return self.cells[truth] };
        let (house, value) = (place / map.numbering.values, place % map.numbering.values);
        let positions = ones(self.state.places[place]);
        let is_left = |&position: &usize| self.cells[map.cell_at(house, position as u32)] >> value & 1 != 0;
        positions.filter(is_left).fold(0, |mask, position| mask | 1 << position)
    }

    /// Whether a candidate of a truth with several holds.
    fn is_settled(&self, truth: usize, mask: u64) -> bool {
        ones(mask).any(|bit| {
            let (cell, value) = self.state.map.split(self.state.map.member(truth, bit));
            self.held[cell] >> value & 1 != 0
        })
    }

    /// Makes a candidate true. Returns whether this removes other candidates; `None` if it was known to be true.
    fn hold(&mut self, candidate: Candidate) -> Option<bool> {
        let map = &*self.state.map;
        let (cell, value) = map.split(candidate);
        if self.held[cell] >> value & 1 != 0 {
            return None;
        }
        self.held[cell] |= 1 << value;
        let mut is_any = false;
        for other in ones(self.cells[cell] & !(1 << value)) {
            is_any |= self.drop(cell, other);
        }
        for &peer in &map.peers[cell] {
            is_any |= self.drop(peer, value);
        }
        for &(excluded, _) in &map.excluded[candidate] {
            let (cell, value) = map.split(excluded);
            is_any |= self.drop(cell, value);
        }
        while let Some(relation) = self.stale.pop() {
            self.spread(relation);
        }
        Some(is_any)
    }

    /// Removes values that a relation has lost from its cells.
    fn spread(&mut self, relation: usize) {
        let map = &*self.state.map;
        let at = self.places[relation].expect("it is one of the truths");
        let cells = &map.relations[relation].cells;
        let left: Vec<u64> = match &self.state.rows[relation].table {
            Some(table) => {
                let from = self.starts[at] - 2 * self.cells.len();
                let alive = &self.alive[from..self.starts[at + 1] - 2 * self.cells.len()];
                let live = |(place, &cell): (usize, &usize)| table.live(alive, place, self.cells[cell]);
                cells.iter().enumerate().map(live).collect()
            }
            None => {
                let domains: Vec<u64> = cells.iter().map(|&cell| self.cells[cell]).collect();
                match domains.contains(&0) {
                    true => return,
                    false => {
                        let left = self.deductions.narrow(map, relation, &domains, self.work);
                        left.unwrap_or(vec![0; cells.len()])
                    }
                }
            }
        };
        if let Some(effects) = &mut self.effects {
            effects.note(relation, cells, self.cells, &left);
        }
        for (&cell, left) in cells.iter().zip(left) {
            for value in ones(self.cells[cell] & !left) {
                self.drop(cell, value);
                self.used[at] = true;
            }
        }
    }

    /// Makes a candidate false. Returns whether this is new.
    fn drop(&mut self, cell: usize, value: usize) -> bool {
        if self.cells[cell] >> value & 1 == 0 {
            return false;
        }
        self.cells[cell] &= !(1 << value);
        for &(relation, place) in &self.state.map.relations_of[cell] {
            let Some(at) = self.places[relation] else { continue };
            if let Some(table) = &self.state.rows[relation].table {
                let outside = 2 * self.cells.len();
                let alive = &mut self.alive[self.starts[at] - outside..self.starts[at + 1] - outside];
                if !table.exclude(alive, place, value) {
                    continue;
                }
            }
            if !self.stale.contains(&relation) {
                self.stale.push(relation);
            }
        }
        true
    }
}

//! What a few truths refute: a search over these truths alone.

use super::map::Map;
use super::state::State;
use super::step;
use super::truth::{Candidate, ones};

/// The greatest number of guesses for a question. What is not settled by then counts as not refuted.
const MOST_GUESSES: u32 = 300;

/// Answers whether truths refute a candidate, with memory that it keeps between questions.
#[derive(Debug, Default)]
pub(super) struct Prover {
    /// For each guess: bits of the truths that are settled, then what is left of each truth.
    words: Vec<u64>,
    /// Where the words of each truth begin, and where the last end.
    starts: Vec<usize>,
    guesses: u32,
}

impl Prover {
    /// Whether the truths cannot all hold together with a candidate. Relations among them need tables.
    pub fn refute(&mut self, state: &State, truths: &[usize], candidate: Candidate) -> bool {
        self.begin(state, truths);
        self.guesses = 0;
        self.question(state, truths, 0).hold(candidate)
            && self.fail(state, truths, 0, &mut None)
            && self.guesses <= MOST_GUESSES
    }

    /// What the state leaves of truths.
    fn begin(&mut self, state: &State, truths: &[usize]) {
        let Prover { words, starts, .. } = self;
        words.clear();
        words.resize(truths.len().div_ceil(64), 0);
        starts.clear();
        for &truth in truths {
            starts.push(words.len());
            match state.map.numbering.as_relation(truth) {
                None => words.push(state.mask(truth)),
                Some(relation) => words.extend(&state.rows[relation].alive),
            }
        }
        starts.push(words.len());
    }

    /// How truths refute a candidate, line by line.
    pub fn tell(&mut self, state: &State, truths: &[usize], candidate: Candidate) -> Vec<Line> {
        let mut lines = Some(Vec::new());
        if self.refute(state, truths, candidate) {
            self.begin(state, truths);
            self.question(state, truths, 0).hold(candidate);
            self.fail(state, truths, 0, &mut lines);
        }
        lines.unwrap_or_default()
    }

    fn question<'a>(&'a mut self, state: &'a State, truths: &'a [usize], from: usize) -> Question<'a> {
        let size = self.starts[truths.len()];
        Question { state, truths, starts: &self.starts, words: &mut self.words[from..from + size] }
    }

    /// Whether the truths, with what is left of them from an index on, have no solution. Notes how that is seen.
    fn fail(&mut self, state: &State, truths: &[usize], from: usize, lines: &mut Option<Vec<Line>>) -> bool {
        let size = self.starts[truths.len()];
        let mut note = |line: Line| lines.iter_mut().for_each(|lines| lines.push(line.clone()));
        let (at, choices) = loop {
            match self.question(state, truths, from).look() {
                Look::Failed(at) => {
                    note(Line::Fails(truths[at]));
                    return true;
                }
                Look::Settled => return false,
                Look::Moved(at, candidate) => note(Line::Holds(truths[at], candidate)),
                Look::Choice(at, choices) => break (at, choices),
            }
        };
        self.guesses += 1;
        if self.guesses > MOST_GUESSES {
            return true;
        }
        let mut cases = Vec::new();
        let is_refuted = choices.into_iter().all(|candidate| {
            let next = self.words.len();
            self.words.extend_from_within(from..from + size);
            let mut question = self.question(state, truths, next);
            if state.map.numbering.as_relation(truths[at]).is_none() {
                question.settle(at);
            }
            question.hold(candidate);
            let mut inside = lines.is_some().then(Vec::new);
            let failed = self.fail(state, truths, next, &mut inside);
            cases.extend(inside.map(|lines| (candidate, lines)));
            self.words.truncate(next);
            failed
        });
        if let Some(lines) = lines {
            lines.push(Line::Cases(truths[at], cases));
        }
        is_refuted
    }
}

/// A line of a proof.
#[derive(Clone, Debug)]
pub(super) enum Line {
    /// A truth leaves one candidate.
    Holds(usize, Candidate),
    /// A truth leaves nothing: that is a contradiction.
    Fails(usize),
    /// A truth leaves some candidates, and each leads to a contradiction.
    Cases(usize, Vec<(Candidate, Vec<Line>)>),
}

impl Line {
    /// The line in terms of cells and values.
    pub fn named(self, map: &Map) -> step::Line {
        match self {
            Line::Holds(truth, candidate) => {
                let (cell, value) = map.split(candidate);
                step::Line::Holds { truth: map.numbering.truth(truth), cell, value: value as u8 }
            }
            Line::Fails(truth) => step::Line::Fails { truth: map.numbering.truth(truth) },
            Line::Cases(truth, cases) => {
                let named = |(candidate, lines): (Candidate, Vec<Line>)| {
                    let (cell, value) = map.split(candidate);
                    (cell, value as u8, lines.into_iter().map(|line| line.named(map)).collect())
                };
                let cases = cases.into_iter().map(named).collect();
                step::Line::Cases { truth: map.numbering.truth(truth), cases }
            }
        }
    }
}

/// What a look at the truths shows.
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

/// What is left of truths under assumptions.
struct Question<'a> {
    state: &'a State,
    truths: &'a [usize],
    starts: &'a [usize],
    words: &'a mut [u64],
}

impl Question<'_> {
    fn look(&mut self) -> Look {
        let numbering = self.state.map.numbering;
        let mut least: Option<(usize, usize)> = None;
        let mut choice = None;
        for (at, &truth) in self.truths.iter().enumerate() {
            if self.words[at / 64] >> (at % 64) & 1 != 0 {
                continue;
            }
            match numbering.as_relation(truth) {
                None => {
                    let mask = self.words[self.starts[at]];
                    match mask.count_ones() as usize {
                        0 => return Look::Failed(at),
                        1 => {
                            let candidate = nth(self.state, truth, mask.trailing_zeros());
                            self.settle(at);
                            self.hold(candidate);
                            return Look::Moved(at, candidate);
                        }
                        size if least.is_none_or(|(least, _)| size < least) => {
                            (least, choice) = (Some((size, at)), None);
                        }
                        _ => {}
                    }
                }
                Some(relation) => {
                    let Some(live) = self.live(at, relation) else { return Look::Failed(at) };
                    let cells = self.state.map.relations[relation].cells.iter().zip(&live);
                    let singles = cells.filter(|(_, live)| live.is_power_of_two());
                    let candidate = |(&cell, live): (&usize, &u64)| {
                        self.state.map.candidate(cell, live.trailing_zeros() as usize)
                    };
                    let held: Vec<Candidate> = singles.map(candidate).collect();
                    if let Some(candidate) = held.into_iter().find(|&candidate| self.hold(candidate)) {
                        return Look::Moved(at, candidate);
                    }
                    let cells = live.iter().enumerate().filter(|(_, live)| live.count_ones() > 1);
                    match cells.min_by_key(|(_, live)| live.count_ones()) {
                        None => self.words[at / 64] |= 1 << (at % 64),
                        Some((_, live))
                            if least.is_some_and(|(least, _)| live.count_ones() as usize >= least) => {}
                        Some((cell, live)) => {
                            least = Some((live.count_ones() as usize, at));
                            choice = Some((self.state.map.relations[relation].cells[cell], *live));
                        }
                    }
                }
            }
        }
        let Some((_, at)) = least else { return Look::Settled };
        let map = &self.state.map;
        let choices = match choice {
            Some((cell, live)) => ones(live).map(|value| map.candidate(cell, value)).collect(),
            None => {
                let bits = ones(self.words[self.starts[at]]);
                bits.map(|bit| nth(self.state, self.truths[at], bit as u32)).collect()
            }
        };
        Look::Choice(at, choices)
    }

    /// The values of a relation's cells that its rows have; `None` if no row is left.
    fn live(&self, at: usize, relation: usize) -> Option<Vec<u64>> {
        let alive = &self.words[self.starts[at]..self.starts[at + 1]];
        let table = self.state.rows[relation].table.as_ref()?;
        let cells = self.state.map.relations[relation].cells.iter().enumerate();
        let live = cells.map(|(place, &cell)| table.live(alive, place, self.state.cells[cell]));
        alive.iter().any(|&word| word != 0).then(|| live.collect())
    }

    /// A truth that is no relation needs no more looks: a candidate of it holds.
    fn settle(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
    }

    /// A candidate holds. Returns whether that takes anything from the truths.
    fn hold(&mut self, candidate: Candidate) -> bool {
        let state = self.state;
        let map = &*state.map;
        let (cell, value) = map.split(candidate);
        let mut is_any = false;
        for at in 0..self.truths.len() {
            let truth = self.truths[at];
            let start = self.starts[at];
            let Some(place) = truth.checked_sub(map.numbering.cells) else {
                let before = self.words[start];
                if truth == cell {
                    self.words[start] &= 1 << value;
                } else if map.sees(truth, cell) {
                    self.words[start] &= !(1 << value);
                }
                is_any |= self.words[start] != before;
                continue;
            };
            match map.numbering.as_relation(truth) {
                None => {
                    let (house, other) = (place / map.numbering.values, place % map.numbering.values);
                    let position = map.position(cell, house);
                    let before = self.words[start];
                    if other != value {
                        self.words[start] &= !position;
                    } else if position != 0 {
                        self.words[start] &= position;
                    } else {
                        self.words[start] &= !map.seen(cell, house);
                    }
                    is_any |= self.words[start] != before;
                }
                Some(relation) => {
                    let Some(table) = &state.rows[relation].table else { continue };
                    let alive = &mut self.words[start..self.starts[at + 1]];
                    let mut moved = false;
                    for (place, &other) in map.relations[relation].cells.iter().enumerate() {
                        if other == cell {
                            moved |= table.require(alive, place, value);
                        } else if map.sees(cell, other) {
                            moved |= table.exclude(alive, place, value);
                        }
                    }
                    if moved {
                        is_any = true;
                        self.spread(at, relation);
                    }
                }
            }
        }
        for &(excluded, _) in &map.excluded[candidate] {
            is_any |= self.drop(excluded, usize::MAX);
        }
        is_any
    }

    /// Values that a relation has lost are taken from other truths.
    fn spread(&mut self, at: usize, relation: usize) {
        let map = &*self.state.map;
        let Some(live) = self.live(at, relation) else { return };
        for (&cell, live) in map.relations[relation].cells.iter().zip(live) {
            for value in ones(self.state.cells[cell] & !live) {
                self.drop(map.candidate(cell, value), at);
            }
        }
    }

    /// A candidate does not hold, because of the truth `by`. Returns whether that takes anything from other truths.
    fn drop(&mut self, candidate: Candidate, by: usize) -> bool {
        let map = &*self.state.map;
        let (cell, value) = map.split(candidate);
        let mut is_any = false;
        for at in (0..self.truths.len()).filter(|&at| at != by) {
            let truth = self.truths[at];
            let start = self.starts[at];
            let before = self.words[start];
            let Some(place) = truth.checked_sub(map.numbering.cells) else {
                if truth == cell {
                    self.words[start] &= !(1 << value);
                    is_any |= self.words[start] != before;
                }
                continue;
            };
            match map.numbering.as_relation(truth) {
                None if place % map.numbering.values == value => {
                    self.words[start] &= !map.position(cell, place / map.numbering.values);
                    is_any |= self.words[start] != before;
                }
                None => {}
                Some(relation) => {
                    let Some(table) = &self.state.rows[relation].table else { continue };
                    let Some(place) = map.relations[relation].cells.iter().position(|&other| other == cell)
                    else {
                        continue;
                    };
                    if table.exclude(&mut self.words[start..self.starts[at + 1]], place, value) {
                        is_any = true;
                        self.spread(at, relation);
                    }
                }
            }
        }
        is_any
    }
}

/// The candidate of a truth that a bit of its mask stands for.
pub(super) fn nth(state: &State, truth: usize, bit: u32) -> Candidate {
    let map = &state.map;
    match truth.checked_sub(map.numbering.cells) {
        None => map.candidate(truth, bit as usize),
        Some(place) => {
            let (house, value) = (place / map.numbering.values, place % map.numbering.values);
            map.candidate(map.cell_at(house, bit), value)
        }
    }
}

//! What clues outside the grid would count: the sum or the number that their line would have with some values.

use super::count::{Counting, Measure};
use super::map::Map;
use super::reasons::Facts;
use super::state::State;
use super::step::{Conclusion, Reason, Removal, Step};
use super::tally::{Fitting, Tally};
use super::truth::Truth;
use crate::candidates::Candidates;
use crate::rules::{Clue, Origin};

/// More ways to count to a clue's number are not told.
const MOST_WAYS: usize = 8;

/// More beginnings of a line than these are not compared.
const MOST_BEGINNINGS: u32 = 20_000;

impl Map {
    /// What a clue that counts along a line would count with some values, if it is not its number. Other cells have those
    /// that are left or, if no line does, those that stand there. `None` if it takes long to find out.
    fn tally(
        &self,
        clue: &Clue,
        wanted: i64,
        facts: &[(usize, Candidates)],
        known: &[(usize, Candidates)],
    ) -> Option<Tally> {
        let others = known.iter().filter(|(cell, _)| facts.iter().all(|(fact, _)| fact != cell));
        let standing = others.clone().filter(|(_, values)| values.len() == 1);
        let with = |more: Vec<&(usize, Candidates)>| {
            let facts = facts.iter().chain(more).copied().collect::<Facts>();
            let mut tally = Tally::default();
            let note = &mut |line: &[i32], amount| tally.note(self, clue, line, amount);
            let is_all = self.lines(clue, Asked { wanted, needs_end: true }, &facts, note);
            (is_all && !tally.is_empty()).then_some(tally)
        };
        let tally = with(others.collect()).or_else(|| with(standing.collect()));
        tally.filter(|tally| !tally.contains(wanted))
    }

    /// What a clue would count with some values, if it is more than its number or less in any case.
    pub(super) fn measure(
        &self,
        relation: usize,
        facts: &[(usize, Candidates)],
        known: &[(usize, Candidates)],
    ) -> Option<Measure> {
        let (clue, wanted) = self.counting(relation)?;
        let tally = self.tally(clue, wanted, facts, known)?;
        tally.is_above(wanted)?;
        tally.measure(self, clue, wanted)
    }

    /// The clue of a relation that counts along a line, and its number.
    pub(super) fn counting(&self, relation: usize) -> Option<(&Clue, i64)> {
        let [Origin::Clue(at)] = self.relations[relation].origins[..] else { return None };
        let clue = &self.puzzle.clues()[at];
        let wanted = clue.first_number().filter(|_| !clue.kind.measured.is_empty())?;
        Some((clue, wanted.into()))
    }

    /// Looks at all lines of a clue with some values, each up to where it is known what it counts. Returns whether these are
    /// not too many.
    fn lines(
        &self,
        clue: &Clue,
        asked: Asked,
        facts: &[(usize, Candidates)],
        see: &mut dyn FnMut(&[i32], i64),
    ) -> bool {
        let grid = self.puzzle.grid();
        let numbers = |&cell: &u16| {
            let fact = facts.iter().find(|&&(known, _)| known == usize::from(cell));
            let values = fact.map_or(self.puzzle.all_values(), |&(_, values)| values);
            values.iter().map(|value| grid.number(value)).collect::<Vec<i32>>()
        };
        let choices = clue.cells().iter().map(numbers).collect();
        let chosen = Vec::new();
        let mut lines = Lines { map: self, clue, asked, choices, chosen, see, left: MOST_BEGINNINGS };
        lines.choose();
        lines.left > 0
    }

    /// Splits a reason by what the clue would count with the values that it excludes: too much, too little, or the one or the
    /// other.
    pub(super) fn measured(
        &self,
        relation: usize,
        reason: Reason,
        known: &[(usize, Candidates)],
    ) -> Vec<Reason> {
        let Some((clue, wanted)) = self.counting(relation) else { return vec![reason] };
        let mut parts: Vec<(Option<Option<bool>>, Reason, Tally)> = Vec::new();
        for gone in &reason.gone {
            for value in gone.values.iter() {
                let one = Candidates::one(value);
                let others = reason.from.iter().copied().filter(|&(cell, _)| cell != gone.cell);
                let facts: Facts = others.chain([(gone.cell, one)]).collect();
                let tally = self.tally(clue, wanted, &facts, known);
                let kind = tally.as_ref().map(|tally| tally.is_above(wanted));
                let at = parts.iter().position(|(known, ..)| *known == kind).unwrap_or_else(|| {
                    parts.push((kind, Reason { gone: Vec::new(), ..reason.clone() }, Tally::default()));
                    parts.len() - 1
                });
                let (_, part, all) = &mut parts[at];
                if let Some(tally) = tally {
                    all.merge(&tally);
                }
                match part.gone.iter_mut().find(|known| known.cell == gone.cell) {
                    Some(known) => known.values = known.values.with(value),
                    None => part.gone.push(Removal { cell: gone.cell, values: one }),
                }
            }
        }
        let measured = |(_, part, tally): (_, Reason, Tally)| Reason {
            measure: tally.measure(self, clue, wanted),
            ..part
        };
        parts.into_iter().map(measured).collect()
    }
}

impl Step {
    /// The ways in which the step's clue can count to its number, if they are few, show all that the step removes, and what
    /// would be counted with the removed values is not told as shortly.
    pub fn countings(&self, before: &State) -> Vec<Counting> {
        let [Truth::Relation(relation)] = self.truths[..] else { return Vec::new() };
        let map = &before.map;
        let Some((clue, wanted)) = map.counting(relation) else { return Vec::new() };
        let known = map.relations[relation].cells.iter().map(|&cell| (cell, before.candidates(cell)));
        let known: Facts = known.collect();
        let with = |needs_end: bool| {
            let mut all = [false, true].map(Fitting::new);
            let mut see = |line: &[i32], amount: i64| {
                if amount == wanted {
                    { all.iter_mut() }
                        .filter(|fitting| fitting.len() <= MOST_WAYS)
                        .for_each(|fitting| fitting.note(map, clue, line));
                }
            };
            let asked = Asked { wanted, needs_end };
            map.lines(clue, asked, &known, &mut see).then_some(all)
        };
        let is_few = |fitting: &&Fitting| (1..=MOST_WAYS).contains(&fitting.len());
        let shows_all = |fitting: &&Fitting| {
            let shows = |cell: usize, values: Candidates| {
                values.iter().all(|value| fitting.excludes(map, clue, (cell, value)))
            };
            match &self.conclusion {
                &Conclusion::Place { cell, value } => {
                    shows(cell, before.candidates(cell).without(Candidates::one(value)))
                }
                Conclusion::Remove(removals) => removals.iter().all(|gone| shows(gone.cell, gone.values)),
            }
        };
        // What each value would count is told for each group of cases, unless it may be both less and more in one.
        let is_clear = |measure: &Measure| measure.cases.iter().all(|case| case.closest.len() == 1);
        let parts = |reason: &Reason| match &reason.measure {
            Some(measure) if is_clear(measure) => measure.cases.len().min(3),
            Some(_) => MOST_WAYS,
            None => 2,
        };
        let parts = self.reasons.iter().map(parts).sum::<usize>();
        let is_told =
            |reason: &Reason| reason.measure.as_ref().is_some_and(is_clear) || reason.seen(before).is_some();
        let are_told = self.reasons.iter().all(is_told);
        // An end that fits none is not seen at once.
        let Some(plain) = with(false) else { return Vec::new() };
        let found = plain.iter().filter(is_few).find(shows_all);
        if are_told || found.is_some() {
            let shorter = found.filter(|fitting| fitting.len() < parts);
            return shorter.map_or(Vec::new(), |fitting| fitting.ways(map, clue));
        }
        let Some(all) = with(true) else { return Vec::new() };
        let fitting = all.iter().filter(is_few).find(shows_all).or_else(|| all.first().filter(is_few));
        fitting.map_or(Vec::new(), |fitting| fitting.ways(map, clue))
    }
}

/// What is asked about the lines of a clue.
#[derive(Clone, Copy)]
struct Asked {
    /// The number of the clue.
    wanted: i64,
    /// Whether those that count to it need an end that fits.
    needs_end: bool,
}

/// A comparison of all lines of numbers, up to where each determines what is counted.
struct Lines<'a> {
    map: &'a Map,
    clue: &'a Clue,
    asked: Asked,
    choices: Vec<Vec<i32>>,
    chosen: Vec<i32>,
    see: &'a mut dyn FnMut(&[i32], i64),
    left: u32,
}

impl Lines<'_> {
    fn choose(&mut self) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let (clue, shape) = (self.clue, self.map.puzzle.grid().shape());
        if let Some(amount) = (clue.kind.measure)(clue, &self.chosen, shape) {
            if amount != self.asked.wanted || !self.asked.needs_end || self.has_end() {
                (self.see)(&self.chosen, amount);
            }
            return;
        }
        let at = self.chosen.len();
        for choice in 0..self.choices.get(at).map_or(0, Vec::len) {
            let number = self.choices[at][choice];
            if self.is_free(at, number) {
                self.chosen.push(number);
                self.choose();
                self.chosen.pop();
            }
        }
    }

    /// Whether there are numbers for the rest of the line.
    fn has_end(&mut self) -> bool {
        let at = self.chosen.len();
        if at == self.choices.len() || self.left == 0 {
            return true;
        }
        self.left -= 1;
        (0..self.choices[at].len()).any(|choice| {
            let number = self.choices[at][choice];
            self.is_free(at, number) && {
                self.chosen.push(number);
                let has_end = self.has_end();
                self.chosen.pop();
                has_end
            }
        })
    }

    /// Whether a number can be at the next place.
    fn is_free(&self, at: usize, number: i32) -> bool {
        let clash = |one: usize, other: usize| {
            let [one, other] = [one, other].map(|at| usize::from(self.clue.cells()[at]));
            self.map.sees(one, other)
        };
        let is_taken = |(other, &known): (usize, &i32)| known == number && clash(other, at);
        // A number that a later cell must have is not free here.
        let is_kept =
            |(later, choices): (usize, &Vec<i32>)| later > at && choices[..] == [number] && clash(later, at);
        !self.chosen.iter().enumerate().any(is_taken) && !self.choices.iter().enumerate().any(is_kept)
    }
}

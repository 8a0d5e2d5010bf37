//! What clues outside the grid would count: the sum or the number that their line would have with some values.

use super::map::Map;
use super::reasons::Facts;
use super::step::{Measure, Reason, Removal};
use crate::candidates::Candidates;
use crate::rules::{Clue, Origin};

/// More different numbers that count are not told.
const MOST_COUNTINGS: usize = 4;

/// More beginnings of a line than these are not compared.
const MOST_BEGINNINGS: u32 = 20_000;

impl Map {
    /// What a clue that counts along a line would count with some values, if it is not its number: at least and at most.
    /// Other cells have those that are left or, if no line does, those that stand there. `None` if it could be both less
    /// and more, or if it takes long to find out.
    pub(super) fn measure(
        &self,
        relation: usize,
        facts: &[(usize, Candidates)],
        known: &[(usize, Candidates)],
    ) -> Option<Measure> {
        let others = known.iter().filter(|(cell, _)| facts.iter().all(|(fact, _)| fact != cell));
        let standing = others.clone().filter(|(_, values)| values.len() == 1);
        let with = |more: Vec<&(usize, Candidates)>| {
            self.counted(relation, &facts.iter().chain(more).copied().collect::<Facts>())
        };
        with(others.collect()).or_else(|| with(standing.collect()))
    }

    /// The numbers that a clue counts on the lines that satisfy it, if there are few different ones.
    pub(super) fn countings(&self, relation: usize, known: &[(usize, Candidates)]) -> Vec<Vec<i32>> {
        let [Origin::Clue(at)] = self.relations[relation].origins[..] else { return Vec::new() };
        let clue = &self.puzzle.clues()[at];
        let Some(wanted) = clue.first_number() else { return Vec::new() };
        let Some(mut lines) = self.lines(clue, known, Some(wanted.into())) else { return Vec::new() };
        lines.choose();
        if lines.left == 0 || lines.right.len() > MOST_COUNTINGS { Vec::new() } else { lines.right }
    }

    /// What a clue counts with some values, if it is not its number.
    fn counted(&self, relation: usize, facts: &[(usize, Candidates)]) -> Option<Measure> {
        let [Origin::Clue(at)] = self.relations[relation].origins[..] else { return None };
        let clue = &self.puzzle.clues()[at];
        let wanted = i64::from(clue.first_number()?);
        let grid = self.puzzle.grid();
        let mut lines = self.lines(clue, facts, None)?;
        lines.choose();
        let [(least, low), (most, high)] = lines.found.filter(|_| lines.left > 0)?;
        let closest = if least > wanted { low } else { high };
        let numbers = (clue.kind.counted)(clue, &closest, grid.shape()).into_iter().map(i64::from).collect();
        (least > wanted || most < wanted).then_some(Measure { least, most, numbers })
    }

    /// All lines of a clue with some values; `None` if it counts along no line. If a number is wanted, what counts to it
    /// is noted.
    fn lines<'a>(
        &'a self,
        clue: &'a Clue,
        facts: &[(usize, Candidates)],
        wanted: Option<i64>,
    ) -> Option<Lines<'a>> {
        let grid = self.puzzle.grid();
        let numbers = |&cell: &u16| {
            let fact = facts.iter().find(|&&(known, _)| known == usize::from(cell));
            let values = fact.map_or(self.puzzle.all_values(), |&(_, values)| values);
            values.iter().map(|value| grid.number(value)).collect::<Vec<i32>>()
        };
        (!clue.kind.measured.is_empty()).then(|| Lines {
            map: self,
            clue,
            choices: clue.cells().iter().map(numbers).collect(),
            chosen: Vec::new(),
            found: None,
            wanted,
            right: Vec::new(),
            left: MOST_BEGINNINGS,
        })
    }

    /// Splits a reason by what the clue would count with the values that it excludes: too much, too little, or neither.
    pub(super) fn measured(
        &self,
        relation: usize,
        reason: Reason,
        (wanted, known): (i64, &[(usize, Candidates)]),
    ) -> Vec<Reason> {
        let mut parts: Vec<Reason> = Vec::new();
        for gone in &reason.gone {
            for value in gone.values.iter() {
                let one = Candidates::one(value);
                let others = reason.from.iter().copied().filter(|&(cell, _)| cell != gone.cell);
                let facts: Facts = others.chain([(gone.cell, one)]).collect();
                let measure = self.measure(relation, &facts, known);
                let kind = |measure: &Option<Measure>| measure.as_ref().map(|measure| measure.least > wanted);
                let part = match parts.iter_mut().find(|part| kind(&part.measure) == kind(&measure)) {
                    Some(part) => part,
                    None => {
                        parts.push(Reason { gone: Vec::new(), measure: measure.clone(), ..reason.clone() });
                        parts.last_mut().expect("one was added")
                    }
                };
                if let (Some(known), Some(measure)) = (&mut part.measure, measure) {
                    let is_closer = measure.least < known.least && known.least > wanted
                        || measure.most > known.most && known.most < wanted;
                    if is_closer {
                        known.numbers = measure.numbers;
                    }
                    known.least = known.least.min(measure.least);
                    known.most = known.most.max(measure.most);
                }
                match part.gone.iter_mut().find(|known| known.cell == gone.cell) {
                    Some(known) => known.values = known.values.with(value),
                    None => part.gone.push(Removal { cell: gone.cell, values: one }),
                }
            }
        }
        parts
    }
}

/// A comparison of all lines of numbers, up to where each determines what is counted.
struct Lines<'a> {
    map: &'a Map,
    clue: &'a Clue,
    choices: Vec<Vec<i32>>,
    chosen: Vec<i32>,
    /// The least and the most that was found, each with its line.
    found: Option<[(i64, Vec<i32>); 2]>,
    /// The number that lines are to count, and what counts on those that do.
    wanted: Option<i64>,
    right: Vec<Vec<i32>>,
    left: u32,
}

impl Lines<'_> {
    fn choose(&mut self) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let (clue, shape) = (self.clue, self.map.puzzle.grid().shape());
        if let Some(count) = (clue.kind.measure)(clue, &self.chosen, shape) {
            if self.wanted == Some(count) && self.right.len() <= MOST_COUNTINGS {
                // In another order they count the same.
                let mut counted = (clue.kind.counted)(clue, &self.chosen, shape);
                counted.sort_unstable();
                if !self.right.contains(&counted) {
                    self.right.push(counted);
                }
            }
            let here = || (count, self.chosen.clone());
            match &mut self.found {
                Some([least, _]) if count < least.0 => *least = here(),
                Some([_, most]) if count > most.0 => *most = here(),
                Some(_) => {}
                None => self.found = Some([here(), here()]),
            }
            return;
        }
        let at = self.chosen.len();
        for choice in 0..self.choices.get(at).map_or(0, Vec::len) {
            let number = self.choices[at][choice];
            let clash = |one: usize, other: usize| {
                let [one, other] = [one, other].map(|at| usize::from(self.clue.cells()[at]));
                self.map.sees(one, other)
            };
            let is_taken = |(other, &known): (usize, &i32)| known == number && clash(other, at);
            // A number that a later cell must have is not free here.
            let is_kept = |(later, choices): (usize, &Vec<i32>)| {
                later > at && choices[..] == [number] && clash(later, at)
            };
            if self.chosen.iter().enumerate().any(is_taken) || self.choices.iter().enumerate().any(is_kept) {
                continue;
            }
            self.chosen.push(number);
            self.choose();
            self.chosen.pop();
        }
    }
}

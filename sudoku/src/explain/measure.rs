//! What clues outside the grid would count: the sum or the number that their line would have with some values.

use super::map::Map;
use super::reasons::Facts;
use super::step::{Measure, Reason, Removal};
use crate::candidates::Candidates;
use crate::rules::Origin;

/// More beginnings of a line than these are not compared.
const MOST_BEGINNINGS: u32 = 20_000;

impl Map {
    /// What a clue that counts along a line would count with some values, if it is not its number: at least and at most.
    /// Other cells have those that are known to stand there or, if that is too little, those that are left. `None` if it
    /// could be both less and more, or if it takes long to find out.
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
        with(standing.collect()).or_else(|| with(others.collect()))
    }

    /// What a clue counts with some values, if it is not its number.
    fn counted(&self, relation: usize, facts: &[(usize, Candidates)]) -> Option<Measure> {
        let [Origin::Clue(at)] = self.relations[relation].origins[..] else { return None };
        let clue = &self.puzzle.clues()[at];
        let wanted = i64::from(clue.first_number()?);
        let grid = self.puzzle.grid();
        let numbers = |&cell: &u16| {
            let fact = facts.iter().find(|&&(known, _)| known == usize::from(cell));
            let values = fact.map_or(self.puzzle.all_values(), |&(_, values)| values);
            values.iter().map(|value| grid.number(value)).collect::<Vec<i32>>()
        };
        let line = clue.cells();
        let mut lines = Lines {
            count: &|beginning| (clue.kind.measure)(beginning, line.len(), grid.shape()),
            choices: line.iter().map(numbers).collect(),
            clash: &|one, other| self.sees(usize::from(line[one]), usize::from(line[other])),
            chosen: Vec::new(),
            found: None,
            left: MOST_BEGINNINGS,
        };
        lines.choose();
        let (least, most) = lines.found.filter(|_| lines.left > 0)?;
        (least > wanted || most < wanted).then_some(Measure { least, most })
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
                let kind = |measure: &Option<Measure>| measure.map(|measure| measure.least > wanted);
                let part = match parts.iter_mut().find(|part| kind(&part.measure) == kind(&measure)) {
                    Some(part) => part,
                    None => {
                        parts.push(Reason { gone: Vec::new(), measure, ..reason.clone() });
                        parts.last_mut().expect("one was added")
                    }
                };
                if let (Some(known), Some(measure)) = (&mut part.measure, measure) {
                    known.least = known.least.min(measure.least);
                    known.most = known.most.max(measure.most);
                }
                match part.gone.iter_mut().find(|known| known.cell == gone.cell) {
                    Some(known) => known.values = known.values.with(value),
                    None => part.gone.push(Removal { cell: gone.cell, values: one }),
                }
            }
        }
        // Of several cells a reader would have to find out which sentence is about which value.
        let is_mixed = reason.gone.len() > 1 && parts.iter().any(|part| part.measure.is_none());
        if is_mixed { vec![reason] } else { parts }
    }
}

/// A comparison of all lines of numbers, up to where each determines what is counted.
struct Lines<'a> {
    /// What the beginning of a line determines.
    count: &'a dyn Fn(&[i32]) -> Option<i64>,
    choices: Vec<Vec<i32>>,
    /// Whether cells have different numbers.
    clash: &'a dyn Fn(usize, usize) -> bool,
    chosen: Vec<i32>,
    found: Option<(i64, i64)>,
    left: u32,
}

impl Lines<'_> {
    fn choose(&mut self) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        if let Some(count) = (self.count)(&self.chosen) {
            let (least, most) = self.found.unwrap_or((count, count));
            self.found = Some((least.min(count), most.max(count)));
            return;
        }
        let at = self.chosen.len();
        for choice in 0..self.choices.get(at).map_or(0, Vec::len) {
            let number = self.choices[at][choice];
            let is_taken = |(other, &known): (usize, &i32)| known == number && (self.clash)(other, at);
            // A number that a later cell must have is not free here.
            let is_kept = |(later, choices): (usize, &Vec<i32>)| {
                later > at && choices[..] == [number] && (self.clash)(later, at)
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

//! Sums: what some of their cells reach, and what that leaves the others.

use super::map::Map;
use super::relations::Linear;
use super::state::State;
use super::step::{Bound, Removal, Step};
use super::truth::Truth;
use crate::candidates::Candidates;

/// The greatest number of choices to compare for a bound.
const MOST_CHOICES: u32 = 20_000;

/// Sets of more numbers than these, or more sets, are not listed for the rest of a sum.
const MOST_LISTED: usize = 3;
const MOST_SETS: usize = 3;

/// Values of a cell that a sum excludes, those that it leaves, and what its other cells reach.
pub(super) struct Limit {
    pub out: Candidates,
    pub kept: Candidates,
    pub bounds: Vec<Bound>,
}

/// The values of a cell that one of some sums excludes because of what its other cells reach with their candidates: those
/// that are too great and those that are too small. What one cell alone reaches is a fact, no sum.
pub(super) fn limits(
    map: &Map,
    sums: &[Linear],
    removal: &Removal,
    candidates: impl Fn(usize) -> Candidates + Copy,
) -> Vec<Limit> {
    let grid = map.puzzle.grid();
    let mut values = removal.values;
    let mut limits = Vec::new();
    for sum in sums {
        let Some(&(own, _)) = sum.terms.iter().find(|(_, cell)| *cell == removal.cell) else { continue };
        let side = |is_own: bool| -> Vec<(i64, usize)> {
            let others = sum.terms.iter().filter(|(_, cell)| *cell != removal.cell);
            let on_side = others.filter(|(weight, _)| (*weight > 0) == ((own > 0) == is_own));
            on_side.map(|&(weight, cell)| (weight.abs(), cell)).collect()
        };
        let sides = [side(true), side(false)];
        let total = if own > 0 { sum.total } else { -sum.total };
        // own · value + side = total + other side.
        for is_too_great in [true, false] {
            let sides = [(&sides[0], !is_too_great), (&sides[1], is_too_great)];
            let [same, other] = sides.map(|(side, is_most)| reach(map, side, candidates, is_most));
            let (Some(same), Some(other)) = (same, other) else { continue };
            let rest = total + other.amount - same.amount;
            let is_out = |value: &u8| {
                let taken = own.abs() * i64::from(grid.number(*value));
                if is_too_great { taken > rest } else { taken < rest }
            };
            let out = values.iter().filter(is_out).fold(Candidates::NONE, Candidates::with);
            let bounds: Vec<Bound> =
                [same, other].into_iter().filter(|bound| !bound.cells.is_empty()).collect();
            let is_of_many = bounds.iter().map(|bound| bound.cells.len()).sum::<usize>() > 1;
            if !out.is_empty() && is_of_many {
                values = values.without(out);
                let all = map.puzzle.all_values();
                let kept = all.iter().filter(|value| !is_out(value));
                let kept = kept.fold(Candidates::NONE, Candidates::with);
                limits.push(Limit { out, kept, bounds });
            }
        }
    }
    limits
}

impl Step {
    /// The open cells of the sum of the step's only clue, and what they share, if others have values.
    pub fn shared(&self, before: &State) -> Option<(Vec<usize>, i64)> {
        let [truth @ Truth::Relation(relation)] = self.truths[..] else { return None };
        let cells = before.map.relations[relation].cells.iter().copied();
        let placed = cells.filter(|&cell| before.is_placed(cell));
        before.rest(truth, &placed.map(|cell| (cell, before.candidates(cell))).collect::<Vec<_>>())
    }
}

impl State {
    /// The sets of different numbers that make the rest of a sum, if they are few: of the numbers that `facts` do not say
    /// of other cells. None where cells may have equal numbers.
    pub fn sets_of_rest(&self, truth: Truth, facts: &[(usize, Candidates)]) -> Vec<Vec<i64>> {
        let (Some((cells, total)), Truth::Relation(relation)) = (self.rest(truth, facts), truth) else {
            return Vec::new();
        };
        let all = &self.map.relations[relation].cells;
        let are_apart = |one: &usize| all.iter().all(|other| one == other || self.map.sees(*one, *other));
        if !all.iter().all(are_apart) || cells.len() > MOST_LISTED {
            return Vec::new();
        }
        let grid = self.map.puzzle.grid();
        let taken = facts.iter().filter_map(|(_, values)| values.value());
        let taken = taken.fold(Candidates::NONE, Candidates::with);
        let free = self.map.puzzle.all_values().without(taken);
        let numbers: Vec<i64> = free.iter().map(|value| grid.number(value).into()).collect();
        let mut sets: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in &cells {
            let longer = |set: &Vec<i64>| {
                let above = set.last().copied();
                let next = numbers.iter().filter(move |&&number| above.is_none_or(|above| number > above));
                next.map(|&number| [&set[..], &[number]].concat()).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        sets.retain(|set| set.iter().sum::<i64>() == total);
        if sets.len() > MOST_SETS { Vec::new() } else { sets }
    }

    /// What the other cells of a clue's sum share if facts say that some have a value: these cells, and the amount.
    pub fn rest(&self, truth: Truth, facts: &[(usize, Candidates)]) -> Option<(Vec<usize>, i64)> {
        let Truth::Relation(relation) = truth else { return None };
        let [sum] = &self.map.relations[relation].linear[..] else { return None };
        let number = |cell: usize| {
            let values = facts.iter().find(|(known, _)| *known == cell).map(|(_, values)| *values);
            Some(i64::from(self.map.puzzle.grid().number(values?.value()?)))
        };
        let taken = sum.terms.iter().filter_map(|&(weight, cell)| Some(weight * number(cell)?));
        let taken: Vec<i64> = taken.collect();
        let open = || sum.terms.iter().filter(|&&(_, cell)| number(cell).is_none());
        // The open cells are on one side.
        let &(sign, _) = open().next()?;
        if sign.abs() != 1 || open().any(|&(weight, _)| weight != sign) {
            return None;
        }
        let open: Vec<usize> = open().map(|&(_, cell)| cell).collect();
        (!taken.is_empty() && open.len() > 1).then(|| (open, sign * (sum.total - taken.iter().sum::<i64>())))
    }
}

/// The least or the greatest sum of cells with some candidates; `None` if it takes long to find.
pub(super) fn reach(
    map: &Map,
    cells: &[(i64, usize)],
    candidates: impl Fn(usize) -> Candidates,
    is_most: bool,
) -> Option<Bound> {
    let numbers = |cell: usize| {
        let numbers = candidates(cell).iter().map(|value| map.puzzle.grid().number(value).into());
        let mut numbers: Vec<i64> = numbers.collect();
        if is_most {
            numbers.reverse();
        }
        numbers
    };
    let choices: Vec<Vec<i64>> = cells.iter().map(|&(_, cell)| numbers(cell)).collect();
    if choices.iter().any(Vec::is_empty) {
        return None;
    }
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&at| choices[at].len());
    let sign = if is_most { -1 } else { 1 };
    let mut reach = Reach {
        map,
        cells: order.iter().map(|&at| cells[at]).collect(),
        choices: order.iter().map(|&at| choices[at].clone()).collect(),
        sign,
        chosen: Vec::new(),
        best: None,
        left: MOST_CHOICES,
    };
    reach.choose(0);
    let (amount, chosen) = reach.best.filter(|_| reach.left > 0)?;
    let mut numbers = vec![0; cells.len()];
    order.iter().zip(chosen).for_each(|(&at, number)| numbers[at] = number);
    Some(Bound { cells: cells.to_vec(), is_most, amount: sign * amount, numbers })
}

/// A comparison of all choices of numbers for cells, those that see each other with different ones.
struct Reach<'a> {
    map: &'a Map,
    cells: Vec<(i64, usize)>,
    /// The numbers of each cell, the best first.
    choices: Vec<Vec<i64>>,
    /// −1 if more is better.
    sign: i64,
    chosen: Vec<i64>,
    best: Option<(i64, Vec<i64>)>,
    left: u32,
}

impl Reach<'_> {
    fn choose(&mut self, so_far: i64) {
        let at = self.chosen.len();
        let rest = self.cells.iter().zip(&self.choices).skip(at);
        let least: i64 = rest.map(|((weight, _), choices)| self.sign * weight * choices[0]).sum();
        if self.left == 0 || self.best.as_ref().is_some_and(|(best, _)| so_far + least >= *best) {
            return;
        }
        self.left -= 1;
        let Some(&(weight, cell)) = self.cells.get(at) else {
            self.best = Some((so_far, self.chosen.clone()));
            return;
        };
        for choice in 0..self.choices[at].len() {
            let number = self.choices[at][choice];
            let is_taken =
                |(other, &taken): (&(i64, usize), &i64)| taken == number && self.map.sees(other.1, cell);
            if self.cells.iter().zip(&self.chosen).any(is_taken) {
                continue;
            }
            self.chosen.push(number);
            self.choose(so_far + self.sign * weight * number);
            self.chosen.pop();
        }
    }
}

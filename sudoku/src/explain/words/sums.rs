//! Sums of houses and clues in words: what the houses and what the clues add up to, and what that leaves some cells.

use super::table::phrase;
use super::table::together;
use super::{Names, capital};
use crate::explain::relations::{Relation, Sum};
use crate::explain::state::State;
use crate::explain::truth::Truth;
use crate::rules::Origin;

/// What the houses and the clues behind a sum add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Balance {
    /// The numbers of all its houses.
    pub houses: i64,
    /// The numbers of all its clues.
    pub clues: i64,
    /// Whether the clues are subtracted from the houses, or the houses from the clues.
    is_of_houses: bool,
}

impl State {
    /// What the houses and the clues of a derived sum add up to, if it is the difference of the two.
    pub fn balance(&self, truth: Truth) -> Option<Balance> {
        let Truth::Relation(relation) = truth else { return None };
        balance(self, &self.map.relations[relation])
    }
}

fn balance(state: &State, relation: &Relation) -> Option<Balance> {
    let sum = relation.sum.as_ref()?;
    let puzzle = &state.map.puzzle;
    let grid = puzzle.grid();
    // What each cell of the houses counts, less what it counts in the clues.
    let mut count = vec![0i64; grid.cells()];
    let (mut houses, mut clues) = (0, 0);
    for &origin in &relation.origins {
        let (cells, weight) = match origin {
            Origin::House(at) => {
                let cells = grid.houses()[at].cells();
                houses += puzzle.all_values().iter().map(|value| i64::from(grid.number(value))).sum::<i64>();
                (cells.len() == puzzle.all_values().len()).then_some((cells, 1))?
            }
            Origin::Clue(at) => {
                let clue = &puzzle.clues()[at];
                clues += i64::from(clue.first_number()?);
                (clue.cells(), -1)
            }
        };
        cells.iter().for_each(|&cell| count[usize::from(cell)] += weight);
    }
    let is = |sign: i64| {
        let mut left = count.clone();
        sum.added.iter().for_each(|&cell| left[cell] -= sign);
        sum.taken.iter().for_each(|&cell| left[cell] += sign);
        left.iter().all(|&left| left == 0) && sign * (houses - clues) == sum.total
    };
    let has_both = houses != 0 && clues != 0;
    let is_of_houses = is(1);
    (has_both && (is_of_houses || is(-1))).then_some(Balance { houses, clues, is_of_houses })
}

impl Names<'_> {
    /// What the houses and the clues of a sum add up to, the greater ones first.
    fn amounts(&self, relation: &Relation, balance: &Balance, sum: &Sum) -> String {
        let of = |is_house: bool| {
            let origins = relation.origins.iter();
            let origins = origins.filter(|origin| matches!(origin, Origin::House(_)) == is_house);
            origins.map(|&origin| self.origin(origin)).collect::<Vec<String>>()
        };
        let (houses, clues) = ((of(true), balance.houses), (of(false), balance.clues));
        let [first, second] = if balance.is_of_houses { [houses, clues] } else { [clues, houses] };
        let name = if first.0.len() == 1 { "adds up" } else { "add up together" };
        let first = phrase(name, &[&capital(&together(&first.0)), &first.1.to_string()]);
        let second = (together(&second.0), second.1.to_string());
        // Where cells of both kinds are left, it is told which are outside of the houses.
        let outside = if balance.is_of_houses { &sum.taken } else { &sum.added };
        match sum.added.is_empty() || sum.taken.is_empty() {
            true => phrase("and to", &[&first, &second.0, &second.1]),
            false => phrase("and to, with", &[&first, &second.0, &second.1, &self.named(outside)]),
        }
    }

    /// What a sum of houses and clues says, as a sentence without a full stop.
    pub(super) fn says_sum(&self, relation: &Relation, sum: &Sum, by: &str) -> String {
        let of = |cells: &[usize]| match cells {
            [_] => self.named(cells),
            _ => phrase("sum of", &[&self.named(cells)]),
        };
        let (added, taken) = (of(&sum.added), of(&sum.taken));
        let amount = sum.total.unsigned_abs().to_string();
        let balance = balance(self.state, relation);
        let start = match &balance {
            Some(balance) => phrase("then so", &[&self.amounts(relation, balance, sum)]),
            None => phrase("by that", &[by]),
        };
        match (sum.taken.is_empty(), sum.total) {
            (true, _) => match &balance {
                Some(balance) => {
                    let name = if balance.is_of_houses { "leaves the sum" } else { "leaves outside" };
                    let amounts = self.amounts(relation, balance, sum);
                    phrase(name, &[&amounts, &sum.total.to_string(), &self.named(&sum.added)])
                }
                None => phrase("is the sum", &[by, &sum.total.to_string(), &added]),
            },
            (false, 0) => phrase("is as much", &[&start, &added, &taken]),
            (false, 1..) => phrase("is more", &[&start, &amount, &added, &taken]),
            (false, _) => phrase("is less", &[&start, &amount, &added, &taken]),
        }
    }

    /// A sum of houses and clues as an equation, and why it holds.
    pub(super) fn equation_of(&self, relation: &Relation, by: &str, sum: &Sum) -> String {
        let equation = self.equation(sum);
        match balance(self.state, relation) {
            Some(balance) => phrase("so", &[&self.amounts(relation, &balance, sum), &equation]),
            None => phrase("follows", &[by, &equation]),
        }
    }
}

//! Cells of a clue that see each other, in words: a clue whose cells may be equal says more where these differ.

use super::Names;
use super::facts::clauses;
use super::table::{list, phrase};
use crate::explain::step::Bound;
use crate::rules::Origin;

/// More houses than these are not named beside what cells reach.
const MOST_HOUSES: usize = 2;

impl Names<'_> {
    /// The houses of the grid that cells share, each with its cells: as few as have all pairs that matter.
    fn shared(&self, cells: &[usize], matters: impl Fn(usize, usize) -> bool) -> Vec<(Vec<usize>, String)> {
        let groups = self.state.map.groups.iter();
        let houses = groups.filter(|group| matches!(group.origin, Origin::House(_)));
        let mut shared: Vec<(Vec<usize>, String)> = Vec::new();
        for house in houses {
            let inside = |cell: &usize| house.cells().contains(&(*cell as u16));
            let inside: Vec<usize> = cells.iter().copied().filter(inside).collect();
            let has_pair =
                |&cell: &usize| inside.iter().any(|&other| matters(cell, other) || matters(other, cell));
            let own: Vec<usize> = inside.iter().copied().filter(has_pair).collect();
            if own.len() > 1 {
                shared.push((own, self.origin(house.origin)));
            }
        }
        // A house without a pair of its own says nothing new.
        shared.sort_by_key(|(cells, _)| std::cmp::Reverse(cells.len()));
        let mut told: Vec<(Vec<usize>, String)> = Vec::new();
        for (cells, house) in shared {
            let is_known = |one: usize, other: usize| {
                told.iter().any(|(known, _)| known.contains(&one) && known.contains(&other))
            };
            let is_new =
                |&one: &usize| cells.iter().any(|&other| matters(one, other) && !is_known(one, other));
            if cells.iter().any(is_new) {
                told.push((cells, house));
            }
        }
        told
    }

    /// Which cells of a clue differ because they are in one house, as the rest of its sentence.
    pub(super) fn differing(&self, cells: &[u16]) -> String {
        let cells: Vec<usize> = cells.iter().map(|&cell| cell.into()).collect();
        let shared = self.shared(&cells, |one, other| one != other && self.state.map.sees(one, other));
        let told: Vec<String> = { shared.iter() }
            .map(|(own, house)| match own.len() == cells.len() {
                true => phrase("all differ", &[house]),
                false => phrase("differ", &[&self.named(own), house]),
            })
            .collect();
        if told.is_empty() { String::new() } else { phrase("where they", &[&clauses(&told)]) }
    }

    /// The numbers with which cells reach a sum, and where they differ if that matters.
    pub(super) fn numbers_reached(&self, bound: &Bound) -> String {
        let numbers = bound.numbers.iter().map(i64::to_string).collect::<Vec<_>>().join("+");
        as_they_differ(numbers, &self.differing_in(bound))
    }

    /// The houses for which cells of a sum leave their best number to another one, with these cells; nothing if they are many,
    /// or if all cells differ, as those of a cage.
    pub(super) fn differing_in(&self, bound: &Bound) -> String {
        let (map, cells) = (&self.state.map, &bound.cells);
        let see = |&(_, one): &(i64, usize), &(_, other): &(i64, usize)| one == other || map.sees(one, other);
        if cells.iter().all(|one| cells.iter().all(|other| see(one, other))) {
            return String::new();
        }
        let at = |cell: usize| cells.iter().position(|&(_, own)| own == cell).unwrap_or_default();
        let leaves_it = |one: usize, other: usize| {
            let better = bound.numbers[at(other)];
            let gain = cells[at(one)].0 * (better - bound.numbers[at(one)]);
            let mut own = self.state.candidates(one).iter();
            let has = own.any(|value| i64::from(map.puzzle.grid().number(value)) == better);
            has && map.sees(one, other) && if bound.is_most { gain > 0 } else { gain < 0 }
        };
        let own: Vec<usize> = cells.iter().map(|&(_, cell)| cell).collect();
        let shared = self.shared(&own, leaves_it);
        if shared.is_empty() || shared.len() > MOST_HOUSES {
            return String::new();
        }
        let told = shared.iter().map(|(own, house)| phrase("differ in", &[&self.named(own), house]));
        list(&told.collect::<Vec<_>>(), "and")
    }
}

/// Numbers, and the houses in which their cells differ if they are told.
pub(super) fn as_they_differ(numbers: String, differing: &str) -> String {
    if differing.is_empty() { numbers } else { phrase("as they differ", &[&numbers, differing]) }
}

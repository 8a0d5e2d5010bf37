//! Sets of values that the open cells of a clue may have together, in words.

use super::Teller;
use super::table::phrase;
use crate::rules::Origin;

/// More pairs than these are not listed in their order.
const MOST_IN_ORDER: usize = 5;

/// Sets of more values than these are not listed.
const MOST_VALUES: usize = 9;

/// Open cells of a clue with the sets of values that they may have together.
pub(super) struct Sets {
    pub cells: Vec<String>,
    pub sets: Vec<String>,
    /// What each cell is, if the only set has one order.
    pub each: Vec<String>,
    /// Whether the sets are told in their order.
    pub is_ordered: bool,
}

impl Teller<'_> {
    /// The open cells and the sets of values that they may have together, if each set may stand in any order and the sets
    /// are few.
    pub(super) fn sets(&self) -> Option<Sets> {
        let relation = self.relation()?;
        let tuples = &self.step.tuples;
        if tuples.iter().all(|tuple| tuple.len() < 2 || tuple.len() > MOST_VALUES) {
            return None;
        }
        let open: Vec<usize> =
            relation.cells.iter().copied().filter(|&cell| !self.state.is_placed(cell)).collect();
        let mut order: Vec<usize> = (0..open.len()).collect();
        if let [Origin::Clue(at)] = relation.origins[..] {
            let listed: Vec<u16> =
                self.state.map.puzzle.clues()[at].lists.iter().flatten().copied().collect();
            let place = |&at: &usize| listed.iter().position(|&cell| usize::from(cell) == open[at]);
            order.sort_by_key(place);
        }
        let mut tuples: Vec<Vec<u8>> =
            tuples.iter().map(|tuple| order.iter().map(|&at| tuple[at]).collect()).collect();
        tuples.sort_unstable();
        let in_order = || {
            let is_left = |tuple: &Vec<u8>| {
                let mut cells = tuple.iter().zip(&order);
                cells.all(|(&value, &at)| self.state.candidates(open[at]).contains(value))
            };
            let is_few = open.len() == 2 && tuples.len() <= MOST_IN_ORDER;
            let is_few = is_few && (self.step.reasons.len() > 1 || tuples.len() == 1);
            let is_few = is_few && tuples.iter().all(is_left);
            is_few.then(|| tuples.clone())
        };
        let is_any = in_any_order(&tuples);
        let is_ordered = is_any.is_none();
        let sets = is_any.or_else(in_order)?;
        let is_sum = relation.sum.is_some() || !relation.linear.is_empty();
        let sign = if is_sum && self.are_equal_sums(&sets) { "+" } else { "/" };
        let joined =
            |set: &Vec<u8>| set.iter().map(|&value| self.symbol(value)).collect::<Vec<_>>().join(sign);
        let cells: Vec<String> = order.iter().map(|&at| self.cell(open[at])).collect();
        let each = match (&sets[..], is_ordered) {
            ([one], true) => {
                let values = one.iter().map(|&value| self.symbol(value));
                cells.iter().zip(values).map(|(cell, value)| phrase("sets", &[cell, &value])).collect()
            }
            _ => Vec::new(),
        };
        let mut sets: Vec<String> = sets.iter().map(joined).collect();
        if is_ordered && sets.len() > 1 {
            sets[0] = phrase("in this order", &[&sets[0]]);
        }
        Some(Sets { cells, sets, each, is_ordered })
    }

    /// Whether sets of values have the same sum.
    fn are_equal_sums(&self, sets: &[Vec<u8>]) -> bool {
        let grid = self.state.map.puzzle.grid();
        let sum = |set: &Vec<u8>| set.iter().map(|&value| grid.number(value)).sum::<i32>();
        sets.windows(2).all(|pair| sum(&pair[0]) == sum(&pair[1]))
    }
}

/// The sets of values of some sorted tuples, if these are all orders of the sets.
fn in_any_order(tuples: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    // Exchanges of neighbours lead to any order.
    let is_known = |tuple: &Vec<u8>, at: usize| {
        let mut turned = tuple.clone();
        turned.swap(at, at + 1);
        tuples.binary_search(&turned).is_ok()
    };
    let is_any = tuples.iter().all(|tuple| (1..tuple.len()).all(|at| is_known(tuple, at - 1)));
    is_any.then(|| tuples.iter().filter(|tuple| tuple.is_sorted()).cloned().collect())
}

//! What cells of sums reach, in words.

use super::Teller;
use super::apart::as_they_differ;
use super::table::{phrase, weighted_sum};
use crate::explain::step::Bound;

/// More cells than these are not named one by one in a sum.
const MOST_ADDED: usize = 9;

impl Teller<'_> {
    /// What the rest of a sum reaches. `each` are the cells of which one is left out at a time, with the houses in which
    /// others differ.
    pub(super) fn bounds(&self, bounds: &[Bound], each: Option<(&[usize], &str)>) -> Vec<String> {
        let is_placed = |cell| self.state.is_placed(cell);
        // What is on the other side of a sum is the same for each.
        let told = |bound: &Bound| {
            let is_one = |(cells, _): &(&[usize], &str)| {
                bound.cells.len() > 1 && bound.cells.iter().any(|(_, cell)| cells.contains(cell))
            };
            self.bound(bound, each.filter(is_one), is_placed)
        };
        bounds.iter().map(told).collect()
    }

    /// What some cells of a sum reach, where some of them may be known to have a value.
    pub fn bound(
        &self,
        bound: &Bound,
        each: Option<(&[usize], &str)>,
        has_value: impl Fn(usize) -> bool,
    ) -> String {
        let cells: Vec<usize> = bound.cells.iter().map(|&(_, cell)| cell).collect();
        let amount = bound.amount.to_string();
        let are_placed = cells.iter().all(|&cell| has_value(cell));
        let is_plain = bound.cells.iter().all(|(weight, _)| *weight == 1);
        let sense = match (are_placed, bound.is_most) {
            (true, _) => "",
            (false, true) => ", at most",
            (false, false) => ", at least",
        };
        if let ([(1, cell)], true) = (&bound.cells[..], is_plain) {
            return match sense {
                "" => phrase("is", &[&self.cell(*cell), &amount]),
                ", at most" => phrase("at most", &[&self.cell(*cell), &amount]),
                _ => phrase("at least", &[&self.cell(*cell), &amount]),
            };
        }
        if let Some((each, differing)) = each {
            let cells = self.relation().map_or(&[][..], |relation| &relation.cells);
            let numbers = bound.numbers.iter().map(i64::to_string).collect::<Vec<_>>().join("+");
            let amount = match numbers.as_str() {
                "" => amount,
                _ => phrase("in brackets", &[&amount, &as_they_differ(numbers, differing)]),
            };
            if each.len() == cells.len() && each.len() == bound.cells.len() + 1 {
                return phrase(&format!("all but one{sense}"), &[&bound.cells.len().to_string(), &amount]);
            }
            let each = self.cells_named(each, "and");
            return phrase(&format!("others of each{sense}"), &[&each, &amount]);
        }
        if !is_plain {
            let terms = bound.cells.iter().map(|&(weight, cell)| (weight, self.cell(cell)));
            return phrase(&format!("weighted{sense}"), &[&weighted_sum(terms), &amount]);
        }
        let names = if cells.len() > MOST_ADDED {
            phrase("other cells", &[&cells.len().to_string()])
        } else {
            self.named(&cells)
        };
        if cells.len() > MOST_ADDED {
            return phrase(&format!("add up{sense}"), &[&names, &amount]);
        }
        phrase(&format!("add up{sense}, with numbers"), &[&names, &amount, &self.numbers_reached(bound)])
    }
}

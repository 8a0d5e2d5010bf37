//! What removed values would need of other cells in words.

use super::Teller;
use super::table::{list, phrase};
use crate::candidates::Candidates;
use crate::explain::middle::MOST_WAYS;
use crate::explain::step::{Middle, Way};

/// A cell with removed values, and what these would need of other cells.
type Need<'a> = (usize, Candidates, (&'a [(usize, Candidates)], bool), Vec<Way>);

impl Teller<'_> {
    /// What removed values would need, each as a phrase. The same of several values or cells is told once.
    pub fn needs(&self, middle: &[Middle]) -> Vec<String> {
        let each = middle.iter().filter_map(|middle| match middle {
            Middle::Needs { cell, values, needs, is_any, ways } => {
                Some((*cell, *values, (&needs[..], *is_any), &ways[..]))
            }
            Middle::Bounds(_) => None,
        });
        // Values that leave a cell nothing, each with its cells.
        let mut none: Vec<(Candidates, Vec<usize>, Vec<usize>)> = Vec::new();
        let mut others: Vec<Need<'_>> = Vec::new();
        for (cell, values, needs, ways) in each {
            match needs.0 {
                &[(other, left)] if left.is_empty() => {
                    match none.iter_mut().find(|(known, ..)| *known == values) {
                        Some((_, cells, beside)) => {
                            cells.push(cell);
                            beside.push(other);
                        }
                        None => none.push((values, vec![cell], vec![other])),
                    }
                }
                _ => match others.iter_mut().find(|(known, _, same, _)| *known == cell && *same == needs) {
                    Some((_, known, _, all)) => {
                        *known = known.or(values);
                        // Of all values or of none.
                        let is_of_all = !all.is_empty() && !ways.is_empty();
                        all.extend_from_slice(ways);
                        all.truncate(if is_of_all { MOST_WAYS * 2 } else { 0 });
                    }
                    None => others.push((cell, values, needs, ways.to_vec())),
                },
            }
        }
        let none = none.iter().map(|(values, cells, beside)| {
            let name = if cells.len() == 1 { "leaves nothing" } else { "leaves nothing beside" };
            let cells = self.cells_named(cells, "or");
            phrase(name, &[&self.symbols(*values, "or"), &cells, &self.cell(beside[0])])
        });
        let others = others.iter().map(|&(cell, values, (needs, is_any), ref ways)| {
            let name = if needs.len() > 1 && !is_any { "needs both" } else { "needs" };
            let cells: Vec<usize> = needs.iter().map(|&(cell, _)| cell).collect();
            let others = self.cells_named(&cells, if is_any { "or" } else { "and" });
            let (values, left) = (self.symbols(values, "or"), self.symbols(needs[0].1, "or"));
            let told = phrase(name, &[&values, &self.cell(cell), &left, &others]);
            match &ways[..] {
                [] => told,
                ways if ways.len() > MOST_WAYS || ways.iter().all(is_of_two) => told,
                ways => {
                    phrase("in brackets", &[&told, &list(&ways.iter().map(way).collect::<Vec<_>>(), "or")])
                }
            }
        });
        none.chain(others).collect()
    }
}

/// Whether a sum has only two numbers, which a reader adds at once.
fn is_of_two(way: &Way) -> bool {
    way.added.len() + way.taken.len() <= 2
}

/// Numbers that make a sum: `3+5`, or `3+5 = 8`.
fn way(way: &Way) -> String {
    let side = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join("+");
    match &way.taken[..] {
        [] => side(&way.added),
        taken => format!("{} = {}", side(&way.added), side(taken)),
    }
}

//! What removed values would need of other cells, and where they would lead, in words.

use super::Teller;
use super::facts::{MOST_FACTS, clauses};
use super::table::{grouped, list, phrase};
use crate::candidates::Candidates;
use crate::explain::middle::MOST_WAYS;
use crate::explain::step::{Bound, Middle, Removal, Way};

/// A cell with removed values, and what these would need of other cells.
type Need<'a> = (usize, Candidates, (&'a [(usize, Candidates)], bool), Vec<Way>);

impl Teller<'_> {
    /// What removed values would need, each as a phrase. The same of several values or cells is told once.
    pub fn needs(&self, middle: &[Middle]) -> Vec<String> {
        let each = middle.iter().filter_map(|middle| match middle {
            Middle::Needs { cell, values, needs, is_any, ways } => {
                Some((*cell, *values, (&needs[..], *is_any), &ways[..]))
            }
            Middle::Bounds(_) | Middle::Between { .. } | Middle::Leads { .. } => None,
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
        // Cells of which the same values need the same are told together.
        let mut together: Vec<(Vec<usize>, Need<'_>)> = Vec::new();
        for other in others {
            let is_same = |known: &Need<'_>| {
                (known.1, known.2) == (other.1, other.2) && known.3.is_empty() && other.3.is_empty()
            };
            match together.iter_mut().find(|(_, known)| is_same(known)) {
                Some((cells, _)) => cells.push(other.0),
                None => together.push((vec![other.0], other)),
            }
        }
        let others = together.iter().map(|&(ref of, (_, values, (needs, is_any), ref ways))| {
            let name = if needs.len() > 1 && !is_any { "needs both" } else { "needs" };
            let cells: Vec<usize> = needs.iter().map(|&(cell, _)| cell).collect();
            let others = self.cells_named(&cells, if is_any { "or" } else { "and" });
            let (values, left) = (self.symbols(values, "or"), self.symbols(needs[0].1, "or"));
            let told = phrase(name, &[&values, &self.cells_named(of, "or"), &left, &others]);
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

impl Teller<'_> {
    /// Where removed values would lead, each as a phrase. The same of several is told once.
    pub fn leads(&self, middle: &[Middle]) -> Vec<String> {
        let mut told: Vec<(Vec<Removal>, Middle)> = Vec::new();
        for one in middle.iter().filter(|middle| matches!(middle, Middle::Leads { .. })) {
            let Some(gone) = one.supposed() else { continue };
            let is_of_one = |all: &[Removal]| all.iter().all(|known| known.cell == gone.cell);
            let place = told.iter_mut().find(|(all, known)| is_same(known, one, is_of_one(all)));
            match place {
                Some((all, known)) => {
                    match all.iter_mut().find(|known| known.cell == gone.cell) {
                        Some(known) => known.values = known.values.or(gone.values),
                        None => all.push(gone),
                    }
                    if let (Middle::Leads { needed, .. }, Middle::Leads { needed: also, .. }) = (known, one) {
                        let more = also.iter().filter(|number| !needed.contains(number)).copied();
                        needed.extend(more.collect::<Vec<_>>());
                    }
                }
                None => told.push((vec![gone], one.clone())),
            }
        }
        told.iter().map(|(gone, middle)| self.lead(gone, middle)).collect()
    }

    fn lead(&self, gone: &[Removal], middle: &Middle) -> String {
        let Middle::Leads { facts, then, end, rest, bounds, needed, .. } = middle else {
            return String::new();
        };
        let groups = grouped(gone.iter().map(|gone| (gone.values, [gone.cell])));
        let supposed = groups.iter().map(|(values, cells)| {
            phrase("is", &[&self.cells_named(cells, "or"), &self.symbols(*values, "or")])
        });
        let supposed = list(&supposed.collect::<Vec<_>>(), "or");
        let is_end = |cell: usize| rest.is_some() && end.iter().any(|&(other, _)| other == cell);
        let then = then.iter().filter(|&&(cell, _)| !is_end(cell));
        let groups = grouped(then.map(|&(cell, left)| (left, [cell])));
        let mut told: Vec<String> = { groups.iter() }
            .map(|(left, cells)| {
                phrase("can only be", &[&self.cells_named(cells, "and"), &self.symbols(*left, "or")])
            })
            .collect();
        let cells: Vec<usize> = end.iter().map(|&(cell, _)| cell).collect();
        let mut facts = facts.clone();
        let told = match rest {
            Some(rest) => {
                let left = phrase("is left for", &[&rest.to_string(), &self.cells_named(&cells, "and")]);
                told.push(left);
                match &bounds[..] {
                    [bound] => {
                        let name = if bound.is_most { "reach at most" } else { "reach at least" };
                        let numbers = self.numbers_reached(bound);
                        phrase(name, &[&list(&told, "and"), &bound.amount.to_string(), &numbers])
                    }
                    _ => phrase("but", &[&list(&told, "and"), &clauses(&self.facts(end))]),
                }
            }
            None => {
                // What a reader would have to look up is told, where nothing is told of the cell before.
                let all = self.state.map.puzzle.all_values();
                if groups.is_empty() && bounds.is_empty() && end[0].1 != all && facts.len() < MOST_FACTS {
                    facts.push(end[0]);
                }
                let numbers = self.within(needed);
                let none = match &numbers[..] {
                    [] => phrase("no value", &[&self.cell(cells[0])]),
                    numbers => phrase("would have to be", &[&self.cell(cells[0]), &list(numbers, "or")]),
                };
                let is_known = |cell: usize| {
                    let is_one = |(known, values): &(usize, Candidates)| *known == cell && values.len() == 1;
                    self.state.is_placed(cell)
                        || gone.iter().any(|gone| gone.cell == cell && gone.values.len() == 1)
                        || groups.iter().any(|(left, cells)| left.len() == 1 && cells.contains(&cell))
                        || facts.iter().any(is_one)
                };
                // What is supposed is told, and what that leaves cells.
                let is_supposed = |bound: &&Bound| match bound.cells[..] {
                    [(1, cell)] => {
                        let is_left = |(left, cells): &(Candidates, Vec<usize>)| {
                            left.len() == 1 && cells.contains(&cell)
                        };
                        gone.iter().any(|gone| gone.cell == cell) || groups.iter().any(is_left)
                    }
                    _ => false,
                };
                let bounds: Vec<&Bound> = bounds.iter().filter(|bound| !is_supposed(bound)).collect();
                match bounds[..] {
                    _ if !needed.is_empty() => told.push(none),
                    [] => told.push(none),
                    _ => {
                        told.extend(bounds.iter().map(|bound| self.bound(bound, None, is_known)));
                        let last = told.pop().unwrap_or_default();
                        told.push(phrase("so", &[&last, &none]));
                    }
                }
                clauses(&told)
            }
        };
        let told = phrase("ends", &[&supposed, &told]);
        let facts = if facts.len() > MOST_FACTS { Vec::new() } else { self.facts(&facts) };
        if facts.is_empty() { told } else { phrase("so", &[&clauses(&facts), &told]) }
    }
}

impl Teller<'_> {
    /// Numbers that a cell would need; of those that are less than any value only that.
    fn within(&self, needed: &[i64]) -> Vec<String> {
        let least = i64::from(*self.state.map.puzzle.grid().shape().values.start());
        let mut told: Vec<String> =
            needed.iter().filter(|&&number| number >= least).map(i64::to_string).collect();
        if needed.iter().any(|&number| number < least) {
            told.push(phrase("too low", &[]));
        }
        told
    }
}

/// Whether the same is told of two suppositions.
fn is_same(one: &Middle, other: &Middle, is_of_one: bool) -> bool {
    match (one, other) {
        (
            Middle::Leads { facts, then, end, rest, bounds, needed, .. },
            Middle::Leads {
                facts: others,
                then: next,
                end: last,
                rest: left,
                bounds: reached,
                needed: need,
                ..
            },
        ) => {
            // Values that need one number each are told with these in their order.
            let are_alike = is_of_one && !needed.is_empty() && need.len() == 1;
            let are_same = (facts, then, end, rest) == (others, next, last, left)
                && (bounds == reached || !needed.is_empty());
            are_same && (are_alike || needed == need)
        }
        _ => false,
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

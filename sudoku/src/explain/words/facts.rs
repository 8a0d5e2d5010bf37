//! Facts about cells in words: values, bounds, values that they do not have, and what leaves them these.

use super::Teller;
use super::held::Held;
use super::table::{grouped, list, phrase};
use crate::candidates::Candidates;
use crate::rules::Origin;

/// More facts than these are told by their cells alone.
pub(super) const MOST_FACTS: usize = 5;

/// What more cells than these leave another is told without them.
const MOST_CAUSES: usize = 4;

/// What is left for some cells.
type LeftFor = (String, Vec<usize>);

impl Teller<'_> {
    /// Facts as one phrase; of many only the cells.
    pub fn told_facts(&self, from: &[(usize, Candidates)]) -> String {
        self.joined_facts(from, self.facts(from))
    }

    /// Facts in words as one phrase; of many only the cells.
    pub fn joined_facts(&self, from: &[(usize, Candidates)], facts: Vec<String>) -> String {
        match facts.len() {
            0 => String::new(),
            1..=MOST_FACTS => clauses(&facts),
            _ => {
                let cells: Vec<usize> = from.iter().map(|&(cell, _)| cell).collect();
                phrase("many facts", &[&self.named(&cells)])
            }
        }
    }

    /// What is known of some cells: their values, bounds of them, or values that they do not have.
    pub fn facts(&self, from: &[(usize, Candidates)]) -> Vec<String> {
        let mut sorted = from.to_vec();
        sorted.sort_by_key(|&(cell, values)| (values.len() != 1, cell));
        let groups = grouped(sorted.iter().map(|&(cell, values)| (values, [cell])));
        groups.iter().map(|(values, cells)| self.fact(*values, cells)).collect()
    }

    pub fn fact(&self, values: Candidates, cells: &[usize]) -> String {
        let all = self.state.map.puzzle.all_values();
        let lost = all.without(values);
        let several = cells.len() > 1;
        let names = self.cells_named(cells, "and");
        let ends = |values: Candidates| (values.iter().next(), values.iter().last());
        if let Some(value) = values.value() {
            return phrase(if several { "are" } else { "is" }, &[&names, &self.symbol(value)]);
        }
        match (ends(values), ends(all)) {
            ((Some(low), Some(high)), (Some(least), Some(most))) if values.is_run() && lost.len() > 1 => {
                if low == least {
                    return phrase(
                        if several { "at most, several" } else { "at most" },
                        &[&names, &self.symbol(high)],
                    );
                }
                if high == most {
                    return phrase(
                        if several { "at least, several" } else { "at least" },
                        &[&names, &self.symbol(low)],
                    );
                }
            }
            _ => {}
        }
        if lost.len() <= values.len() {
            let (name, names) = match cells.len() {
                1 => ("cannot be any", names),
                2 => ("neither can be", self.cells_named(cells, "nor")),
                _ => ("none can be", names),
            };
            return phrase(name, &[&names, &self.symbols(lost, "or")]);
        }
        phrase("can only be", &[&names, &self.symbols(values, "or")])
    }

    /// Facts at a line of a proof: what values that hold leave cells is told with these values.
    pub(super) fn facts_after(&self, from: &[(usize, Candidates)], held: &Held) -> Vec<String> {
        let mut plain: Vec<(usize, Candidates)> = Vec::new();
        // What some cells leave others, each with the cells that it is left for.
        let mut caused: Vec<(Vec<usize>, Vec<LeftFor>)> = Vec::new();
        for &(cell, values) in from {
            let Some(causes) = self.causes(cell, values, held) else {
                plain.push((cell, values));
                continue;
            };
            let left = self.left_of(cell, values, held);
            let Some((_, all)) = caused.iter_mut().find(|(known, _)| *known == causes) else {
                caused.push((causes, vec![(left, vec![cell])]));
                continue;
            };
            match all.iter_mut().find(|(known, _)| *known == left) {
                Some((_, cells)) => cells.push(cell),
                None => all.push((left, vec![cell])),
            }
        }
        let mut told = self.facts(&plain);
        told.extend(caused.iter().map(|(causes, all)| {
            let name = if causes.len() == 1 { "leaves" } else { "leave" };
            let each =
                all.iter().map(|(left, cells)| phrase("for", &[left, &self.cells_named(cells, "and")]));
            phrase(name, &[&self.listed(causes), &clauses(&each.collect::<Vec<_>>())])
        }));
        told
    }

    /// The cells with values that exclude, by houses of the grid, what a fact says less than what is seen or was told;
    /// `None` if it does not follow from these alone.
    pub(super) fn causes(&self, cell: usize, values: Candidates, held: &Held) -> Option<Vec<usize>> {
        let map = &self.state.map;
        let gone = held.known(self.state, cell).without(values);
        if gone.is_empty() || held.all.iter().any(|&(known, _)| known == cell) {
            return None;
        }
        let mut causes: Vec<usize> = Vec::new();
        for value in gone.iter() {
            let to = map.candidate(cell, value.into());
            let excludes = |&&(from, held): &&(usize, u8)| {
                let from = map.candidate(from, held.into());
                map.links(from, to).any(|origin| matches!(origin, Origin::House(_)))
            };
            let mut by = held.all.iter().filter(excludes).map(|&(from, _)| from);
            let first = by.clone().next()?;
            if !by.any(|from| causes.contains(&from)) {
                causes.push(first);
            }
        }
        (causes.len() <= MOST_CAUSES).then_some(causes)
    }

    /// What is left for a cell by a fact, as the object of "leaves".
    fn left_of(&self, cell: usize, values: Candidates, held: &Held) -> String {
        let all = self.state.map.puzzle.all_values();
        let lost = all.without(values);
        let (low, high) = (values.iter().next(), values.iter().last());
        let gone = held.known(self.state, cell).without(values);
        match (low, high) {
            _ if values.len() <= 2 => phrase("only", &[&self.symbols(values, "or")]),
            _ if gone == lost => phrase("no", &[&self.symbols(gone, "or")]),
            (Some(low), Some(high)) if values.is_run() && low == 0 => {
                phrase("at most, alone", &[&self.symbol(high)])
            }
            (Some(low), Some(high)) if values.is_run() && usize::from(high) + 1 == all.len() => {
                phrase("at least, alone", &[&self.symbol(low)])
            }
            _ if lost.len() > values.len() => phrase("only", &[&self.symbols(values, "or")]),
            _ => phrase("no", &[&self.symbols(gone, "or")]),
        }
    }
}

/// Several statements, with a comma before the last if one of them has an "and" of its own.
pub(super) fn clauses(facts: &[String]) -> String {
    match facts {
        [] => String::new(),
        [rest @ .., last] if !rest.is_empty() && facts.iter().any(|fact| fact.contains(" and ")) => {
            phrase("and, between lists", &[&rest.join(", "), last])
        }
        _ => list(facts, "and"),
    }
}

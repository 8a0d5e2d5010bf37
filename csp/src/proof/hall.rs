//! Hall sets: members of an all-different that have fewer values than they are.
//!
//! The sum of "each member takes a value" and of "each of these values is taken at most once" says it for all
//! assignments at once: one more member must take another value.

use std::collections::HashMap;

use super::encode::{Encoder, Group, Number};
use super::formula::{Inequality, Literal};
use super::propagate::Propagation;

/// Members of a group and the values that they have left, one fewer.
#[derive(Debug)]
pub(super) struct HallSet {
    group: usize,
    members: Vec<usize>,
    values: Vec<i64>,
}

/// A part of a sum: an inequality by its index, or a literal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Row(usize),
    Literal(Literal),
}

/// Returns a Hall set that has fewer values left than members.
pub(super) fn find(encoder: &Encoder<'_>, known: &Propagation) -> Option<HallSet> {
    let of = |(at, group)| {
        let (members, values) = deficient(encoder, known, group)?;
        Some(HallSet { group: at, members, values })
    };
    encoder.groups.iter().enumerate().find_map(of)
}

/// Matches members with values, by augmenting paths. Returns the members and values of the paths of one that gets
/// none.
fn deficient(encoder: &Encoder<'_>, known: &Propagation, group: &Group) -> Option<(Vec<usize>, Vec<i64>)> {
    let left = |&member: &Number| -> Vec<i64> {
        let is_left = |&value: &i64| known.value(encoder.is(member, value)) != Some(false);
        encoder.values(member).into_iter().filter(is_left).collect()
    };
    let left: Vec<Vec<i64>> = group.members.iter().map(left).collect();
    let mut taker: HashMap<i64, usize> = HashMap::new();
    // Those with few values first: their Hall sets are small.
    let mut order: Vec<usize> = (0..left.len()).collect();
    order.sort_by_key(|&member| left[member].len());
    for first in order {
        // Breadth first, so that paths are short; `from` is the member before each value.
        let mut from: HashMap<i64, usize> = HashMap::new();
        let mut members = vec![first];
        let mut at = 0;
        let mut free = None;
        while free.is_none() && at < members.len() {
            let member = members[at];
            at += 1;
            for &value in &left[member] {
                if from.contains_key(&value) {
                    continue;
                }
                from.insert(value, member);
                match taker.get(&value) {
                    Some(&next) => members.push(next),
                    None => {
                        free = Some(value);
                        break;
                    }
                }
            }
        }
        let Some(mut value) = free else {
            let mut values: Vec<i64> = from.into_keys().collect();
            values.sort_unstable();
            members.sort_unstable();
            return Some((members, values));
        };
        loop {
            let member = from[&value];
            let before = taker.iter().find(|&(_, &holder)| holder == member).map(|(&value, _)| value);
            taker.insert(value, member);
            match before {
                Some(before) if member != first => value = before,
                _ => break,
            }
        }
    }
    None
}

impl HallSet {
    /// Returns numbers that tell it from all others.
    pub fn key(&self) -> Vec<u32> {
        let members = self.members.iter().map(|&member| member as u32);
        let values = self.values.iter().map(|&value| value as u32);
        [self.group as u32, self.members.len() as u32].into_iter().chain(members).chain(values).collect()
    }

    /// Returns the parts of the sum, and the sum.
    pub fn sum(&self, encoder: &Encoder<'_>) -> (Vec<Part>, Inequality) {
        let group = &encoder.groups[self.group];
        let mut parts = Vec::new();
        let mut terms: Vec<(i64, Literal)> = Vec::new();
        let mut degree = 0;
        let mut add = |row: usize| {
            let Inequality { terms: own, degree: least } = &encoder.formula.constraints[row];
            terms.extend(own);
            degree += least;
            parts.push(Part::Row(row));
        };
        for &member in &self.members {
            if let Some(domain) = group.members[member].domain() {
                add(encoder.domains[domain].some);
            }
        }
        for value in &self.values {
            if let Some(&row) = group.at_most_one.get(value) {
                add(row);
            }
        }
        for &value in self.values.iter().filter(|value| !group.at_most_one.contains_key(value)) {
            // Only one member can take it at all.
            for &member in &self.members {
                let is = encoder.is(group.members[member], value);
                if is.constant().is_none() {
                    terms.push((1, !is));
                    parts.push(Part::Literal(!is));
                }
            }
        }
        (parts, Inequality::new(terms, degree))
    }
}

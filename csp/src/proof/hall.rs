//! Hall sets: members of an all-different whose domains together have fewer values than there are members.
//!
//! The sum of "each member takes a value" and "each of these values is taken at most once" proves the conflict for all
//! assignments at once: some member must take another value.

use super::propagate::Propagation;
use crate::base::bits::ones;
use crate::encode::{Encoder, Group, Inequality, Literal};

/// Largest number of values of a group in which Hall sets are looked for.
const MOST_VALUES: usize = u128::BITS as usize;

/// Members of a group, and the values left for them, which are one fewer.
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

/// The groups in which Hall sets are looked for.
#[derive(Debug)]
pub(super) struct Halls {
    groups: Vec<Matrix>,
}

/// The values of a group, and the literals of each member for them.
#[derive(Debug)]
struct Matrix {
    group: usize,
    values: Vec<i64>,
    members: Vec<Vec<Literal>>,
}

impl Halls {
    pub fn new(encoder: &Encoder<'_>) -> Halls {
        let matrix = |(at, group): (usize, &Group)| {
            let values = encoder.all_values(&group.members);
            let of = |&member| values.iter().map(|&value| encoder.is(member, value)).collect();
            let members = group.members.iter().map(of).collect();
            Matrix { group: at, values, members }
        };
        let all = encoder.groups.iter().enumerate().map(matrix);
        Halls { groups: all.filter(|group| group.values.len() <= MOST_VALUES).collect() }
    }

    /// Returns a Hall set with fewer values than members.
    pub fn find(&self, known: &Propagation) -> Option<HallSet> {
        self.groups.iter().find_map(|group| group.deficient(known))
    }
}

impl Matrix {
    /// Matches members with values, by augmenting paths. Returns the members and values on the paths from a member
    /// that cannot be matched.
    fn deficient(&self, known: &Propagation) -> Option<HallSet> {
        let left = |literals: &Vec<Literal>| -> u128 {
            let bits = literals.iter().enumerate();
            bits.fold(0, |all, (at, &is)| all | u128::from(known.value(is) != Some(false)) << at)
        };
        let left: Vec<u128> = self.members.iter().map(left).collect();
        let mut taker: Vec<Option<usize>> = vec![None; self.values.len()];
        // Members with few values first: their Hall sets are small.
        let mut order: Vec<usize> = (0..left.len()).collect();
        order.sort_by_key(|&member| left[member].count_ones());
        let mut from = vec![usize::MAX; self.values.len()];
        for first in order {
            // Breadth first, so that paths are short; `from` is the member before each value.
            let mut met = 0_u128;
            let mut members = vec![first];
            let mut at = 0;
            let mut free = None;
            while free.is_none() && at < members.len() {
                let member = members[at];
                at += 1;
                let new = left[member] & !met;
                met |= new;
                for value in ones(new).map(|value| value as usize) {
                    from[value] = member;
                    match taker[value] {
                        Some(next) => members.push(next),
                        None => {
                            free = Some(value);
                            break;
                        }
                    }
                }
            }
            let Some(mut value) = free else {
                let values = (0..self.values.len()).filter(|value| met >> value & 1 != 0);
                members.sort_unstable();
                let values = values.map(|value| self.values[value]).collect();
                return Some(HallSet { group: self.group, members, values });
            };
            loop {
                let member = from[value];
                let before = taker.iter().position(|&holder| holder == Some(member));
                taker[value] = Some(member);
                match before {
                    Some(before) if member != first => {
                        taker[before] = None;
                        value = before;
                    }
                    _ => break,
                }
            }
        }
        None
    }
}

impl HallSet {
    /// Returns a key that identifies the Hall set.
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
            // Only one member can take the value at all.
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

//! Reasons of a network: its rules are applied again, one by one, with a record of each step. Then the
//! record is read backwards, and what a needed step followed from becomes needed.
//!
//! The rules are monotone, so they still find what was written, in a state in which a part of it has been
//! written.

use std::sync::Arc;

use super::tables::{Structure, Tables};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::Slot;

#[derive(Debug)]
pub(super) struct Replay {
    structure: Arc<Structure>,
    /// The values of permutations; 0 for other groups.
    all_values: Box<[u64]>,
}

/// Values that a variable loses, and the rule by which.
struct Step {
    variable: usize,
    removed: u64,
    rule: Rule,
}

#[derive(Clone, Copy)]
enum Rule {
    /// This variable has only this value.
    Fixed(usize, u64),
    /// The other members of this group have none of these values.
    Hidden(usize, u64),
    /// The members of this group outside of this intersection have none of the removed values.
    Confined(usize, usize),
}

/// The end of a replay.
enum End {
    /// The asked values went.
    Found,
    /// Two members of a group have only one value, the same.
    Equal(usize, usize, u64),
    /// No member of the group has this value.
    Missing(usize, u64),
    /// Only this member of the group can take these two values.
    Crowded(usize, usize, u64),
    /// This variable has only values that a group has only in an intersection, to which it does not belong.
    Emptied(usize, usize, usize),
}

/// A replay so far.
struct Record {
    domains: Vec<u64>,
    steps: Vec<Step>,
    /// A variable and values that it has to lose.
    goal: Option<(usize, u64)>,
}

impl Record {
    /// Removes values of a variable, of which others are left. Returns whether that was asked for.
    fn remove(&mut self, variable: usize, values: u64, rule: Rule) -> bool {
        let removed = self.domains[variable] & values;
        if removed != 0 {
            self.domains[variable] ^= removed;
            self.steps.push(Step { variable, removed, rule });
        }
        self.goal.is_some_and(|(asked, bits)| asked == variable && self.domains[variable] & bits == 0)
    }

    fn is_fixed(&self, variable: usize) -> bool {
        self.domains[variable].is_power_of_two()
    }
}

impl Replay {
    pub fn new(tables: &Tables) -> Replay {
        Replay { structure: tables.structure.clone(), all_values: tables.all_values.clone() }
    }

    fn members(&self, group: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.structure.members.get(group).iter().map(|&member| member as usize)
    }

    /// Returns the members of a group outside of an intersection.
    fn rest(&self, group: usize, intersection: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let shared = self.structure.intersections.members.get(intersection);
        self.members(group).filter(|&member| !shared.contains(&(member as u32)))
    }

    pub fn explain(&self, slots: &[Slot], query: &Query, why: &mut Why<'_>) -> bool {
        let goal = query.slot().map(|asked| (slots.iter().position(|&slot| slot == asked), query.bits()));
        if matches!(goal, Some((None, _))) {
            return false;
        }
        let mut record = Record {
            domains: slots.iter().map(|&slot| why.store().one_word(slot)).collect(),
            steps: Vec::new(),
            goal: goal.and_then(|(asked, bits)| Some((asked?, bits))),
        };
        let Some(end) = self.replay(&mut record) else { return false };
        let mut needs = vec![0; slots.len()];
        match (end, record.goal) {
            (End::Found, Some((asked, bits))) => needs[asked] = bits,
            (End::Equal(one, other, value), _) => (needs[one], needs[other]) = (!value, !value),
            (End::Missing(group, value), _) => self.members(group).for_each(|member| needs[member] = value),
            (End::Crowded(group, place, values), _) => {
                self.members(group)
                    .filter(|&member| member != place)
                    .for_each(|member| needs[member] = values);
            }
            (End::Emptied(loser, group, intersection), _) => {
                let values = record.domains[loser];
                needs[loser] = !values;
                self.rest(group, intersection).for_each(|member| needs[member] |= values);
            }
            (End::Found, None) => unreachable!("a conflict has no goal"),
        }
        for &Step { variable, removed, rule } in record.steps.iter().rev() {
            let hit = needs[variable] & removed;
            if hit == 0 {
                continue;
            }
            needs[variable] ^= hit;
            match rule {
                Rule::Fixed(from, value) => needs[from] |= !value,
                Rule::Hidden(group, value) => {
                    let others = self.members(group).filter(|&member| member != variable);
                    others.for_each(|member| needs[member] |= value);
                }
                Rule::Confined(group, intersection) => {
                    self.rest(group, intersection).for_each(|member| needs[member] |= hit);
                }
            }
        }
        slots.iter().zip(needs).for_each(|(&slot, needed)| why.excludes(slot, needed));
        true
    }

    /// Applies the rules until the goal is reached, or the conflict. Returns `None` if they find neither.
    fn replay(&self, record: &mut Record) -> Option<End> {
        loop {
            let before = record.steps.len();
            let groups = 0..self.structure.members.len();
            let mut end = groups.clone().find_map(|group| self.fixed(group, record));
            if record.steps.len() == before {
                end = end.or_else(|| groups.into_iter().find_map(|group| self.hidden(group, record)));
            }
            if record.steps.len() == before {
                end = end.or_else(|| self.confined(record));
            }
            if end.is_some() || record.steps.len() == before {
                return end;
            }
        }
    }

    /// Removes the values of fixed members.
    fn fixed(&self, group: usize, record: &mut Record) -> Option<End> {
        for from in self.members(group) {
            if !record.is_fixed(from) {
                continue;
            }
            let value = record.domains[from];
            for member in self.members(group).filter(|&member| member != from) {
                if record.domains[member] == value {
                    return Some(End::Equal(from, member, value));
                }
                if record.remove(member, value, Rule::Fixed(from, value)) {
                    return Some(End::Found);
                }
            }
        }
        None
    }

    /// Assigns the values that only one member can take.
    fn hidden(&self, group: usize, record: &mut Record) -> Option<End> {
        let all = self.all_values[group];
        let (mut once, mut twice) = (0, 0);
        for member in self.members(group) {
            twice |= once & record.domains[member];
            once |= record.domains[member];
        }
        let missing = all & !once;
        if missing != 0 {
            return Some(End::Missing(group, missing & missing.wrapping_neg()));
        }
        for member in self.members(group) {
            let here = record.domains[member] & all & !twice;
            if here == 0 {
                continue;
            }
            if !here.is_power_of_two() {
                let rest = here & (here - 1);
                return Some(End::Crowded(group, member, here & !(rest & (rest - 1))));
            }
            if record.remove(member, !here, Rule::Hidden(group, here)) {
                return Some(End::Found);
            }
        }
        None
    }

    /// Removes from the rest of a group the values that another one has only where they intersect.
    fn confined(&self, record: &mut Record) -> Option<End> {
        for (intersection, found) in self.structure.intersections.all.iter().enumerate() {
            let [a, b] = found.groups.map(|group| group as usize);
            for (group, other) in [(a, b), (b, a)] {
                let rest = self.rest(group, intersection);
                let only = rest.fold(self.all_values[group], |only, member| only & !record.domains[member]);
                for loser in self.rest(other, intersection) {
                    if record.domains[loser] & !only == 0 {
                        return Some(End::Emptied(loser, group, intersection));
                    }
                    if record.remove(loser, only, Rule::Confined(group, intersection)) {
                        return Some(End::Found);
                    }
                }
            }
        }
        None
    }
}

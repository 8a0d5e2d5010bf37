//! Reasons of a network. Often a rule or two that removed the values at once suffice. If not, the rules are applied
//! again, one by one, with a record of each step. Then the record is read backwards, and the premises of a needed step
//! become needed.
//!
//! The rules are monotone, so they find the removals again in a state in which a part of them has been written.

use std::collections::VecDeque;
use std::sync::Arc;

use smallvec::SmallVec;

use super::tables::Structure;
use crate::base::bits::ones;
use crate::engine::reasons::{Query, Why};
use crate::engine::store::Slot;

#[derive(Debug)]
pub(super) struct Replay {
    structure: Arc<Structure>,
    /// The values of permutations; 0 for other groups.
    all_values: Box<[u64]>,
}

/// Variables, and values that they do not have.
type Premises = SmallVec<[(usize, u64); 32]>;

/// Values that a variable loses, and the rule that removes them.
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
    /// The members outside of this intersection, of its first or second group, have none of the removed values.
    Confined(usize, usize),
}

/// The end of a replay.
enum End {
    /// The queried values were removed.
    Found,
    /// Two members of a group have only one value, the same.
    Equal(usize, usize, u64),
    /// No member of the group has this value.
    Missing(usize, u64),
    /// Only this member of the group can take these two values.
    Crowded(usize, usize, u64),
    /// This variable, outside an intersection, has only values that the first or second group of the intersection can
    /// place only in it.
    Emptied(usize, usize, usize),
}

/// A replay so far.
struct Record<'a> {
    structure: &'a Structure,
    domains: Vec<u64>,
    steps: Vec<Step>,
    /// A variable and values that it has to lose.
    goal: Option<(usize, u64)>,
    /// Fixed variables whose neighbours have not lost their value.
    fixed: VecDeque<usize>,
    /// Groups in which members have changed since they were searched for hidden singles, and for intersections.
    for_hidden: u128,
    for_confined: u128,
}

impl Record<'_> {
    /// Removes values of a variable, which keeps others. Returns whether this reaches the goal.
    fn remove(&mut self, variable: usize, values: u64, rule: Rule) -> bool {
        let removed = self.domains[variable] & values;
        if removed != 0 {
            self.domains[variable] ^= removed;
            self.steps.push(Step { variable, removed, rule });
            if self.domains[variable].is_power_of_two() {
                self.fixed.push_back(variable);
            }
            let groups = self.structure.groups_of.get(variable).iter();
            let changed = groups.fold(0, |changed, &group| changed | 1 << group);
            self.for_hidden |= changed;
            self.for_confined |= changed;
        }
        self.goal.is_some_and(|(asked, bits)| asked == variable && self.domains[variable] & bits == 0)
    }
}

impl Replay {
    pub fn new(structure: Arc<Structure>, all_values: Box<[u64]>) -> Replay {
        Replay { structure, all_values }
    }

    fn members(&self, group: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.structure.members().get(group).iter().map(|&member| member as usize)
    }

    /// Returns the members of a group outside of an intersection, of which the group is the first or the second.
    fn rest(&self, intersection: usize, side: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let intersections = &self.structure.intersections;
        let tiles = intersections.rest_tiles.get(2 * intersection + side).iter();
        let in_tiles = tiles.flat_map(|&tile| intersections.members.get(tile as usize));
        let others = intersections.rest_variables.get(2 * intersection + side);
        in_tiles.chain(others).map(|&member| member as usize)
    }

    pub fn explain(&self, slots: &[Slot], query: &Query, why: &mut Why<'_>) -> bool {
        let goal = query.slot().map(|asked| (slots.iter().position(|&slot| slot == asked), query.bits()));
        if matches!(goal, Some((None, _))) {
            return false;
        }
        let goal = goal.and_then(|(asked, bits)| Some((asked?, bits)));
        let domains: Vec<u64> = slots.iter().map(|&slot| why.store().one_word(slot)).collect();
        if let Some((asked, bits)) = goal
            && let Some(premises) = self.at_once(&domains, asked, bits)
        {
            premises.into_iter().for_each(|(member, lost)| why.excludes(slots[member], lost));
            return true;
        }
        let all_groups = u128::MAX >> (128 - self.structure.members().len().clamp(1, 128));
        let mut record = Record {
            structure: &self.structure,
            fixed: self.unsettled(&domains),
            domains,
            steps: Vec::new(),
            goal,
            for_hidden: all_groups,
            for_confined: all_groups,
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
            (End::Emptied(loser, intersection, side), _) => {
                let values = record.domains[loser];
                needs[loser] = !values;
                self.rest(intersection, side).for_each(|member| needs[member] |= values);
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
                Rule::Confined(intersection, side) => {
                    self.rest(intersection, side).for_each(|member| needs[member] |= hit);
                }
            }
        }
        slots.iter().zip(needs).for_each(|(&slot, needed)| why.excludes(slot, needed));
        true
    }

    /// Returns variables, with values that they have lost, from which rules remove the values of `asked` at once.
    fn at_once(&self, domains: &[u64], asked: usize, bits: u64) -> Option<Premises> {
        let groups = self.structure.groups_of.get(asked);
        let others = |group: u32| self.members(group as usize).filter(|&member| member != asked);
        let mut rest = bits;
        let mut premises = Premises::new();
        for member in groups.iter().flat_map(|&group| others(group)) {
            let domain = domains[member];
            if domain & rest != 0 && domain.is_power_of_two() {
                rest &= !domain;
                premises.push((member, !domain));
            }
        }
        if rest == 0 {
            return Some(premises);
        }
        for &group in groups {
            let hidden = others(group).fold(self.all_values[group as usize], |all, at| all & !domains[at]);
            if hidden.is_power_of_two() && hidden & bits == 0 {
                return Some(others(group).map(|member| (member, hidden)).collect());
            }
        }
        let intersections = &self.structure.intersections;
        for (at, intersection) in intersections.all.iter().enumerate() {
            for side in [0, 1] {
                let loses = groups.contains(&intersection.groups[1 - side])
                    && !intersections.of_variable.get(asked).contains(&(at as u32));
                if !loses {
                    continue;
                }
                let all = self.all_values[intersection.groups[side] as usize] & rest;
                let only = self.rest(at, side).fold(all, |only, member| only & !domains[member]);
                if only != 0 {
                    rest &= !only;
                    premises.extend(self.rest(at, side).map(|member| (member, only)));
                }
                if rest == 0 {
                    return Some(premises);
                }
            }
        }
        None
    }

    /// Returns the fixed variables whose neighbours still have their value.
    fn unsettled(&self, domains: &[u64]) -> VecDeque<usize> {
        let is_fixed = |variable: usize| domains[variable].is_power_of_two();
        let mut found = vec![false; domains.len()];
        for group in 0..self.structure.members().len() {
            let (mut fixed, mut taken) = (0, 0);
            for member in self.members(group) {
                let domain = domains[member];
                let own = if domain.is_power_of_two() { domain } else { 0 };
                taken |= fixed & own | domain & !own;
                fixed |= own;
            }
            if fixed & taken != 0 {
                let is_unsettled = |&member: &usize| is_fixed(member) && domains[member] & taken != 0;
                self.members(group).filter(is_unsettled).for_each(|member| found[member] = true);
            }
        }
        (0..domains.len()).filter(|&variable| found[variable]).collect()
    }

    /// Applies the rules until the goal is reached, or the conflict. Returns `None` if they find neither.
    fn replay(&self, record: &mut Record<'_>) -> Option<End> {
        loop {
            // First in, first out: a removal that follows in fewer steps has fewer reasons.
            if let Some(variable) = record.fixed.pop_front() {
                if let Some(end) = self.fixed(variable, record) {
                    return Some(end);
                }
            } else if record.for_hidden != 0 {
                for bit in ones(std::mem::take(&mut record.for_hidden)) {
                    let group = bit as usize;
                    if let Some(end) = self.hidden(group, record) {
                        return Some(end);
                    }
                }
            } else if record.for_confined != 0 {
                let groups = std::mem::take(&mut record.for_confined);
                if let Some(end) = self.confined(groups, record) {
                    return Some(end);
                }
            } else {
                return None;
            }
        }
    }

    /// Removes the value of a fixed variable from its neighbours.
    fn fixed(&self, from: usize, record: &mut Record<'_>) -> Option<End> {
        let value = record.domains[from];
        for &group in self.structure.groups_of.get(from) {
            for member in self.members(group as usize).filter(|&member| member != from) {
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
    fn hidden(&self, group: usize, record: &mut Record<'_>) -> Option<End> {
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

    /// Removes from the rest of a group the values that another group can place only in their intersection. One of the
    /// two groups is in `groups`.
    fn confined(&self, groups: u128, record: &mut Record<'_>) -> Option<End> {
        for (intersection, found) in self.structure.intersections.all.iter().enumerate() {
            for side in [0, 1] {
                let group = found.groups[side] as usize;
                if groups >> group & 1 == 0 {
                    continue;
                }
                let rest = self.rest(intersection, side);
                let only = rest.fold(self.all_values[group], |only, member| only & !record.domains[member]);
                if only == 0 {
                    continue;
                }
                for loser in self.rest(intersection, 1 - side) {
                    if record.domains[loser] & !only == 0 {
                        return Some(End::Emptied(loser, intersection, side));
                    }
                    if record.remove(loser, only, Rule::Confined(intersection, side)) {
                        return Some(End::Found);
                    }
                }
            }
        }
        None
    }
}

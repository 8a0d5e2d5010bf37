//! The network's rules, applied to one variable or group at a time, and only to changes.
//!
//! A variable that becomes fixed is pushed on a stack, and its value is removed from its neighbours at once.
//! A group with a changed member is then searched for values that only one member can take. The rule of
//! intersections is applied to a group only for values that one of its intersections has lost.
//!
//! Changes are counted from the last fixpoint on the current branch. Each fixpoint has a number, kept in a
//! reversible word, and the states of fixpoints are kept on a stack. After backtracking, the word names the
//! state to compare with; the states above it belong to abandoned branches.

use super::{MOST_GROUPS, NetworkRules};
use std::sync::Arc;

use super::tables::{Lists, Padded, Structure, Tables};
use crate::base::bits::ones;
use crate::base::simd::{Isa, Level, Work, dispatch};
use crate::engine::store::{Conflict, Slot, Store, Word};

#[derive(Debug)]
pub(super) struct OneByOne {
    padded: Arc<PaddedStructure>,
    level: Level,
    /// The first slot, if all slots are consecutive.
    first: Option<usize>,
    /// The values of permutations; 0 for other groups.
    all_values: Box<[u64]>,
    /// The domains as loaded.
    before: Vec<u64>,
    state: State,
    /// Number of the last fixpoint on this branch; 0 for none.
    latest: Word,
    fixpoints: Fixpoints,
    /// Scratch, by group: values that one of its intersections has lost.
    lost: Vec<u64>,
}

/// The states of the fixpoints on the current branch, and of a few on abandoned branches.
#[derive(Debug, Default)]
struct Fixpoints {
    /// The numbers of the fixpoints, ascending. A number is never used twice.
    numbers: Vec<u64>,
    /// Domains of variables, values placed in groups, and values of intersections, end to end for each
    /// fixpoint.
    states: Vec<u64>,
    last_number: u64,
}

/// The structure in the form that the loops use. One more variable, group and intersection are added to pad
/// lists: they have no values and are never changed.
#[derive(Debug)]
pub(super) struct PaddedStructure {
    /// By variable: the other members of its groups, once each; its groups, as a list and as bits; its
    /// intersections, as bits.
    neighbours: Padded,
    groups_of: Padded,
    group_bits: Vec<u128>,
    intersection_bits: Vec<u64>,
    /// Number of words in a set of intersections.
    intersection_words: usize,
    /// By group: its members.
    members: Padded,
    /// By group: the rests of its intersections.
    rests_of: Lists,
    /// Groups with rests that contain single variables.
    ragged: u128,
    /// By intersection: its members; its two groups.
    intersection_members: Padded,
    intersection_groups: Vec<[u32; 2]>,
    /// By rest (2p and 2p + 1 for the two groups of intersection p): the other intersections that tile it,
    /// and its single variables.
    rest_tiles: Padded,
    rest_variables: Padded,
}

impl PaddedStructure {
    pub fn new(structure: &Structure) -> PaddedStructure {
        let Structure { groups_of, intersections, .. } = structure;
        let (variables, members) = (structure.variables(), structure.members());
        assert!(members.len() <= MOST_GROUPS, "groups are the bits of a word");
        let bits = |variable| groups_of.get(variable).iter().fold(0, |all, &group| all | 1 << group);
        let intersection_words = intersections.all.len().div_ceil(64);
        let mut intersection_bits = vec![0; intersection_words * variables];
        for variable in 0..intersections.of_variable.len() {
            for &intersection in intersections.of_variable.get(variable) {
                intersection_bits[variable * intersection_words + intersection as usize / 64] |=
                    1 << (intersection % 64);
            }
        }
        let group_of = |rest: usize| intersections.all[rest / 2].groups[rest % 2];
        let rests = 0..2 * intersections.all.len();
        let rests_of: Vec<(u32, u32)> = rests.clone().map(|rest| (group_of(rest), rest as u32)).collect();
        let is_ragged = |rest: &usize| !intersections.rest_variables.get(*rest).is_empty();
        PaddedStructure {
            neighbours: Padded::new(&structure.neighbours(), variables),
            groups_of: Padded::new(groups_of, members.len()),
            group_bits: (0..variables).map(bits).collect(),
            intersection_bits,
            intersection_words,
            members: Padded::new(members, variables),
            rests_of: Lists::from_pairs(members.len(), &rests_of),
            ragged: rests.filter(is_ragged).fold(0, |all, rest| all | 1 << group_of(rest)),
            intersection_members: Padded::new(&intersections.members, variables),
            intersection_groups: intersections.all.iter().map(|intersection| intersection.groups).collect(),
            rest_tiles: Padded::new(&intersections.rest_tiles, intersections.all.len()),
            rest_variables: Padded::new(&intersections.rest_variables, variables),
        }
    }
}

/// The current domains and the pending work.
#[derive(Debug)]
struct State {
    domains: Vec<u64>,
    /// Fixed variables whose value is not yet removed from their neighbours.
    fixed: Vec<u32>,
    /// By group: the values of members that are fixed and handled.
    placed: Vec<u64>,
    /// By intersection: its possible values when it was last examined. Only `changed_intersections` may have lost
    /// values since.
    holds: Vec<u64>,
    changed_intersections: Vec<u64>,
    /// Groups with a changed member: since the group was last searched for singles, and since the rule of
    /// intersections was last applied.
    dirty: u128,
    touched: u128,
}

impl State {
    /// Narrows a domain to `new`, which differs from it.
    #[inline(always)]
    fn narrow(&mut self, padded: &PaddedStructure, variable: u32, new: u64) -> Result<(), Conflict> {
        if new == 0 {
            return Err(Conflict);
        }
        self.domains[variable as usize] = new;
        if is_single(new) {
            self.fixed.push(variable);
        }
        self.mark(padded, variable as usize);
        Ok(())
    }

    /// Marks the groups and intersections of a variable as changed.
    #[inline(always)]
    fn mark(&mut self, padded: &PaddedStructure, variable: usize) {
        self.dirty |= padded.group_bits[variable];
        let own = &padded.intersection_bits[variable * padded.intersection_words..];
        self.changed_intersections.iter_mut().zip(own).for_each(|(changed, own)| *changed |= own);
    }

    /// Removes the values of fixed variables from their neighbours.
    #[inline(always)]
    fn take_values(&mut self, padded: &PaddedStructure) -> Result<(), Conflict> {
        while let Some(variable) = self.fixed.pop() {
            let value = self.domains[variable as usize];
            for &group in padded.groups_of.get(variable as usize) {
                self.placed[group as usize] |= value;
            }
            for &neighbour in padded.neighbours.get(variable as usize) {
                let domain = self.domains[neighbour as usize];
                if domain & value != 0 {
                    self.narrow(padded, neighbour, domain & !value)?;
                }
            }
        }
        Ok(())
    }

    /// Assigns the values of a permutation that only one member can take.
    #[inline(always)]
    fn hidden(&mut self, padded: &PaddedStructure, all: u64, group: usize) -> Result<(), Conflict> {
        let members = padded.members.get(group);
        let (mut once, mut twice) = (0_u64, 0_u64);
        for &member in members {
            let domain = self.domains[member as usize];
            twice |= once & domain;
            once |= domain;
        }
        if all & !once != 0 {
            return Err(Conflict);
        }
        let mut hidden = all & !twice & !self.placed[group];
        for &member in members {
            if hidden == 0 {
                break;
            }
            let here = self.domains[member as usize] & hidden;
            if here != 0 {
                // Two values have this variable as their only place.
                if !is_single(here) {
                    return Err(Conflict);
                }
                hidden &= !here;
                self.narrow(padded, member, here)?;
            }
        }
        Ok(())
    }

    /// Returns the possible values of a group outside of an intersection.
    #[inline(always)]
    fn rest(&self, padded: &PaddedStructure, rest: usize) -> u64 {
        let tiles = padded.rest_tiles.get(rest).iter();
        let holds = tiles.fold(0, |all, &intersection| all | self.holds[intersection as usize]);
        let singles = padded.rest_variables.get(rest).iter();
        singles.fold(holds, |all, &single| all | self.domains[single as usize])
    }

    /// Removes the values `only` from the rest of a group.
    fn leave(&mut self, padded: &PaddedStructure, rest: usize, only: u64) -> Result<(), Conflict> {
        let others = padded
            .rest_tiles
            .get(rest)
            .iter()
            .filter(|&&intersection| (intersection as usize) < padded.intersection_groups.len());
        let losers = others.flat_map(|&intersection| padded.intersection_members.get(intersection as usize));
        for &loser in losers.chain(padded.rest_variables.get(rest)) {
            let domain = self.domains[loser as usize];
            if domain & only != 0 {
                self.narrow(padded, loser, domain & !only)?;
            }
        }
        Ok(())
    }

    /// Applies the rule of singles to all changed groups.
    #[inline(always)]
    fn singles(&mut self, padded: &PaddedStructure, all_values: &[u64]) -> Result<(), Conflict> {
        self.take_values(padded)?;
        // Groups that change meanwhile wait for the next round: by then they have changed more.
        self.touched |= self.dirty;
        for bit in ones(std::mem::take(&mut self.dirty)) {
            let group = bit as usize;
            self.hidden(padded, all_values[group], group)?;
            self.take_values(padded)?;
        }
        Ok(())
    }
}

#[inline(always)]
fn is_single(domain: u64) -> bool {
    domain & domain.wrapping_sub(1) == 0
}

impl OneByOne {
    pub fn new(
        structure: &Structure,
        padded: Arc<PaddedStructure>,
        tables: &Tables,
        level: Level,
        latest: Word,
    ) -> OneByOne {
        let variables = structure.variables();
        OneByOne {
            level,
            first: tables.first_in_a_row(),
            all_values: tables.all_values.clone(),
            before: vec![0; variables],
            state: State {
                domains: vec![0; variables + 1],
                fixed: Vec::with_capacity(variables),
                placed: vec![0; structure.members().len() + 1],
                holds: vec![0; structure.intersections.all.len() + 1],
                changed_intersections: vec![0; structure.intersections.all.len().div_ceil(64)],
                dirty: 0,
                touched: 0,
            },
            latest,
            fixpoints: Fixpoints::default(),
            lost: vec![0; structure.members().len()],
            padded,
        }
    }

    /// Applies the rule of intersections to the values that intersections have lost since the last time.
    /// Groups that change are marked as dirty.
    #[inline(always)]
    fn intersections(&mut self) -> Result<(), Conflict> {
        let OneByOne { padded, state, lost, .. } = self;
        let mut losers = std::mem::take(&mut state.touched) & padded.ragged;
        for group in ones(losers).map(|group| group as usize) {
            lost[group] = u64::MAX;
        }
        for word in 0..padded.intersection_words {
            for bit in ones(std::mem::take(&mut state.changed_intersections[word])).map(|bit| bit as usize) {
                let intersection = 64 * word + bit;
                let members = padded.intersection_members.get(intersection);
                let holds = members.iter().fold(0, |all, &member| all | state.domains[member as usize]);
                let gone = std::mem::replace(&mut state.holds[intersection], holds) & !holds;
                if gone == 0 {
                    continue;
                }
                for group in padded.intersection_groups[intersection] {
                    let known = if losers >> group & 1 != 0 { lost[group as usize] } else { 0 };
                    lost[group as usize] = known | gone;
                    losers |= 1 << group;
                }
            }
        }
        for group in ones(losers).map(|group| group as usize) {
            // A placed value is no longer in the other domains.
            let lost = lost[group] & !state.placed[group];
            for &rest in padded.rests_of.get(group) {
                let rest = rest as usize;
                let here = state.holds[rest / 2] & lost;
                if here == 0 {
                    continue;
                }
                let only = here & !state.rest(padded, rest);
                // Skipped if the rest of the other group has none of the values.
                if only != 0 && only & state.rest(padded, rest ^ 1) != 0 {
                    state.leave(padded, rest ^ 1, only)?;
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn filter(&mut self) -> Result<(), Conflict> {
        loop {
            while self.state.dirty != 0 {
                self.state.singles(&self.padded, &self.all_values)?;
            }
            self.intersections()?;
            if self.state.dirty == 0 {
                return Ok(());
            }
        }
    }
}

struct Filter<'a>(&'a mut OneByOne);

impl Work for Filter<'_> {
    type Output = Result<(), Conflict>;

    #[inline(always)]
    fn run<I: Isa>(self) -> Result<(), Conflict> {
        self.0.filter()
    }
}

impl OneByOne {
    /// Loads the domains and marks the changes since the last fixpoint on the branch.
    fn load(&mut self, store: &Store, slots: &[Slot]) {
        let OneByOne { padded, first, before, state, latest, fixpoints, .. } = self;
        let words = store.words();
        match *first {
            Some(first) => before.copy_from_slice(&words[first..first + slots.len()]),
            None => before.iter_mut().zip(slots).for_each(|(before, slot)| *before = words[slot.0 as usize]),
        }
        let variables = before.len();
        state.domains[..variables].copy_from_slice(before);
        // Clears the state after a conflict.
        (state.dirty, state.touched) = (0, 0);
        state.fixed.clear();
        state.changed_intersections.fill(0);
        let number = store.read(*latest);
        let stride = variables + state.placed.len() + state.holds.len();
        while fixpoints.numbers.pop_if(|known| *known != number).is_some() {}
        fixpoints.states.truncate(fixpoints.numbers.len() * stride);
        let last = fixpoints.states.len().checked_sub(stride).map(|start| &fixpoints.states[start..]);
        match last {
            Some(last) => {
                let (placed, holds) = last[variables..].split_at(state.placed.len());
                state.placed.copy_from_slice(placed);
                state.holds.copy_from_slice(holds);
            }
            None => {
                state.placed.fill(0);
                // Initially all values count as possible. The padding intersection has none.
                let count = state.holds.len() - 1;
                state.holds[..count].fill(u64::MAX);
            }
        }
        let mut change = |variable: usize| {
            state.mark(padded, variable);
            if is_single(before[variable]) {
                state.fixed.push(variable as u32);
            }
        };
        match last {
            Some(last) => differences(before, &last[..variables]).for_each(change),
            None => (0..variables).for_each(&mut change),
        }
    }
}

/// Iterates over the indices at which two lists of words differ; most do not.
fn differences<'a>(one: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    const TOGETHER: usize = 8;
    let chunks = one.chunks(TOGETHER).zip(other.chunks(TOGETHER)).enumerate();
    chunks.filter(|(_, (one, other))| one != other).flat_map(|(chunk, (one, other))| {
        let pairs = one.iter().zip(other).enumerate();
        pairs.filter(|(_, (one, other))| one != other).map(move |(at, _)| chunk * TOGETHER + at)
    })
}

impl NetworkRules for OneByOne {
    fn run(&mut self, store: &Store, slots: &[Slot]) -> Result<(), Conflict> {
        self.load(store, slots);
        let level = self.level;
        dispatch(level, Filter(self))
    }

    fn settle(&mut self, store: &mut Store) {
        let OneByOne { state, latest, fixpoints, .. } = self;
        fixpoints.last_number += 1;
        fixpoints.numbers.push(fixpoints.last_number);
        fixpoints.states.extend_from_slice(&state.domains[..self.before.len()]);
        fixpoints.states.extend_from_slice(&state.placed);
        fixpoints.states.extend_from_slice(&state.holds);
        store.write(*latest, fixpoints.last_number);
    }

    fn changes(&self, mut each: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict> {
        let domains = &self.state.domains[..self.before.len()];
        differences(&self.before, domains).try_for_each(|variable| each(variable, domains[variable]))
    }
}

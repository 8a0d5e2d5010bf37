//! One variable and one group after the other, only what changed.
//!
//! A variable that becomes fixed goes on a stack and takes its value from its neighbours at once; a group
//! that lost a value anywhere is looked through for values with one place left, after all fixings.
//!
//! "Changed" means since the last fixpoint on the same branch. Its number stands in a reversible word, and the
//! domains of the fixpoints above the current place are kept on a stack: after backtracking the word names the
//! one to compare with, and those above it on the stack are of abandoned branches.

use super::{MOST_GROUPS, Way};
use std::sync::Arc;

use super::tables::{Padded, Structure, Tables};
use crate::simd::{Isa, Level, Work, dispatch};
use crate::store::{Conflict, Slot, Store, Word};

#[derive(Debug)]
pub(super) struct OneByOne {
    structure: Arc<Structure>,
    level: Level,
    /// The values of permutations, 0 for other groups.
    all_values: Box<[u64]>,
    /// The domains as they were read.
    before: Vec<u64>,
    state: State,
    /// The number of the last fixpoint on this branch, 0 for none.
    latest: Word,
    fixpoints: Fixpoints,
    /// What each meeting place can hold; scratch.
    places: Vec<u64>,
}

/// The states of the fixpoints on the way to where the search is, and a few of abandoned branches.
#[derive(Debug, Default)]
struct Fixpoints {
    /// Ascending; numbers are never used twice.
    numbers: Vec<u64>,
    /// Domains of variables, then values placed in groups, end to end.
    states: Vec<u64>,
    last_number: u64,
}

/// The structure as the loops here want it. One variable, one group and one place more than there are stand
/// for what is missing: they hold nothing and change nothing.
#[derive(Debug)]
pub(super) struct Reach {
    /// By variable: the others of its groups, each once; its groups; and these as bits.
    neighbours: Padded,
    groups_of: Padded,
    group_bits: Vec<u128>,
    /// By group.
    members: Padded,
    /// By place: its members; its two groups; two rests, as other places and single variables.
    place_members: Padded,
    place_groups: Vec<[u32; 2]>,
    rest_places: Padded,
    rest_variables: Padded,
}

impl Reach {
    pub fn new(structure: &Structure) -> Reach {
        let Structure { variables, members, groups_of, meetings, .. } = structure;
        assert!(members.len() <= MOST_GROUPS, "groups are the bits of a word");
        let bits = |variable| groups_of.get(variable).iter().fold(0, |all, &group| all | 1 << group);
        Reach {
            neighbours: Padded::new(&structure.neighbours(), *variables),
            groups_of: Padded::new(groups_of, members.len()),
            group_bits: (0..*variables).map(bits).collect(),
            members: Padded::new(members, *variables),
            place_members: Padded::new(&meetings.members, *variables),
            place_groups: meetings.places.iter().map(|place| place.groups).collect(),
            rest_places: Padded::new(&meetings.rest_places, meetings.places.len()),
            rest_variables: Padded::new(&meetings.rest_variables, *variables),
        }
    }
}

/// The domains on the way, and what is still to be looked at.
#[derive(Debug)]
struct State {
    domains: Vec<u64>,
    /// Variables that have been fixed and whose neighbours still have to lose the value.
    fixed: Vec<u32>,
    /// By group: the values of members that are done with.
    placed: Vec<u64>,
    /// Groups that have lost a value: since they were looked through for singles, and since the places were.
    dirty: u128,
    touched: u128,
}

impl State {
    /// Narrows a domain; `new` differs from what it was.
    #[inline(always)]
    fn narrow(&mut self, reach: &Reach, variable: u32, new: u64) -> Result<(), Conflict> {
        if new == 0 {
            return Err(Conflict);
        }
        self.domains[variable as usize] = new;
        if is_single(new) {
            self.fixed.push(variable);
        }
        self.dirty |= reach.group_bits[variable as usize];
        Ok(())
    }

    /// Everyone fixed takes its value from its neighbours.
    #[inline(always)]
    fn take_values(&mut self, reach: &Reach) -> Result<(), Conflict> {
        while let Some(variable) = self.fixed.pop() {
            let value = self.domains[variable as usize];
            for &group in reach.groups_of.get(variable as usize) {
                self.placed[group as usize] |= value;
            }
            for &neighbour in reach.neighbours.get(variable as usize) {
                let domain = self.domains[neighbour as usize];
                if domain & value != 0 {
                    self.narrow(reach, neighbour, domain & !value)?;
                }
            }
        }
        Ok(())
    }

    /// Values with one place left in a group.
    #[inline(always)]
    fn hidden(&mut self, reach: &Reach, all: u64, group: usize) -> Result<(), Conflict> {
        let members = reach.members.get(group);
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
                // Two values that can stand only here.
                if !is_single(here) {
                    return Err(Conflict);
                }
                hidden &= !here;
                self.narrow(reach, member, here)?;
            }
        }
        Ok(())
    }

    /// Takes the values of `only` from the rest of a group.
    fn leave(&mut self, reach: &Reach, rest: usize, only: u64) -> Result<(), Conflict> {
        let others =
            reach.rest_places.get(rest).iter().filter(|&&place| (place as usize) < reach.place_groups.len());
        let losers = others.flat_map(|&place| reach.place_members.get(place as usize));
        for &loser in losers.chain(reach.rest_variables.get(rest)) {
            let domain = self.domains[loser as usize];
            if domain & only != 0 {
                self.narrow(reach, loser, domain & !only)?;
            }
        }
        Ok(())
    }

    /// Singles in all dirty groups.
    #[inline(always)]
    fn singles(&mut self, reach: &Reach, all_values: &[u64]) -> Result<(), Conflict> {
        self.take_values(reach)?;
        // Those that get dirty on the way wait for the next round: by then more has changed in them.
        self.touched |= self.dirty;
        let mut batch = std::mem::take(&mut self.dirty);
        while batch != 0 {
            let group = batch.trailing_zeros() as usize;
            batch &= batch - 1;
            self.hidden(reach, all_values[group], group)?;
            self.take_values(reach)?;
        }
        Ok(())
    }
}

#[inline(always)]
fn is_single(domain: u64) -> bool {
    domain & domain.wrapping_sub(1) == 0
}

impl OneByOne {
    pub fn new(tables: &Tables, level: Level, latest: Word) -> OneByOne {
        let Tables { structure, all_values, .. } = tables;
        let variables = structure.variables;
        OneByOne {
            level,
            all_values: all_values.clone(),
            before: vec![0; variables],
            state: State {
                domains: vec![0; variables + 1],
                fixed: Vec::with_capacity(variables),
                placed: vec![0; structure.members.len() + 1],
                dirty: 0,
                touched: 0,
            },
            latest,
            fixpoints: Fixpoints::default(),
            places: vec![0; structure.meetings.places.len() + 1],
            structure: structure.clone(),
        }
    }

    /// The intersection rule over the places of all groups that were touched. Changed groups are dirty then.
    #[inline(always)]
    fn intersections(&mut self) -> Result<(), Conflict> {
        let OneByOne { structure, state, places, .. } = self;
        let reach = structure.reach();
        let touched = std::mem::take(&mut state.touched);
        for (place, holds) in places[..reach.place_groups.len()].iter_mut().enumerate() {
            let members = reach.place_members.get(place);
            *holds = members.iter().fold(0, |all, &member| all | state.domains[member as usize]);
        }
        for (place, groups) in reach.place_groups.iter().enumerate() {
            if (touched >> groups[0] | touched >> groups[1]) & 1 == 0 {
                continue;
            }
            // What the rest of either group can hold.
            let rests = [2 * place, 2 * place + 1].map(|rest| {
                let others = reach.rest_places.get(rest);
                let mut holds = others.iter().fold(0, |all, &other| all | places[other as usize]);
                if !reach.rest_variables.is_empty() {
                    let singles = reach.rest_variables.get(rest);
                    holds |= singles.iter().fold(0, |all, &single| all | state.domains[single as usize]);
                }
                holds
            });
            for side in [0, 1] {
                // There is nothing to learn from a value that is placed, and nothing to take where none is.
                let only = places[place] & !rests[side] & !state.placed[groups[side] as usize];
                if only & rests[1 - side] != 0 {
                    state.leave(reach, 2 * place + 1 - side, only)?;
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn filter(&mut self) -> Result<(), Conflict> {
        loop {
            while self.state.dirty != 0 {
                self.state.singles(self.structure.reach(), &self.all_values)?;
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
    /// Takes the domains over and finds out what has changed since the last fixpoint of the branch.
    fn load(&mut self, store: &Store, slots: &[Slot]) {
        let OneByOne { structure, before, state, latest, fixpoints, .. } = self;
        let reach = structure.reach();
        let words = store.words();
        for (before, slot) in before.iter_mut().zip(slots) {
            *before = words[slot.0 as usize];
        }
        let variables = before.len();
        state.domains[..variables].copy_from_slice(before);
        // What a conflict left behind.
        (state.dirty, state.touched) = (0, 0);
        state.fixed.clear();
        let number = store.read(*latest);
        let stride = variables + state.placed.len();
        while fixpoints.numbers.pop_if(|known| *known != number).is_some() {}
        fixpoints.states.truncate(fixpoints.numbers.len() * stride);
        let last = fixpoints.states.len().checked_sub(stride).map(|start| &fixpoints.states[start..]);
        match last {
            Some(last) => state.placed.copy_from_slice(&last[variables..]),
            None => state.placed.fill(0),
        }
        for (variable, &domain) in before.iter().enumerate() {
            if last.is_none_or(|last| last[variable] != domain) {
                state.dirty |= reach.group_bits[variable];
                if is_single(domain) {
                    state.fixed.push(variable as u32);
                }
            }
        }
    }
}

impl Way for OneByOne {
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
        store.write(*latest, fixpoints.last_number);
    }

    fn changes(&self, mut each: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict> {
        let both = self.before.iter().zip(&self.state.domains).enumerate();
        both.filter(|(_, (before, now))| before != now)
            .try_for_each(|(variable, (_, &now))| each(variable, now))
    }
}

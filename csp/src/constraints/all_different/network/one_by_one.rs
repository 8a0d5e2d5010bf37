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

use super::tables::{Lists, Structure, Tables};
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

/// What a variable touches.
#[derive(Debug)]
pub(super) struct Reach {
    /// The others of its groups, each once.
    neighbours: Lists,
    /// Its groups, one bit each.
    groups: Vec<u128>,
}

impl Reach {
    pub fn new(structure: &Structure) -> Reach {
        assert!(structure.members.len() <= MOST_GROUPS, "groups are the bits of a word");
        let groups = |variable| structure.groups_of.get(variable).iter().fold(0, |all, &group| all | 1 << group);
        Reach { neighbours: structure.neighbours(), groups: (0..structure.variables).map(groups).collect() }
    }
}

/// The parts of a network that do not change.
struct Shape<'a> {
    structure: &'a Structure,
    reach: &'a Reach,
    all_values: &'a [u64],
}

/// The domains on the way, and what is still to be looked at.
#[derive(Debug)]
struct State {
    domains: Vec<u64>,
    /// Variables that have been fixed and whose neighbours still have to lose the value.
    fixed: Vec<u32>,
    /// By group: the values of members that are done with.
    placed: Vec<u64>,
    /// Groups that have lost a value, one bit each.
    dirty: u128,
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
        self.dirty |= reach.groups[variable as usize];
        Ok(())
    }

    /// Everyone fixed takes its value from its neighbours.
    #[inline(always)]
    fn take_values(&mut self, network: &Shape<'_>) -> Result<(), Conflict> {
        while let Some(variable) = self.fixed.pop() {
            let value = self.domains[variable as usize];
            for &group in network.structure.groups_of.get(variable as usize) {
                self.placed[group as usize] |= value;
            }
            for &neighbour in network.reach.neighbours.get(variable as usize) {
                let domain = self.domains[neighbour as usize];
                if domain & value != 0 {
                    self.narrow(network.reach, neighbour, domain & !value)?;
                }
            }
        }
        Ok(())
    }

    /// Values with one place left in a group.
    #[inline(always)]
    fn hidden(&mut self, network: &Shape<'_>, group: usize) -> Result<(), Conflict> {
        let members = network.structure.members.get(group);
        let all = network.all_values[group];
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
                self.narrow(network.reach, member, here)?;
            }
        }
        Ok(())
    }

    /// Singles in all dirty groups.
    #[inline(always)]
    fn singles(&mut self, network: &Shape<'_>) -> Result<(), Conflict> {
        self.take_values(network)?;
        // Those that get dirty on the way wait for the next round: by then more has changed in them.
        let mut batch = std::mem::take(&mut self.dirty);
        while batch != 0 {
            let group = batch.trailing_zeros() as usize;
            batch &= batch - 1;
            self.hidden(network, group)?;
            self.take_values(network)?;
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
                domains: vec![0; variables],
                fixed: Vec::with_capacity(variables),
                placed: vec![0; structure.members.len()],
                dirty: 0,
            },
            latest,
            fixpoints: Fixpoints::default(),
            places: vec![0; structure.meetings.places.len()],
            structure: structure.clone(),
        }
    }

    /// The intersection rule over all places once. Changed groups are dirty then.
    #[inline(always)]
    fn intersections(&mut self) -> Result<(), Conflict> {
        let OneByOne { structure, state, places, .. } = self;
        let (meetings, reach) = (&structure.meetings, structure.reach());
        for (place, holds) in places.iter_mut().enumerate() {
            let members = meetings.members.get(place);
            *holds = members.iter().fold(0, |all, &member| all | state.domains[member as usize]);
        }
        for place in 0..places.len() {
            for side in 0..2 {
                let rest = |side: usize| {
                    (meetings.rest_places.get(2 * place + side), meetings.rest_variables.get(2 * place + side))
                };
                let (others, singles) = rest(side);
                let elsewhere = others.iter().fold(0, |all, &other| all | places[other as usize])
                    | singles.iter().fold(0, |all, &single| all | state.domains[single as usize]);
                let only = places[place] & !elsewhere;
                if only == 0 {
                    continue;
                }
                // `places` may hold more than the domains by now, never less: nothing is removed wrongly.
                let (others, singles) = rest(1 - side);
                let others = others.iter().filter(|&&other| places[other as usize] & only != 0);
                let losers = others.flat_map(|&other| meetings.members.get(other as usize)).chain(singles);
                for &loser in losers {
                    let domain = state.domains[loser as usize];
                    if domain & only != 0 {
                        state.narrow(reach, loser, domain & !only)?;
                    }
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn filter(&mut self) -> Result<(), Conflict> {
        loop {
            while self.state.dirty != 0 {
                let structure = &*self.structure;
                let shape = Shape { structure, reach: structure.reach(), all_values: &self.all_values };
                self.state.singles(&shape)?;
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

impl Way for OneByOne {
    fn load(&mut self, store: &Store, slots: &[Slot]) {
        let OneByOne { structure, before, state, latest, fixpoints, .. } = self;
        let reach = structure.reach();
        let words = store.words();
        for (before, slot) in before.iter_mut().zip(slots) {
            *before = words[slot.0 as usize];
        }
        state.domains.copy_from_slice(before);
        // What a conflict left behind.
        state.dirty = 0;
        state.fixed.clear();
        let number = store.read(*latest);
        let stride = before.len() + state.placed.len();
        while fixpoints.numbers.pop_if(|known| *known != number).is_some() {}
        fixpoints.states.truncate(fixpoints.numbers.len() * stride);
        let last = fixpoints.states.len().checked_sub(stride).map(|start| &fixpoints.states[start..]);
        match last {
            Some(last) => state.placed.copy_from_slice(&last[before.len()..]),
            None => state.placed.fill(0),
        }
        for (variable, &domain) in before.iter().enumerate() {
            if last.is_none_or(|last| last[variable] != domain) {
                state.dirty |= reach.groups[variable];
                if is_single(domain) {
                    state.fixed.push(variable as u32);
                }
            }
        }
    }

    fn run(&mut self) -> Result<(), Conflict> {
        let level = self.level;
        dispatch(level, Filter(self))
    }

    fn settle(&mut self, store: &mut Store) {
        let OneByOne { state, latest, fixpoints, .. } = self;
        fixpoints.last_number += 1;
        fixpoints.numbers.push(fixpoints.last_number);
        fixpoints.states.extend_from_slice(&state.domains);
        fixpoints.states.extend_from_slice(&state.placed);
        store.write(*latest, fixpoints.last_number);
    }

    fn changes(&self, mut each: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict> {
        let both = self.before.iter().zip(&self.state.domains).enumerate();
        both.filter(|(_, (before, now))| before != now).try_for_each(|(variable, (_, &now))| each(variable, now))
    }
}

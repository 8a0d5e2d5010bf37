//! One variable and one group after the other, only what changed.
//!
//! A variable that becomes fixed goes on a stack and takes its value from its neighbours at once; a group
//! that lost a value anywhere is looked through for values with one place left, after all fixings. A value that a
//! place where groups meet has lost altogether may have one such place left: only those values are looked at.
//!
//! "Changed" means since the last fixpoint on the same branch. Its number stands in a reversible word, and the
//! states of the fixpoints above the current place are kept on a stack: after backtracking the word names the
//! one to compare with, and those above it on the stack are of abandoned branches.

use super::{MOST_GROUPS, Way};
use std::sync::Arc;

use super::tables::{Lists, Padded, Structure, Tables};
use crate::base::simd::{Isa, Level, Work, dispatch};
use crate::engine::store::{Conflict, Slot, Store, Word};

#[derive(Debug)]
pub(super) struct OneByOne {
    structure: Arc<Structure>,
    level: Level,
    /// The first slot when all follow one another, as cells do.
    first: Option<usize>,
    /// The values of permutations, 0 for other groups.
    all_values: Box<[u64]>,
    /// The domains as they were read.
    before: Vec<u64>,
    state: State,
    /// The number of the last fixpoint on this branch, 0 for none.
    latest: Word,
    fixpoints: Fixpoints,
    /// By group: values that one of its places has lost; scratch.
    lost: Vec<u64>,
}

/// The states of the fixpoints on the way to where the search is, and a few of abandoned branches.
#[derive(Debug, Default)]
struct Fixpoints {
    /// Ascending; numbers are never used twice.
    numbers: Vec<u64>,
    /// Domains of variables, then values placed in groups, then what places hold, end to end.
    states: Vec<u64>,
    last_number: u64,
}

/// The structure as the loops here want it. One variable, one group and one place more than there are stand
/// for what is missing: they hold nothing and change nothing.
#[derive(Debug)]
pub(super) struct Reach {
    /// By variable: the others of its groups, each once; its groups; and these as bits, and so its places.
    neighbours: Padded,
    groups_of: Padded,
    group_bits: Vec<u128>,
    place_bits: Vec<u64>,
    /// Words of a set of places.
    place_words: usize,
    /// By group: its members; its rests.
    members: Padded,
    rests_of: Lists,
    /// Groups that have rests with single variables.
    ragged: u128,
    /// By place: its members; its two groups.
    place_members: Padded,
    place_groups: Vec<[u32; 2]>,
    /// By rest, which are 2 p and 2 p + 1 for place p, of either group: other places, and single variables.
    rest_places: Padded,
    rest_variables: Padded,
}

impl Reach {
    pub fn new(structure: &Structure) -> Reach {
        let Structure { variables, members, groups_of, meetings, .. } = structure;
        assert!(members.len() <= MOST_GROUPS, "groups are the bits of a word");
        let bits = |variable| groups_of.get(variable).iter().fold(0, |all, &group| all | 1 << group);
        let place_words = meetings.places.len().div_ceil(64);
        let mut place_bits = vec![0; place_words * variables];
        for variable in 0..meetings.places_of.len() {
            for &place in meetings.places_of.get(variable) {
                place_bits[variable * place_words + place as usize / 64] |= 1 << (place % 64);
            }
        }
        let group_of = |rest: usize| meetings.places[rest / 2].groups[rest % 2];
        let rests = 0..2 * meetings.places.len();
        let rests_of: Vec<(u32, u32)> = rests.clone().map(|rest| (group_of(rest), rest as u32)).collect();
        let is_ragged = |rest: &usize| !meetings.rest_variables.get(*rest).is_empty();
        Reach {
            neighbours: Padded::new(&structure.neighbours(), *variables),
            groups_of: Padded::new(groups_of, members.len()),
            group_bits: (0..*variables).map(bits).collect(),
            place_bits,
            place_words,
            members: Padded::new(members, *variables),
            rests_of: Lists::from_pairs(members.len(), &rests_of),
            ragged: rests.filter(is_ragged).fold(0, |all, rest| all | 1 << group_of(rest)),
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
    /// By place: what its members could be when it was looked at last, which are all but those that changed since.
    holds: Vec<u64>,
    changed_places: Vec<u64>,
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
        self.mark(reach, variable as usize);
        Ok(())
    }

    /// Notes that a variable has changed.
    #[inline(always)]
    fn mark(&mut self, reach: &Reach, variable: usize) {
        self.dirty |= reach.group_bits[variable];
        let places = &reach.place_bits[variable * reach.place_words..];
        self.changed_places.iter_mut().zip(places).for_each(|(changed, places)| *changed |= places);
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

    /// What the rest of a group outside a place can hold.
    #[inline(always)]
    fn rest(&self, reach: &Reach, rest: usize) -> u64 {
        let places = reach.rest_places.get(rest).iter();
        let holds = places.fold(0, |all, &place| all | self.holds[place as usize]);
        let singles = reach.rest_variables.get(rest).iter();
        singles.fold(holds, |all, &single| all | self.domains[single as usize])
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

/// The members of a set.
#[inline(always)]
fn bits(set: u128) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
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
            first: tables.first_in_a_row(),
            all_values: all_values.clone(),
            before: vec![0; variables],
            state: State {
                domains: vec![0; variables + 1],
                fixed: Vec::with_capacity(variables),
                placed: vec![0; structure.members.len() + 1],
                holds: vec![0; structure.meetings.places.len() + 1],
                changed_places: vec![0; structure.meetings.places.len().div_ceil(64)],
                dirty: 0,
                touched: 0,
            },
            latest,
            fixpoints: Fixpoints::default(),
            lost: vec![0; structure.members.len()],
            structure: structure.clone(),
        }
    }

    /// The intersection rule, for the values that places have lost since it was applied last. Changed groups are dirty
    /// then.
    #[inline(always)]
    fn intersections(&mut self) -> Result<(), Conflict> {
        let OneByOne { structure, state, lost, .. } = self;
        let reach = structure.reach();
        let mut losers = std::mem::take(&mut state.touched) & reach.ragged;
        for group in bits(losers) {
            lost[group] = u64::MAX;
        }
        for word in 0..reach.place_words {
            for bit in bits(u128::from(std::mem::take(&mut state.changed_places[word]))) {
                let place = 64 * word + bit;
                let members = reach.place_members.get(place);
                let holds = members.iter().fold(0, |all, &member| all | state.domains[member as usize]);
                let gone = std::mem::replace(&mut state.holds[place], holds) & !holds;
                if gone == 0 {
                    continue;
                }
                for group in reach.place_groups[place] {
                    let known = if losers >> group & 1 != 0 { lost[group as usize] } else { 0 };
                    lost[group as usize] = known | gone;
                    losers |= 1 << group;
                }
            }
        }
        for group in bits(losers) {
            // There is nothing to learn from a value that is placed.
            let lost = lost[group] & !state.placed[group];
            for &rest in reach.rests_of.get(group) {
                let rest = rest as usize;
                let here = state.holds[rest / 2] & lost;
                if here == 0 {
                    continue;
                }
                let only = here & !state.rest(reach, rest);
                // And nothing to take where none is.
                if only != 0 && only & state.rest(reach, rest ^ 1) != 0 {
                    state.leave(reach, rest ^ 1, only)?;
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
        let OneByOne { structure, first, before, state, latest, fixpoints, .. } = self;
        let reach = structure.reach();
        let words = store.words();
        match *first {
            Some(first) => before.copy_from_slice(&words[first..first + slots.len()]),
            None => before.iter_mut().zip(slots).for_each(|(before, slot)| *before = words[slot.0 as usize]),
        }
        let variables = before.len();
        state.domains[..variables].copy_from_slice(before);
        // What a conflict left behind.
        (state.dirty, state.touched) = (0, 0);
        state.fixed.clear();
        state.changed_places.fill(0);
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
                // As if everything had been there; but the place that stands for what is missing holds nothing.
                let places = state.holds.len() - 1;
                state.holds[..places].fill(u64::MAX);
            }
        }
        let mut change = |variable: usize| {
            state.mark(reach, variable);
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

/// Where two lists of words differ; most do not.
fn differences<'a>(one: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    const TOGETHER: usize = 8;
    let chunks = one.chunks(TOGETHER).zip(other.chunks(TOGETHER)).enumerate();
    chunks.filter(|(_, (one, other))| one != other).flat_map(|(chunk, (one, other))| {
        let places = one.iter().zip(other).enumerate();
        places.filter(|(_, (one, other))| one != other).map(move |(at, _)| chunk * TOGETHER + at)
    })
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
        fixpoints.states.extend_from_slice(&state.holds);
        store.write(*latest, fixpoints.last_number);
    }

    fn changes(&self, mut each: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict> {
        let domains = &self.state.domains[..self.before.len()];
        differences(&self.before, domains).try_for_each(|variable| each(variable, domains[variable]))
    }
}

//! One variable and one group after the other, only what changed.
//!
//! A variable that becomes fixed goes on a stack and takes its value from its neighbours at once; a group
//! that lost a value anywhere is looked through for values with one place left, after all fixings.

use super::Way;
use super::tables::Tables;
use crate::simd::{Level, Look, Work, dispatch};
use crate::store::{Conflict, Slot};

#[derive(Debug)]
pub(super) struct OneByOne {
    tables: Tables,
    level: Level,
    /// The domains as they were read.
    before: Vec<u64>,
    state: State,
    /// The domains where the last run ended, all 0 after a conflict: what only lost values since then need
    /// not be looked at anew.
    settled: Vec<u64>,
    /// What each meeting place can hold; scratch.
    places: Vec<u64>,
}

/// The domains on the way, and what is still to be looked at.
#[derive(Debug)]
struct State {
    domains: Vec<u64>,
    /// Variables that have been fixed.
    fixed: Vec<u32>,
    /// Groups that have lost a value, one bit each.
    dirty: Vec<u64>,
}

impl State {
    #[inline(always)]
    fn mark(&mut self, groups: &[u32]) {
        for &group in groups {
            self.dirty[group as usize / 64] |= 1 << (group % 64);
        }
    }

    /// Narrows a domain; `new` differs from what it was.
    #[inline(always)]
    fn narrow(&mut self, tables: &Tables, variable: u32, new: u64) -> Result<(), Conflict> {
        if new == 0 {
            return Err(Conflict);
        }
        self.domains[variable as usize] = new;
        if is_single(new) {
            self.fixed.push(variable);
        }
        self.mark(tables.groups_of.get(variable as usize));
        Ok(())
    }

    /// Everyone fixed takes its value from its neighbours.
    #[inline(always)]
    fn take_values(&mut self, tables: &Tables) -> Result<(), Conflict> {
        while let Some(variable) = self.fixed.pop() {
            let value = self.domains[variable as usize];
            for &group in tables.groups_of.get(variable as usize) {
                for &member in tables.members.get(group as usize) {
                    let domain = self.domains[member as usize];
                    if domain & value != 0 && member != variable {
                        self.narrow(tables, member, domain & !value)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Values with one place left in a group.
    #[inline(always)]
    fn hidden(&mut self, tables: &Tables, group: usize) -> Result<(), Conflict> {
        let members = tables.members.get(group);
        let all = tables.all_values[group];
        let (mut once, mut twice, mut fixed) = (0_u64, 0_u64, 0_u64);
        for &member in members {
            let domain = self.domains[member as usize];
            twice |= once & domain;
            once |= domain;
            fixed |= if is_single(domain) { domain } else { 0 };
        }
        if all & !once != 0 {
            return Err(Conflict);
        }
        let mut hidden = all & !twice & !fixed;
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
                self.narrow(tables, member, here)?;
            }
        }
        Ok(())
    }

    /// Singles in all dirty groups.
    #[inline(always)]
    fn singles(&mut self, tables: &Tables) -> Result<(), Conflict> {
        self.take_values(tables)?;
        for word in 0..self.dirty.len() {
            // Those that get dirty on the way wait for the next round: by then more has changed in them.
            let mut batch = std::mem::take(&mut self.dirty[word]);
            while batch != 0 {
                let group = 64 * word + batch.trailing_zeros() as usize;
                batch &= batch - 1;
                self.hidden(tables, group)?;
                self.take_values(tables)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn is_clean(&self) -> bool {
        self.dirty.iter().all(|&word| word == 0)
    }
}

#[inline(always)]
fn is_single(domain: u64) -> bool {
    domain & domain.wrapping_sub(1) == 0
}

impl OneByOne {
    pub fn new(tables: Tables, level: Level) -> OneByOne {
        OneByOne {
            level,
            before: vec![0; tables.variables],
            state: State {
                domains: vec![0; tables.variables],
                fixed: Vec::with_capacity(tables.variables),
                dirty: vec![0; tables.members.len().div_ceil(64)],
            },
            settled: vec![0; tables.variables],
            places: vec![0; tables.meetings.places.len()],
            tables,
        }
    }

    /// The intersection rule over all places once. Changed groups are dirty then.
    #[inline(always)]
    fn intersections(&mut self) -> Result<(), Conflict> {
        let OneByOne { tables, state, places, .. } = self;
        let meetings = &tables.meetings;
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
                        state.narrow(tables, loser, domain & !only)?;
                    }
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn filter(&mut self) -> Result<(), Conflict> {
        loop {
            while !self.state.is_clean() {
                self.state.singles(&self.tables)?;
            }
            self.intersections()?;
            if self.state.is_clean() {
                return Ok(());
            }
        }
    }
}

struct Filter<'a>(&'a mut OneByOne);

impl Work for Filter<'_> {
    type Output = Result<(), Conflict>;

    #[inline(always)]
    fn run<L: Look>(self) -> Result<(), Conflict> {
        self.0.filter()
    }
}

impl Way for OneByOne {
    fn load(&mut self, words: &[u64], slots: &[Slot]) {
        let OneByOne { tables, before, state, settled, .. } = self;
        let mut regained = 0;
        for ((before, settled), slot) in before.iter_mut().zip(&*settled).zip(slots) {
            *before = words[slot.0 as usize];
            regained |= *before & !settled;
        }
        state.domains.copy_from_slice(before);
        for (variable, (&domain, &settled)) in before.iter().zip(&*settled).enumerate() {
            // After backtracking a fixed variable may have neighbours that regained its value.
            if regained != 0 || domain != settled {
                state.mark(tables.groups_of.get(variable));
                if is_single(domain) {
                    state.fixed.push(variable as u32);
                }
            }
        }
    }

    fn run(&mut self) -> Result<(), Conflict> {
        let level = self.level;
        let result = dispatch(level, Filter(self));
        match result {
            Ok(()) => self.settled.copy_from_slice(&self.state.domains),
            Err(Conflict) => {
                self.settled.fill(0);
                self.state.dirty.fill(0);
                self.state.fixed.clear();
            }
        }
        result
    }

    fn changes(&self, mut each: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict> {
        let both = self.before.iter().zip(&self.state.domains).enumerate();
        both.filter(|(_, (before, now))| before != now).try_for_each(|(variable, (_, &now))| each(variable, now))
    }
}

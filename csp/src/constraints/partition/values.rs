//! Rule of values: the values in a part are different.

use super::relation::PlaceRelation;
use super::set::Set;
use crate::base::bits::ones;
use crate::engine::store::{Conflict, Store, View};

/// Small domains as words with a common base.
#[derive(Debug)]
pub(super) struct AlignedDomains {
    views: Box<[View]>,
    lowest: i32,
    pub words: Vec<u64>,
    /// Union of all domains.
    pub all: u64,
    /// Whether a domain was narrowed.
    pub changed: bool,
}

impl AlignedDomains {
    pub fn new(store: &Store, views: &[View]) -> AlignedDomains {
        AlignedDomains::starting(views.iter().map(|&view| store.min(view)).min().unwrap_or(0), views)
    }

    /// Creates the words with `lowest` as the value of bit 0. No value may be below it.
    pub fn starting(lowest: i32, views: &[View]) -> AlignedDomains {
        AlignedDomains { views: views.into(), lowest, words: vec![0; views.len()], all: 0, changed: false }
    }

    pub fn views(&self) -> impl Iterator<Item = View> {
        self.views.iter().copied()
    }

    /// Returns a domain as bits.
    #[inline(always)]
    pub fn word(&self, store: &Store, view: View) -> u64 {
        shifted(store.one_word(view.slot), self.shift(store, view))
    }

    #[inline(always)]
    fn shift(&self, store: &Store, view: View) -> i32 {
        store.base(view.slot) + view.offset - self.lowest
    }

    pub fn load(&mut self, store: &Store) {
        self.all = 0;
        for at in 0..self.views.len() {
            self.words[at] = self.word(store, self.views[at]);
            self.all |= self.words[at];
        }
    }

    #[inline(always)]
    pub fn keep(&mut self, store: &mut Store, at: usize, mask: u64) -> Result<(), Conflict> {
        if self.words[at] & !mask == 0 {
            return Ok(());
        }
        let view = self.views[at];
        self.changed = true;
        self.words[at] &= mask;
        store.keep_in_word(view.slot, shifted(self.words[at], -self.shift(store, view)))
    }
}

#[inline(always)]
fn shifted(word: u64, by: i32) -> u64 {
    if by >= 0 { word.checked_shl(by as u32).unwrap_or(0) } else { word.checked_shr(-by as u32).unwrap_or(0) }
}

/// Narrows values by the relation and the relation by values. `full` are the values that every part takes, if
/// known.
pub(super) fn apply<const W: usize>(
    relation: &mut PlaceRelation<W>,
    values: &mut AlignedDomains,
    store: &mut Store,
    full: Option<u64>,
) -> Result<(), Conflict> {
    // For each value the places that can take it.
    let mut holders = [Set::EMPTY; 64];
    for place in relation.all.iter() {
        ones(values.words[place]).for_each(|value| holders[value as usize].insert(place));
    }
    for place in relation.firsts().iter() {
        let group = relation.group[place];
        if group.first() != Some(place) {
            continue;
        }
        if !relation.alone.has(place) {
            naked_sets(group, values, store)?;
        }
        let mut taken = 0;
        for member in group.iter() {
            let word = values.words[member];
            taken |= if word.is_power_of_two() { word } else { 0 };
        }
        if taken != 0 {
            let others = ones(values.all & !taken)
                .fold(Set::EMPTY, |others, value| others.or(holders[value as usize]));
            relation.separate_all(place, relation.open(place).without(group).without(others))?;
        }
        for value in ones(full.unwrap_or(0) & !taken).map(|value| value as usize) {
            let mut places = relation.open(place).and(holders[value]);
            let holder = places.pop().ok_or(Conflict)?;
            if places.is_empty() {
                values.keep(store, holder, 1 << value)?;
                relation.unite(place, holder)?;
            }
        }
    }
    Ok(())
}

/// Applies the rule of naked sets: if as many members as values have only these values, the other members
/// lose them.
fn naked_sets<const W: usize>(
    group: Set<W>,
    values: &mut AlignedDomains,
    store: &mut Store,
) -> Result<(), Conflict> {
    for member in group.iter() {
        let word = values.words[member];
        let size = word.count_ones() as usize;
        if size >= group.len() {
            continue;
        }
        let mut owners = Set::EMPTY;
        group.iter().filter(|&owner| values.words[owner] & !word == 0).for_each(|owner| owners.insert(owner));
        if owners.len() > size {
            return Err(Conflict);
        }
        if owners.len() == size {
            group.without(owners).iter().try_for_each(|other| values.keep(store, other, !word))?;
        }
    }
    Ok(())
}

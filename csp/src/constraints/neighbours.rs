//! Common neighbours of a cage (variables that take values together): variables outside the cage that differ from at
//! least two of its members. A value that must occur in one of some members is removed from every variable that
//! differs from all of these members.
//!
//! ```text
//!   a a  | . .      a + a certainly has a 9, in one of the two: no dot is 9
//!   . .  |
//! ```

use std::sync::Arc;

use smallvec::SmallVec;

use crate::compile::posting::Posting;
use crate::engine::Engine;
use crate::engine::differences::{Differences, slots_of};
use crate::engine::groups::Group;
use crate::engine::membership::Memberships;
use crate::engine::store::{Conflict, Shape, Slot, Store, View};
use crate::model::ids::Sources;

/// Variables that differ from at least two members of a cage.
#[derive(Debug, Default)]
pub(crate) struct CommonNeighbours {
    /// Adjacency matrix of the neighbours whose bits stand for the same values as the cage's, if there are
    /// any.
    differences: Option<Arc<Differences>>,
    /// The other neighbours, which have an offset or another base.
    listed: NeighbourLists,
}

/// An open member of the cage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenMember {
    pub index: usize,
    pub slot: Slot,
    /// The neighbour's values, bit 0 being the cage's least value.
    pub domain: u64,
}

/// Returns the constraints by which views take pairwise different values; `None` if they are not known to.
pub(crate) fn all_differ(to: &mut Posting<'_>, views: &[View]) -> Option<Sources> {
    if !to.config().presolve {
        return None;
    }
    let (memberships, groups, _) = to.engine.memberships();
    let mut known: SmallVec<[u32; 8]> = SmallVec::new();
    for (at, a) in views.iter().enumerate() {
        for b in &views[..at] {
            let is_same = |group: u32, above: i32| {
                memberships.of(b.slot).any(|(other, offset)| (other, offset - b.offset) == (group, above))
            };
            let (group, _) =
                memberships.of(a.slot).find(|&(group, offset)| is_same(group, offset - a.offset))?;
            if !known.contains(&group) {
                known.push(group);
            }
        }
    }
    Some(known.iter().flat_map(|&group| groups[group as usize].sources.iter().copied()).collect())
}

/// Largest number of members: one bit of `Members` is reserved.
const MOST_MEMBERS: usize = 31;

impl CommonNeighbours {
    /// Finds the common neighbours of some members with values from `low` on, for a constraint that is being
    /// posted. Returns them with the constraints that they rely on.
    pub fn posted(to: &mut Posting<'_>, views: &[View], low: i32) -> (CommonNeighbours, Sources) {
        let mut sources = Sources::new();
        if !to.config().presolve || views.len() > MOST_MEMBERS {
            return (CommonNeighbours::default(), sources);
        }
        let neighbours = CommonNeighbours::new(to.engine, views, low, &mut sources);
        (neighbours, sources)
    }

    /// Finds the common neighbours of a cage with values from `low` on. Adds the constraints that they rely
    /// on to `sources`.
    pub fn new(engine: &mut Engine, views: &[View], low: i32, sources: &mut Sources) -> CommonNeighbours {
        let (memberships, groups, store) = engine.memberships();
        let search = NeighbourSearch { memberships, groups, store, views, low };
        let is_plain = |differences: &&Arc<Differences>| {
            views.iter().all(|view| view.offset == 0 && !differences.is_irregular(view.slot))
        };
        let neighbours = match memberships.differences().filter(is_plain) {
            Some(differences) => CommonNeighbours {
                differences: differences.has_common_neighbour(views).then(|| differences.clone()),
                listed: NeighbourLists::new(search, search.for_irregular(differences)),
            },
            None => {
                CommonNeighbours { differences: None, listed: NeighbourLists::new(search, search.for_all()) }
            }
        };
        if !neighbours.is_empty() {
            let mut added: SmallVec<[u32; 32]> = SmallVec::new();
            for (group, _) in views.iter().flat_map(|view| memberships.of(view.slot)) {
                if !added.contains(&group) {
                    added.push(group);
                    groups[group as usize].sources.iter().for_each(|&source| sources.push(source));
                }
            }
        }
        neighbours
    }

    pub fn is_empty(&self) -> bool {
        self.differences.is_none() && self.listed.seers.is_empty()
    }

    /// Returns the rotation to the left that aligns a neighbour's bits with the cage's; `plain` is the rotation of
    /// most neighbours. `None` if the slot is no neighbour.
    pub fn rotation(&self, slot: Slot, plain: u32) -> Option<u32> {
        match self.listed.slots.iter().find(|&&(listed, _)| listed == slot) {
            Some(&(_, rotation)) => Some(rotation),
            None => self.differences.as_ref().map(|_| plain),
        }
    }

    /// Removes values that must occur from the neighbours: each of `wanted` occurs in one of the open members that
    /// contain it. `rotation` aligns the cage's bits with its neighbours'.
    #[inline]
    pub fn take(
        &self,
        store: &mut Store,
        wanted: u64,
        rotation: u32,
        open: impl Iterator<Item = OpenMember> + Clone,
    ) -> Result<(), Conflict> {
        if let Some(differences) = &self.differences {
            take_by_rows(differences, store, wanted, rotation, open.clone())?;
        }
        self.listed.take(store, wanted, open)
    }
}

#[inline]
fn take_by_rows(
    differences: &Differences,
    store: &mut Store,
    mut wanted: u64,
    rotation: u32,
    open: impl Iterator<Item = OpenMember> + Clone,
) -> Result<(), Conflict> {
    while wanted != 0 {
        let value = wanted & wanted.wrapping_neg();
        wanted ^= value;
        let having = open.clone().filter(|member| member.domain & value != 0);
        // A single member is a fixed variable, whose value the kernel removes. It is handled here, too, so
        // that a conflict names the cage's variables.
        if having.clone().next().is_none() {
            continue;
        }
        let others = !value.rotate_right(rotation);
        for word in 0..differences.words() {
            let seeing =
                having.clone().fold(u64::MAX, |all, member| all & differences.row(member.slot, word));
            for slot in slots_of(seeing, word) {
                store.keep_in_word(slot, others)?;
            }
        }
    }
    Ok(())
}

/// A set of members, one bit each. There are fewer than 32.
type Members = u32;

/// Marks the members themselves.
const INSIDE: Members = Members::MAX;

#[derive(Debug, Default)]
pub(crate) struct NeighbourLists {
    /// The neighbours, sorted by the members from which they differ.
    seers: SmallVec<[Seers; 4]>,
    /// The slots of all seers, end to end, each with the rotation from the cage's bits to its own.
    slots: Box<[(Slot, u32)]>,
}

/// Variables that differ from the same members, at least two.
#[derive(Clone, Copy, Debug)]
struct Seers {
    members: Members,
    /// End of their slots in `NeighbourLists::slots`.
    end: u32,
}

/// A variable that differs from members at one offset.
type Seer = (Members, View);

/// The data to find neighbours in: the groups, and the members of a cage with values from `low` on.
#[derive(Clone, Copy)]
struct NeighbourSearch<'a> {
    memberships: &'a Memberships,
    groups: &'a [Group],
    store: &'a Store,
    views: &'a [View],
    low: i32,
}

impl NeighbourSearch<'_> {
    /// Returns the irregular slots that differ from several members.
    fn for_irregular(self, differences: &Differences) -> SmallVec<[Seer; 32]> {
        let is_close = |slot: &Slot| differences.differs_from_several(*slot, self.views);
        let seer = |slot| {
            let (members, offset) = self.members_at(slot);
            (members, View { slot, offset })
        };
        let is_seer = |(members, view): &Seer| members.count_ones() > 1 && self.fits(*view);
        differences.irregular().filter(is_close).map(seer).filter(is_seer).collect()
    }

    /// Returns the members from which a variable differs at one offset, the first one found.
    fn members_at(self, slot: Slot) -> (Members, i32) {
        let (mut members, mut known) = (0, 0);
        for (at, view) in self.views.iter().enumerate() {
            for (group, own) in self.memberships.of(view.slot) {
                let occurrences = self.memberships.occurrences(slot).iter();
                for (_, others) in occurrences.filter(|&&(other, _)| other == group) {
                    let offset = others + view.offset - own;
                    if members == 0 {
                        known = offset;
                    }
                    members |= if known == offset { 1 << at } else { 0 };
                }
            }
        }
        (members, known)
    }

    /// Returns all slots that differ from several members.
    fn for_all(self) -> SmallVec<[Seer; 32]> {
        // For each slot the members it differs from, and the offset. If there are several offsets, the first
        // one counts.
        let mut members: Vec<(Members, i32)> = vec![(0, 0); self.store.words().len()];
        self.views.iter().for_each(|view| members[view.slot.0 as usize].0 = INSIDE);
        let mut several: SmallVec<[View; 32]> = SmallVec::new();
        for (at, view) in self.views.iter().enumerate() {
            for (group, offset) in self.memberships.of(view.slot) {
                for other in &self.groups[group as usize].members {
                    let offset = other.offset + view.offset - offset;
                    let (members, known) = &mut members[other.slot.0 as usize];
                    if *members == 0 {
                        (*members, *known) = (1 << at, offset);
                    } else if *members != INSIDE && *known == offset && *members >> at & 1 == 0 {
                        let other = View { offset, ..*other };
                        if members.is_power_of_two() && self.fits(other) {
                            several.push(other);
                        }
                        *members |= 1 << at;
                    }
                }
            }
        }
        several.into_iter().map(|view| (members[view.slot.0 as usize].0, view)).collect()
    }

    /// Returns whether all values of the view have a bit in the cage's words.
    fn fits(self, view: View) -> bool {
        let NeighbourSearch { store, low, .. } = self;
        let from = i64::from(store.base(view.slot)) + i64::from(view.offset) - i64::from(low);
        let most = i64::from(store.max(view)) - i64::from(low);
        store.shape(view.slot) == Shape::Word && (0..64).contains(&from) && most < 64
    }
}

impl NeighbourLists {
    fn new(search: NeighbourSearch<'_>, mut several: SmallVec<[Seer; 32]>) -> NeighbourLists {
        several.sort_unstable_by_key(|&(members, view)| (members, view.slot));
        let mut seers: SmallVec<[Seers; 4]> = SmallVec::new();
        for (&(members, _), end) in several.iter().zip(1..) {
            match seers.last_mut() {
                Some(seers) if seers.members == members => seers.end = end,
                _ => seers.push(Seers { members, end }),
            }
        }
        let slot =
            |(_, view): &Seer| (view.slot, (search.store.base(view.slot) + view.offset - search.low) as u32);
        NeighbourLists { seers, slots: several.iter().map(slot).collect() }
    }

    fn take(
        &self,
        store: &mut Store,
        wanted: u64,
        open: impl Iterator<Item = OpenMember> + Clone,
    ) -> Result<(), Conflict> {
        let mut begin = 0_u32;
        for &Seers { members, end } in &self.seers[..] {
            let slots = &self.slots[std::mem::replace(&mut begin, end) as usize..end as usize];
            // Values that no other member has.
            let others = open.clone().filter(|member| members >> member.index & 1 == 0);
            let gone = others.fold(wanted, |gone, member| gone & !member.domain);
            if gone != 0 {
                for &(slot, rotation) in slots {
                    store.keep_in_word(slot, !gone.rotate_right(rotation))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::model::ids::Var;
    use crate::{Config, all_different};

    /// Random groups over more than 64 variables, some with another base, some with an offset: the matrix and
    /// the lists must remove the same values.
    #[test]
    fn rows_remove_what_lists_remove() {
        let mut random = 1_u32;
        let mut below = |end: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((random >> 8) % end) as usize
        };
        let (mut lost, mut with_lists) = (0, 0);
        for round in 0..400 {
            let mut model = Model::new();
            let vars: Vec<Var> = (0..90)
                .map(|_| model.var(if round % 2 == 0 && below(30) == 0 { 2..=70 } else { 1..=40 }))
                .collect();
            // Variables from this index on have an offset in groups.
            let first_shifted = if round % 2 == 1 { 87 } else { 90 };
            for _ in 0..20 {
                let mut group: Vec<usize> = (0..4 + below(8)).map(|_| below(90)).collect();
                group.sort_unstable();
                group.dedup();
                let shifted = |&at: &usize| vars[at] + i32::from(at >= first_shifted);
                model.post(all_different(group.iter().map(shifted)));
            }
            let mut engine = model.compile(&Config::default()).unwrap().engine;
            let mut views: Vec<View> = (0..6).map(|_| engine.view(vars[below(90)])).collect();
            views.sort_unstable_by_key(|view| view.slot);
            views.dedup_by_key(|view| view.slot);
            // A cage requires members with one word and in a group.
            let (memberships, _, store) = engine.memberships();
            let is_member =
                |slot| store.shape(slot) == Shape::Word && !memberships.occurrences(slot).is_empty();
            views.retain(|view| is_member(view.slot));
            if views.len() < 2 {
                continue;
            }
            // The least value may have been removed from all domains.
            let low = engine.store.base(views[0].slot) + below(2) as i32;
            let neighbours = CommonNeighbours::new(&mut engine, &views, low, &mut Sources::new());
            let (memberships, groups, store) = engine.memberships();
            let search = NeighbourSearch { memberships, groups, store, views: &views, low };
            let listed = NeighbourLists::new(search, search.for_all());
            let rotation = (store.base(views[0].slot) - low).rem_euclid(64) as u32;
            let mut open: Vec<OpenMember> = Vec::new();
            for (index, view) in views.iter().enumerate() {
                let some = (0..40).fold(0, |some, bit| some | u64::from(below(3) == 0) << bit);
                open.push(OpenMember { index, slot: view.slot, domain: some });
            }
            let is_in_several =
                |bit: &u32| open.iter().filter(|member| member.domain >> bit & 1 != 0).count() > 1;
            let wanted = (0..40).filter(is_in_several).fold(0, |wanted, bit| wanted | 1 << bit);
            let mut after = Vec::new();
            for is_new in [true, false] {
                engine.store.push();
                let open = open.iter().copied();
                if is_new {
                    neighbours.take(&mut engine.store, wanted, rotation, open).unwrap()
                } else {
                    listed.take(&mut engine.store, wanted, open).unwrap()
                }
                let mut words = engine.store.words().to_vec();
                // In a real cage a member has no value that only other members have. This test violates it, so members
                // are not compared.
                views.iter().for_each(|view| words[view.slot.0 as usize] = 0);
                after.push(words);
                engine.store.pop();
            }
            let narrowed = |word: (&u64, &u64)| word.0 & !word.1 != 0;
            let has_lost =
                engine.store.words().iter().zip(&after[0]).enumerate().any(|(slot, word)| {
                    views.iter().all(|view| view.slot.0 as usize != slot) && narrowed(word)
                });
            if low == engine.store.base(views[0].slot) {
                assert_eq!(after[0], after[1])
            } else {
                // Values below the least value of a list are not in it.
                assert!(!after[0].iter().zip(&after[1]).any(narrowed))
            }
            assert!(!has_lost || !neighbours.is_empty());
            lost += usize::from(has_lost);
            with_lists +=
                usize::from(neighbours.differences.is_some() && !neighbours.listed.seers.is_empty());
        }
        assert!(lost > 100 && with_lists > 10, "{lost} {with_lists}");
    }
}

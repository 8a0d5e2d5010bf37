//! Relation of places: the pairs known to be together in one part, and the pairs known to be apart.
//!
//! Both relations are kept closed. Together is an equivalence, whose classes are called groups. If two places
//! are apart, so are all places of their groups.

use super::set::Set;
use crate::engine::store::Conflict;

#[derive(Debug)]
pub(super) struct PlaceRelation<const W: usize> {
    /// Number of places in a part.
    pub size: usize,
    pub all: Set<W>,
    /// For each place its group, itself included, and the places in other parts.
    pub group: Vec<Set<W>>,
    pub apart: Vec<Set<W>>,
    /// Places that are the only member of their group.
    pub alone: Set<W>,
    /// Places whose group must be examined again.
    pub unexamined: Set<W>,
    /// Whether anything has changed.
    pub changed: bool,
}

impl<const W: usize> PlaceRelation<W> {
    pub fn new(places: usize, size: usize) -> PlaceRelation<W> {
        PlaceRelation {
            size,
            all: Set::below(places),
            group: (0..places).map(Set::one).collect(),
            apart: vec![Set::EMPTY; places],
            alone: Set::below(places),
            unexamined: Set::EMPTY,
            changed: false,
        }
    }

    /// Returns the places that may be in the part of a place, itself included.
    #[inline(always)]
    pub fn open(&self, place: usize) -> Set<W> {
        self.all.without(self.apart[place])
    }

    /// Loads groups and places apart, for all places in order.
    pub fn load(&mut self, known: impl Iterator<Item = (Set<W>, Set<W>)>) {
        self.alone = self.all;
        for (place, (group, apart)) in known.enumerate() {
            (self.group[place], self.apart[place]) = (group, apart);
            if group != Set::one(place) {
                self.alone = self.alone.without(group);
            }
        }
    }

    /// Returns the first place of each group.
    pub fn firsts(&self) -> Set<W> {
        let mut firsts = self.all;
        for place in self.all.iter() {
            if firsts.has(place) {
                firsts = firsts.without(self.group[place]).or(Set::one(place));
            }
        }
        firsts
    }

    /// Records that two places are in one part.
    pub fn unite(&mut self, a: usize, b: usize) -> Result<(), Conflict> {
        if self.group[a].has(b) {
            return Ok(());
        }
        let whole = self.group[a].or(self.group[b]);
        let mut apart = self.apart[a].or(self.apart[b]);
        let count = whole.len();
        if count > self.size || self.apart[a].has(b) {
            return Err(Conflict);
        }
        if count == self.size {
            apart = self.all.without(whole);
        }
        // Groups that would be too large together with this one.
        for place in self.all.without(whole).without(apart).iter() {
            if self.group[place].len() + count > self.size {
                apart = apart.or(self.group[place]);
            }
        }
        self.alone = self.alone.without(whole);
        for place in whole.iter() {
            (self.group[place], self.apart[place]) = (whole, apart);
        }
        // Places that may join see the group as a whole from now on, so they are affected, too.
        self.unexamined = self.unexamined.or(self.all.without(apart));
        for place in apart.iter() {
            if !whole.without(self.apart[place]).is_empty() {
                self.apart[place] = self.apart[place].or(whole);
                self.unexamined.insert(place);
            }
        }
        self.changed = true;
        Ok(())
    }

    /// Records that two places are in different parts.
    pub fn separate(&mut self, a: usize, b: usize) -> Result<(), Conflict> {
        if self.apart[a].has(b) {
            return Ok(());
        }
        if self.group[a].has(b) {
            return Err(Conflict);
        }
        let (one, other) = (self.group[a], self.group[b]);
        for place in one.iter() {
            self.apart[place] = self.apart[place].or(other);
        }
        for place in other.iter() {
            self.apart[place] = self.apart[place].or(one);
        }
        self.unexamined = self.unexamined.or(one).or(other);
        self.changed = true;
        Ok(())
    }

    pub fn unite_all(&mut self, a: usize, others: Set<W>) -> Result<(), Conflict> {
        others.iter().try_for_each(|b| self.unite(a, b))
    }

    pub fn separate_all(&mut self, a: usize, others: Set<W>) -> Result<(), Conflict> {
        others.iter().try_for_each(|b| self.separate(a, b))
    }

    /// Unites places by counting parts: places that are pairwise apart are in different parts. With one place of each
    /// part known, every other place is together with one of these.
    pub fn unite_by_count(&mut self, parts: usize) -> Result<(), Conflict> {
        let mut known = Set::EMPTY;
        let mut rest = self.firsts();
        // Greedily: large groups first, then those that are apart from many places.
        while let Some(best) =
            rest.iter().max_by_key(|&place| (self.group[place].len(), self.apart[place].len()))
        {
            known.insert(best);
            rest = rest.and(self.apart[best]);
        }
        if known.len() > parts {
            return Err(Conflict);
        }
        if known.len() == parts {
            for place in self.all.iter() {
                let mut choices = known.without(self.apart[place]);
                let first = choices.pop().ok_or(Conflict)?;
                if choices.is_empty() {
                    self.unite(place, first)?;
                }
            }
        }
        Ok(())
    }
}

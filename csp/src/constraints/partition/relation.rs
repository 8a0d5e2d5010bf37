//! What is known of places two by two: which are in one part, and which are not.
//!
//! Both relations are kept closed: who is together with a place is together with all that are, and apart from all that
//! one of them is apart from. Places that are known to be together are called a group.

use super::set::Set;
use crate::engine::store::Conflict;

#[derive(Debug)]
pub(super) struct Relation<const W: usize> {
    /// Places of a part.
    pub size: usize,
    pub all: Set<W>,
    /// For each place its group, itself included, and those in other parts.
    pub group: Vec<Set<W>>,
    pub apart: Vec<Set<W>>,
    /// Places that are their group alone.
    pub alone: Set<W>,
    /// Places of which something has been found out that matters to their part.
    pub news: Set<W>,
    /// Whether anything has been found out.
    pub changed: bool,
}

impl<const W: usize> Relation<W> {
    pub fn new(places: usize, size: usize) -> Relation<W> {
        Relation {
            size,
            all: Set::below(places),
            group: (0..places).map(Set::one).collect(),
            apart: vec![Set::EMPTY; places],
            alone: Set::below(places),
            news: Set::EMPTY,
            changed: false,
        }
    }

    /// The places that may be in the part of a place, itself included.
    #[inline(always)]
    pub fn open(&self, place: usize) -> Set<W> {
        self.all.without(self.apart[place])
    }

    /// Takes over what is known of the places.
    pub fn load(&mut self, known: impl Iterator<Item = (Set<W>, Set<W>)>) {
        self.alone = self.all;
        for (place, (group, apart)) in known.enumerate() {
            (self.group[place], self.apart[place]) = (group, apart);
            if group != Set::one(place) {
                self.alone = self.alone.without(group);
            }
        }
    }

    /// The first place of each group.
    pub fn firsts(&self) -> Set<W> {
        let mut firsts = self.all;
        for place in self.all.iter() {
            if firsts.has(place) {
                firsts = firsts.without(self.group[place]).or(Set::one(place));
            }
        }
        firsts
    }

    /// Two places are in one part.
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
        // Who is too many.
        for place in self.all.without(whole).without(apart).iter() {
            if self.group[place].len() + count > self.size {
                apart = apart.or(self.group[place]);
            }
        }
        self.alone = self.alone.without(whole);
        for place in whole.iter() {
            (self.group[place], self.apart[place]) = (whole, apart);
        }
        // Also for those who may join, the group is now entered as a whole.
        self.news = self.news.or(self.all.without(apart));
        for place in apart.iter() {
            if !whole.without(self.apart[place]).is_empty() {
                self.apart[place] = self.apart[place].or(whole);
                self.news.insert(place);
            }
        }
        self.changed = true;
        Ok(())
    }

    /// Two places are in different parts.
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
        self.news = self.news.or(one).or(other);
        self.changed = true;
        Ok(())
    }

    pub fn unite_all(&mut self, a: usize, others: Set<W>) -> Result<(), Conflict> {
        others.iter().try_for_each(|b| self.unite(a, b))
    }

    pub fn separate_all(&mut self, a: usize, others: Set<W>) -> Result<(), Conflict> {
        others.iter().try_for_each(|b| self.separate(a, b))
    }

    /// Places that are apart two by two lie in as many parts. Where these are all parts, every other place is together
    /// with one of them.
    pub fn share_out(&mut self, parts: usize) -> Result<(), Conflict> {
        let mut known = Set::EMPTY;
        let mut rest = self.firsts();
        // Greedily: large groups first, and those apart from many.
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

//! What is known of places two by two: which are in one part, and which are not.
//!
//! Both relations are kept closed: who is together with a place is together with all that are, and apart from all that
//! one of them is apart from. Places that are known to be together are called a group.

use super::set::Set;
use crate::store::Conflict;

#[derive(Debug)]
pub(super) struct Relation<const W: usize> {
    /// Places of a part.
    pub size: usize,
    pub all: Set<W>,
    /// For each place its group, itself included, and those in other parts.
    pub group: Vec<Set<W>>,
    pub apart: Vec<Set<W>>,
    /// A number for each place's group: others for other groups, but for bad luck.
    code: Vec<u64>,
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
            code: (0..places).map(|place| code(Set::<W>::one(place))).collect(),
            changed: false,
        }
    }

    /// The places that may be in the part of a place, itself included.
    #[inline(always)]
    pub fn open(&self, place: usize) -> Set<W> {
        self.all.without(self.apart[place])
    }

    /// Begins with what was known before.
    pub fn set(&mut self, place: usize, group: Set<W>, apart: Set<W>) {
        if self.group[place] != group {
            self.group[place] = group;
            self.code[place] = code(group);
        }
        self.apart[place] = apart;
    }

    /// A number that tells what is known of the places that may be in the part of a place.
    pub fn stamp(&self, place: usize) -> u64 {
        self.open(place).iter().fold(0, |stamp: u64, other| stamp.wrapping_add(self.code[other]))
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
        let code = code(whole);
        for place in whole.iter() {
            (self.group[place], self.apart[place], self.code[place]) = (whole, apart, code);
        }
        for place in apart.iter() {
            self.apart[place] = self.apart[place].or(whole);
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

fn code<const W: usize>(group: Set<W>) -> u64 {
    group
        .0
        .iter()
        .fold(0, |code: u64, &word| (code ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
}

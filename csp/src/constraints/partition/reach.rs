//! Rule of reach: the places that the part of a place can extend to, and the places that it must contain.

use super::relation::PlaceRelation;
use super::set::Set;
use crate::engine::store::Conflict;

#[derive(Debug)]
pub(super) struct ReachRule<const W: usize> {
    /// For each place its neighbours.
    near: Vec<Set<W>>,
    /// Scratch: the places reached at each cost.
    fronts: Vec<Set<W>>,
}

impl<const W: usize> ReachRule<W> {
    pub fn new(places: usize, size: usize, edges: &[(usize, usize)]) -> ReachRule<W> {
        let mut near = vec![Set::EMPTY; places];
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            near[a].insert(b);
            near[b].insert(a);
        }
        ReachRule { near, fronts: vec![Set::EMPTY; size + 1] }
    }

    /// Applies the rule to all groups in `unexamined`.
    pub fn run(&mut self, relation: &mut PlaceRelation<W>) -> Result<(), Conflict> {
        while let Some(place) = relation.unexamined.first() {
            let group = relation.group[place];
            relation.unexamined = relation.unexamined.without(group);
            self.examine(relation, group.first().expect("a group contains its place"))?;
        }
        Ok(())
    }

    fn examine(&mut self, relation: &mut PlaceRelation<W>, place: usize) -> Result<(), Conflict> {
        let (group, open) = (relation.group[place], relation.open(place));
        let reached = self.spread(relation, place, open, false);
        let count = reached.len();
        if count < relation.size || !group.without(reached).is_empty() {
            return Err(Conflict);
        }
        relation.separate_all(place, open.without(reached))?;
        relation.unexamined = relation.unexamined.without(group);
        if count == relation.size {
            return relation.unite_all(place, reached.without(group));
        }
        for needed in self.possibly_needed(relation, group).iter() {
            let entered = relation.group[needed];
            if relation.group[place].has(needed) || entered.first() != Some(needed) {
                continue;
            }
            let without = self.spread(relation, place, reached.without(entered), true);
            if without.len() < relation.size || !group.without(without).is_empty() {
                relation.unite(place, needed)?;
            }
        }
        Ok(())
    }

    /// Returns the places that the part may need: without one of them, fewer places than the size, or not the whole
    /// group, might be within reach. A group is represented by its first place.
    fn possibly_needed(&self, relation: &PlaceRelation<W>, group: Set<W>) -> Set<W> {
        let (mut possibly_needed, mut nearer) = (Set::EMPTY, Set::EMPTY);
        for &front in &self.fronts[..=relation.size - group.len()] {
            nearer = nearer.or(front);
            let is_all = group.without(nearer).is_empty();
            let count = nearer.len();
            if is_all && count >= 2 * relation.size {
                break;
            }
            for place in front.without(group).iter() {
                if !is_all || count - relation.group[place].len() < relation.size {
                    possibly_needed.insert(place);
                }
            }
        }
        possibly_needed
    }

    /// Returns the places of `open` that one part can contain together with `place`: a path costs the number of its
    /// places, and a group is entered as a whole. If `is_brief`, the search stops once it has reached enough places
    /// and the whole group.
    fn spread(&mut self, relation: &PlaceRelation<W>, place: usize, open: Set<W>, is_brief: bool) -> Set<W> {
        let group = relation.group[place];
        let budget = relation.size - group.len();
        self.fronts[..=budget].fill(Set::EMPTY);
        self.fronts[0] = Set::one(place);
        let mut reached = Set::EMPTY;
        for cost in 0..=budget {
            let mut front = self.fronts[cost].without(reached);
            // Places of the group of `place` cost nothing.
            while !front.is_empty() {
                reached = reached.or(front);
                let next = front.iter().fold(Set::EMPTY, |next, from| next.or(self.near[from]));
                let next = next.and(open).without(reached);
                front = next.and(group);
                self.fronts[cost] = self.fronts[cost].or(front);
                if cost < budget {
                    self.fronts[cost + 1] = self.fronts[cost + 1].or(next.and(relation.alone));
                }
                let mut others = next.without(group).without(relation.alone);
                while let Some(to) = others.first() {
                    let entered = relation.group[to];
                    others = others.without(entered);
                    let cost = cost + entered.len();
                    if cost <= budget {
                        self.fronts[cost] = self.fronts[cost].or(entered);
                    }
                }
            }
            if is_brief && reached.len() >= relation.size && group.without(reached).is_empty() {
                break;
            }
        }
        reached
    }

    /// Returns the neighbours of a group outside of it.
    pub fn around(&self, group: Set<W>) -> Set<W> {
        group.iter().fold(Set::EMPTY, |around, member| around.or(self.near[member])).without(group)
    }
}

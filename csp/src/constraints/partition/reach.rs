//! How far the part of a place can reach, and which places it cannot do without.

use super::relation::Relation;
use super::set::Set;
use crate::store::Conflict;

#[derive(Debug)]
pub(super) struct Reach<const W: usize> {
    /// For each place its neighbours.
    near: Vec<Set<W>>,
    /// By what it costs to get there.
    fronts: Vec<Set<W>>,
    nodes: Vec<Node>,
    path: Vec<(usize, Set<W>)>,
    seen: Vec<usize>,
    /// What was looked at last for each place, and led to nothing.
    settled: Vec<(Set<W>, Set<W>, u64)>,
}

/// A place, or a group that goes in or out as one: seen as its first place.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// When it was seen, from 1, and the earliest that its subtree leads to.
    seen: usize,
    low: usize,
    /// Places of its subtree, and of those subtrees that are cut off without it.
    weight: usize,
    lost: usize,
    /// Whether its subtree has places of the part, and whether a subtree that is cut off has.
    holds: bool,
    cuts: bool,
}

impl<const W: usize> Reach<W> {
    pub fn new(places: usize, size: usize, edges: &[(usize, usize)]) -> Reach<W> {
        let mut near = vec![Set::EMPTY; places];
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            near[a].insert(b);
            near[b].insert(a);
        }
        Reach {
            near,
            fronts: vec![Set::EMPTY; size + 1],
            nodes: vec![Node::default(); places],
            path: Vec::new(),
            seen: Vec::new(),
            settled: vec![(Set::EMPTY, Set::EMPTY, 0); places],
        }
    }

    /// Looks at all groups that have changed.
    pub fn run(&mut self, relation: &mut Relation<W>) -> Result<(), Conflict> {
        for place in relation.all.iter() {
            let group = relation.group[place];
            if group.first() != Some(place) {
                continue;
            }
            let now = |relation: &Relation<W>| {
                (relation.group[place], relation.apart[place], relation.stamp(place))
            };
            let before = now(relation);
            if self.settled[place] != before {
                self.look(relation, place)?;
                if now(relation) == before {
                    self.settled[place] = before;
                }
            }
        }
        Ok(())
    }

    fn look(&mut self, relation: &mut Relation<W>, place: usize) -> Result<(), Conflict> {
        let group = relation.group[place];
        let reached = self.spread(relation, place);
        let count = reached.len();
        if count < relation.size || !group.without(reached).is_empty() {
            return Err(Conflict);
        }
        relation.separate_all(place, relation.open(place).without(reached))?;
        if count == relation.size {
            return relation.unite_all(place, reached.without(group));
        }
        self.walk(relation, place, reached);
        for at in 0..self.seen.len() {
            let first = self.seen[at];
            let Node { lost, cuts, .. } = self.nodes[first];
            let is_needed = cuts || lost > 0 && count - lost - relation.group[first].len() < relation.size;
            if is_needed && !group.has(first) {
                relation.unite(place, first)?;
            }
        }
        Ok(())
    }

    /// The places that one part can hold together with this one: a way to them costs the places on it, and a
    /// group is entered as a whole.
    fn spread(&mut self, relation: &Relation<W>, place: usize) -> Set<W> {
        let (group, open) = (relation.group[place], relation.open(place));
        let budget = relation.size - group.len();
        self.fronts[..=budget].fill(Set::EMPTY);
        self.fronts[0] = Set::one(place);
        let mut reached = Set::EMPTY;
        for cost in 0..=budget {
            loop {
                let front = self.fronts[cost].without(reached);
                if front.is_empty() {
                    break;
                }
                reached = reached.or(front);
                let next = front.iter().fold(Set::EMPTY, |next, from| next.or(self.near[from]));
                let next = next.and(open).without(reached);
                self.fronts[cost] = self.fronts[cost].or(next.and(group));
                let mut others = next.without(group);
                while let Some(to) = others.first() {
                    let entered = relation.group[to];
                    others = others.without(entered);
                    let cost = cost + entered.len();
                    if cost <= budget {
                        self.fronts[cost] = self.fronts[cost].or(entered);
                    }
                }
            }
        }
        reached
    }

    /// Depth first from a place over all that its part can reach (Tarjan 1972). Its own group is not taken as one
    /// here, since it may still have to grow together.
    fn walk(&mut self, relation: &Relation<W>, place: usize, reached: Set<W>) {
        let own = relation.group[place];
        let Reach { near, nodes, path, seen, .. } = self;
        let members = |first: usize| if own.has(first) { Set::one(first) } else { relation.group[first] };
        let enter = |first: usize, count: usize, nodes: &mut Vec<Node>| {
            let members = members(first);
            let holds = own.has(first);
            nodes[first] = Node { seen: count, low: count, weight: members.len(), holds, ..Node::default() };
            let around = members.iter().fold(Set::EMPTY, |around, member| around.or(near[member]));
            around.and(reached).without(members)
        };
        for at in reached.iter() {
            nodes[at].seen = 0;
        }
        seen.clear();
        seen.push(place);
        path.clear();
        path.push((place, enter(place, 1, nodes)));
        while let Some((from, rest)) = path.last_mut() {
            let from = *from;
            let Some(to) = rest.pop() else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    let Node { low, weight, holds, .. } = nodes[from];
                    let above = &mut nodes[parent];
                    above.low = above.low.min(low);
                    above.weight += weight;
                    above.holds |= holds;
                    if low >= above.seen {
                        above.lost += weight;
                        above.cuts |= holds;
                    }
                }
                continue;
            };
            let to = if own.has(to) { to } else { relation.group[to].first().expect("it has itself") };
            if nodes[to].seen > 0 {
                nodes[from].low = nodes[from].low.min(nodes[to].seen);
            } else {
                seen.push(to);
                let around = enter(to, seen.len(), nodes);
                path.push((to, around));
            }
        }
    }

    /// Neighbours of a group that are not in it.
    pub fn around(&self, group: Set<W>) -> Set<W> {
        group.iter().fold(Set::EMPTY, |around, member| around.or(self.near[member])).without(group)
    }
}

//! Rule of room: a region of connected places is divided into whole parts.
//!
//! If a group is a cut vertex between two sides, its part contains, of each side, as many places as the side's size
//! modulo the size of a part.

use super::reach::ReachRule;
use super::relation::PlaceRelation;
use super::set::Set;
use crate::engine::store::Conflict;

#[derive(Debug)]
pub(super) struct RoomRule<const W: usize> {
    nodes: Vec<Node<W>>,
    path: Vec<(usize, Set<W>)>,
    /// First places of groups, in the order of their visits.
    seen: Vec<usize>,
    /// Cut vertices: a group and the first group of a subtree that it cuts off.
    cuts: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    seen: usize,
    low: usize,
    /// The group when it was visited, and all places of its subtree.
    group: Set<W>,
    subtree: Set<W>,
}

impl<const W: usize> RoomRule<W> {
    pub fn new(places: usize) -> RoomRule<W> {
        let node = Node { seen: 0, low: 0, group: Set::EMPTY, subtree: Set::EMPTY };
        RoomRule { nodes: vec![node; places], path: Vec::new(), seen: Vec::new(), cuts: Vec::new() }
    }

    pub fn run(&mut self, relation: &mut PlaceRelation<W>, reach: &ReachRule<W>) -> Result<(), Conflict> {
        self.nodes.iter_mut().for_each(|node| node.seen = 0);
        let mut rest = relation.all;
        while let Some(root) = rest.first() {
            self.walk(relation, reach, root);
            let room = self.nodes[root].subtree;
            rest = rest.without(room);
            if !room.len().is_multiple_of(relation.size) {
                return Err(Conflict);
            }
            let cuts = std::mem::take(&mut self.cuts);
            let result = cuts
                .chunk_by(|one, other| one.0 == other.0)
                .try_for_each(|cuts| self.apply(relation, reach, room, cuts));
            self.cuts = cuts;
            result?;
        }
        Ok(())
    }

    /// Applies the rule to a cut vertex and its sides.
    fn apply(
        &self,
        relation: &mut PlaceRelation<W>,
        reach: &ReachRule<W>,
        room: Set<W>,
        cuts: &[(usize, usize)],
    ) -> Result<(), Conflict> {
        let place = cuts[0].0;
        let group = self.nodes[place].group;
        let mut rest = room.without(group);
        let mut count = group.len();
        let below = cuts.iter().map(|&(_, child)| self.nodes[child].subtree);
        let mut sides: Vec<Set<W>> = below.inspect(|&side| rest = rest.without(side)).collect();
        sides.extend((!rest.is_empty()).then_some(rest));
        for side in sides {
            let share = side.len() % relation.size;
            count += share;
            if count > relation.size {
                return Err(Conflict);
            }
            if share == 0 {
                relation.separate_all(place, side)?;
                continue;
            }
            let ways = reach.around(group).and(side).without(relation.apart[place]);
            let first = ways.first().ok_or(Conflict)?;
            if ways.without(relation.group[first]).is_empty() {
                relation.unite(place, first)?;
            }
        }
        Ok(())
    }

    /// Searches depth-first over groups that may be together with their parent (Tarjan 1972).
    fn walk(&mut self, relation: &PlaceRelation<W>, reach: &ReachRule<W>, root: usize) {
        let RoomRule { nodes, path, seen, cuts } = self;
        let enter = |first: usize, count: usize, nodes: &mut Vec<Node<W>>| {
            let group = relation.group[first];
            nodes[first] = Node { seen: count, low: count, group, subtree: group };
            reach.around(group).without(relation.apart[first])
        };
        seen.clear();
        seen.push(root);
        cuts.clear();
        path.clear();
        path.push((root, enter(root, 1, nodes)));
        while let Some((from, rest)) = path.last_mut() {
            let from = *from;
            let Some(to) = rest.pop() else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    let Node { low, subtree, .. } = nodes[from];
                    let above = &mut nodes[parent];
                    above.low = above.low.min(low);
                    above.subtree = above.subtree.or(subtree);
                    if low >= above.seen {
                        cuts.push((parent, from));
                    }
                }
                continue;
            };
            let to = relation.group[to].first().expect("it has itself");
            if nodes[to].seen > 0 {
                nodes[from].low = nodes[from].low.min(nodes[to].seen);
            } else {
                seen.push(to);
                let around = enter(to, seen.len(), nodes);
                path.push((to, around));
            }
        }
        // Sorted by group.
        cuts.sort_unstable();
    }
}

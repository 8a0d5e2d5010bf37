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
    /// Groups from the root on, by their first places, each with the places to visit next.
    path: Vec<(usize, Set<W>)>,
    /// Cut vertices: a group and the first group of a subtree that it cuts off.
    cuts: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    /// The number of its visit, from 1; 0 before it.
    number: usize,
    low: usize,
    /// The group when it was visited, and all places of its subtree.
    group: Set<W>,
    subtree: Set<W>,
}

impl<const W: usize> RoomRule<W> {
    pub fn new(places: usize) -> RoomRule<W> {
        let node = Node { number: 0, low: 0, group: Set::EMPTY, subtree: Set::EMPTY };
        RoomRule { nodes: vec![node; places], path: Vec::new(), cuts: Vec::new() }
    }

    pub fn run(&mut self, relation: &mut PlaceRelation<W>, reach: &ReachRule<W>) -> Result<(), Conflict> {
        self.nodes.iter_mut().for_each(|node| node.number = 0);
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
        let RoomRule { nodes, path, cuts } = self;
        let mut visits = 0;
        let mut enter = |first: usize, nodes: &mut Vec<Node<W>>| {
            visits += 1;
            let group = relation.group[first];
            nodes[first] = Node { number: visits, low: visits, group, subtree: group };
            reach.around(group).without(relation.apart[first])
        };
        cuts.clear();
        path.clear();
        path.push((root, enter(root, nodes)));
        while let Some((from, rest)) = path.last_mut() {
            let from = *from;
            let Some(to) = rest.pop() else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    let Node { low, subtree, .. } = nodes[from];
                    let above = &mut nodes[parent];
                    above.low = above.low.min(low);
                    above.subtree = above.subtree.or(subtree);
                    if low >= above.number {
                        cuts.push((parent, from));
                    }
                }
                continue;
            };
            let to = relation.group[to].first().expect("it has itself");
            if nodes[to].number > 0 {
                nodes[from].low = nodes[from].low.min(nodes[to].number);
            } else {
                let around = enter(to, nodes);
                path.push((to, around));
            }
        }
        // Sorted by group.
        cuts.sort_unstable();
    }
}

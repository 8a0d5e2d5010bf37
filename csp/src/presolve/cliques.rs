//! Pairwise ≠ that form cliques become one all-different.
//!
//! An edge `x + a ≠ y + b` is kept as "y has offset b - a, seen from x". A clique needs more than edges between
//! all its members: their offsets must agree, so that every member gets one offset. Greedy: each edge
//! not covered yet is grown by common neighbours. That finds what models mean when they spell out an
//! all-different, and need not find the largest cliques of a graph.

use std::collections::BTreeMap;

use crate::compile::{Group, Sources};
use crate::constraint::Consistency;
use crate::model::ConstraintId;
use crate::store::{Slot, View};

/// The search for cliques stops after this many look-ups; what is left stays in pairs.
const BUDGET: usize = 4_000_000;

type Edges = BTreeMap<(Slot, Slot, i32), Edge>;

struct Edge {
    sources: Sources,
    covered: bool,
}

/// Adds the pairs to the groups, joined where they form cliques.
pub(crate) fn join(
    pairs: Vec<(View, View, ConstraintId)>,
    consistency: Consistency,
    groups: &mut Vec<Group>,
) {
    if pairs.is_empty() {
        return;
    }
    let mut edges: Edges = BTreeMap::new();
    for (a, b, source) in pairs {
        let (a, b) = if a.slot <= b.slot { (a, b) } else { (b, a) };
        let edge = edges.entry((a.slot, b.slot, b.offset - a.offset));
        let edge = edge.or_insert_with(|| Edge { sources: Sources::new(), covered: false });
        edge.sources.push(source);
    }
    let mut neighbours: BTreeMap<Slot, Vec<(Slot, i32)>> = BTreeMap::new();
    for &(a, b, offset) in edges.keys() {
        if a != b {
            neighbours.entry(a).or_default().push((b, offset));
        }
    }
    let mut budget = BUDGET;
    let keys: Vec<(Slot, Slot, i32)> = edges.keys().copied().collect();
    for (a, b, offset) in keys {
        if edges[&(a, b, offset)].covered {
            continue;
        }
        // Slots ascend, so only later neighbours of the first member need be looked at.
        let mut members = vec![(a, 0), (b, offset)];
        if a != b {
            for &(c, at) in neighbours.get(&a).into_iter().flatten() {
                if c > b && budget > 0 && joins(&edges, &members, c, at, &mut budget) {
                    members.push((c, at));
                }
            }
        }
        groups.push(take(&mut edges, &members, consistency));
    }
}

/// Whether `c` at offset `at` from the first member differs from all members.
fn joins(edges: &Edges, members: &[(Slot, i32)], c: Slot, at: i32, budget: &mut usize) -> bool {
    *budget = budget.saturating_sub(members.len());
    let differs = |member: Slot, offset: i32| {
        at.checked_sub(offset).is_some_and(|between| edges.contains_key(&(member, c, between)))
    };
    members.iter().all(|&(member, offset)| member < c && differs(member, offset))
}

/// The group of these members; its edges are covered.
fn take(edges: &mut Edges, members: &[(Slot, i32)], consistency: Consistency) -> Group {
    let mut sources = Sources::new();
    for (place, &(a, from)) in members.iter().enumerate() {
        for &(b, to) in &members[place + 1..] {
            let edge = edges.get_mut(&(a, b, to - from)).expect("members differ pairwise");
            edge.covered = true;
            sources.extend_from_slice(&edge.sources);
        }
    }
    sources.sort_unstable();
    sources.dedup();
    let members = members.iter().map(|&(slot, offset)| View { slot, offset }).collect();
    Group::new(members, consistency, sources)
}

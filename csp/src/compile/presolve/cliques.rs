//! Joins pairwise ≠ constraints that form cliques into all-different groups.
//!
//! An edge `x + a ≠ y + b` is stored with x, as "y at offset b - a". In a clique, the offsets of all edges
//! must agree, so that every member gets one offset. The search is greedy: each uncovered edge is extended by
//! common neighbours. It finds the all-differents that a model spells out as pairs, not necessarily the
//! largest cliques of the graph.

use crate::engine::groups::Group;
use crate::engine::rows::Rows;
use crate::engine::store::{Slot, View};
use crate::model::config::Consistency;
use crate::model::ids::{ConstraintId, Sources};

/// Largest number of edge look-ups. After that, the remaining edges stay pairs.
const BUDGET: usize = 4_000_000;

/// The edges, each stored once, with the lower slot of its two.
struct Edges {
    /// The edges of each slot, in ascending order of the other slot and the offset.
    rows: Rows<Edge>,
    sources: Vec<ConstraintId>,
}

#[derive(Clone, Copy)]
struct Edge {
    to: Slot,
    offset: i32,
    covered: bool,
    /// The range of the edge's constraints in `Edges::sources`.
    sources: (u32, u32),
}

impl Edges {
    fn new(pairs: &[(View, View, ConstraintId)]) -> Edges {
        let ascending = |&(a, b, source): &(View, View, ConstraintId)| {
            let (a, b) = if a.slot <= b.slot { (a, b) } else { (b, a) };
            (a.slot, (b.slot, b.offset - a.offset, source))
        };
        let pairs_of_slots: Vec<(Slot, (Slot, i32, ConstraintId))> = pairs.iter().map(ascending).collect();
        let slots = pairs_of_slots.iter().map(|(from, _)| from.0 as usize + 1).max().unwrap_or(0);
        let pairs_of_slots = Rows::new(slots, &pairs_of_slots);
        let mut sources = Vec::with_capacity(pairs.len());
        let mut row = Vec::new();
        let rows = Rows::filled_by(slots, |from, edges| {
            row.clear();
            row.extend_from_slice(pairs_of_slots.row(from));
            row.sort_unstable();
            for same in row.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
                let first = sources.len() as u32;
                sources.extend(same.iter().map(|&(.., source)| source));
                let (to, offset, _) = same[0];
                edges.push(Edge { to, offset, covered: false, sources: (first, sources.len() as u32) });
            }
        });
        Edges { rows, sources }
    }

    /// Returns the index of an edge in the row of its lower slot.
    fn find(&self, from: Slot, to: Slot, offset: i32) -> Option<usize> {
        self.rows.row(from).binary_search_by_key(&(to, offset), |edge| (edge.to, edge.offset)).ok()
    }

    /// Returns whether `c`, at offset `at` from the first member, differs from all members.
    fn join(&self, members: &[(Slot, i32)], c: Slot, at: i32) -> bool {
        let differs = |member: Slot, offset: i32| {
            at.checked_sub(offset).is_some_and(|between| self.find(member, c, between).is_some())
        };
        members.iter().all(|&(member, offset)| member < c && differs(member, offset))
    }

    /// Builds the group of the members and marks its edges as covered.
    fn take(&mut self, members: &[(Slot, i32)], consistency: Consistency) -> Group {
        let mut sources = Sources::new();
        for (place, &(a, from)) in members.iter().enumerate() {
            for &(b, to) in &members[place + 1..] {
                let at = self.find(a, b, to - from).expect("members differ pairwise");
                let edge = &mut self.rows.row_mut(a)[at];
                edge.covered = true;
                sources.extend_from_slice(&self.sources[edge.sources.0 as usize..edge.sources.1 as usize]);
            }
        }
        sources.sort_unstable();
        sources.dedup();
        let members = members.iter().map(|&(slot, offset)| View { slot, offset }).collect();
        Group::new(members, consistency, sources)
    }
}

/// Adds the pairs to `groups`, joined where they form cliques.
pub(crate) fn join(pairs: &[(View, View, ConstraintId)], consistency: Consistency, groups: &mut Vec<Group>) {
    let mut edges = Edges::new(pairs);
    let mut budget = BUDGET;
    let mut members = Vec::new();
    for a in (0..edges.rows.len() as u32).map(Slot) {
        for at in 0..edges.rows.row(a).len() {
            let Edge { to: b, offset, covered, .. } = edges.rows.row(a)[at];
            if covered {
                continue;
            }
            members.clear();
            members.extend([(a, 0), (b, offset)]);
            if a != b {
                // Slots ascend, so it suffices to look at later neighbours of the first member.
                for &Edge { to: c, offset: at, .. } in &edges.rows.row(a)[at + 1..] {
                    if c > b && budget > 0 {
                        budget = budget.saturating_sub(members.len());
                        if edges.join(&members, c, at) {
                            members.push((c, at));
                        }
                    }
                }
            }
            groups.push(edges.take(&members, consistency));
        }
    }
}

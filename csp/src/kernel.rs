//! ≠ with an offset, and with it the value part of every all-different: this engine's unit
//! propagation, inlined as SAT solvers inline binary clauses.
//!
//! When a variable is fixed, its row of edges says which bit goes from which other domain. All edges
//! between the same two variables are one: `q[i] ≠ q[j]`, `q[i]+i ≠ q[j]+j` and `q[i]-i ≠ q[j]-j`
//! become a single pattern of three bits that is shifted to where the fixed value stands.
//!
//! ```text
//!   x fixed to bit b        pattern 0b10101 (offsets -2, 0, 2), shift -2
//!   y loses  pattern << (b + shift)
//! ```
//!
//! A large or an unshifted all-different is not spelled out in pairs: its members stand in one list that
//! all of them share, so that a thousand queens cost three thousand entries and not three million.

use fixedbitset::FixedBitSet;

use crate::store::{Conflict, Shape, Slot, Store, View};

/// An all-different of more than this many variables is kept as one list of members.
const LARGEST_IN_PAIRS: usize = 64;

/// All of `members` take different values (after their offsets).
#[derive(Clone, Debug)]
pub(crate) struct Clique {
    pub members: Box<[View]>,
    /// React only when a member was fixed by a decision (consistency `Forward`).
    pub decided_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    to: Slot,
    /// Added to the fixed bit's index to place the pattern's bit 0.
    shift: i32,
    pattern: u64,
}

/// One row of things for each slot, end to end.
#[derive(Debug)]
struct Rows<T> {
    starts: Vec<u32>,
    things: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows { starts: Vec::new(), things: Vec::new() }
    }
}

impl<T: Copy> Rows<T> {
    /// From pairs sorted by slot.
    fn new(slots: usize, sorted: &[(Slot, T)]) -> Rows<T> {
        let mut rows = Rows::default();
        if sorted.is_empty() {
            return rows;
        }
        rows.starts.reserve(slots + 1);
        for (at, &(slot, thing)) in sorted.iter().enumerate() {
            rows.starts.resize(rows.starts.len().max(slot.0 as usize + 1), at as u32);
            rows.things.push(thing);
        }
        rows.starts.resize(slots + 1, sorted.len() as u32);
        rows
    }

    #[inline(always)]
    fn row(&self, slot: Slot) -> &[T] {
        let at = slot.0 as usize;
        match self.starts.get(at + 1) {
            Some(&end) => &self.things[self.starts[at] as usize..end as usize],
            None => &[],
        }
    }
}

/// A list of members, as the loops want it.
#[derive(Debug)]
struct Members {
    views: Box<[View]>,
    /// The same bit of every member's word stands for the same value.
    aligned: bool,
    decided_only: bool,
}

/// Everything that must differ, compiled.
#[derive(Debug, Default)]
pub(crate) struct Kernel {
    /// What the rest was made from; kept so that constraints can be added later.
    cliques: Vec<Clique>,
    edges: Rows<Edge>,
    lists: Vec<Members>,
    /// The lists a slot is in, and the offset it has there.
    listed: Rows<(u32, i32)>,
}

/// Which fixing emptied which domain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash {
    pub from: Slot,
    pub to: Slot,
}

impl Kernel {
    pub fn add(&mut self, clique: Clique) {
        self.cliques.push(clique);
    }

    /// Makes the rows. `Err` when a variable would have to differ from itself.
    pub fn seal(&mut self, store: &Store) -> Result<(), Conflict> {
        self.lists.clear();
        let aligned = |clique: &Clique| {
            let bit_zero = |view: &View| store.base(view.slot) + view.offset;
            clique.members.iter().all(|view| {
                store.shape(view.slot) == Shape::Word && bit_zero(view) == bit_zero(&clique.members[0])
            })
        };
        let words = |clique: &Clique| clique.members.iter().all(|view| store.shape(view.slot) == Shape::Word);
        // Pairs pay where several patterns between the same two variables merge: where offsets are.
        let mut with_offsets = FixedBitSet::with_capacity(store.words().len());
        let spelled_out: Vec<bool> = self
            .cliques
            .iter()
            .map(|clique| {
                let small = clique.members.len() <= LARGEST_IN_PAIRS && words(clique) && !clique.decided_only;
                let pairs = small && (clique.members.len() == 2 || !aligned(clique));
                if pairs {
                    with_offsets.extend(clique.members.iter().map(|view| view.slot.0 as usize));
                }
                pairs
            })
            .collect();
        let mut ways: Vec<(Slot, Slot, i32)> = Vec::new();
        let mut listed: Vec<(Slot, (u32, i32))> = Vec::new();
        for (clique, spelled_out) in self.cliques.iter().zip(spelled_out) {
            let members = &clique.members;
            let meets_offsets = || members.iter().all(|view| with_offsets.contains(view.slot.0 as usize));
            let small = members.len() <= LARGEST_IN_PAIRS && !clique.decided_only;
            if spelled_out || small && words(clique) && meets_offsets() {
                for (at, &a) in members.iter().enumerate() {
                    for &b in &members[at + 1..] {
                        if a.slot == b.slot {
                            if a.offset == b.offset {
                                return Err(Conflict);
                            }
                            continue;
                        }
                        let bit_zero = |view: View| i64::from(store.base(view.slot)) + i64::from(view.offset);
                        let shift = bit_zero(a) - bit_zero(b);
                        // Further apart than a word is wide the two have no value in common.
                        if shift.abs() < 64 {
                            ways.push((a.slot, b.slot, shift as i32));
                            ways.push((b.slot, a.slot, -shift as i32));
                        }
                    }
                }
                continue;
            }
            let mut sorted = members.to_vec();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(Conflict);
            }
            let list = self.lists.len() as u32;
            listed.extend(members.iter().map(|view| (view.slot, (list, view.offset))));
            let (aligned, decided_only) = (aligned(clique), clique.decided_only);
            self.lists.push(Members { views: members.clone(), aligned, decided_only });
        }
        listed.sort_unstable();
        self.listed = Rows::new(store.words().len(), &listed);
        self.edges = Rows::new(store.words().len(), &merge(ways));
        Ok(())
    }

    /// `slot` has just been fixed: everyone who may not equal it loses the value.
    #[inline(always)]
    pub fn fixed(&self, store: &mut Store, slot: Slot, decided: bool) -> Result<(), Clash> {
        let edges = self.edges.row(slot);
        if !edges.is_empty() {
            let bit = store.word(slot).trailing_zeros() as i32;
            for edge in edges {
                let gone = shift(edge.pattern, bit + edge.shift);
                store.keep(edge.to, !gone).map_err(|Conflict| Clash { from: slot, to: edge.to })?;
            }
        }
        for &(list, offset) in self.listed.row(slot) {
            let list = &self.lists[list as usize];
            if list.aligned && !list.decided_only {
                let gone = store.word(slot);
                for view in &list.views {
                    if view.slot != slot {
                        store
                            .keep(view.slot, !gone)
                            .map_err(|Conflict| Clash { from: slot, to: view.slot })?;
                    }
                }
            } else if decided || !list.decided_only {
                remove_from_members(store, slot, offset, &list.views)?;
            }
        }
        Ok(())
    }
}

/// Sorts the ways and makes one pattern of all that lead from one variable to another.
fn merge(mut ways: Vec<(Slot, Slot, i32)>) -> Vec<(Slot, Edge)> {
    ways.sort_unstable();
    ways.dedup();
    let mut edges: Vec<(Slot, Edge)> = Vec::with_capacity(ways.len());
    for (from, to, shift) in ways {
        match edges.last_mut() {
            Some((last, edge)) if *last == from && edge.to == to && shift - edge.shift < 64 => {
                edge.pattern |= 1 << (shift - edge.shift);
            }
            _ => edges.push((from, Edge { to, shift, pattern: 1 })),
        }
    }
    edges
}

/// The general loop, for any shape of domain and any offsets: the value that the variable has with this
/// offset goes from the others. The variable itself may stand in the list more than once (`x` and `x + 1` do
/// differ), so all its places are passed over.
fn remove_from_members(store: &mut Store, slot: Slot, offset: i32, members: &[View]) -> Result<(), Clash> {
    let value = store.min(View { slot, offset });
    for &view in members.iter().filter(|view| view.slot != slot) {
        store.remove(view, value).map_err(|Conflict| Clash { from: slot, to: view.slot })?;
    }
    Ok(())
}

/// `pattern` moved by `by` bits to the left (or right, when negative), bits falling off both ends.
#[inline(always)]
fn shift(pattern: u64, by: i32) -> u64 {
    // One branch-free expression for both directions: put the pattern into the middle of 128 bits.
    let by = (by + 64) as u32;
    if by >= 128 { 0 } else { (((pattern as u128) << by) >> 64) as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fall_off_both_ends() {
        assert_eq!(shift(0b101, 0), 0b101);
        assert_eq!(shift(0b101, 3), 0b101000);
        assert_eq!(shift(0b101, -1), 0b10);
        assert_eq!(shift(0b101, 62), 1 << 62);
        assert_eq!((shift(1, 64), shift(1, -1), shift(1, 1000), shift(1, -1000)), (0, 0, 0, 0));
        assert_eq!(shift(u64::MAX, -63), 1);
    }
}

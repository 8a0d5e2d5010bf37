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
use smallvec::SmallVec;

use crate::engine::rows::Rows;
use crate::engine::store::{Conflict, Shape, Slot, Store, View};

/// An all-different of more than this many variables is kept as one list of members.
const LARGEST_IN_PAIRS: usize = 64;

/// All of `members` take different values (after their offsets).
#[derive(Clone, Debug)]
pub(crate) struct Clique {
    pub members: Box<[View]>,
    pub reaction: Reaction,
}

/// What happens when a member of a clique is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reaction {
    /// The others lose its value.
    Remove,
    /// The same, but only where a decision has fixed it (consistency `Forward`).
    RemoveIfDecided,
    /// Nothing is removed; that another one is fixed to the same value is a conflict (`Check`).
    Check,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    to: Slot,
    /// Added to the fixed bit's index to place the pattern's bit 0.
    shift: i32,
    pattern: u64,
}

/// A list of members, as the loops want it.
#[derive(Debug)]
struct Members {
    views: Box<[View]>,
    /// The same bit of every member's word stands for the same value.
    aligned: bool,
    reaction: Reaction,
}

/// Everything that must differ, compiled.
#[derive(Debug, Default)]
pub(crate) struct Kernel {
    /// What the rest was made from; kept so that constraints can be added later.
    cliques: Vec<Clique>,
    clique_bytes: usize,
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
        // Its members are listed, or spelled out, once more.
        self.clique_bytes += 2 * size_of_val(&*clique.members) + size_of::<Clique>();
        self.cliques.push(clique);
    }

    /// Bytes that are in use.
    pub fn bytes(&self) -> usize {
        self.clique_bytes + self.edges.bytes() + self.listed.bytes()
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
                let small = clique.members.len() <= LARGEST_IN_PAIRS && words(clique) && clique.removes();
                let pairs = small && (clique.members.len() == 2 || !aligned(clique));
                if pairs {
                    with_offsets.extend(clique.members.iter().map(|view| view.slot.0 as usize));
                }
                pairs
            })
            .collect();
        let mut paired: Vec<(Slot, (u32, i32))> = Vec::new();
        let mut listed: Vec<(Slot, (u32, i32))> = Vec::new();
        for ((clique, spelled_out), at) in self.cliques.iter().zip(spelled_out).zip(0..) {
            let members = &clique.members;
            if has_repeats(members) {
                return Err(Conflict);
            }
            let meets_offsets = || members.iter().all(|view| with_offsets.contains(view.slot.0 as usize));
            let small = members.len() <= LARGEST_IN_PAIRS && clique.removes();
            if spelled_out || small && words(clique) && meets_offsets() {
                paired.extend(members.iter().map(|view| (view.slot, (at, view.offset))));
                continue;
            }
            let list = self.lists.len() as u32;
            listed.extend(members.iter().map(|view| (view.slot, (list, view.offset))));
            // Alignment is for the loop that removes.
            let aligned = clique.removes() && aligned(clique);
            self.lists.push(Members { views: members.clone(), aligned, reaction: clique.reaction });
        }
        let slots = store.words().len();
        self.listed = Rows::new(slots, &listed);
        self.edges = self.edges_of(store, &Rows::new(slots, &paired));
        Ok(())
    }

    /// The edges of all slots that cliques spell out in pairs: `paired` are the cliques of a slot, and its offset there.
    fn edges_of(&self, store: &Store, paired: &Rows<(u32, i32)>) -> Rows<Edge> {
        if paired.len() == 0 {
            return Rows::default();
        }
        let mut ways: Vec<(Slot, i32)> = Vec::new();
        Rows::in_turn(store.words().len(), |from, edges| {
            ways.clear();
            for &(clique, offset) in paired.row(from) {
                let bit_zero = |view: View| i64::from(store.base(view.slot)) + i64::from(view.offset);
                let own = bit_zero(View { slot: from, offset });
                for &to in self.cliques[clique as usize].members.iter().filter(|to| to.slot != from) {
                    let shift = own - bit_zero(to);
                    // Further apart than a word is wide the two have no value in common.
                    if shift.abs() < 64 {
                        ways.push((to.slot, shift as i32));
                    }
                }
            }
            // One number is compared sooner than two; shifts lie between -64 and 64.
            ways.sort_unstable_by_key(|&(to, shift)| u64::from(to.0) << 32 | (64 + shift) as u64);
            ways.dedup();
            merge(&ways, edges);
        })
    }

    /// `slot` has just been fixed: everyone who may not equal it loses the value.
    #[inline(always)]
    pub fn fixed(&self, store: &mut Store, slot: Slot, decided: bool) -> Result<(), Clash> {
        let edges = self.edges.row(slot);
        if !edges.is_empty() {
            let bit = store.one_word(slot).trailing_zeros() as i32;
            for edge in edges {
                let gone = moved(edge.pattern, bit + edge.shift);
                store.keep_in_word(edge.to, !gone).map_err(|Conflict| Clash { from: slot, to: edge.to })?;
            }
        }
        for &(list, offset) in self.listed.row(slot) {
            let list = &self.lists[list as usize];
            if list.aligned {
                let gone = store.one_word(slot);
                for view in &list.views {
                    if view.slot != slot {
                        store
                            .keep_in_word(view.slot, !gone)
                            .map_err(|Conflict| Clash { from: slot, to: view.slot })?;
                    }
                }
                continue;
            }
            match list.reaction {
                Reaction::Remove => remove_from_members(store, slot, offset, &list.views)?,
                Reaction::RemoveIfDecided if decided => {
                    store.place(slot);
                    remove_from_members(store, slot, offset, &list.views)?;
                }
                Reaction::RemoveIfDecided => {}
                Reaction::Check => check_members(store, slot, offset, &list.views)?,
            }
        }
        Ok(())
    }

    /// The variables of which it makes a difference who has fixed them.
    pub fn awaiting_decisions(&self) -> impl Iterator<Item = Slot> + '_ {
        let cliques = self.cliques.iter().filter(|clique| clique.reaction == Reaction::RemoveIfDecided);
        cliques.flat_map(|clique| clique.members.iter().map(|view| view.slot))
    }
}

impl Clique {
    fn removes(&self) -> bool {
        self.reaction == Reaction::Remove
    }
}

/// Whether a variable stands there twice with one offset, and so would have to differ from itself.
fn has_repeats(members: &[View]) -> bool {
    if members.is_sorted_by(|a, b| a.slot < b.slot) {
        return false;
    }
    let mut sorted: SmallVec<[View; 32]> = members.into();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// Makes one pattern of all the ways to one variable; the ways are sorted.
fn merge(ways: &[(Slot, i32)], edges: &mut Vec<Edge>) {
    let first = edges.len();
    for &(to, shift) in ways {
        match edges[first..].last_mut() {
            Some(edge) if edge.to == to && shift - edge.shift < 64 => {
                edge.pattern |= 1 << (shift - edge.shift)
            }
            _ => edges.push(Edge { to, shift, pattern: 1 }),
        }
    }
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

/// Nobody else may be fixed to the value that the variable has with this offset.
fn check_members(store: &Store, slot: Slot, offset: i32, members: &[View]) -> Result<(), Clash> {
    let value = store.min(View { slot, offset });
    let has_it = |view: &&View| view.slot != slot && store.is_fixed(**view) && store.min(**view) == value;
    members.iter().find(has_it).map_or(Ok(()), |view| Err(Clash { from: slot, to: view.slot }))
}

/// `pattern` moved by `by` bits to the left (or right, when negative), bits falling off both ends.
#[inline(always)]
pub(crate) fn moved(pattern: u64, by: i32) -> u64 {
    // One branch-free expression for both directions: put the pattern into the middle of 128 bits.
    let by = (by + 64) as u32;
    if by >= 128 { 0 } else { (((pattern as u128) << by) >> 64) as u64 }
}

pub(crate) fn clique(members: &[View], reaction: Reaction) -> Clique {
    Clique { members: members.into(), reaction }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fall_off_both_ends() {
        assert_eq!(moved(0b101, 0), 0b101);
        assert_eq!(moved(0b101, 3), 0b101000);
        assert_eq!(moved(0b101, -1), 0b10);
        assert_eq!(moved(0b101, 62), 1 << 62);
        assert_eq!((moved(1, 64), moved(1, -1), moved(1, 1000), moved(1, -1000)), (0, 0, 0, 0));
        assert_eq!(moved(u64::MAX, -63), 1);
    }
}

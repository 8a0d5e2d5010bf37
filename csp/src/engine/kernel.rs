//! The kernel: propagation of ≠ with offsets, and of all-different when a variable is fixed. It is inlined in
//! the engine's loop, as SAT solvers inline binary clauses.
//!
//! When a variable is fixed, its row of edges lists the bits to remove from other domains. All edges between
//! the same two variables are merged: `q[i] ≠ q[j]`, `q[i]+i ≠ q[j]+j` and `q[i]-i ≠ q[j]-j` become a single
//! pattern of three bits, shifted to the fixed value.
//!
//! ```text
//!   x fixed to bit b        pattern 0b10101 (offsets -2, 0, 2), shift -2
//!   y loses  pattern << (b + shift)
//! ```
//!
//! A large all-different, or one without offsets, is not expanded into pairs: its members share one list. A
//! thousand queens need three thousand entries instead of three million.

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use crate::engine::rows::Rows;
use crate::engine::store::{Conflict, Shape, Slot, Store, View};

/// Largest all-different that may be expanded into pairs.
const LARGEST_IN_PAIRS: usize = 64;

/// Views that take pairwise different values (after their offsets).
#[derive(Clone, Debug)]
pub(crate) struct Clique {
    pub members: Box<[View]>,
    pub reaction: Reaction,
}

/// Reaction to the fixing of a member of a clique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reaction {
    /// The value is removed from the other members.
    Remove,
    /// Like `Remove`, but only if a decision has fixed the member (consistency `Forward`).
    RemoveIfDecided,
    /// No value is removed. Two members fixed to the same value are a conflict (consistency `Check`).
    Check,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    to: Slot,
    /// The index of the fixed bit plus `shift` is the position of the pattern's bit 0 in the other word.
    shift: i32,
    pattern: u64,
}

/// Members of a clique that is not expanded into pairs.
#[derive(Debug)]
struct MemberList {
    views: Box<[View]>,
    /// Whether the same bit of every member's word stands for the same value.
    aligned: bool,
    reaction: Reaction,
}

/// All ≠ and all-different constraints in compiled form.
#[derive(Debug, Default)]
pub(crate) struct Kernel {
    /// The cliques, from which the other fields are rebuilt when constraints are added later.
    cliques: Vec<Clique>,
    clique_bytes: usize,
    edges: Rows<Edge>,
    lists: Vec<MemberList>,
    /// For each slot the lists it is a member of, with its offset there.
    listed: Rows<(u32, i32)>,
}

/// A conflict of the kernel: fixing `from` emptied the domain of `to`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash {
    pub from: Slot,
    pub to: Slot,
}

impl Kernel {
    pub fn add(&mut self, clique: Clique) {
        // Members are stored once here, and once in `lists` or `edges`.
        self.clique_bytes += 2 * size_of_val(&*clique.members) + size_of::<Clique>();
        self.cliques.push(clique);
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        self.clique_bytes + self.edges.bytes() + self.listed.bytes()
    }

    /// Builds edges and lists. `Err` if a variable would have to differ from itself.
    pub fn seal(&mut self, store: &Store) -> Result<(), Conflict> {
        self.lists.clear();
        let aligned = |clique: &Clique| {
            let bit_zero = |view: &View| store.base(view.slot) + view.offset;
            clique.members.iter().all(|view| {
                store.shape(view.slot) == Shape::Word && bit_zero(view) == bit_zero(&clique.members[0])
            })
        };
        let words = |clique: &Clique| clique.members.iter().all(|view| store.shape(view.slot) == Shape::Word);
        // Expansion into pairs pays off where several patterns between the same two variables can be merged,
        // that is, where there are offsets.
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
            // Alignment is used by the loop for `Remove` only.
            let aligned = clique.removes() && aligned(clique);
            self.lists.push(MemberList { views: members.clone(), aligned, reaction: clique.reaction });
        }
        let slots = store.words().len();
        self.listed = Rows::new(slots, &listed);
        self.edges = self.edges_of(store, &Rows::new(slots, &paired));
        Ok(())
    }

    /// Builds the edges of all slots. `paired` holds, for each slot, the cliques that are expanded into pairs
    /// and the slot's offset there.
    fn edges_of(&self, store: &Store, paired: &Rows<(u32, i32)>) -> Rows<Edge> {
        if paired.len() == 0 {
            return Rows::default();
        }
        let mut targets: Vec<(Slot, i32)> = Vec::new();
        Rows::filled_by(store.words().len(), |from, edges| {
            targets.clear();
            for &(clique, offset) in paired.row(from) {
                let bit_zero = |view: View| i64::from(store.base(view.slot)) + i64::from(view.offset);
                let own = bit_zero(View { slot: from, offset });
                for &to in self.cliques[clique as usize].members.iter().filter(|to| to.slot != from) {
                    let shift = own - bit_zero(to);
                    // At a distance of 64 or more the two words have no value in common.
                    if shift.abs() < 64 {
                        targets.push((to.slot, shift as i32));
                    }
                }
            }
            // A single number is a faster sort key than a pair. Shifts lie between -64 and 64.
            targets.sort_unstable_by_key(|&(to, shift)| u64::from(to.0) << 32 | (64 + shift) as u64);
            targets.dedup();
            merge(&targets, edges);
        })
    }

    /// Removes the value of `slot`, which has just been fixed, from the domains that differ from it.
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
                    store.mark_decided(slot);
                    remove_from_members(store, slot, offset, &list.views)?;
                }
                Reaction::RemoveIfDecided => {}
                Reaction::Check => check_members(store, slot, offset, &list.views)?,
            }
        }
        Ok(())
    }

    /// Returns the members of `RemoveIfDecided` cliques, for which it matters whether a decision fixed them.
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

/// Returns whether a view occurs twice, so that a variable would have to differ from itself.
fn has_repeats(members: &[View]) -> bool {
    if members.is_sorted_by(|a, b| a.slot < b.slot) {
        return false;
    }
    let mut sorted: SmallVec<[View; 32]> = members.into();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// Appends the edges for `targets`, which are sorted. Targets in the same variable less than 64 bits apart share a
/// pattern.
fn merge(targets: &[(Slot, i32)], edges: &mut Vec<Edge>) {
    let first = edges.len();
    for &(to, shift) in targets {
        match edges[first..].last_mut() {
            Some(edge) if edge.to == to && shift - edge.shift < 64 => {
                edge.pattern |= 1 << (shift - edge.shift)
            }
            _ => edges.push(Edge { to, shift, pattern: 1 }),
        }
    }
}

/// Removes the value of `slot`, with this offset, from the other members. The general loop, for any shape of
/// domain and any offsets. All occurrences of `slot` itself are skipped, since it may be listed at several
/// offsets (`x` and `x + 1` always differ).
fn remove_from_members(store: &mut Store, slot: Slot, offset: i32, members: &[View]) -> Result<(), Clash> {
    let value = store.min(View { slot, offset });
    for &view in members.iter().filter(|view| view.slot != slot) {
        store.remove(view, value).map_err(|Conflict| Clash { from: slot, to: view.slot })?;
    }
    Ok(())
}

/// Fails if another member is fixed to the value of `slot` with this offset.
fn check_members(store: &Store, slot: Slot, offset: i32, members: &[View]) -> Result<(), Clash> {
    let value = store.min(View { slot, offset });
    let has_it = |view: &&View| view.slot != slot && store.is_fixed(**view) && store.min(**view) == value;
    members.iter().find(has_it).map_or(Ok(()), |view| Err(Clash { from: slot, to: view.slot }))
}

/// Returns `pattern` shifted left by `by` bits, or right if `by` is negative. Bits beyond either end are
/// lost.
#[inline(always)]
pub(crate) fn moved(pattern: u64, by: i32) -> u64 {
    // Branch-free for both directions: the pattern is placed in the middle of 128 bits.
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

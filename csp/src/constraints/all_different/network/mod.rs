//! Network: many overlapping all-different groups filtered together, by fixed values, singles and
//! intersections.
//!
//! The domains of all variables are aligned words. *Singles*: the value of a fixed variable is removed from
//! the other members of its groups, and in a permutation a value that only one member can take is assigned to
//! it. *Intersections*: for two permutations A and B that share several variables, a value that A can place
//! only in the shared variables is removed from the rest of B, and vice versa (in Sudoku: pointing and
//! claiming).
//!
//! Conflicts: an empty domain; two fixed members with the same value; a value that a permutation cannot
//! place; two values whose only possible place is the same variable.
//!
//! The rules are monotone, so the fixpoint does not depend on their order, and the two implementations need
//! the same nodes:
//!
//! - [`one_by_one`], for every machine and up to 64 values: visits one group after the other, and only groups with a
//!   changed member.
//! - [`lanes`], for AVX-512 and AVX2 and up to 16 values: sweeps all groups at once, one lane each, until nothing
//!   changes.
//!
//! Both work on a copy of the domains and write back the differences, so that each variable has at most one
//! trail entry for a run.

mod explain;
mod lanes;
mod one_by_one;
mod structures;
mod tables;

use self::explain::Replay;
use self::lanes::InLanes;
use self::one_by_one::OneByOne;
use self::tables::Tables;
use crate::base::simd::Level;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

pub(crate) use self::structures::Structures;

/// Largest number of variables in a network. Larger networks would be swept too often for few changes.
pub(super) const LARGEST_NETWORK: usize = 1024;
/// Largest number of groups in a network; sets of groups are bits of a word.
pub(super) const MOST_GROUPS: usize = 128;

/// Builds a network of at most [`MOST_GROUPS`] groups of aligned words. A variable is at most once in a
/// group.
pub(super) fn compile(
    store: &mut Store,
    groups: &[&[View]],
    with_intersections: bool,
    level: Level,
    structures: &Structures,
) -> Box<dyn Propagator> {
    let (shape, tables) = Tables::of(store, groups, with_intersections);
    let known = structures.get(shape);
    let values = tables.slots.iter().fold(0, |all, &slot| all | store.one_word(slot));
    let width = 64 - values.leading_zeros() - values.trailing_zeros();
    let replay = Replay::new(known.structure.clone(), tables.all_values.clone());
    if width <= 16 && tables.slots.len().max(groups.len()) <= level.largest_table() {
        let run = InLanes::new(&known.structure, known.plan(), &tables, values.trailing_zeros(), level);
        return Box::new(Network { slots: tables.slots, run, replay });
    }
    let run = OneByOne::new(&known.structure, known.padded(), &tables, level, store.add_word(0));
    Box::new(Network { slots: tables.slots, run, replay })
}

/// An implementation of the network's rules.
trait NetworkRules: std::fmt::Debug + Send {
    /// Loads the domains and filters them to the fixpoint.
    fn run(&mut self, store: &Store, slots: &[Slot]) -> Result<(), Conflict>;
    /// Calls `each` with every changed variable and its new word.
    fn changes(&self, each: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict>;
    /// Called when the store has reached the fixpoint.
    fn settle(&mut self, _store: &mut Store) {}
}

#[derive(Debug)]
struct Network<W: NetworkRules> {
    slots: Box<[Slot]>,
    run: W,
    replay: Replay,
}

impl<W: NetworkRules> Propagator for Network<W> {
    fn name(&self) -> &'static str {
        "network"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.slots.iter().for_each(|&slot| watch(slot, Event::Change));
    }

    fn work(&self, slots: usize) -> u32 {
        // A run handles whole words of slots at a time.
        2 + slots as u32 / 8
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.replay.explain(&self.slots, query, why)
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        self.run.run(store, &self.slots)?;
        self.run.changes(|variable, word| store.keep_in_word(self.slots[variable], word))?;
        self.run.settle(store);
        Ok(Status::Fixpoint)
    }
}

//! Many overlapping all-differents at once: value, singles and intersections in one propagator.
//!
//! The groups' variables are aligned words. *Singles*: a fixed variable takes its value from the others of
//! its groups, and in a permutation a value that one member alone can take goes there. *Intersections*: for
//! two permutations A and B that share several variables, a value that A can place only where they meet
//! leaves the rest of B, and the other way round (in Sudoku: pointing and claiming).
//!
//! Conflicts: a variable without values; two fixed members with one value; a value that a permutation
//! cannot place; two hidden values in one variable.
//!
//! The rules are monotone, so whatever the order they are applied in, they end at the same fixpoint, and two
//! ways of running them give the same nodes:
//!
//! - [`one_by_one`], for every machine and up to 64 values: group after group, only those with a changed
//!   member.
//! - [`lanes`], for AVX-512 and up to 16 values: all groups at once, one lane a group, until nothing changes.
//!
//! Either works on a copy of the domains and writes back differences only, so that the trail sees one event
//! a variable.

mod lanes;
mod one_by_one;
mod tables;

use self::lanes::InLanes;
use self::one_by_one::OneByOne;
use self::tables::Tables;
use crate::base::simd::Level;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

/// More variables than this in one network are swept too often for the little that changed.
pub(super) const LARGEST_NETWORK: usize = 1024;
/// A network has at most this many groups; they are the bits of a word.
pub(super) const MOST_GROUPS: usize = 128;

/// More variables or groups than this are not put into lanes: the look-up tables no longer fit registers.
const LARGEST_IN_LANES: usize = 300;

/// Compiles at most [`MOST_GROUPS`] groups of aligned words, each variable at most once in a group.
pub(super) fn compile(
    store: &mut Store,
    groups: &[&[View]],
    intersections: bool,
    level: Level,
) -> Box<dyn Propagator> {
    let tables = Tables::new(store, groups, intersections);
    let values = tables.slots.iter().fold(0, |all, &slot| all | store.one_word(slot));
    let width = 64 - values.leading_zeros() - values.trailing_zeros();
    let fits = width <= 16 && tables.slots.len().max(groups.len()) <= LARGEST_IN_LANES;
    if fits && level.has_register_look_up() {
        let run = InLanes::new(&tables, values.trailing_zeros(), level);
        return Box::new(Network { slots: tables.slots, run });
    }
    Box::new(Network { run: OneByOne::new(&tables, level, store.add_word(0)), slots: tables.slots })
}

/// One of the two ways to run.
trait Way: std::fmt::Debug + Send {
    /// Takes the domains over and filters them to the fixpoint.
    fn run(&mut self, store: &Store, slots: &[Slot]) -> Result<(), Conflict>;
    /// Tells every changed variable with its new word.
    fn changes(&self, each: impl FnMut(usize, u64) -> Result<(), Conflict>) -> Result<(), Conflict>;
    /// The store is at the fixpoint now.
    fn settle(&mut self, _store: &mut Store) {}
}

#[derive(Debug)]
struct Network<W: Way> {
    slots: Box<[Slot]>,
    run: W,
}

impl<W: Way> Propagator for Network<W> {
    fn name(&self) -> &'static str {
        "network"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.slots.iter().for_each(|&slot| watch(slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        self.run.run(store, &self.slots)?;
        self.run.changes(|variable, word| store.keep_in_word(self.slots[variable], word))?;
        self.run.settle(store);
        Ok(Status::Fixpoint)
    }
}

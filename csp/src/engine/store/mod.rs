//! The store: the domains of a compiled model's variables.
//!
//! A [`Slot`] is the index of a domain's first word in memory. A [`View`] is a slot with a constant offset.
//! Three shapes of domain share the same operations:
//!
//! ```text
//!   Word    [ bits ]                              up to 64 values, bit i = base + i
//!   Wide    [ size | min | max ][ bits ][ bits ]… more: a header, then one bit a value
//!   Range   [ low | high ]                        very wide: two bounds, no holes
//! ```
//!
//! In each shape the *first* word changes whenever the domain changes, so the trail entries of first words
//! are exactly the events. They are written by [`Store::narrow`] only. Its callers compute the event (any
//! change, a bound moved, fixed), which is kept in the entry's tag.

pub(crate) mod cause;
mod narrow;
pub(crate) mod past;
mod read;
mod removals;
mod shape;

use crate::base::limits::room;
use crate::engine::memory::{Level, Memory, Saved};
use crate::model::values::{Values, WIDEST_BITSET};
pub(crate) use read::open_and_pair;
use removals::removed;
pub(crate) use shape::Shape;
use shape::{Header, Meta, pack_range};

/// Index of a domain's first word: a variable, as propagators hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub(crate) u32);

/// A variable of the compiled model plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct View {
    pub(crate) slot: Slot,
    pub(crate) offset: i32,
}

impl View {
    /// Returns the variable behind the view.
    pub fn slot(self) -> Slot {
        self.slot
    }

    /// Returns the constant added to the variable.
    pub fn offset(self) -> i32 {
        self.offset
    }

    /// Returns the view with `offset` added.
    pub fn plus(self, offset: i32) -> View {
        View { slot: self.slot, offset: self.offset + offset }
    }
}

/// The view without an offset.
impl From<Slot> for View {
    fn from(slot: Slot) -> View {
        View { slot, offset: 0 }
    }
}

/// A domain would become empty. A normal result of propagation, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// Kind of a change. A watcher names the weakest event that concerns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// Any value was removed.
    Change = 0,
    /// The smallest or largest value was removed.
    Bounds = 1,
    /// One value is left.
    Fix = 2,
}

/// Event code of trail entries that are not events: propagators' own words and inner words of wide domains.
const SILENT: u32 = 3;
const CAUSE_BITS: u32 = 30;

/// A trail entry decoded as an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub slot: Slot,
    pub event: Event,
    pub cause: u32,
}

impl Change {
    /// Decodes an entry; `None` if its word is not a domain's first word.
    #[inline(always)]
    pub fn read(saved: &Saved) -> Option<Change> {
        let event = match saved.tag >> CAUSE_BITS {
            0 => Event::Change,
            1 => Event::Bounds,
            2 => Event::Fix,
            _ => return None,
        };
        Some(Change { slot: Slot(saved.word), event, cause: saved.tag & ((1 << CAUSE_BITS) - 1) })
    }

    /// Returns whether the change was decided or assumed: it has no reason.
    #[inline(always)]
    pub fn is_decided(self) -> bool {
        matches!(self.cause, cause::DECISION | cause::ASSUMPTION)
    }
}

/// The domains and the reversible memory that holds them.
#[derive(Debug, Default)]
pub struct Store {
    memory: Memory,
    meta: Vec<Meta>,
    /// Cause of the current writes. The engine sets it before it calls a propagator.
    cause: u32,
    /// The variable that a narrowing would have emptied, since [`Store::forget_emptied`].
    emptied: Option<Slot>,
    /// One reversible bit for each word: whether the variable counts as decided. Empty in models without
    /// `Forward` groups, where it makes no difference.
    decided: Vec<Word>,
    /// Number of values that propagation removed and that backtracking has restored; `None` if it is not
    /// counted.
    removals: Option<u64>,
    /// Whether a very wide domain kept a value that was to be removed, since [`Store::forget_kept`].
    has_kept: bool,
    /// Whether the words are others than those of the store that the propagators were posted to.
    is_copy: bool,
}

/// Building, at the root.
impl Store {
    /// Adds a variable. `base` is the value of bit 0 if the values fit into one word from there. A common
    /// base lets constraints compare words directly.
    pub(crate) fn add(&mut self, values: &Values, base: i32) -> Slot {
        let (low, high) = (values.min(), values.max());
        let span = i64::from(high) - i64::from(low) + 1;
        let fits = low >= base && i64::from(high) - i64::from(base) < 64;
        if span <= 64 {
            let base = if fits { base } else { low };
            let bits = if values.is_range() {
                (u64::MAX >> (64 - span)) << (low - base)
            } else {
                values.iter().fold(0, |bits, v| bits | 1 << (v - base))
            };
            return self.add_first(bits, Meta { base, width: 64, shape: Shape::Word });
        }
        if span <= WIDEST_BITSET || !values.is_range() {
            let width = span as u32;
            let header = Header { size: values.len() as u32, min: 0, max: width - 1 };
            let slot = self.add_first(header.pack(), Meta { base: low, width, shape: Shape::Wide });
            for index in 0..width.div_ceil(64) {
                let bits = (0..64)
                    .filter(|bit| 64 * index + bit < width)
                    .filter(|bit| values.contains(low + (64 * index + bit) as i32))
                    .fold(0, |bits, bit| bits | 1 << bit);
                self.add_word(bits);
            }
            return slot;
        }
        self.add_first(pack_range(low, high), Meta { base: low, width: 0, shape: Shape::Range })
    }

    /// Reserves room for `words` more words.
    pub(crate) fn reserve(&mut self, words: usize) {
        self.memory.reserve(words);
        self.meta.reserve(words);
    }

    /// Returns the bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes() + room(&self.meta)
    }

    fn add_first(&mut self, word: u64, meta: Meta) -> Slot {
        let slot = self.memory.add(word);
        assert!(slot < cause::MOST, "fewer than 2^28 words of domains: the trail names them by as many bits");
        self.meta.push(meta);
        Slot(slot)
    }

    /// Adds a reversible word for a propagator's own use. Changes of it wake no propagator.
    pub fn add_word(&mut self, value: u64) -> Word {
        let word = self.memory.add(value);
        self.meta.push(Meta { base: 0, width: 0, shape: Shape::Other });
        Word(word)
    }
}

/// A propagator's own reversible word.
#[derive(Clone, Copy, Debug)]
pub struct Word(pub(crate) u32);

/// Variables that count as decided.
impl Store {
    /// Starts to track which of `slots` are decided. The store must be at the root. All other slots count as decided.
    pub(crate) fn track_decided(&mut self, slots: impl Iterator<Item = Slot>) {
        while self.decided.len() * 64 < self.memory.words().len() {
            let word = self.add_word(0);
            self.decided.push(word);
        }
        for at in 0..self.decided.len() {
            self.write(self.decided[at], u64::MAX);
        }
        for slot in slots {
            let word = self.decided[slot.0 as usize / 64];
            self.write(word, self.read(word) & !(1 << (slot.0 % 64)));
        }
    }

    /// Marks a variable as decided.
    pub(crate) fn mark_decided(&mut self, slot: Slot) {
        if !self.is_decided(slot) {
            let word = self.decided[slot.0 as usize / 64];
            self.write(word, self.read(word) | 1 << (slot.0 % 64));
        }
    }
}

/// Levels and the trail, for the engine.
impl Store {
    #[inline(always)]
    pub(crate) fn set_cause(&mut self, cause: u32) {
        self.cause = cause;
    }

    /// Returns the variable that a narrowing would have emptied since [`Store::forget_emptied`].
    pub(crate) fn emptied(&self) -> Option<Slot> {
        self.emptied
    }

    pub(crate) fn forget_emptied(&mut self) {
        self.emptied = None;
    }

    /// Returns whether a very wide domain kept an inner value that was to be removed, since [`Store::forget_kept`].
    #[inline(always)]
    pub(crate) fn has_kept(&self) -> bool {
        self.has_kept
    }

    #[inline(always)]
    pub(crate) fn forget_kept(&mut self) {
        self.has_kept = false;
    }

    /// Returns the cause of the last write or failed attempt.
    pub(crate) fn cause(&self) -> u32 {
        self.cause
    }

    #[inline(always)]
    pub(crate) fn trail(&self) -> &[Saved] {
        self.memory.trail()
    }

    pub(crate) fn depth(&self) -> usize {
        self.memory.depth()
    }

    pub(crate) fn level(&self, at: usize) -> Option<Level> {
        self.memory.level(at)
    }

    pub(crate) fn push(&mut self) {
        self.memory.push();
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        let Store { memory, meta, removals, .. } = self;
        match removals {
            None => memory.pop(),
            Some(removals) => {
                memory.pop_seeing(|saved, now| *removals += removed(saved, meta[saved.word as usize], now))
            }
        }
    }

    pub(crate) fn commit_root(&mut self) {
        self.memory.commit_root();
    }
}

#[cfg(test)]
mod tests;

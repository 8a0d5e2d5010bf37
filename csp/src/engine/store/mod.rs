//! The variables of a compiled model, and the one function that narrows a domain.
//!
//! A [`Slot`] is where a variable's domain begins in memory; a [`View`] is a slot seen through a
//! constant offset. Three shapes of domain share the same operations:
//!
//! ```text
//!   Word    [ bits ]                              up to 64 values, bit i = base + i
//!   Wide    [ size | min | max ][ bits ][ bits ]… more: a header, then one bit a value
//!   Range   [ low | high ]                        very wide: two bounds, no holes
//! ```
//!
//! In each shape the *first* word changes whenever the domain changes, so the trail entries of first
//! words are exactly the events. [`Store::narrow`] writes them, and nothing else does; the level of the
//! event (any change, a bound moved, fixed) is worked out there and kept in the entry's tag.

pub(crate) mod cause;
mod removals;

use crate::base::limits::room;
use crate::engine::memory::{Level, Memory, Saved};
use crate::model::values::{Values, WIDEST_BITSET};
use removals::removed;

/// A domain's first word: what propagators hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub(crate) u32);

/// A variable of the compiled model plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct View {
    pub(crate) slot: Slot,
    pub(crate) offset: i32,
}

impl View {
    /// The variable behind the view.
    pub fn slot(self) -> Slot {
        self.slot
    }

    /// What is added to the variable.
    pub fn offset(self) -> i32 {
        self.offset
    }

    /// The view moved further.
    pub fn plus(self, offset: i32) -> View {
        View { slot: self.slot, offset: self.offset + offset }
    }
}

/// The variable without an offset.
impl From<Slot> for View {
    fn from(slot: Slot) -> View {
        View { slot, offset: 0 }
    }
}

/// Nothing can be assigned any more: an everyday result of propagation, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// How much a domain changed; a watcher names the least that concerns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// Any value went.
    Change = 0,
    /// The smallest or largest value went.
    Bounds = 1,
    /// One value is left.
    Fix = 2,
}

/// Marks trail entries that are no event: a propagator's own words, the inner words of wide domains.
const SILENT: u32 = 3;
const CAUSE_BITS: u32 = 30;

/// A trail entry read as an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub slot: Slot,
    pub event: Event,
    pub cause: u32,
}

impl Change {
    /// `None` for entries that are not a domain's first word.
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Word,
    Wide,
    Range,
    /// Not a domain's first word.
    Other,
}

/// What a first word means. Indexed by word, so that a slot leads here with one load.
#[derive(Clone, Copy, Debug)]
struct Meta {
    base: i32,
    /// Number of values a bit set has room for.
    width: u32,
    shape: Shape,
}

impl Meta {
    /// How many values a first word stands for.
    #[inline(always)]
    fn size(self, first: u64) -> u32 {
        match self.shape {
            Shape::Word => first.count_ones(),
            Shape::Wide => Header::unpack(first).size,
            Shape::Range => {
                let (low, high) = unpack_range(first);
                (i64::from(high) - i64::from(low) + 1) as u32
            }
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
    }
}

/// Size, smallest and largest index of a wide domain, packed into its first word.
#[derive(Clone, Copy)]
struct Header {
    size: u32,
    min: u32,
    max: u32,
}

impl Header {
    const BITS: u32 = 21;
    const MASK: u64 = (1 << Header::BITS) - 1;

    #[inline(always)]
    fn unpack(word: u64) -> Header {
        Header {
            size: (word >> (2 * Header::BITS)) as u32,
            min: ((word >> Header::BITS) & Header::MASK) as u32,
            max: (word & Header::MASK) as u32,
        }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        (u64::from(self.size) << (2 * Header::BITS))
            | (u64::from(self.min) << Header::BITS)
            | u64::from(self.max)
    }
}

#[inline(always)]
fn pack_range(low: i32, high: i32) -> u64 {
    (u64::from(low as u32) << 32) | u64::from(high as u32)
}

#[inline(always)]
fn unpack_range(word: u64) -> (i32, i32) {
    ((word >> 32) as u32 as i32, word as u32 as i32)
}

/// The domains, and the memory they live in.
#[derive(Debug, Default)]
pub struct Store {
    memory: Memory,
    meta: Vec<Meta>,
    /// Who is writing: the engine sets it before it calls anyone.
    cause: u32,
    /// One reversible bit for each word: whether the variable there has been placed. Empty where that makes no difference:
    /// in models without `Forward` groups.
    placed: Vec<Word>,
    /// Values that propagation took away and that were given back since, if that is counted.
    removals: Option<u64>,
}

/// Building: what the compiler uses at the root.
impl Store {
    /// A new variable. `base` is what bit 0 stands for when the values fit in one word; common
    /// bases let constraints compare words directly.
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

    /// Room for so many words more.
    pub(crate) fn reserve(&mut self, words: usize) {
        self.memory.reserve(words);
        self.meta.reserve(words);
    }

    /// Bytes that are in use.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes() + room(&self.meta)
    }

    fn add_first(&mut self, word: u64, meta: Meta) -> Slot {
        let slot = self.memory.add(word);
        assert!(slot < cause::MOST, "fewer than 2^28 words of domains: the trail names them by as many bits");
        self.meta.push(meta);
        Slot(slot)
    }

    /// A reversible word for a propagator's own use; changes to it wake nobody.
    pub fn add_word(&mut self, value: u64) -> Word {
        let word = self.memory.add(value);
        self.meta.push(Meta { base: 0, width: 0, shape: Shape::Other });
        Word(word)
    }
}

/// A propagator's own reversible word.
#[derive(Clone, Copy, Debug)]
pub struct Word(pub(crate) u32);

/// Reading.
impl Store {
    #[inline(always)]
    fn meta(&self, slot: Slot) -> Meta {
        self.meta[slot.0 as usize]
    }

    #[inline(always)]
    fn first(&self, slot: Slot) -> u64 {
        self.memory.get(slot.0)
    }

    #[inline(always)]
    fn inner(&self, slot: Slot, index: u32) -> u64 {
        self.memory.get(slot.0 + 1 + index)
    }

    #[inline(always)]
    pub(crate) fn shape(&self, slot: Slot) -> Shape {
        self.meta(slot).shape
    }

    /// The values of a domain that is kept in one word, bit 0 standing for [`Store::base`]. `None` for wider ones:
    /// variables that were declared with more than 64 values from the smallest to the largest, however many are left.
    #[inline(always)]
    pub fn word(&self, slot: Slot) -> Option<u64> {
        (self.shape(slot) == Shape::Word).then(|| self.first(slot))
    }

    /// The same for who has found out, at the latest when posting, that the domain is one word.
    #[inline(always)]
    pub(crate) fn one_word(&self, slot: Slot) -> u64 {
        debug_assert_eq!(self.shape(slot), Shape::Word);
        self.first(slot)
    }

    /// All words, for propagators that load many domains at once; indexed by slot.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[u64] {
        self.memory.words()
    }

    /// The value that bit 0 of the domain stands for.
    #[inline(always)]
    pub fn base(&self, slot: Slot) -> i32 {
        self.meta(slot).base
    }

    /// The words of the domain as a bit set, bit 0 standing for [`Store::base`]. Empty for ranges.
    #[inline(always)]
    pub(crate) fn bits(&self, slot: Slot) -> &[u64] {
        let at = slot.0 as usize;
        let meta = self.meta[at];
        match meta.shape {
            Shape::Word => &self.memory.words()[at..=at],
            Shape::Wide => &self.memory.words()[at + 1..][..meta.width.div_ceil(64) as usize],
            Shape::Range | Shape::Other => &[],
        }
    }

    /// Whether one value is left.
    #[inline(always)]
    pub fn is_fixed(&self, view: View) -> bool {
        self.slot_is_fixed(view.slot)
    }

    #[inline(always)]
    pub(crate) fn slot_is_fixed(&self, slot: Slot) -> bool {
        let first = self.first(slot);
        match self.meta(slot).shape {
            Shape::Word => first & first.wrapping_sub(1) == 0,
            Shape::Wide => Header::unpack(first).size == 1,
            Shape::Range => (first >> 32) as u32 == first as u32,
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
    }

    /// Whether there is something left to branch on: several values, or one that propagation has left and that counts
    /// as decided only when branching has placed it ([`Consistency::Forward`](crate::Consistency)).
    #[inline(always)]
    pub fn is_open(&self, view: View) -> bool {
        !self.is_fixed(view) || self.tracks_decided() && !self.is_placed(view.slot)
    }

    /// Whether variables that propagation has fixed may still be open.
    #[inline(always)]
    pub(crate) fn tracks_decided(&self) -> bool {
        !self.placed.is_empty()
    }

    pub(crate) fn is_placed(&self, slot: Slot) -> bool {
        self.read(self.placed[slot.0 as usize / 64]) >> (slot.0 % 64) & 1 != 0
    }

    /// The one value left, if it is one.
    #[inline(always)]
    pub fn value(&self, view: View) -> Option<i32> {
        if self.is_fixed(view) { Some(self.min(view)) } else { None }
    }

    /// The smallest value left.
    #[inline(always)]
    pub fn min(&self, view: View) -> i32 {
        let (first, meta) = (self.first(view.slot), self.meta(view.slot));
        view.offset
            + match meta.shape {
                Shape::Word => meta.base + first.trailing_zeros() as i32,
                Shape::Wide => meta.base + Header::unpack(first).min as i32,
                Shape::Range => unpack_range(first).0,
                Shape::Other => unreachable!("a slot is a domain's first word"),
            }
    }

    /// The largest value left.
    #[inline(always)]
    pub fn max(&self, view: View) -> i32 {
        let (first, meta) = (self.first(view.slot), self.meta(view.slot));
        view.offset
            + match meta.shape {
                Shape::Word => meta.base + 63 - first.leading_zeros() as i32,
                Shape::Wide => meta.base + Header::unpack(first).max as i32,
                Shape::Range => unpack_range(first).1,
                Shape::Other => unreachable!("a slot is a domain's first word"),
            }
    }

    /// The smallest and the largest value left.
    #[inline(always)]
    pub(crate) fn bounds(&self, view: View) -> (i32, i32) {
        let (first, meta) = (self.first(view.slot), self.meta(view.slot));
        let (low, high) = match meta.shape {
            Shape::Word => {
                (meta.base + first.trailing_zeros() as i32, meta.base + 63 - first.leading_zeros() as i32)
            }
            Shape::Wide => {
                let Header { min, max, .. } = Header::unpack(first);
                (meta.base + min as i32, meta.base + max as i32)
            }
            Shape::Range => unpack_range(first),
            Shape::Other => unreachable!("a slot is a domain's first word"),
        };
        (low + view.offset, high + view.offset)
    }

    /// How many values are left (at most `u32::MAX`).
    #[inline(always)]
    pub fn size(&self, view: View) -> u32 {
        self.meta(view.slot).size(self.first(view.slot))
    }

    /// How many values are left, if it is more than one.
    #[inline(always)]
    pub(crate) fn size_unless_fixed(&self, view: View) -> Option<u32> {
        let (meta, first) = (self.meta(view.slot), self.first(view.slot));
        if meta.shape == Shape::Word {
            let is_fixed = first & first.wrapping_sub(1) == 0;
            return (!is_fixed).then(|| first.count_ones());
        }
        let size = meta.size(first);
        (size > 1).then_some(size)
    }

    /// Whether more than one value is left, and whether exactly two are.
    #[inline(always)]
    pub(crate) fn is_open_and_pair(&self, view: View) -> (bool, bool) {
        if self.meta(view.slot).shape == Shape::Word {
            let word = self.first(view.slot);
            let rest = word & word.wrapping_sub(1);
            // No branches: whether a variable is open is hard to foresee.
            return (rest != 0, (rest != 0) & (rest & rest.wrapping_sub(1) == 0));
        }
        let size = self.size(view);
        (size > 1, size == 2)
    }

    /// Whether `value` is left.
    #[inline(always)]
    pub fn contains(&self, view: View, value: i32) -> bool {
        let meta = self.meta(view.slot);
        let value = i64::from(value) - i64::from(view.offset);
        let index = value - i64::from(meta.base);
        match meta.shape {
            Shape::Word => (0..64).contains(&index) && self.first(view.slot) >> index & 1 != 0,
            Shape::Wide => {
                (0..i64::from(meta.width)).contains(&index)
                    && self.inner(view.slot, index as u32 / 64) >> (index % 64) & 1 != 0
            }
            Shape::Range => {
                let (low, high) = unpack_range(self.first(view.slot));
                (i64::from(low)..=i64::from(high)).contains(&value)
            }
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
    }

    /// The smallest value left from `value` on.
    #[inline]
    pub(crate) fn next_value(&self, view: View, value: i32) -> Option<i32> {
        let (low, high) = self.bounds(view);
        if value > high {
            return None;
        }
        let value = value.max(low);
        let meta = self.meta(view.slot);
        let index = (value - view.offset - meta.base) as u32;
        Some(match meta.shape {
            Shape::Word => value + (self.first(view.slot) >> index).trailing_zeros() as i32,
            Shape::Wide => value + (self.next_index(view.slot, index) - index) as i32,
            Shape::Range | Shape::Other => value,
        })
    }

    /// Whether the domain cannot hold holes (very wide ones keep two bounds only).
    pub fn is_range_only(&self, view: View) -> bool {
        self.shape(view.slot) == Shape::Range
    }

    /// The value of a propagator's own word.
    #[inline(always)]
    pub fn read(&self, word: Word) -> u64 {
        self.memory.get(word.0)
    }
}

/// Narrowing.
impl Store {
    /// The one function that narrows a domain: `first` becomes its first word.
    #[inline(always)]
    fn narrow(&mut self, slot: Slot, first: u64, event: Event) {
        self.memory.set(slot.0, first, (event as u32) << CAUSE_BITS | self.cause);
    }

    #[inline(always)]
    fn write_silently(&mut self, word: u32, value: u64) {
        self.memory.set(word, value, SILENT << CAUSE_BITS | self.cause);
    }

    /// Changes a propagator's own word, until backtracking.
    #[inline(always)]
    pub fn write(&mut self, word: Word, value: u64) {
        debug_assert_eq!(self.shape(Slot(word.0)), Shape::Other);
        self.write_silently(word.0, value);
    }

    /// Keeps only the values of `mask`, bit 0 standing for [`Store::base`]; what lies beyond bit 63 goes, too. A very wide
    /// domain without holes keeps what lies inside the values kept; see [`Store::is_range_only`].
    #[inline(always)]
    pub fn keep(&mut self, slot: Slot, mask: u64) -> Result<(), Conflict> {
        if self.shape(slot) == Shape::Word {
            return self.keep_in_word(slot, mask);
        }
        self.keep_first_values(slot, mask)
    }

    #[cold]
    fn keep_first_values(&mut self, slot: Slot, mask: u64) -> Result<(), Conflict> {
        if self.shape(slot) == Shape::Wide {
            return self.keep_inner(slot, |_, index| if index == 0 { mask } else { 0 });
        }
        let view = View { slot, offset: 0 };
        let value = |bit: u32| self.base(slot) + bit as i32;
        let kept = |bit: &u32| mask >> bit & 1 != 0 && self.contains(view, value(*bit));
        let first = (0..64).find(kept).ok_or(Conflict)?;
        let last = (0..64).rfind(kept).ok_or(Conflict)?;
        self.keep_between(view, value(first), value(last))
    }

    /// Keeps only the values of `mask`, for who has found out, at the latest when posting, that the domain is one word.
    #[inline(always)]
    pub(crate) fn keep_in_word(&mut self, slot: Slot, mask: u64) -> Result<(), Conflict> {
        let old = self.one_word(slot);
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Conflict);
        }
        let event = if new & (new - 1) == 0 {
            Event::Fix
        } else if old & old.wrapping_neg() & new == 0 || old.leading_zeros() != new.leading_zeros() {
            Event::Bounds
        } else {
            Event::Change
        };
        self.narrow(slot, new, event);
        Ok(())
    }

    /// Takes `value` away. A very wide domain without holes keeps a value that lies inside it; see
    /// [`Store::is_range_only`].
    #[inline(always)]
    pub fn remove(&mut self, view: View, value: i32) -> Result<(), Conflict> {
        let meta = self.meta(view.slot);
        let index = i64::from(value) - i64::from(view.offset) - i64::from(meta.base);
        match meta.shape {
            Shape::Word if (0..64).contains(&index) => self.keep_in_word(view.slot, !(1 << index)),
            Shape::Wide if (0..i64::from(meta.width)).contains(&index) => {
                self.remove_index(view.slot, index as u32)
            }
            Shape::Range if self.min(view) == value => self.at_least(view, value + 1),
            Shape::Range if self.max(view) == value => self.at_most(view, value - 1),
            _ => Ok(()),
        }
    }

    /// Leaves `value` alone.
    #[inline(always)]
    pub fn assign(&mut self, view: View, value: i32) -> Result<(), Conflict> {
        if !self.contains(view, value) {
            return Err(Conflict);
        }
        let meta = self.meta(view.slot);
        if meta.shape == Shape::Word {
            return self.keep_in_word(view.slot, 1 << (value - view.offset - meta.base));
        }
        self.at_least(view, value)?;
        self.at_most(view, value)
    }

    /// Takes everything below `bound` away.
    #[inline(always)]
    pub fn at_least(&mut self, view: View, bound: i32) -> Result<(), Conflict> {
        if bound <= self.min(view) {
            return Ok(());
        }
        if bound > self.max(view) {
            return Err(Conflict);
        }
        let meta = self.meta(view.slot);
        let bound = bound - view.offset;
        match meta.shape {
            Shape::Word => self.keep_in_word(view.slot, u64::MAX << (bound - meta.base)),
            Shape::Wide => {
                let header = Header::unpack(self.first(view.slot));
                self.keep_indices(view.slot, (bound - meta.base) as u32, header.max)
            }
            _ => {
                let high = unpack_range(self.first(view.slot)).1;
                self.narrow_range(view.slot, bound, high);
                Ok(())
            }
        }
    }

    /// Takes everything above `bound` away.
    #[inline(always)]
    pub fn at_most(&mut self, view: View, bound: i32) -> Result<(), Conflict> {
        if bound >= self.max(view) {
            return Ok(());
        }
        if bound < self.min(view) {
            return Err(Conflict);
        }
        let meta = self.meta(view.slot);
        let bound = bound - view.offset;
        match meta.shape {
            Shape::Word => self.keep_in_word(view.slot, u64::MAX >> (63 - (bound - meta.base))),
            Shape::Wide => {
                let header = Header::unpack(self.first(view.slot));
                self.keep_indices(view.slot, header.min, (bound - meta.base) as u32)
            }
            _ => {
                let low = unpack_range(self.first(view.slot)).0;
                self.narrow_range(view.slot, low, bound);
                Ok(())
            }
        }
    }

    /// Takes everything outside `low..=high` away: one change where two bounds would make two.
    #[inline(always)]
    pub(crate) fn keep_between(&mut self, view: View, low: i32, high: i32) -> Result<(), Conflict> {
        let (min, max) = self.bounds(view);
        if low <= min && max <= high {
            return Ok(());
        }
        let (low, high) = (low.max(min), high.min(max));
        if low > high {
            return Err(Conflict);
        }
        let meta = self.meta(view.slot);
        let (low, high) = (low - view.offset, high - view.offset);
        match meta.shape {
            Shape::Word => self.keep_in_word(
                view.slot,
                u64::MAX << (low - meta.base) & u64::MAX >> (63 - (high - meta.base)),
            ),
            Shape::Wide => self.keep_indices(view.slot, (low - meta.base) as u32, (high - meta.base) as u32),
            _ => {
                self.narrow_range(view.slot, low, high);
                Ok(())
            }
        }
    }

    fn narrow_range(&mut self, slot: Slot, low: i32, high: i32) {
        let event = if low == high { Event::Fix } else { Event::Bounds };
        self.narrow(slot, pack_range(low, high), event);
    }

    /// Writes a wide domain's header; the inner words are narrowed already.
    fn narrow_wide(&mut self, slot: Slot, old: Header, new: Header) {
        let event = if new.size == 1 {
            Event::Fix
        } else if (new.min, new.max) != (old.min, old.max) {
            Event::Bounds
        } else {
            Event::Change
        };
        self.narrow(slot, new.pack(), event);
    }

    /// Removes one value of a wide domain by its index.
    pub(crate) fn remove_index(&mut self, slot: Slot, index: u32) -> Result<(), Conflict> {
        let word = self.inner(slot, index / 64);
        let bit = 1u64 << (index % 64);
        if word & bit == 0 {
            return Ok(());
        }
        let old = Header::unpack(self.first(slot));
        if old.size == 1 {
            return Err(Conflict);
        }
        self.write_silently(slot.0 + 1 + index / 64, word & !bit);
        let mut new = Header { size: old.size - 1, ..old };
        if index == old.min {
            new.min = self.next_index(slot, index + 1);
        } else if index == old.max {
            new.max = self.previous_index(slot, index - 1);
        }
        self.narrow_wide(slot, old, new);
        Ok(())
    }

    /// Keeps the indices `from..=to` of a wide domain; both lie within its bounds.
    fn keep_indices(&mut self, slot: Slot, from: u32, to: u32) -> Result<(), Conflict> {
        self.keep_inner(slot, |_, index| {
            let (first, last) = (64 * index, 64 * index + 63);
            let mut mask = u64::MAX;
            if from > first {
                mask = if from > last { 0 } else { mask << (from - first) };
            }
            if to < last {
                mask &= if to < first { 0 } else { u64::MAX >> (last - to) };
            }
            mask
        })
    }

    /// Keeps of each inner word of a wide domain what the mask for its index has.
    #[inline]
    pub(crate) fn keep_inner(
        &mut self,
        slot: Slot,
        mask: impl Fn(&Store, u32) -> u64,
    ) -> Result<(), Conflict> {
        let old = Header::unpack(self.first(slot));
        let mut gone = 0;
        for index in old.min / 64..=old.max / 64 {
            let word = self.inner(slot, index);
            let kept = word & mask(self, index);
            if kept != word {
                gone += (word & !kept).count_ones();
                if gone == old.size {
                    return Err(Conflict);
                }
                self.write_silently(slot.0 + 1 + index, kept);
            }
        }
        if gone > 0 {
            let min = self.next_index(slot, old.min);
            let max = self.previous_index(slot, old.max);
            self.narrow_wide(slot, old, Header { size: old.size - gone, min, max });
        }
        Ok(())
    }

    /// The first index in the domain from `index` on; there is one.
    fn next_index(&self, slot: Slot, index: u32) -> u32 {
        let mut at = index / 64;
        let mut word = self.inner(slot, at) & (u64::MAX << (index % 64));
        while word == 0 {
            at += 1;
            word = self.inner(slot, at);
        }
        64 * at + word.trailing_zeros()
    }

    /// The last index in the domain up to `index`; there is one.
    fn previous_index(&self, slot: Slot, index: u32) -> u32 {
        let mut at = index / 64;
        let mut word = self.inner(slot, at) & (u64::MAX >> (63 - index % 64));
        while word == 0 {
            at -= 1;
            word = self.inner(slot, at);
        }
        64 * at + 63 - word.leading_zeros()
    }
}

/// What branching has placed.
impl Store {
    /// Keeps from here on, at the root, which variables have been placed. Those of the others count as placed.
    pub(crate) fn track_decided(&mut self, slots: impl Iterator<Item = Slot>) {
        while self.placed.len() * 64 < self.memory.words().len() {
            let word = self.add_word(0);
            self.placed.push(word);
        }
        for at in 0..self.placed.len() {
            self.write(self.placed[at], u64::MAX);
        }
        for slot in slots {
            let word = self.placed[slot.0 as usize / 64];
            self.write(word, self.read(word) & !(1 << (slot.0 % 64)));
        }
    }

    /// Branching has given the variable its value.
    pub(crate) fn place(&mut self, slot: Slot) {
        if !self.is_placed(slot) {
            let word = self.placed[slot.0 as usize / 64];
            self.write(word, self.read(word) | 1 << (slot.0 % 64));
        }
    }
}

/// Levels and the log: for the engine.
impl Store {
    #[inline(always)]
    pub(crate) fn set_cause(&mut self, cause: u32) {
        self.cause = cause;
    }

    /// Who wrote last, or tried to.
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

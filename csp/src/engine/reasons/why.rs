//! The query to a propagator, and the receiver of its explanation.

use smallvec::SmallVec;

use super::literal::{SetLiteral, bits_from};
use super::root::Root;
use crate::base::bits::ones;
use crate::engine::literal::{Literal, Test};
use crate::engine::store::{Shape, Slot, Store, View};

/// A request to a propagator to explain the removal of values, or a conflict. See
/// [`Propagator::explain`](crate::extend::Propagator::explain).
#[derive(Clone, Debug)]
pub struct Query {
    slot: Option<Slot>,
    base: i32,
    /// The removed values of a domain of one word.
    bits: u64,
    at_least: Option<i32>,
    at_most: Option<i32>,
    /// The removed values between the bounds of a wider domain.
    holes: SmallVec<[i32; 4]>,
}

impl Query {
    /// Returns the query why propagation failed.
    pub(crate) fn conflict() -> Query {
        Query { slot: None, base: 0, bits: 0, at_least: None, at_most: None, holes: SmallVec::new() }
    }

    /// Returns the query why the bits were removed from a word, of which `left` remained.
    pub(super) fn removed(slot: Slot, base: i32, bits: u64, left: u64) -> Query {
        debug_assert!(bits & left == 0 && left != 0 && bits != 0);
        let below = bits & !bits_from(i64::from(left.trailing_zeros()));
        let above = bits & bits_from(64 - i64::from(left.leading_zeros()));
        let at_least = (below != 0).then(|| base + 64 - below.leading_zeros() as i32);
        let at_most = (above != 0).then(|| base + above.trailing_zeros() as i32 - 1);
        Query { slot: Some(slot), base, bits, at_least, at_most, holes: SmallVec::new() }
    }

    /// Returns the query why a wider domain was narrowed to these bounds, and why it lost these values between them.
    pub(super) fn narrowed(
        slot: Slot,
        at_least: Option<i32>,
        at_most: Option<i32>,
        holes: SmallVec<[i32; 4]>,
    ) -> Query {
        Query { slot: Some(slot), base: 0, bits: 0, at_least, at_most, holes }
    }

    /// Returns the slot that was narrowed; `None` if the query is about a conflict.
    pub fn slot(&self) -> Option<Slot> {
        self.slot
    }

    /// Returns whether the query is about a conflict.
    pub fn is_conflict(&self) -> bool {
        self.slot.is_none()
    }

    /// Returns whether the query is about `view`'s variable.
    pub fn is_about(&self, view: View) -> bool {
        self.slot == Some(view.slot)
    }

    /// Returns the new lower bound of `view`, if the query is about one.
    pub fn at_least(&self, view: View) -> Option<i32> {
        self.at_least.filter(|_| self.is_about(view)).map(|bound| bound + view.offset)
    }

    /// Returns the new upper bound of `view`, if the query is about one.
    pub fn at_most(&self, view: View) -> Option<i32> {
        self.at_most.filter(|_| self.is_about(view)).map(|bound| bound + view.offset)
    }

    /// Returns the removed values between the bounds of a wider domain.
    pub(super) fn holes(&self) -> &[i32] {
        &self.holes
    }

    /// Returns the removed values of a [one-word](Store::word) domain as bits; 0 if the domain is wider.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Returns the removed values of `view`, as closed intervals. Beyond a bound of a wider domain the intervals are
    /// unbounded.
    pub(crate) fn intervals(&self, view: View) -> SmallVec<[(i32, i32); 4]> {
        let mut all = SmallVec::new();
        if !self.is_about(view) {
            return all;
        }
        let mut bits = self.bits;
        while bits != 0 {
            let first = bits.trailing_zeros();
            let length = (bits >> first).trailing_ones();
            let low = self.base + view.offset + first as i32;
            all.push((low, low + length as i32 - 1));
            bits &= bits_from(i64::from(first + length));
        }
        if self.bits == 0 {
            all.extend(self.at_least(view).map(|bound| (i32::MIN, bound - 1)));
            all.extend(self.at_most(view).map(|bound| (bound + 1, i32::MAX)));
            all.extend(self.holes.iter().map(|hole| (hole + view.offset, hole + view.offset)));
        }
        all
    }

    /// Returns whether the query is about the removal of `value` from `view`.
    pub fn asks(&self, view: View, value: i32) -> bool {
        if !self.is_about(view) {
            return false;
        }
        let value = i64::from(value) - i64::from(view.offset);
        if self.bits != 0 {
            let bit = value - i64::from(self.base);
            return (0..64).contains(&bit) && self.bits >> bit & 1 != 0;
        }
        self.at_least.is_some_and(|bound| value < i64::from(bound))
            || self.at_most.is_some_and(|bound| value > i64::from(bound))
            || self.holes.iter().any(|&hole| i64::from(hole) == value)
    }
}

/// The answer to a [`Query`]: facts from which the narrowing follows. Each fact must hold in the state of the query,
/// and be about a slot that the propagator watches.
pub struct Why<'a> {
    pub(super) store: &'a Store,
    pub(super) root: &'a Root,
    /// The negations of the facts: literals that are false now.
    pub(super) literals: &'a mut Vec<SetLiteral>,
}

impl<'a> Why<'a> {
    #[inline]
    fn add(&mut self, literal: SetLiteral) {
        debug_assert!(literal.is_false(self.store), "{literal:?} is given as a reason and does not hold");
        self.literals.push(literal);
    }

    /// Adds: the slot has lost these values of its [word](Store::word).
    #[inline]
    pub fn excludes(&mut self, slot: Slot, bits: u64) {
        let bits = bits & self.root.word(slot);
        if bits != 0 {
            self.add(SetLiteral::within(slot, bits));
        }
    }

    /// Adds: the slot has lost all values of its [word](Store::word) but these.
    #[inline]
    pub fn only(&mut self, slot: Slot, bits: u64) {
        self.excludes(slot, !bits);
    }

    /// Adds: `view` is at least `bound`.
    pub fn at_least(&mut self, view: View, bound: i32) {
        let value = i64::from(bound) - i64::from(view.offset);
        if self.store.shape(view.slot) == Shape::Word {
            let index = value - i64::from(self.store.base(view.slot));
            return self.excludes(view.slot, !bits_from(index));
        }
        if value > i64::from(self.root.bounds(view.slot).0) {
            self.add(SetLiteral::at_most(view.slot, (value - 1) as i32));
        }
    }

    /// Adds: `view` is at most `bound`.
    pub fn at_most(&mut self, view: View, bound: i32) {
        let value = i64::from(bound) - i64::from(view.offset);
        if self.store.shape(view.slot) == Shape::Word {
            let index = value - i64::from(self.store.base(view.slot));
            return self.excludes(view.slot, bits_from(index + 1));
        }
        if value < i64::from(self.root.bounds(view.slot).1) {
            self.add(SetLiteral::at_least(view.slot, (value + 1) as i32));
        }
    }

    /// Adds: `view` is at least its current smallest value.
    pub fn min(&mut self, view: View) {
        self.at_least(view, self.store.min(view));
    }

    /// Adds: `view` is at most its current largest value.
    pub fn max(&mut self, view: View) {
        self.at_most(view, self.store.max(view));
    }

    /// Adds: `view` is within its current bounds.
    pub fn bounds(&mut self, view: View) {
        if self.store.shape(view.slot) == Shape::Word {
            let word = self.store.one_word(view.slot);
            let inner = bits_from(i64::from(word.trailing_zeros()))
                & !bits_from(64 - i64::from(word.leading_zeros()));
            return self.only(view.slot, inner);
        }
        self.min(view);
        self.max(view);
    }

    /// Adds: `view`, which is fixed, has its current value.
    pub fn fixed(&mut self, view: View) {
        debug_assert!(self.store.is_fixed(view));
        self.bounds(view);
    }

    /// Adds: `view` is not `value`.
    pub fn is_not(&mut self, view: View, value: i32) {
        let slot = view.slot;
        let own = i64::from(value) - i64::from(view.offset);
        if self.store.shape(slot) == Shape::Word {
            let index = own - i64::from(self.store.base(slot));
            return self.excludes(slot, bits_from(index) & !bits_from(index + 1));
        }
        let (low, high) = self.store.bounds(view);
        // A value beyond a bound was removed with the bound.
        if value < low {
            self.at_least(view, value.saturating_add(1));
        } else if value > high {
            self.at_most(view, value.saturating_sub(1));
        } else if self.root.contains(slot, own, self.store) {
            self.add(SetLiteral::is(slot, own as i32));
        }
    }

    /// Adds the current bounds of the queried slot, on the sides that the query is about. For a propagator that
    /// removed single values and not all values beyond a bound: the new bound follows from the old one and the
    /// removals. Does nothing for a domain of one word, where queries are about single values.
    pub fn own_bounds(&mut self, query: &Query) {
        let Some(slot) = query.slot else { return };
        if query.bits == 0 {
            if query.at_least.is_some() {
                self.min(slot.into());
            }
            if query.at_most.is_some() {
                self.max(slot.into());
            }
        }
    }

    /// Returns the removed values of `view`, and adds the [own bounds](Why::own_bounds): for propagators that remove
    /// single values. The query must be about `view`.
    pub fn removed(&mut self, query: &Query, view: View) -> SmallVec<[i32; 8]> {
        debug_assert!(query.is_about(view));
        self.own_bounds(query);
        let mut values: SmallVec<[i32; 8]> =
            ones(query.bits).map(|bit| query.base + bit as i32 + view.offset).collect();
        let (low, high) = self.store.bounds(view);
        let mut add = |from: i32, to: i32| {
            for value in from..=to {
                if self.store.contains(view, value) {
                    values.push(value);
                } else {
                    self.is_not(view, value);
                }
            }
        };
        if query.bits == 0 {
            query.at_least(view).inspect(|&bound| add(low, bound - 1));
            query.at_most(view).inspect(|&bound| add(bound + 1, high));
            query.holes.iter().for_each(|&hole| add(hole + view.offset, hole + view.offset));
        }
        values
    }

    /// Adds facts by a function that returns whether it found a reason. If it found none, the facts that it added are
    /// dropped.
    pub(crate) fn attempt(&mut self, add: impl FnOnce(&mut Why<'a>) -> bool) -> bool {
        let before = self.literals.len();
        let is_found = add(self);
        if !is_found {
            self.literals.truncate(before);
        }
        is_found
    }

    /// Returns whether a function finds a reason whose facts all hold at the root.
    pub(crate) fn is_known(&mut self, add: impl FnOnce(&mut Why<'a>) -> bool) -> bool {
        let before = self.literals.len();
        let is_free = add(self) && self.literals.len() == before;
        self.literals.truncate(before);
        is_free
    }

    /// Adds: the literal is true.
    pub(crate) fn holds(&mut self, literal: Literal) {
        let Literal { slot, test, value } = literal;
        match test {
            Test::AtMost => self.at_most(slot.into(), value),
            Test::AtLeast => self.at_least(slot.into(), value),
            Test::Is => self.fixed(slot.into()),
            Test::IsNot => self.is_not(slot.into(), value),
        }
    }

    /// Returns the bounds of `view` at the root.
    pub fn root_bounds(&self, view: View) -> (i32, i32) {
        let (low, high) = self.root.bounds(view.slot);
        (low + view.offset, high + view.offset)
    }

    /// Returns the [word](Store::word) of a slot at the root.
    pub(crate) fn root_word(&self, slot: Slot) -> u64 {
        self.root.word(slot)
    }

    /// Returns whether `view` could take `value` at the root.
    pub(crate) fn root_contains(&self, view: View, value: i32) -> bool {
        self.root.contains(view.slot, i64::from(value) - i64::from(view.offset), self.store)
    }

    /// Returns the store, in the state of the query.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// Adds all removals from the slot's domain so far.
    pub fn domain(&mut self, slot: Slot) {
        match self.store.shape(slot) {
            Shape::Word => self.only(slot, self.store.one_word(slot)),
            Shape::Range => self.bounds(slot.into()),
            Shape::Wide => {
                self.bounds(slot.into());
                for value in self.root.missing(slot, self.store) {
                    self.add(SetLiteral::is(slot, value));
                }
            }
            Shape::Other => unreachable!("a slot is a domain's first word"),
        }
    }
}

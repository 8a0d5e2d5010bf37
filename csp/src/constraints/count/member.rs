//! Membership of a view's value in a set: whether it is possible or certain, and how to enforce or exclude
//! it.

use crate::constraints::absence::ALL;
use crate::engine::reasons::Why;
use crate::engine::store::{Conflict, Shape, Store, View};
use crate::model::values::Values;

#[derive(Clone, Copy, Debug)]
pub(in crate::constraints) struct Member {
    pub view: View,
    /// The set as bits of the domain's word, if the domain is one word.
    mask: Option<u64>,
}

impl Member {
    pub fn new(store: &Store, view: View, set: &Values) -> Member {
        let mask = (store.shape(view.slot) == Shape::Word)
            .then(|| set.window(i64::from(store.base(view.slot)) + i64::from(view.offset)));
        Member { view, mask }
    }

    pub fn can_be_in(&self, store: &Store, set: &Values) -> bool {
        match self.mask {
            Some(mask) => store.one_word(self.view.slot) & mask != 0,
            None => {
                self.common(store, set).any(|value| store.contains(self.view, value) && set.contains(value))
            }
        }
    }

    pub fn must_be_in(&self, store: &Store, set: &Values) -> bool {
        let view = self.view;
        match self.mask {
            Some(mask) => store.one_word(view.slot) & !mask == 0,
            None => {
                let (low, high) = (store.min(view), store.max(view));
                set.contains(low)
                    && set.contains(high)
                    && (set.is_range() || store.domain(view).iter().all(|value| set.contains(value)))
            }
        }
    }

    /// Explains that the value is in the set. Returns false if it may be outside.
    pub fn explain_in(&self, set: &Values, why: &mut Why<'_>) -> bool {
        if set.is_range() {
            return why.is_outside(self.view, (ALL.0, set.min() - 1))
                && why.is_outside(self.view, (set.max() + 1, ALL.1));
        }
        why.others_are_gone(self.view, ALL, |value| set.contains(value))
    }

    /// Explains that the value is not in the set. Returns false if it may be.
    pub fn explain_out(&self, set: &Values, why: &mut Why<'_>) -> bool {
        if set.is_range() {
            return why.is_outside(self.view, (set.min(), set.max()));
        }
        set.iter().all(|value| why.is_outside(self.view, (value, value)))
    }

    /// Returns the range between the larger minimum and the smaller maximum.
    fn common(&self, store: &Store, set: &Values) -> std::ops::RangeInclusive<i32> {
        store.min(self.view).max(set.min())..=store.max(self.view).min(set.max())
    }

    /// Removes the values outside of the set. A very wide domain keeps inner values.
    pub fn put_in(&self, store: &mut Store, set: &Values) -> Result<(), Conflict> {
        let view = self.view;
        if let Some(mask) = self.mask {
            return store.keep_in_word(view.slot, mask);
        }
        store.at_least(view, set.min())?;
        store.at_most(view, set.max())?;
        if set.is_range() {
            return Ok(());
        }
        let inside = store.min(view)..=store.max(view);
        let mut keep = |value| if set.contains(value) { Ok(()) } else { store.remove(view, value) };
        // From below, and from above, since a very wide domain loses values only at its ends.
        inside.clone().try_for_each(&mut keep)?;
        inside.rev().try_for_each(&mut keep)
    }

    /// Removes the values in the set. A very wide domain keeps inner values.
    pub fn keep_out(&self, store: &mut Store, set: &Values) -> Result<(), Conflict> {
        let view = self.view;
        if let Some(mask) = self.mask {
            return store.keep_in_word(view.slot, !mask);
        }
        if set.is_range() && store.is_range_only(view) {
            if set.contains(store.min(view)) {
                store.at_least(view, set.max() + 1)?;
            }
            return if set.contains(store.max(view)) { store.at_most(view, set.min() - 1) } else { Ok(()) };
        }
        let common = self.common(store, set);
        let mut drop = |value| if set.contains(value) { store.remove(view, value) } else { Ok(()) };
        common.clone().try_for_each(&mut drop)?;
        common.rev().try_for_each(&mut drop)
    }
}

//! A look at the values a variable still has.

use crate::engine::store::{Store, View};

/// A look at the values a variable still has.
#[derive(Clone, Copy)]
pub struct Domain<'a> {
    store: &'a Store,
    view: View,
}

impl Store {
    /// The values a view still has.
    pub fn domain(&self, view: View) -> Domain<'_> {
        Domain { store: self, view }
    }
}

impl<'a> Domain<'a> {
    /// The smallest value left.
    pub fn min(self) -> i32 {
        self.store.min(self.view)
    }

    /// The largest value left.
    pub fn max(self) -> i32 {
        self.store.max(self.view)
    }

    /// How many values are left. A domain is never empty: the last value's removal is a conflict.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> u32 {
        self.store.size(self.view)
    }

    /// The one value left, if it is one.
    pub fn value(self) -> Option<i32> {
        self.store.value(self.view)
    }

    /// Whether `value` is left.
    pub fn contains(self, value: i32) -> bool {
        self.store.contains(self.view, value)
    }

    /// The values left, ascending.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = i32> + 'a {
        let Domain { store, view } = self;
        (store.min(view)..=store.max(view)).filter(move |&value| store.contains(view, value))
    }
}

impl std::fmt::Debug for Domain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.len() > 64 {
            return write!(f, "{{{}..={}, {} values}}", self.min(), self.max(), self.len());
        }
        f.debug_set().entries(self.iter()).finish()
    }
}

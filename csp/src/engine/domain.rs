//! Read-only view of a variable's domain.

use crate::engine::store::{Store, View};

/// Read-only view of a variable's domain.
#[derive(Clone, Copy)]
pub struct Domain<'a> {
    store: &'a Store,
    view: View,
}

impl Store {
    /// Returns the domain of a view.
    pub fn domain(&self, view: View) -> Domain<'_> {
        Domain { store: self, view }
    }
}

impl<'a> Domain<'a> {
    /// Returns the smallest value.
    pub fn min(self) -> i32 {
        self.store.min(self.view)
    }

    /// Returns the largest value.
    pub fn max(self) -> i32 {
        self.store.max(self.view)
    }

    /// Returns the number of values. A domain is never empty: removing the last value is a conflict.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> u32 {
        self.store.size(self.view)
    }

    /// Returns the value of a fixed variable, else `None`.
    pub fn value(self) -> Option<i32> {
        self.store.value(self.view)
    }

    /// Returns whether `value` is in the domain.
    pub fn contains(self, value: i32) -> bool {
        self.store.contains(self.view, value)
    }

    /// Iterates over the values in ascending order.
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

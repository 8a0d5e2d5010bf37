//! Data that a heuristic keeps for each level of the store.
//!
//! A heuristic is called only occasionally, and the store may have backtracked and opened new levels in
//! between. Every level of the store has a unique number, by which data of closed levels is recognised.

use crate::engine::store::Store;

/// A value for each level that was open at the last call.
#[derive(Debug)]
pub(super) struct Levels<T>(Vec<(u64, T)>);

impl<T> Default for Levels<T> {
    fn default() -> Levels<T> {
        Levels(Vec::new())
    }
}

impl<T: Copy> Levels<T> {
    /// Removes the values of closed levels. Returns the value of the lowest of them.
    pub fn leave(&mut self, store: &Store) -> Option<T> {
        let mut left = None;
        while let Some(&(number, kept)) = self.0.last()
            && store.level(self.0.len() - 1).is_none_or(|level| level.number != number)
        {
            left = Some(kept);
            self.0.pop();
        }
        left
    }

    /// Adds a value for every new level, computed from the length of the trail when it was opened.
    pub fn enter(&mut self, store: &Store, keep: impl Fn(usize) -> T) {
        while let Some(level) = store.level(self.0.len()) {
            self.0.push((level.number, keep(level.trail)));
        }
    }
}

//! What a heuristic keeps from node to node, undone when the store goes back.
//!
//! A heuristic is only asked now and then, and the store may have gone back and on again in between. Every level of the
//! store has a number that no other ever had: what was kept about a level that is gone is found by that.

use crate::engine::store::Store;

/// Something kept for each level that was open when it was last asked for.
#[derive(Debug)]
pub(super) struct Levels<T>(Vec<(u64, T)>);

impl<T> Default for Levels<T> {
    fn default() -> Levels<T> {
        Levels(Vec::new())
    }
}

impl<T: Copy> Levels<T> {
    /// Forgets levels that are gone: what was kept when the lowest of them was entered.
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

    /// Keeps something for every level that is new: it is asked with the length that the trail had there.
    pub fn enter(&mut self, store: &Store, keep: impl Fn(usize) -> T) {
        while let Some(level) = store.level(self.0.len()) {
            self.0.push((level.number, keep(level.trail)));
        }
    }
}

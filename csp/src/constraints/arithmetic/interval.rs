//! Interval arithmetic.

use crate::engine::store::{Conflict, Store, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub low: i64,
    pub high: i64,
}

impl Interval {
    pub fn of(store: &Store, view: View) -> Interval {
        Interval { low: store.min(view).into(), high: store.max(view).into() }
    }

    /// Returns the smallest interval with all results of an operation whose extremes are at the ends of the operands.
    pub fn corners(self, other: Interval, apply: impl Fn(i64, i64) -> i64) -> Interval {
        let ends =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let results = ends.map(|(a, b)| apply(a, b));
        Interval {
            low: results.into_iter().min().expect("there are four"),
            high: results.into_iter().max().expect("there are four"),
        }
    }

    /// Returns the smallest interval that contains both.
    pub fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn meets(self, other: Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Returns the largest magnitude.
    pub fn most(self) -> i64 {
        self.low.abs().max(self.high.abs())
    }

    /// Returns the smallest magnitude.
    pub fn least(self) -> i64 {
        if self.low > 0 {
            self.low
        } else if self.high < 0 {
            -self.high
        } else {
            0
        }
    }

    /// Iterates over the negative and the positive part, if they are not empty.
    pub fn without_zero(self) -> impl Iterator<Item = Interval> + Clone {
        let negative = Interval { low: self.low, high: self.high.min(-1) };
        let positive = Interval { low: self.low.max(1), high: self.high };
        [negative, positive].into_iter().filter(|part| part.low <= part.high)
    }
}

/// Removes values whose magnitude is below `magnitude`, if they are at one end of the domain.
pub(super) fn keep_magnitude(store: &mut Store, view: View, magnitude: i64) -> Result<(), Conflict> {
    let Interval { low, high } = Interval::of(store, view);
    if magnitude > low.abs().max(high.abs()) {
        return Err(Conflict);
    }
    if low > -magnitude {
        store.at_least(view, magnitude as i32)?;
    }
    if high < magnitude { store.at_most(view, -magnitude as i32) } else { Ok(()) }
}

//! `|x − y| = z` over intervals.

use super::interval::Interval;
use crate::constraints::narrowing::within;
use crate::store::{Conflict, Store, View};

pub(super) fn filter(store: &mut Store, [x, y, z]: [View; 3]) -> Result<(), Conflict> {
    let (a, b) = (Interval::of(store, x), Interval::of(store, y));
    let gap = (a.low - b.high).max(b.low - a.high).max(0);
    let reach = (a.high - b.low).max(b.high - a.low);
    within(store, z, gap, reach)?;
    keep_near_and_far(store, x, y, z)?;
    keep_near_and_far(store, y, x, z)
}

/// `x` is no farther from `y` than `z` at its most, and no nearer than `z` at its least.
fn keep_near_and_far(store: &mut Store, x: View, y: View, z: View) -> Result<(), Conflict> {
    let (b, c) = (Interval::of(store, y), Interval::of(store, z));
    within(store, x, b.low - c.high, b.high + c.high)?;
    // Between these two, x would be too near to every y.
    let (below, above) = (b.high - c.low, b.low + c.low);
    let a = Interval::of(store, x);
    if a.low > below && a.low < above {
        within(store, x, above, i64::MAX)?;
    }
    if a.high < above && a.high > below { within(store, x, i64::MIN, below) } else { Ok(()) }
}

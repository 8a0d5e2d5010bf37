//! `x % y = z`, the remainder of the division rounded towards zero, over intervals.
//!
//! The remainder is 0 or has the sign of `x`. Its magnitude is at most that of `x` and smaller than that of
//! `y`.

use super::interval::{Interval, keep_magnitude};
use crate::constraints::narrowing::keep_within;
use crate::engine::store::{Conflict, Store, View};

pub(super) fn filter(store: &mut Store, [x, y, z]: [View; 3]) -> Result<(), Conflict> {
    store.remove(y, 0)?;
    let (a, b) = (Interval::of(store, x), Interval::of(store, y));
    let rest = b.most() - 1;
    keep_within(store, z, a.low.max(-rest).min(0), a.high.min(rest).max(0))?;
    let c = Interval::of(store, z);
    keep_magnitude(store, y, c.least() + 1)?;
    if c.low > 0 {
        keep_within(store, x, c.low, i64::MAX)?;
    }
    if c.high < 0 {
        keep_within(store, x, i64::MIN, c.high)?;
    }
    // A value smaller than the divisor is its own remainder.
    if Interval::of(store, x).most() < Interval::of(store, y).least() {
        let a = Interval::of(store, x);
        keep_within(store, z, a.low, a.high)?;
        let c = Interval::of(store, z);
        keep_within(store, x, c.low, c.high)?;
    } else if let (Some(a), Some(b)) = (store.value(x), store.value(y)) {
        let rest = i64::from(a % b);
        keep_within(store, z, rest, rest)?;
    }
    Ok(())
}

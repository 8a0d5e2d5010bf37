//! `x · y = z` over intervals.

use super::interval::Interval;
use crate::constraints::narrowing::keep_within;
use crate::engine::store::{Conflict, Store, View};

pub(super) fn filter(store: &mut Store, [x, y, z]: [View; 3]) -> Result<(), Conflict> {
    let all = Interval::of(store, x).corners(Interval::of(store, y), |a, b| a * b);
    keep_within(store, z, all.low, all.high)?;
    divide(store, x, y, z)?;
    divide(store, y, x, z)
}

/// Narrows `x` to the possible values of `z / y`.
fn divide(store: &mut Store, x: View, y: View, z: View) -> Result<(), Conflict> {
    if store.contains(y, 0) {
        if store.contains(z, 0) {
            // y = 0 and z = 0 allow any x.
            return Ok(());
        }
        store.remove(y, 0)?;
    }
    let z = Interval::of(store, z);
    let parts = Interval::of(store, y)
        .without_zero()
        .map(|y| Interval { low: z.corners(y, round_up).low, high: z.corners(y, round_down).high });
    let quotients = parts.reduce(Interval::join).ok_or(Conflict)?;
    keep_within(store, x, quotients.low, quotients.high)
}

fn round_down(a: i64, b: i64) -> i64 {
    (a * b.signum()).div_euclid(b.abs())
}

fn round_up(a: i64, b: i64) -> i64 {
    -round_down(-a, b)
}

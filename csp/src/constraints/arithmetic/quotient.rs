//! `x / y = z`, rounded towards zero, over intervals.
//!
//! Uses `x = z·y + r` with `|r| < |y|` and r of the sign of `x`.

use super::interval::{Interval, keep_magnitude};
use crate::constraints::narrowing::keep_within;
use crate::engine::store::{Conflict, Store, View};

pub(super) fn filter(store: &mut Store, [x, y, z]: [View; 3]) -> Result<(), Conflict> {
    store.remove(y, 0)?;
    keep_divisor_signs(store, x, y, z)?;
    let (a, b) = (Interval::of(store, x), Interval::of(store, y));
    let quotients = b.without_zero().map(|b| a.corners(b, |a, b| a / b));
    let quotients = quotients.reduce(Interval::join).ok_or(Conflict)?;
    keep_within(store, z, quotients.low, quotients.high)?;
    let c = Interval::of(store, z);
    let products = c.corners(b, |c, b| c * b);
    let rest = b.most() - 1;
    let low = if a.low >= 0 { products.low } else { products.low - rest };
    let high = if a.high <= 0 { products.high } else { products.high + rest };
    keep_within(store, x, low, high)?;
    keep_divisors(store, x, y, z)
}

/// Removes the negative or the positive divisors if the quotient cannot have their sign.
fn keep_divisor_signs(store: &mut Store, x: View, y: View, z: View) -> Result<(), Conflict> {
    let [a, b, c] = [x, y, z].map(|view| Interval::of(store, view));
    let fits = |part: &Interval| a.corners(*part, |a, b| a / b).meets(c);
    let left = b.without_zero().filter(fits).reduce(Interval::join).ok_or(Conflict)?;
    keep_within(store, y, left.low, left.high)
}

/// Narrows `y` by |z|·|y| ≤ |x| < (|z| + 1)·|y|.
fn keep_divisors(store: &mut Store, x: View, y: View, z: View) -> Result<(), Conflict> {
    let (a, c) = (Interval::of(store, x), Interval::of(store, z));
    if c.least() > 0 {
        let most = a.most() / c.least();
        keep_within(store, y, -most, most)?;
    }
    keep_magnitude(store, y, a.least() / (c.most() + 1) + 1)
}

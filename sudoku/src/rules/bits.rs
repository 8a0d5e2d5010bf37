//! Domains of cells as 64-bit words. Bit 0 stands for a number that the caller chooses.

use csp::{Conflict, Store, View};

/// The domain of a cell. Bit 0 stands for `first`.
#[inline]
pub fn load(store: &Store, view: View, first: i32) -> u64 {
    let word = store.word(view.slot()).expect("a cell has at most 64 numbers");
    shifted(word, shift(store, view, first))
}

/// Narrows the domain of a cell to `bits`, where bit 0 stands for `first`.
#[inline(always)]
pub fn keep(store: &mut Store, view: View, first: i32, bits: u64) -> Result<(), Conflict> {
    store.keep(view.slot(), shifted(bits, -shift(store, view, first)))
}

/// The shift from the bits of the store to bits that begin with `first`.
#[inline(always)]
fn shift(store: &Store, view: View, first: i32) -> i32 {
    store.base(view.slot()) + view.offset() - first
}

/// Shifts bits up by `by` places, or down if `by` is negative.
#[inline]
fn shifted(bits: u64, by: i32) -> u64 {
    let distance = by.unsigned_abs();
    if by >= 0 { bits.checked_shl(distance) } else { bits.checked_shr(distance) }.unwrap_or(0)
}

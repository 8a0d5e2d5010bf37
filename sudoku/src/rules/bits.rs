//! Domains as bits: which of the grid's numbers a cell can still take, bit 0 being a number of one's choice.

use csp::{Conflict, Store, View};

/// The numbers that a cell can take, bit 0 being `first`.
#[inline]
pub fn load(store: &Store, view: View, first: i32) -> u64 {
    let word = store.word(view.slot()).expect("a cell has at most 64 numbers");
    moved(word, shift(store, view, first))
}

/// Keeps only these numbers in a cell.
#[inline(always)]
pub fn keep(store: &mut Store, view: View, first: i32, bits: u64) -> Result<(), Conflict> {
    store.keep(view.slot(), moved(bits, -shift(store, view, first)))
}

/// How far the bits of a domain lie above those that begin with `first`.
#[inline(always)]
fn shift(store: &Store, view: View, first: i32) -> i32 {
    store.base(view.slot()) + view.offset() - first
}

/// The bits so many places higher, or lower.
#[inline]
fn moved(bits: u64, by: i32) -> u64 {
    let distance = by.unsigned_abs();
    if by >= 0 { bits.checked_shl(distance) } else { bits.checked_shr(distance) }.unwrap_or(0)
}

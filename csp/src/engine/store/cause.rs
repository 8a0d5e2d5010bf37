//! Who writes, as a trail entry has room for it; [`crate::cause`] reads it. Two bits tell four kinds of writers apart, and
//! the others which one of them it is.

use super::Slot;
use crate::model::ids::ConstraintId;

pub const DECISION: u32 = 0;
pub const ASSUMPTION: u32 = 1;
pub const OBJECTIVE: u32 = 2;
/// Up to here what is fixed counts as decided.
pub const REFUTATION: u32 = 3;
pub const NOGOOD: u32 = 4;
pub const PROBE: u32 = 5;
/// Propagators count up from here.
pub const FIRST_PROPAGATOR: u32 = 8;

pub const KIND_BITS: u32 = 28;
/// What there can be at most of each kind of writers.
pub const MOST: u32 = 1 << KIND_BITS;
pub const DIFFERENCE: u32 = 1;
pub const CLAUSE: u32 = 2;
pub const POSTING: u32 = 3;
/// Posting, without a word for whom.
pub const ROOT: u32 = POSTING << KIND_BITS | (MOST - 1);

/// The kernel, because `slot` is fixed.
#[inline(always)]
pub fn difference(slot: Slot) -> u32 {
    DIFFERENCE << KIND_BITS | slot.0
}

/// A clause, by its place.
#[inline(always)]
pub fn clause(at: u32) -> u32 {
    CLAUSE << KIND_BITS | at & (MOST - 1)
}

/// What a constraint says of single variables when it is posted.
pub fn posting(constraint: ConstraintId) -> u32 {
    POSTING << KIND_BITS | (constraint.index() as u32).min(MOST - 1)
}

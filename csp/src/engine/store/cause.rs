//! Encoding of causes in 30 bits of a trail entry; [`crate::extend::Cause`] decodes it. The upper two bits hold the
//! kind of cause, the lower 28 the slot, clause or constraint.

use super::Slot;
use crate::model::ids::ConstraintId;

pub const DECISION: u32 = 0;
pub const ASSUMPTION: u32 = 1;
pub const OBJECTIVE: u32 = 2;
/// Slots fixed by this cause or a lower one count as decided.
pub const REFUTATION: u32 = 3;
pub const NOGOOD: u32 = 4;
pub const PROBE: u32 = 5;
/// Causes of propagators: this plus the position in the queue.
pub const FIRST_PROPAGATOR: u32 = 8;

pub const KIND_BITS: u32 = 28;
/// Number of different causes of each kind.
pub const MOST: u32 = 1 << KIND_BITS;
pub const DIFFERENCE: u32 = 1;
pub const CLAUSE: u32 = 2;
pub const POSTING: u32 = 3;
/// The cause for posting, if the constraint is not recorded.
pub const ROOT: u32 = POSTING << KIND_BITS | (MOST - 1);

/// Returns the cause of changes that the kernel makes because `slot` is fixed.
#[inline(always)]
pub fn difference(slot: Slot) -> u32 {
    DIFFERENCE << KIND_BITS | slot.0
}

/// Returns the cause of changes by the clause at index `at`.
#[inline(always)]
pub fn clause(at: u32) -> u32 {
    CLAUSE << KIND_BITS | at & (MOST - 1)
}

/// Returns the clause in an entry's tag, if the cause is a clause.
#[inline(always)]
pub fn as_clause(tag: u32) -> Option<u32> {
    let cause = tag & ((1 << super::CAUSE_BITS) - 1);
    (cause >> KIND_BITS == CLAUSE).then_some(cause & (MOST - 1))
}

/// Returns the cause of changes that a constraint makes when it is posted.
pub fn posting(constraint: ConstraintId) -> u32 {
    POSTING << KIND_BITS | (constraint.index() as u32).min(MOST - 1)
}

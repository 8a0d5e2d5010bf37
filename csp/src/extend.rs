//! What a constraint with a filtering algorithm of its own works with, and what an observer receives.
//!
//! A propagator reads the domains of its scope and removes values that occur in no solution of its
//! constraint. It must meet four conditions:
//!
//! 1. **Sound at any time.** It may be called in any state, even if no watched domain has changed, and must
//!    never remove a value of a solution of its constraint.
//! 2. **Complete at the leaves.** Once every variable of its scope is fixed, it must return [`Conflict`] if
//!    the constraint does not hold. Filtering before that is optional.
//! 3. **No reversible state outside of the store.** Its fields are constant after posting, or scratch whose
//!    content is only a hint (a matching to start from). State that must backtrack is kept in a
//!    [`Word`].
//! 4. **True status.** [`Status::Fixpoint`] means that an immediate second run would change nothing. The
//!    tests check it by a second run ([`Config::audit`](crate::Config::audit)).
//!
//! A very wide domain has no holes and keeps an inner value that is removed. The engine takes the status of such a run
//! as [`Status::Again`], so it is never the last one.
//!
//! A propagator should watch the weakest events with which it is correct.

pub use crate::compile::{ImpliedSum, Posting};
pub use crate::engine::{
    Cause, Conflict, Contradiction, Cost, Domain, Engine, Event, LearntClause, Narrowing, Propagator, Query,
    Slot, Status, Store, Stretch, View, Why, Word,
};
pub use crate::model::{Fact, Sources};

//! Other ways to run a model than one search: on several threads, by learning clauses, many instances at once;
//! and questions about all solutions together.

mod backbone;
pub(crate) mod deduce;
pub(crate) mod learn;
pub(crate) mod lockstep;
pub(crate) mod parallel;
mod split;
pub(crate) mod steps;

pub use backbone::Backbone;
pub use deduce::{Deduction, Reason};
pub use learn::{Core, Learner};
pub use lockstep::{Feed, Instance, Lockstep, Stats};
pub use parallel::Parallel;

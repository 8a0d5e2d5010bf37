//! Other ways to run a model than one search: on several threads, by learning clauses, many instances at once.

pub mod learn;
pub mod lockstep;
pub mod parallel;

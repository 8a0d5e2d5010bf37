//! Five lessons, each some ten minutes; every line of code in them is run as a test.
//!
//! 1. [From puzzle to model](from_puzzle_to_model): variables, constraints, a search, and how to trust its answer.
//! 2. [Make it faster](make_it_faster): what to look at, and what to turn, in which order.
//! 3. [An experiment](an_experiment): from a question to a plot, so that what was made faster is known to be.
//! 4. [Write your own constraint](your_own_constraint): meaning first, then a propagator.
//! 5. [Write your own heuristic](your_own_heuristic): which variable, which value.

#[doc = include_str!("from_puzzle_to_model.md")]
pub mod from_puzzle_to_model {}

#[doc = include_str!("make_it_faster.md")]
pub mod make_it_faster {}

#[doc = include_str!("an_experiment.md")]
pub mod an_experiment {}

#[doc = include_str!("your_own_constraint.md")]
pub mod your_own_constraint {}

#[doc = include_str!("your_own_heuristic.md")]
pub mod your_own_heuristic {}

//! Seven lessons of some ten minutes each. All their code is run as tests.
//!
//! 1. [From puzzle to model](from_puzzle_to_model): variables, constraints, a search, and how to check its answer.
//! 2. [Make it faster](make_it_faster): what to measure and which settings to change, in which order.
//! 3. [The best solution](the_best_solution): objectives, bounds, orders of values, neighbourhoods, threads.
//! 4. [An experiment](an_experiment): from a question to a plot: how to know that something is faster.
//! 5. [Write your own constraint](your_own_constraint): the meaning first, then a propagator.
//! 6. [Write your own heuristic](your_own_heuristic): the choice of variable and value.
//! 7. [Explain your constraint](explain_your_constraint): why values were removed, for a search that learns, and when
//!    to learn.

#[doc = include_str!("from_puzzle_to_model.md")]
pub mod from_puzzle_to_model {}

#[doc = include_str!("make_it_faster.md")]
pub mod make_it_faster {}

#[doc = include_str!("the_best_solution.md")]
pub mod the_best_solution {}

#[doc = include_str!("an_experiment.md")]
pub mod an_experiment {}

#[doc = include_str!("your_own_constraint.md")]
pub mod your_own_constraint {}

#[doc = include_str!("explain_your_constraint.md")]
pub mod explain_your_constraint {}

#[doc = include_str!("your_own_heuristic.md")]
pub mod your_own_heuristic {}

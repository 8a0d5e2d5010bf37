//! Lockstep: many instances at once give the same as a search for each, through both kernels and on every instruction
//! set.
//!
//! - `classic`: the 9×9 grid, thousands of instances and, on request, a million.
//! - `alone`: instances of that grid one by one.
//! - `shapes`: other grids, graphs and unusual shapes.
//! - `edges`: models without constraints or variables, and unsolvable ones.
//! - `random`: small random models against brute force.
//! - `counts`: known numbers of solutions, with and without sharing.
//! - `feed`: the contract of a feed.
//! - `limits`: nodes, time and cancellation, which prove nothing.
//! - `refusals`: models with constraints that lockstep does not support.
//!
//! `boards` builds models, `support` runs and compares.

mod alone;
mod boards;
mod classic;
mod counts;
mod edges;
mod feed;
mod limits;
mod random;
mod refusals;
mod shapes;
mod support;

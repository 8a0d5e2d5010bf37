//! Many instances at once give what a search gives for each, through both kernels and on every instruction set.
//!
//! - `classic`: the 9×9 grid, by the thousands and, if asked for, by the million.
//! - `shapes`: other grids, graphs and shapes that only a program would think of.
//! - `edges`: models without this or that, and ones that cannot be solved.
//! - `random`: small random models against brute force.
//! - `counts`: numbers known from elsewhere, with and without sharing.
//! - `feed`: what a feed may do, and what it is told.
//! - `limits`: nodes, time and cancellation, which prove nothing.
//! - `refusals`: models that say more.
//!
//! `boards` builds models, `support` runs and compares.

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

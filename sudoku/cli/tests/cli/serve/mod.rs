//! `sudoku serve`: the page, the calls, and what is refused.

mod calls;
pub mod client;
mod safety;

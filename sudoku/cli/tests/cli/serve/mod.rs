//! `sudoku serve`: the page, the calls, and what is refused.

mod calls;
mod client;
mod safety;

//! Pencil puzzles: Slitherlink, Nurikabe, Masyu and others, read from the addresses by which players share them.
//!
//! A [`Kind`](kind::Kind) is a file: the parts of its addresses, its rules, and how they become constraints of the
//! engine [`csp`].

pub mod address;
pub mod answer;
pub mod board;
pub mod clash;
pub mod clue;
pub mod draft;
mod engine;
pub mod kind;
pub mod kinds;
pub mod make;
pub mod position;
pub mod prove;
pub mod puzzle;
pub mod render;
pub mod solve;
pub mod steps;

pub use puzzle::Puzzle;

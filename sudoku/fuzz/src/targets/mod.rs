//! Entry points for libFuzzer, one file for each target.

pub mod links;
pub mod parsers;
pub mod puzzles;
pub mod strings;

//! Entry points for libFuzzer, one file for each target.

pub mod boards;
pub mod models;
pub mod reasons;
pub mod scripts;
pub mod wide;
pub mod words;

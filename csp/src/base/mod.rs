//! The base of all other stages: errors, limits, counters, random numbers, instruction sets.

pub mod error;
pub mod limits;
pub mod rng;
pub mod simd;
pub mod stats;

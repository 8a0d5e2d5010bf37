//! What everything else stands on: errors, limits, counters, and the machine.

pub mod error;
pub mod limits;
pub mod rng;
pub mod rows;
pub mod simd;
pub mod stats;

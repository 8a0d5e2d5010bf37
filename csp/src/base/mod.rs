//! The base of all other stages: errors, the clock, limits, counters, random numbers, instruction sets.

pub(crate) mod bits;
pub mod clock;
pub(crate) mod error;
pub(crate) mod limits;
pub(crate) mod rng;
pub(crate) mod simd;
pub(crate) mod stats;

pub use error::{Error, ErrorKind};
pub use limits::{Cancel, Held, Limits, MemoryLimit, Meter};
pub use simd::Path as SimdPath;
pub use stats::Statistics;

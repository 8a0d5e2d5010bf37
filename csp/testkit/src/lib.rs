//! What the tests and the fuzzers share: choices from bytes, runs over a corpus or random bytes, values of settings, an
//! observer that counts, and lists of solutions.

mod bytes;
mod runs;
mod settings;
mod solutions;
mod told;

pub use bytes::Bytes;
pub use runs::{random, replay};
pub use settings::{PATHS, VALUE_ORDERS, VARIABLE_ORDERS, learning, restarts};
pub use solutions::{rest, up_to};
pub use told::Told;

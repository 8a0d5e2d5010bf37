//! Rules of single cells.

pub mod among;
pub mod counting_circles;
pub mod extremes;
pub mod index;
pub mod parity;

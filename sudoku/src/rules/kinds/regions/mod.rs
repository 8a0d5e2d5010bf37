//! Rules of unknown regions.

pub mod chaos;

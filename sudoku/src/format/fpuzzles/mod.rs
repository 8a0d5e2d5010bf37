//! Documents of f-puzzles: JSON with a key for each rule. Links to them carry the same, compressed.

mod entries;
mod keys;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::{link, write};

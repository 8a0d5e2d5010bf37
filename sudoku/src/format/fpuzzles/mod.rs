//! Documents of f-puzzles: JSON with a key for each rule. Links contain the same in compressed form.

mod entries;
mod keys;
mod read;
mod write;

pub(super) use keys::RuleKey;
pub(super) use read::read;
pub(super) use write::{link, write};

//! Automata: from the bits in which the other solver keeps them to text.

use crate::record::Record;

use super::clue::Clue;
use super::reader::Reader;

pub fn clues(_record: &Record, rule: &Reader<'_>) -> Result<Vec<Clue>, String> {
    Err(format!("{} is not converted", rule.kind()))
}

//! Rules of the whole grid.

pub mod all_given;
pub mod anti_leap;
pub mod anti_taxicab;
pub mod diagonals;
pub mod doppelganger;
pub mod dutch_flatmates;
pub mod global_classes;
pub mod region_sets;
pub mod windoku;

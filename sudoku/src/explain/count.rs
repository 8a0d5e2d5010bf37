//! What clues outside the grid count along their lines, and would count with values that they exclude.

use crate::candidates::Candidates;

/// What a clue outside the grid would count along its line: at least and at most.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measure {
    /// The least.
    pub least: i64,
    /// The most.
    pub most: i64,
    /// The numbers that are counted on a line that comes closest to the clue.
    pub numbers: Vec<i64>,
    /// The same by the cells that decide which ones count.
    pub cases: Vec<Case>,
    /// The cells and values that show that too many count, or too few.
    pub among: Option<Among>,
}

/// What a clue would count where the same cells decide which ones count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Case {
    /// These cells, with their values.
    pub decided: Vec<(usize, u8)>,
    /// All that would be counted, ascending.
    pub amounts: Vec<i64>,
    /// The numbers that are counted where that is the most below the clue's number, and the least above it.
    pub closest: Vec<Vec<i64>>,
    /// The cells and values that show that too many count, or too few.
    pub among: Option<Among>,
}

/// Cells and values that always count, if that is too many, or the only ones that can, if that is too few.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Among {
    /// The cells.
    pub cells: Vec<usize>,
    /// The values, wherever they stand.
    pub values: Candidates,
}

/// Ways in which a clue counts to its number.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counting {
    /// The cells that decide which ones count, with their values.
    pub decided: Vec<(usize, u8)>,
    /// The numbers that count then: sets, or in the order of their cells.
    pub sets: Vec<Vec<i32>>,
    /// Whether they are in order.
    pub is_ordered: bool,
}

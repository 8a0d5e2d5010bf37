//! What an address says of a place.

use crate::board::Direction;

/// What an address says of one cell, cross, side or room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clue {
    /// A number.
    Number(u32),
    /// A question mark: there is a clue, and its number is not told.
    Unknown,
    /// One of the few signs of a kind, from 1: a wall, a circle, a shaded cell.
    Sign(u8),
    /// A number, or a question mark, of cells in a direction.
    Arrow(Direction, Option<u32>),
    /// A clue in a cell of a colour: 0 grey, 1 white, 2 black.
    Coloured(u8, Box<Clue>),
    /// Several numbers, some of them not told.
    Several(Vec<Option<u32>>),
}

impl Clue {
    /// Returns the number, if the clue has one.
    pub fn number(&self) -> Option<u32> {
        match self {
            Clue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the sign, or 0.
    pub fn sign(&self) -> u8 {
        match self {
            Clue::Sign(sign) => *sign,
            _ => 0,
        }
    }
}

/// The clues of a part of an address, one for each of its places.
pub type Clues = Vec<Option<Clue>>;

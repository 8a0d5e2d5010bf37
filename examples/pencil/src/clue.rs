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
    /// Ships.
    Fleet(Vec<Ship>),
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

/// The parts of ships, which addresses number from 1: the sides on which each goes on, up, down, left or right. They are
/// four ends, a middle, a ship of one cell, and four corners. A middle goes on at two opposite sides, whichever.
pub const SHIP_PARTS: [&str; 10] = ["d", "u", "r", "l", "udlr", "", "dr", "dl", "ur", "ul"];

/// The shape of a ship: the cells of a box, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ship {
    /// Cells in a row of the box.
    pub width: usize,
    /// Whether each cell is part of the ship.
    pub cells: Vec<bool>,
}

impl Ship {
    /// Returns a fleet of straight ships of up to so many cells. Up to 3: three ships of one cell, two of two, one of three.
    pub fn fleet(most: usize) -> Vec<Ship> {
        let lengths = (1..=most).flat_map(|length| std::iter::repeat_n(length, most + 1 - length));
        lengths.map(|width| Ship { width, cells: vec![true; width] }).collect()
    }

    /// Returns the rows and columns of its cells.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let parts = self.cells.iter().enumerate().filter(|(_, is_part)| **is_part);
        parts.map(|(at, _)| (at / self.width, at % self.width)).collect()
    }

    /// Returns whether it has cells, and all are connected.
    pub fn is_connected(&self) -> bool {
        let mut left = self.places();
        let Some(first) = left.pop() else { return false };
        let (mut reached, mut next) = (vec![first], 0);
        while next < reached.len() {
            let (row, column) = reached[next];
            reached.extend(left.extract_if(.., |at| row.abs_diff(at.0) + column.abs_diff(at.1) == 1));
            next += 1;
        }
        left.is_empty()
    }
}

/// The clues of a part of an address, one for each of its places.
pub type Clues = Vec<Option<Clue>>;

//! Kinds of puzzles, as data: what their addresses tell, their rules, and how the rules become constraints.

use crate::address::{Part, Places};
use crate::draft::{Draft, Layer};
use crate::make::recipe::Make;

/// A kind of puzzle. Each is a file in `kinds`, and a line in its table.
#[derive(Debug)]
pub struct Kind {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Other names in addresses.
    pub also: &'static [&'static str],
    /// The parts of its addresses.
    pub parts: &'static [Part],
    /// Variants that addresses name by a letter, each with what it changes.
    pub flags: &'static [(char, &'static str)],
    /// What follows in the player's files, after the size.
    pub file: &'static [Field],
    /// Its rules.
    pub rules: &'static [&'static Rule],
    /// Declares the variables of a puzzle and posts the rules.
    pub declare: fn(&mut Draft<'_>),
    /// How its pictures look.
    pub look: Look,
    /// How its puzzles are made, if they are.
    pub make: Option<Make>,
}

impl Kind {
    /// What most kinds do not have.
    pub const BLANK: Kind = Kind {
        id: "",
        name: "",
        also: &[],
        parts: &[],
        flags: &[],
        file: &[],
        rules: &[],
        declare: |_| {},
        look: Look::Plain,
        make: None,
    };

    /// Returns what a variant changes; `None` if the kind has none of this letter.
    pub fn flag(&self, flag: char) -> Option<&'static str> {
        self.flags.iter().find(|(known, _)| *known == flag).map(|(_, what)| *what)
    }
}

/// A part of the player's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The clues at some places.
    Clues(Places),
    /// What is drawn.
    Drawn(Layer),
    /// What is drawn, unless nothing is; then it is not missed.
    Perhaps(Layer),
    /// What is drawn in cells without clues. A clue counts as drawn, and 0 as left blank.
    Among(Layer),
    /// Numbers or signs in cells, which count as drawn.
    Givens,
    /// The clues of cells, and what is drawn in the others.
    Both(Layer),
    /// Clues around the board, and in it another field.
    Margin(Places, &'static Field),
    /// Colours of cells that mean nothing, in files of version 3.1.
    Colours,
}

/// What the signs and the shaded cells of a kind look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Shaded cells are dark.
    Plain,
    /// Signs, and numbers that are drawn, are circles: 1 is white, 2 black.
    Circles,
    /// Clues stand in dark cells, and lamps are drawn.
    Lamps,
    /// Stars are drawn.
    Stars,
    /// Mines are drawn.
    Mines,
    /// Cells with a sign are dark.
    Blocks,
    /// Numbers that are drawn are diagonals: 1 falls, 2 rises.
    Slants,
    /// Numbers stand in circles.
    Islands,
    /// Signs are trees, and tents are drawn.
    Tents,
    /// Parts of ships are round towards water.
    Ships,
    /// Sums stand in dark cells with a diagonal: below it that of the cells below, above it that of those to the right.
    Sums,
    /// Clues stand in dark cells, and triangles are drawn: 2 to 5 below left, below right, above right, above left.
    Triangles,
}

/// A rule of a kind.
#[derive(Debug)]
pub struct Rule {
    /// Its name in outputs.
    pub code: &'static str,
    /// The rule as a sentence.
    pub says: &'static str,
}

/// Shorthand for a rule.
pub const fn rule(code: &'static str, says: &'static str) -> Rule {
    Rule { code, says }
}

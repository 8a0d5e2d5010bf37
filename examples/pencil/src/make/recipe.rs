//! How puzzles of a kind are made, as data.

use super::chance::Chance;
use crate::address::Places;
use crate::answer::Answer;
use crate::clue::{Clue, Clues};
use crate::puzzle::Puzzle;

/// How puzzles of a kind are made.
#[derive(Clone, Copy, Debug)]
pub struct Make {
    /// What stands before there is an answer.
    pub ground: &'static [Layout],
    /// Values that are wished for in random places of the answer, those that come twice twice as often.
    pub wishes: &'static [i32],
    /// A random drawing that is the answer, if the rules without clues do not tell what is one.
    pub drawn: Option<fn(&Puzzle, &mut Chance) -> Option<Answer>>,
    /// The clues, those first that are left out last.
    pub tells: &'static [Tell],
    /// How a puzzle with several answers is changed until it has one.
    pub mends: Option<Move>,
    /// Whether clues are left out.
    pub digs: bool,
    /// The usual number of columns, and of rows.
    pub size: usize,
}

impl Make {
    /// Clues that are left out as long as there is one answer.
    pub const fn dig(tells: &'static [Tell]) -> Make {
        Make { ground: &[], wishes: &[0, 1], drawn: None, tells, mends: None, digs: true, size: 10 }
    }

    /// Clues that all stay, and are moved until there is one answer.
    pub const fn grow(ground: &'static [Layout], tells: &'static [Tell], mends: Option<Move>) -> Make {
        Make { ground, mends, digs: false, ..Make::dig(tells) }
    }

    /// The same with a random drawing that is the answer.
    pub const fn drawing(self, drawn: fn(&Puzzle, &mut Chance) -> Option<Answer>) -> Make {
        Make { drawn: Some(drawn), ..self }
    }

    /// The same with something on the board at first.
    pub const fn on(self, ground: &'static [Layout]) -> Make {
        Make { ground, ..self }
    }

    /// The same with other wishes.
    pub const fn wishing(self, wishes: &'static [i32]) -> Make {
        Make { wishes, ..self }
    }

    /// The same with another usual size.
    pub const fn sized(self, size: usize) -> Make {
        Make { size, ..self }
    }
}

/// What stands on a board before there is an answer.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// Walls around connected rooms of about so many cells.
    Rooms(usize),
    /// Walls around connected rooms, as many as there are rows.
    RoomsAsRows,
    /// Walls around rectangles of about so many cells.
    Boxes(usize),
    /// Question marks in so many of a hundred cells.
    Unknown(usize),
    /// The same, and no two beside each other.
    Apart(usize),
    /// Signs in so many of a hundred cells.
    Signs(usize),
    /// Something of the kind's own, at some places.
    Own(Places, fn(&Puzzle) -> Clue),
}

impl Layout {
    /// Returns where it stands.
    pub fn places(self) -> Places {
        match self {
            Layout::Rooms(_) | Layout::RoomsAsRows | Layout::Boxes(_) => Places::Walls,
            Layout::Unknown(_) | Layout::Apart(_) | Layout::Signs(_) => Places::Cells,
            Layout::Own(places, _) => places,
        }
    }
}

/// How the clues of a part come from an answer.
#[derive(Clone, Copy, Debug)]
pub enum Tell {
    /// The rules are asked which clue is right.
    Asked(Places),
    /// The number of a cell is the size of its area: of cells without walls between them, or of one shade.
    Area,
    /// In a way of the kind's own.
    Own(Places, fn(&Puzzle, &Answer) -> Clues),
}

impl Tell {
    /// Returns where the clues stand.
    pub fn places(self) -> Places {
        match self {
            Tell::Asked(places) | Tell::Own(places, _) => places,
            Tell::Area => Places::Cells,
        }
    }
}

/// How a puzzle is changed that has several answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A cell comes to the room beside it.
    Room,
    /// A number comes to another cell of its area.
    Within,
    /// A clue becomes another one that is right, too.
    Clue,
}

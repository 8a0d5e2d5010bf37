//! The drawings of clues by SudokuPad's converter, as far as they are read back.

/// The way in which a link to SudokuPad tells the clues of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Drawing {
    /// Not at all: the rule is lost.
    None,
    /// By a flag of the metadata.
    Flag(&'static str),
    /// By a word in the list of global rules.
    Global(&'static str),
    /// By a word in the same list for each word of the clue.
    Globals(&'static [(&'static str, &'static str)]),
    /// By a sentence, unless the text of the rules has a word.
    Said { word: &'static str, sentence: &'static str },
    /// A line of a colour and a width.
    Line(&'static str, f64),
    /// The same with rings at the ends.
    Ringed(&'static str, f64),
    /// A thin line with rings at the ends.
    Between,
    /// A line with a bulb, which may lie over it.
    Thermo { is_over: bool },
    /// An oval with an arrow.
    Arrow,
    /// Lines from corner to corner of the grid, by whether they rise.
    Diagonals(&'static [bool]),
    /// A cage with the number.
    Cage,
    /// A cage in the style of a region.
    Region,
    /// A cage with a style of this name.
    Style(&'static str),
    /// A text on an edge.
    Letter(&'static str),
    /// A dot of a colour on an edge, with the number.
    Dot(&'static str),
    /// A sign on an edge that points to the second cell.
    Greater,
    /// A circle on a corner with all numbers.
    Corner,
    /// Gray circles or squares.
    Marks { are_round: bool },
    /// Gray cells.
    Tiles,
    /// Gray cells with angles at their sides.
    Angles { point_inward: bool },
    /// The number outside the grid with a sign, if there is one.
    Outside(&'static str),
    /// The number outside the grid with a small arrow.
    Diagonal,
}

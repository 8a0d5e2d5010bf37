//! The forms of clues that are drawn at random: a table with a line for each rule.

use crate::rules::{KINDS, Kind};

/// The form of a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Connected cells.
    Cage {
        least: usize,
        most: usize,
        /// Whether its cells must differ.
        differs: bool,
    },
    /// A path that does not cross others.
    Line {
        least: usize,
        most: usize,
        /// Whether the clue must hold for each beginning of the line, too, so that lines can be extended cell by cell.
        grows: bool,
    },
    /// A bulb of one cell with its shaft.
    Arrow { least: usize, most: usize },
    /// Two cells with a common side.
    Pair,
    /// A single cell.
    Cell,
    /// Two by two cells; the clue has some of their values.
    Quadruple,
    /// A row or column, seen from these sides.
    Seen(&'static [Side]),
    /// A diagonal, from the border.
    Diagonal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

impl Form {
    /// The layer that a clue lies on. Clues of one layer do not touch the same cells.
    pub fn layer(self) -> Layer {
        match self {
            Form::Cage { .. } => Layer::Cages,
            Form::Line { .. } | Form::Arrow { .. } | Form::Cell => Layer::Lines,
            Form::Pair => Layer::Edges,
            Form::Quadruple => Layer::Corners,
            Form::Seen(_) | Form::Diagonal => Layer::Outside,
        }
    }

    /// The greatest number of clues that are drawn for a rule, before the redundant ones are removed.
    pub fn most_clues(self, cells: usize) -> usize {
        match self {
            Form::Cage { .. } | Form::Pair | Form::Seen(_) => cells,
            Form::Line { .. } | Form::Arrow { .. } => cells / 6,
            Form::Cell => cells / 3,
            Form::Quadruple | Form::Diagonal => cells / 5,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Lines,
    Cages,
    Edges,
    Corners,
    Outside,
}

/// The parameters before the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// Nothing.
    None,
    /// This number.
    Always(i32),
    /// The number in this range with which the clue holds.
    Read(i32, i32),
}

/// The way in which clues of a rule are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub kind: &'static Kind,
    pub form: Form,
    pub number: Number,
}

const LEFT_AND_TOP: Form = Form::Seen(&[Side::Left, Side::Top]);
const ALL_SIDES: Form = Form::Seen(&[Side::Left, Side::Right, Side::Top, Side::Bottom]);

const fn line(least: usize, most: usize) -> Form {
    Form::Line { least, most, grows: false }
}

/// A line for every beginning of which the clue holds.
const fn growing(least: usize, most: usize) -> Form {
    Form::Line { least, most, grows: true }
}

/// A cage of cells that differ.
const fn cage(least: usize, most: usize) -> Form {
    Form::Cage { least, most, differs: true }
}

const TABLE: &[(&str, Form, Number)] = &[
    ("killer", cage(2, 5), Number::Read(0, 999)),
    ("sum", Form::Cage { least: 2, most: 4, differs: false }, Number::Read(0, 999)),
    ("rellik", cage(3, 4), Number::Read(2, 20)),
    ("lunchbox", cage(4, 7), Number::Read(0, 99)),
    ("equality", cage(4, 4), Number::None),
    ("thermo", growing(3, 6), Number::None),
    ("slow-thermo", growing(3, 6), Number::None),
    ("arrow", Form::Arrow { least: 2, most: 4 }, Number::None),
    ("double-arrow", line(4, 6), Number::None),
    ("whisper", growing(3, 7), Number::None),
    ("dutch-whisper", growing(3, 7), Number::None),
    ("renban", line(3, 5), Number::None),
    ("nabner", growing(3, 4), Number::None),
    ("palindrome", line(3, 7), Number::None),
    ("between", line(3, 6), Number::None),
    ("lockout", line(3, 6), Number::None),
    ("zipper", line(3, 5), Number::None),
    ("region-sum", line(3, 6), Number::None),
    ("entropic", growing(3, 6), Number::None),
    ("modular", growing(3, 6), Number::Always(3)),
    ("white", Form::Pair, Number::None),
    ("black", Form::Pair, Number::None),
    ("x", Form::Pair, Number::None),
    ("v", Form::Pair, Number::None),
    ("pair-sum", Form::Pair, Number::Read(-99, 199)),
    ("greater", Form::Pair, Number::None),
    ("odd", Form::Cell, Number::None),
    ("even", Form::Cell, Number::None),
    ("minimum", Form::Cell, Number::None),
    ("maximum", Form::Cell, Number::None),
    ("quadruple", Form::Quadruple, Number::None),
    ("little-killer", Form::Diagonal, Number::Read(0, 999)),
    ("sandwich", LEFT_AND_TOP, Number::Read(0, 999)),
    ("x-sum", ALL_SIDES, Number::Read(0, 999)),
    ("skyscraper", ALL_SIDES, Number::Read(1, 64)),
    ("hidden-skyscraper", ALL_SIDES, Number::Read(0, 64)),
    ("numbered-room", ALL_SIDES, Number::Read(0, 64)),
];

/// The way in which the clues of a rule are drawn; `None` if they cannot be drawn.
pub(super) fn drawn(kind: &Kind) -> Option<Drawn> {
    let kind = KINDS.iter().find(|other| *other == kind)?;
    let &(_, form, number) = TABLE.iter().find(|(name, ..)| *name == kind.name)?;
    Some(Drawn { kind, form, number })
}

/// The names of all rules that can be drawn.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, ..)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_rules() {
        for name in names() {
            let kind = crate::rules::find(name).expect(name);
            assert!(drawn(kind).is_some(), "{name}");
        }
    }
}

//! The forms of clues that are drawn at random, for generated puzzles.

/// The way in which clues of a rule are drawn at random on a full grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Random {
    pub form: Form,
    pub number: Number,
}

/// The form of a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
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
pub(crate) enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// The parameters before the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// Nothing.
    None,
    /// This number.
    Always(i32),
    /// The number in this range with which the clue holds.
    Read(i32, i32),
}

impl Random {
    pub const PAIR: Random = Random::of(Form::Pair);
    pub const CELL: Random = Random::of(Form::Cell);
    pub const QUADRUPLE: Random = Random::of(Form::Quadruple);
    pub const DIAGONAL: Random = Random::of(Form::Diagonal);
    pub const LEFT_AND_TOP: Random = Random::of(Form::Seen(&[Side::Left, Side::Top]));
    pub const ALL_SIDES: Random = Random::of(Form::Seen(&[Side::Left, Side::Right, Side::Top, Side::Bottom]));

    const fn of(form: Form) -> Random {
        Random { form, number: Number::None }
    }

    pub const fn line(least: usize, most: usize) -> Random {
        Random::of(Form::Line { least, most, grows: false })
    }

    /// A line for every beginning of which the clue holds.
    pub const fn growing(least: usize, most: usize) -> Random {
        Random::of(Form::Line { least, most, grows: true })
    }

    pub const fn arrow(least: usize, most: usize) -> Random {
        Random::of(Form::Arrow { least, most })
    }

    /// A cage of cells that differ.
    pub const fn cage(least: usize, most: usize) -> Random {
        Random::of(Form::Cage { least, most, differs: true })
    }

    /// A cage of any cells.
    pub const fn set(least: usize, most: usize) -> Random {
        Random::of(Form::Cage { least, most, differs: false })
    }

    /// The same with this number.
    pub const fn always(self, number: i32) -> Random {
        Random { number: Number::Always(number), ..self }
    }

    /// The same with the number in a range with which the clue holds.
    pub const fn read(self, least: i32, most: i32) -> Random {
        Random { number: Number::Read(least, most), ..self }
    }
}

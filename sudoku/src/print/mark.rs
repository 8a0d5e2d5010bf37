//! What rules draw, as data: a rule says what belongs into a picture of it, a [`Drawing`](super::Drawing) how
//! it looks there.
//!
//! Cells are numbered in reading order. Directions are steps of (rows, columns), each of them -1, 0 or 1.

/// A thing to draw in, between, under or beside cells.
///
/// ```
/// use sudoku::Puzzle;
/// use sudoku::print::{Drawing, LineEnd, Mark, Paint, Weight};
///
/// let puzzle: Puzzle = "1...............".parse()?;
/// let thermometer = Mark::Line {
///     cells: vec![0, 1, 6, 7],
///     paint: Paint::Grey,
///     weight: Weight::Thick,
///     start: LineEnd::Bulb,
///     end: LineEnd::Plain,
/// };
/// let svg = Drawing::of(&puzzle).marks(&[thermometer]).draw();
/// assert!(svg.starts_with("<svg") && svg.contains("<circle"));
/// # Ok::<(), sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line through the centres of cells, under the digits. Lines of one paint run into each other where
    /// they meet, so a branched line is several lines.
    Line {
        /// From its start to its end; neighbours need not be adjacent.
        cells: Vec<u16>,
        /// Its colour.
        paint: Paint,
        /// How wide it is.
        weight: Weight,
        /// What it begins with.
        start: LineEnd,
        /// What it ends with.
        end: LineEnd,
    },
    /// A capsule round cells, one after the other: the bulb of an arrow.
    Pill {
        /// One cell makes a circle.
        cells: Vec<u16>,
        /// Its colour.
        paint: Paint,
    },
    /// A dotted border just inside the common border of cells.
    Cage {
        /// In any order; where they do not hang together there are several borders.
        cells: Vec<u16>,
        /// Written small into the corner of the first cell in reading order; nothing where it is empty.
        label: String,
    },
    /// Cells filled with a light colour.
    Shade {
        /// In any order.
        cells: Vec<u16>,
        /// The colour.
        paint: Paint,
    },
    /// A shape behind a digit.
    Shape {
        /// The digit's cell.
        cell: u16,
        /// Which one.
        shape: Outline,
        /// The colour.
        paint: Paint,
        /// Filled, or else only its border.
        filled: bool,
    },
    /// A dot between two cells, with a thin line between them where they are not adjacent.
    Dot {
        /// The two.
        cells: [u16; 2],
        /// The colour; a white one has a black border.
        paint: Paint,
        /// Written inside, if it is not empty.
        text: String,
    },
    /// Words between two cells, with a thin line between them where they are not adjacent.
    Between {
        /// The two.
        cells: [u16; 2],
        /// A letter or a number.
        text: String,
    },
    /// An inequality sign between two cells, with a thin line between them where they are not adjacent.
    Less {
        /// The cell with the smaller value: the sign points there.
        small: u16,
        /// The other.
        large: u16,
    },
    /// A small circle where four cells meet.
    Corner {
        /// The four.
        cells: [u16; 4],
        /// Written inside: three words or more in two rows.
        text: String,
    },
    /// Small signs at sides of a cell, as on a cell smaller or larger than its neighbours.
    Chevrons {
        /// The cell inside which they stand.
        cell: u16,
        /// The sides, each as a step to the neighbour there.
        directions: Vec<(i8, i8)>,
        /// Whether they point to the neighbours (which are smaller), or else from there into the cell.
        outward: bool,
    },
    /// A clue outside the grid. A slanted view gets a small arrow.
    Outside {
        /// The first cell that it sees.
        cell: u16,
        /// The step from one cell that it sees to the next.
        direction: (i8, i8),
        /// The clue.
        text: String,
    },
    /// A thin line from corner to corner, or as far as a longer grid lets it go from its left side.
    Diagonal {
        /// From the bottom left upwards, or else from the top left downwards.
        rising: bool,
    },
    /// A few letters in a corner of a cell: in another corner for each further tag.
    Tag {
        /// The cell.
        cell: u16,
        /// The letters.
        text: String,
    },
    /// A rule that has no picture, in words under the grid.
    Note(String),
}

impl Mark {
    /// The cell in whose upper left corner it writes.
    pub fn labelled(&self) -> Option<u16> {
        match self {
            Mark::Cage { cells, label } if !label.is_empty() => cells.iter().copied().min(),
            _ => None,
        }
    }

    /// Whether a picture of so many cells has all the cells that it is about.
    pub(super) fn is_within(&self, count: usize) -> bool {
        let within = |cells: &[u16]| cells.iter().all(|&cell| usize::from(cell) < count);
        match self {
            Mark::Line { cells, .. }
            | Mark::Pill { cells, .. }
            | Mark::Cage { cells, .. }
            | Mark::Shade { cells, .. } => within(cells),
            Mark::Dot { cells, .. } | Mark::Between { cells, .. } => within(cells),
            Mark::Less { small, large } => within(&[*small, *large]),
            Mark::Corner { cells, .. } => within(cells),
            Mark::Shape { cell, .. }
            | Mark::Chevrons { cell, .. }
            | Mark::Outside { cell, .. }
            | Mark::Tag { cell, .. } => within(&[*cell]),
            Mark::Diagonal { .. } | Mark::Note(_) => true,
        }
    }
}

/// The colours of marks. They are shown light or translucent, so that digits stay readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Thermometers, arrows, between lines, palindromes, odd and even.
    Grey,
    /// Nothing in particular.
    Red,
    /// German whispers.
    Green,
    /// Region sum lines, lockout lines, diagonals.
    Blue,
    /// Renban.
    Purple,
    /// Dutch whispers.
    Orange,
    /// Nabner and other relatives of renban.
    Pink,
    /// Extra regions beside grey ones.
    Yellow,
    /// Kropki dots.
    Black,
    /// Kropki dots.
    White,
}

/// The width of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Weight {
    /// As arrows.
    Thin,
    /// As most lines.
    #[default]
    Normal,
    /// As thermometers.
    Thick,
}

/// What a line has at an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LineEnd {
    /// Nothing: it ends in the centre of the cell.
    #[default]
    Plain,
    /// Nothing: it ends where a ring would be, at the border of a [`Mark::Pill`] or a round [`Mark::Shape`].
    Short,
    /// A large disc, as on a thermometer.
    Bulb,
    /// A circle around the digit, as on arrows and between lines.
    Ring,
    /// A diamond around the digit, as on lockout lines.
    Diamond,
    /// A small disc.
    Dot,
    /// An arrowhead.
    Arrowhead,
}

/// A shape behind a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outline {
    /// As for odd digits.
    Circle,
    /// As for even digits.
    Square,
    /// On its tip.
    Diamond,
}

//! Marks: the drawing of a clue as data. A rule defines which marks a clue has; a [`Drawing`](crate::print::Drawing)
//! defines their look.
//!
//! Cells are numbered in reading order. Directions are steps of (rows, columns), each of them -1, 0 or 1.

/// A mark in, between, under or beside cells.
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
    /// A line through the centres of cells, below the digits. Lines of one paint merge where they meet, so that a
    /// branched line is drawn as several lines.
    Line {
        /// The cells from start to end. Consecutive cells need not be adjacent.
        cells: Vec<u16>,
        /// The colour.
        paint: Paint,
        /// The width.
        weight: Weight,
        /// The shape at the start.
        start: LineEnd,
        /// The shape at the end.
        end: LineEnd,
    },
    /// A capsule around consecutive cells: the bulb of an arrow.
    Pill {
        /// The cells. A single cell makes a circle.
        cells: Vec<u16>,
        /// The colour.
        paint: Paint,
    },
    /// A dotted border just inside the common outline of cells.
    Cage {
        /// The cells in any order. Parts that are not connected get borders of their own.
        cells: Vec<u16>,
        /// A small text in the corner of the first cell in reading order; may be empty.
        label: String,
    },
    /// Cells filled with a light colour.
    Shade {
        /// The cells, in any order.
        cells: Vec<u16>,
        /// The colour.
        paint: Paint,
    },
    /// A shape behind a digit.
    Shape {
        /// The cell of the digit.
        cell: u16,
        /// The shape.
        shape: Outline,
        /// The colour.
        paint: Paint,
        /// Whether the shape is filled; if not, only its border is drawn.
        filled: bool,
    },
    /// A dot between two cells, with a thin line between them where they are not adjacent.
    Dot {
        /// The two cells.
        cells: [u16; 2],
        /// The colour. A white dot has a black border.
        paint: Paint,
        /// A text inside the dot; may be empty.
        text: String,
    },
    /// A text between two cells, with a thin line between them if they are not adjacent.
    Between {
        /// The two cells.
        cells: [u16; 2],
        /// A letter or a number.
        text: String,
    },
    /// An inequality sign between two cells, with a thin line between them where they are not adjacent.
    Less {
        /// The cell with the smaller value, to which the sign points.
        small: u16,
        /// The cell with the larger value.
        large: u16,
    },
    /// A small circle where four cells meet.
    Corner {
        /// The four cells.
        cells: [u16; 4],
        /// The text in the circle. Three or more words fill two rows.
        text: String,
    },
    /// Small signs at sides of a cell that is smaller or larger than its neighbours.
    Chevrons {
        /// The cell inside which the signs are drawn.
        cell: u16,
        /// The sides, as offsets of the neighbours.
        directions: Vec<(i8, i8)>,
        /// Whether the signs point to the neighbours, which are smaller; if not, they point from there into the cell.
        outward: bool,
    },
    /// A clue outside the grid. If its line of sight is diagonal, it gets a small arrow.
    Outside {
        /// The first cell that the clue sees.
        cell: u16,
        /// The offset from each cell of the line to the next.
        direction: (i8, i8),
        /// The text of the clue.
        text: String,
    },
    /// A thin diagonal line. In a grid that is no square, it begins at the left side and ends at the opposite border.
    Diagonal {
        /// Whether the line rises from the bottom left; if not, it falls from the top left.
        rising: bool,
    },
    /// A few letters in a corner of a cell. Each further tag of the cell is in another corner.
    Tag {
        /// The cell.
        cell: u16,
        /// The letters.
        text: String,
    },
    /// A clue without a picture, as text below the grid.
    Note(String),
}

impl Mark {
    /// The cell in whose upper left corner the mark writes a text.
    pub fn labelled(&self) -> Option<u16> {
        match self {
            Mark::Cage { cells, label } if !label.is_empty() => cells.iter().copied().min(),
            _ => None,
        }
    }

    /// The cells at whose borders or corners the mark has a sign.
    pub(crate) fn at_borders(&self) -> Vec<u16> {
        match self {
            Mark::Dot { cells, .. } | Mark::Between { cells, .. } => cells.to_vec(),
            &Mark::Less { small, large } => vec![small, large],
            Mark::Corner { cells, .. } => cells.to_vec(),
            &Mark::Chevrons { cell, .. } | &Mark::Tag { cell, .. } => vec![cell],
            _ => Vec::new(),
        }
    }

    /// Whether the cells of the mark are among the first `count` cells, which a picture shows.
    pub(crate) fn is_within(&self, count: usize) -> bool {
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

/// Colours of marks. They are drawn light or translucent, so that digits stay readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Thermometers, arrows, between lines, palindromes, odd and even.
    Grey,
    /// For general use.
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
    /// For arrows.
    Thin,
    /// For most lines.
    #[default]
    Normal,
    /// For thermometers.
    Thick,
}

/// The shape at an end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LineEnd {
    /// No shape. The line ends in the centre of the cell.
    #[default]
    Plain,
    /// No shape. The line ends where a ring would be, at the border of a [`Mark::Pill`] or a round [`Mark::Shape`].
    Short,
    /// A large disc, for thermometers.
    Bulb,
    /// A circle around the digit, for arrows and between lines.
    Ring,
    /// A diamond around the digit, for lockout lines.
    Diamond,
    /// A small disc.
    Dot,
    /// An arrowhead.
    Arrowhead,
}

/// A shape behind a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outline {
    /// For odd digits.
    Circle,
    /// For even digits.
    Square,
    /// A square on its tip.
    Diamond,
}

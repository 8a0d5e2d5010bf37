//! The drawing of a document: strokes, shapes and cages with their places, without a meaning.
//!
//! Points are rows and columns from the top left corner, in cells; the middle of the first cell is (0.5, 0.5).

use super::colour::Colour;

/// A place, or a step from a place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub row: f64,
    pub column: f64,
}

/// The place of something in the grid of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// The middle of a cell.
    Cell(u16),
    /// The middle of the edge between two cells.
    Edge([u16; 2]),
    /// The corner of four cells.
    Corner([u16; 4]),
    /// Beside the grid, in a row or column that may be negative.
    Outside(i32, i32),
    /// Anywhere else.
    Elsewhere,
}

/// A line or an arrow.
#[derive(Clone, Debug)]
pub(super) struct Stroke {
    /// The stroke's name in messages: `line1`, `arrow1`.
    pub name: String,
    pub points: Vec<Point>,
    pub colour: Colour,
    /// Width in 1/64 of a cell.
    pub thickness: f64,
    pub is_arrow: bool,
}

/// A shape under or over the lines, with its text.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The shape's name in messages: `underlay1`, `overlay1`.
    pub name: String,
    pub middle: Point,
    pub width: f64,
    pub height: f64,
    pub is_round: bool,
    pub fill: Option<Colour>,
    pub border: Option<Colour>,
    pub text: String,
    /// The clockwise rotation in degrees.
    pub angle: f64,
    pub is_over: bool,
}

/// A cage with cells.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    /// The cage's name in messages: `cage1`.
    pub name: String,
    pub cells: Vec<u16>,
    pub value: String,
    /// The sum, where it is stated apart from the text.
    pub sum: Option<i32>,
    pub is_unique: bool,
    pub is_hidden: bool,
    /// The style, type and constraint that the cage names.
    pub style: String,
}

/// The drawn parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing {
    pub rows: usize,
    pub columns: usize,
    pub strokes: Vec<Stroke>,
    pub shapes: Vec<Shape>,
    pub cages: Vec<Cage>,
}

impl Point {
    pub fn new(row: f64, column: f64) -> Point {
        Point { row, column }
    }

    /// The greater of the distances in rows and in columns.
    pub fn reach(self, other: Point) -> f64 {
        (self.row - other.row).abs().max((self.column - other.column).abs())
    }

    /// Row and column of the cell that contains the point, perhaps outside the grid.
    pub fn floor(self) -> (i32, i32) {
        (self.row.floor() as i32, self.column.floor() as i32)
    }

    fn between(self, other: Point, part: f64) -> Point {
        Point::new(
            self.row + (other.row - self.row) * part,
            self.column + (other.column - self.column) * part,
        )
    }
}

/// The middle of a cell.
fn middle((row, column): (i32, i32)) -> Point {
    Point::new(f64::from(row) + 0.5, f64::from(column) + 0.5)
}

impl Shape {
    /// Whether a point is on the shape, or not further from it than `margin`.
    pub fn covers(&self, point: Point, margin: f64) -> bool {
        (point.row - self.middle.row).abs() <= self.height / 2.0 + margin
            && (point.column - self.middle.column).abs() <= self.width / 2.0 + margin
    }

    /// The greater of width and height.
    pub fn size(&self) -> f64 {
        self.width.max(self.height)
    }

    pub fn is_regular(&self) -> bool {
        (self.width - self.height).abs() < 0.06
    }

    /// Whether the shape is filled with a colour other than white.
    pub fn is_filled(&self) -> bool {
        self.fill.is_some_and(|fill| fill.is_visible() && !fill.is_white())
    }

    /// Whether the shape fills one or several whole cells.
    pub fn is_tile(&self) -> bool {
        !self.is_round && self.width > 0.93 && self.height > 0.93
    }
}

impl Drawing {
    /// Returns the cell of a row and a column.
    pub fn cell(&self, (row, column): (i32, i32)) -> Option<u16> {
        let is_inside = (0..self.rows as i32).contains(&row) && (0..self.columns as i32).contains(&column);
        is_inside.then(|| (row * self.columns as i32 + column) as u16)
    }

    /// Row and column of a cell.
    pub fn place(&self, cell: u16) -> (i32, i32) {
        let columns = self.columns.max(1) as i32;
        (i32::from(cell) / columns, i32::from(cell) % columns)
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: u16) -> Point {
        middle(self.place(cell))
    }

    /// Returns the spot of a point, with some tolerance.
    pub fn spot(&self, point: Point) -> Spot {
        let (row, column) = point.floor();
        let is_middle = |at: f64| (at - at.floor() - 0.5).abs() < 0.22;
        let is_border = |at: f64| (at - at.round()).abs() < 0.22;
        let inside = self.cell((row, column));
        let (down, right) = (point.row.round() as i32, point.column.round() as i32);
        let edge = |one: (i32, i32), other: (i32, i32)| self.cell(one).zip(self.cell(other));
        match (is_middle(point.row), is_middle(point.column)) {
            (true, true) => match inside {
                Some(cell) => Spot::Cell(cell),
                None => Spot::Outside(row, column),
            },
            (true, false) if is_border(point.column) => match edge((row, right - 1), (row, right)) {
                Some((one, other)) => Spot::Edge([one, other]),
                None => Spot::Elsewhere,
            },
            (false, true) if is_border(point.row) => match edge((down - 1, column), (down, column)) {
                Some((one, other)) => Spot::Edge([one, other]),
                None => Spot::Elsewhere,
            },
            (false, false) if is_border(point.row) && is_border(point.column) => {
                let four = [(-1, -1), (-1, 0), (0, -1), (0, 0)];
                let four = four.map(|(up, left)| self.cell((down + up, right + left)));
                match four {
                    [Some(a), Some(b), Some(c), Some(d)] => Spot::Corner([a, b, c, d]),
                    _ => Spot::Elsewhere,
                }
            }
            _ => Spot::Elsewhere,
        }
    }

    /// Returns the cells whose middles a stroke passes, in order. Its ends may fall short of a middle.
    pub fn cells_of(&self, stroke: &Stroke) -> Vec<u16> {
        let mut cells = Vec::new();
        let mut add = |at: (i32, i32)| {
            if let Some(cell) = self.cell(at)
                && cells.last() != Some(&cell)
            {
                cells.push(cell);
            }
        };
        let (Some(&first), Some(&last)) = (stroke.points.first(), stroke.points.last()) else { return cells };
        let is_end = |end: Point| middle(end.floor()).reach(end) <= 0.42;
        if is_end(first) {
            add(first.floor());
        }
        for pair in stroke.points.windows(2) {
            let steps = ((pair[0].reach(pair[1]) * 20.0).ceil()).clamp(1.0, 4000.0);
            for step in 0..=steps as i32 {
                let point = pair[0].between(pair[1], f64::from(step) / steps);
                if middle(point.floor()).reach(point) < 0.26 {
                    add(point.floor());
                }
            }
        }
        if is_end(last) {
            add(last.floor());
        }
        cells
    }

    /// Returns the cells that a shape covers with most of their area.
    pub fn cells_under(&self, shape: &Shape) -> Vec<u16> {
        let (top, left) =
            Point::new(shape.middle.row - shape.height / 2.0, shape.middle.column - shape.width / 2.0)
                .floor();
        let (rows, columns) = (shape.height.ceil() as i32 + 1, shape.width.ceil() as i32 + 1);
        let all = (top..=top.saturating_add(rows.min(65)))
            .flat_map(|row| (left..=left.saturating_add(columns.min(65))).map(move |column| (row, column)));
        all.filter(|&at| shape.covers(middle(at), 0.0)).filter_map(|at| self.cell(at)).collect()
    }

    /// Returns the orthogonally connected parts of some cells.
    pub fn connected(&self, cells: &[u16]) -> Vec<Vec<u16>> {
        let mut left: Vec<u16> = cells.to_vec();
        left.sort_unstable();
        left.dedup();
        let mut parts = Vec::new();
        while let Some(first) = left.first().copied() {
            left.retain(|&cell| cell != first);
            let mut part = vec![first];
            let mut at = 0;
            while at < part.len() {
                let (row, column) = self.place(part[at]);
                for next in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
                    if let Some(cell) = self.cell(next).filter(|cell| left.contains(cell)) {
                        left.retain(|&other| other != cell);
                        part.push(cell);
                    }
                }
                at += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }
}

//! The description from which a grid is built: sides, values, regions, the grids on a canvas, and cells beside it.

use std::ops::RangeInclusive;

use super::{GridError, LARGEST, Regions, fail};
use crate::symbols::is_bar;

/// The description of a [`Grid`](super::Grid).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of rows of the grid or canvas.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The numbers that cells can take.
    pub values: RangeInclusive<i32>,
    /// The boxes or regions. Where there are parts, the default for their boxes.
    pub regions: Regions,
    /// Whether rows and columns are no houses, and boxes only where they are given.
    pub raw: bool,
    /// The grids on the canvas, if there are several.
    pub parts: Vec<Part>,
    /// The families of cells beside the grid: unknown numbers that rules refer to.
    pub loose: Vec<Loose>,
    /// The size of each region, where the regions are unknown. Then every cell has a [label](super::Grid::label).
    pub unknown: Option<usize>,
}

/// A grid on a canvas of several. A cell in two grids is one and the same cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name.
    pub name: String,
    /// The position and size.
    pub frame: Frame,
    /// The boxes; [`Regions::Default`] for those of the [`Shape`].
    pub regions: Regions,
}

/// A family of cells beside the grid, `A1`, `A2`, …, with the values of the grid.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Loose {
    /// The letters before the number.
    pub name: String,
    /// The number of cells.
    pub count: usize,
    /// The number of columns, if the cells are arranged in rows and have neighbours; 0 if not.
    pub columns: usize,
}

/// A rectangle of a canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The first row, from 0.
    pub top: usize,
    /// The first column, from 0.
    pub left: usize,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Frame {
    /// The cells in reading order, on a canvas of `width` columns.
    pub fn cells(&self, width: usize) -> impl Iterator<Item = u16> {
        let Frame { top, left, rows, columns } = *self;
        (0..rows * columns).map(move |at| ((top + at / columns) * width + left + at % columns) as u16)
    }

    /// The cells of a row of the frame, on a canvas of `width` columns.
    pub fn row(&self, row: usize, width: usize) -> Vec<u16> {
        let first = (self.top + row) * width + self.left;
        (0..self.columns).map(|at| (first + at) as u16).collect()
    }

    /// The cells of a column of the frame, on a canvas of `width` columns.
    pub fn column(&self, column: usize, width: usize) -> Vec<u16> {
        let first = self.top * width + self.left + column;
        (0..self.rows).map(|at| (first + at * width) as u16).collect()
    }

    /// Whether the frame contains a row and column of the canvas.
    pub fn contains(&self, row: usize, column: usize) -> bool {
        (self.top..self.top + self.rows).contains(&row)
            && (self.left..self.left + self.columns).contains(&column)
    }

    pub(super) fn divides(&self, height: usize, width: usize) -> bool {
        height > 0 && width > 0 && self.rows.is_multiple_of(height) && self.columns.is_multiple_of(width)
    }
}

impl Shape {
    /// A single grid with usual boxes, and values from 1 to the larger side.
    pub fn rectangle(rows: usize, columns: usize) -> Shape {
        Shape {
            rows,
            columns,
            values: 1..=rows.max(columns) as i32,
            regions: Regions::Default,
            raw: false,
            parts: Vec::new(),
            loose: Vec::new(),
            unknown: None,
        }
    }

    /// Checks that a grid can have these sides, values, parts and names.
    pub(super) fn check(&self) -> Result<(), GridError> {
        let Shape { rows, columns, .. } = *self;
        if rows == 0 || columns == 0 || rows > LARGEST || columns > LARGEST {
            return fail(format!("a grid of {rows}x{columns}: sides are from 1 to {LARGEST}"));
        }
        if let Some(empty) = self.parts.iter().find(|part| part.frame.rows == 0 || part.frame.columns == 0) {
            return fail(format!("grid {} has no cells", empty.name));
        }
        let (first, last) = (*self.values.start(), *self.values.end());
        let count = i64::from(last) - i64::from(first) + 1;
        if count < 1 || count > LARGEST as i64 {
            return fail(format!("values {first}-{last}: there are from 1 to {LARGEST} values"));
        }
        if !(-1000..=1000).contains(&first) {
            return fail(format!("values {first}-{last}: they begin between -1000 and 1000"));
        }
        for Part { name, frame, .. } in &self.parts {
            let (bottom, right) = (frame.top + frame.rows, frame.left + frame.columns);
            if bottom > rows || right > columns {
                return fail(format!(
                    "grid {name} reaches R{bottom}C{right}, outside the canvas of {rows}x{columns}"
                ));
            }
        }
        if self.loose.iter().any(|loose| loose.count == 0 || loose.count > MOST_LOOSE) {
            return fail(format!("a name is for 1 to {MOST_LOOSE} cells beside the grid"));
        }
        if let Regions::Layout(layout) = &self.regions
            && let Some(symbol) = layout.iter().flatten().find(|&&symbol| !is_region(symbol))
        {
            return fail(format!("a region cannot be called {symbol:?}"));
        }
        self.unknown.map_or(Ok(()), |size| self.check_unknown(size))?;
        self.check_names()
    }

    fn check_unknown(&self, size: usize) -> Result<(), GridError> {
        let (cells, values) = (self.rows * self.columns, self.values.clone().count());
        if !self.parts.is_empty() {
            return fail("unknown regions are for one grid, not for several on a canvas".into());
        }
        if cells > MOST_LOOSE {
            return fail(format!("unknown regions of {cells} cells in all: there are at most {MOST_LOOSE}"));
        }
        if size == 0 || !cells.is_multiple_of(size) {
            return fail(format!("{cells} cells cannot be divided into regions of {size}"));
        }
        if size > values {
            return fail(format!("regions of {size} different values, but there are {values}"));
        }
        if cells / size > values {
            let regions = cells / size;
            return fail(format!("{regions} unknown regions: there are at most as many as values, {values}"));
        }
        Ok(())
    }

    fn check_names(&self) -> Result<(), GridError> {
        let parts = self.parts.iter().map(|part| &part.name);
        let names: Vec<&String> = parts.chain(self.loose.iter().map(|loose| &loose.name)).collect();
        if names.len() > MOST_NAMES {
            return fail(format!("more than {MOST_NAMES} names of grids and cells"));
        }
        let same = |at: usize| names[..at].iter().any(|other| other.eq_ignore_ascii_case(names[at]));
        match (0..names.len()).find(|&at| same(at)) {
            Some(at) => fail(format!("the name {} is used twice", names[at])),
            None => Ok(()),
        }
    }
}

/// Whether a symbol can name a region. Blanks, bars, `#` and braces separate regions; `.` and `~` mean none.
fn is_region(symbol: char) -> bool {
    !(symbol.is_whitespace() || symbol.is_control() || is_bar(symbol) || ".~#{}".contains(symbol))
}

/// Limits on the size, because texts may come from strangers.
const MOST_LOOSE: usize = 1000;
const MOST_NAMES: usize = 32;

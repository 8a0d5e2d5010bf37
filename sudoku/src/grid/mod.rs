//! Pure geometry: cells, rows, columns, boxes and regions. Knows neither symbols nor givens.
//!
//! A [`Grid`] is a rectangle of cells that take the values `first`, `first + 1`, … Inside the crate a value
//! is its place in that list, from 0; what people see is in [`Symbols`](crate::Symbols).
//!
//! Cells are numbered in reading order. Where several grids overlap on one canvas ([`Part`]), the canvas is that rectangle,
//! and what lies in none of them is a gap: a cell that nobody sees, in no house, with the first value. Cells beside the
//! grid ([`Loose`]) come after those of the rectangle, and at the end the labels of unknown regions, one for each cell.

mod name;
mod shape;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

pub use name::CellName;
pub use shape::{Frame, Loose, Part, Shape};

/// The most rows, columns and values.
pub const LARGEST: usize = 64;

/// How a grid is divided beside rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Regions {
    /// Boxes as square as they get, the smaller side upright; none where the side is prime.
    #[default]
    Default,
    /// Rows and columns only: a Latin square.
    None,
    /// Boxes of a size.
    Boxes {
        /// Rows of a box.
        height: usize,
        /// Columns of a box.
        width: usize,
    },
    /// A region for each cell, by a symbol; cells without one are in none.
    Layout(Vec<Option<char>>),
}

/// A thread keeps so many grids for puzzles to come.
pub(crate) const MOST_SHARED: usize = 8;

/// A row, column, box or region: its cells are all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    name: Name,
    /// The grid it belongs to, where there are several.
    part: Option<Arc<str>>,
    cells: Vec<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Row(usize),
    Column(usize),
    Box(usize),
    Region(char),
}

impl House {
    /// Its cells, in reading order.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// Whether it is a box or region.
    pub fn is_region(&self) -> bool {
        matches!(self.name, Name::Box(_) | Name::Region(_))
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Name::Row(index) => write!(f, "row {}", index + 1),
            Name::Column(index) => write!(f, "column {}", index + 1),
            Name::Box(index) => write!(f, "box {}", index + 1),
            Name::Region(symbol) => write!(f, "region {symbol}"),
        }?;
        self.part.iter().try_for_each(|part| write!(f, " of {part}"))
    }
}

/// The shape of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    shape: Shape,
    values: usize,
    boxes: Option<(usize, usize)>,
    houses: Vec<House>,
    /// In each grid, for each cell the place of its box or region among the houses.
    region_of: Vec<Vec<Option<u16>>>,
    /// For each cell whether it is a gap; empty where there is none.
    gaps: Vec<bool>,
}

/// Why a shape is none. Says what to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridError(String);

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GridError {}

fn fail<T>(what: String) -> Result<T, GridError> {
    Err(GridError(what))
}

impl Grid {
    /// The usual grid of a side: values from 1, boxes as square as they get.
    ///
    /// ```
    /// let grid = sudoku::Grid::square(6)?;
    /// assert_eq!(grid.boxes(), Some((2, 3)));
    /// # Ok::<(), sudoku::GridError>(())
    /// ```
    pub fn square(side: usize) -> Result<Grid, GridError> {
        Grid::new(side, side, 1..=side as i32, &Regions::Default)
    }

    /// One grid with rows, columns and regions.
    pub fn new(
        rows: usize,
        columns: usize,
        values: RangeInclusive<i32>,
        regions: &Regions,
    ) -> Result<Grid, GridError> {
        Grid::of(Shape { values, regions: regions.clone(), ..Shape::rectangle(rows, columns) })
    }

    /// Any shape.
    pub fn of(shape: Shape) -> Result<Grid, GridError> {
        shape.check()?;
        let values = shape.values.clone().count();
        let loose = shape.loose.iter().map(|loose| loose.count).sum::<usize>();
        let labels = shape.unknown.map_or(0, |_| shape.rows * shape.columns);
        let cells = shape.rows * shape.columns + loose + labels;
        let mut grid = Grid {
            values,
            boxes: None,
            houses: Vec::new(),
            region_of: vec![vec![None; cells]; shape.parts.len().max(1)],
            gaps: Vec::new(),
            shape,
        };
        if grid.shape.parts.is_empty() {
            let whole = grid.whole();
            grid.add_frame(0, &whole, None)?;
            // However they were asked for, the same houses make the same grid.
            match (grid.boxes, &grid.shape.regions) {
                (_, Regions::Layout(_)) => {}
                (Some((height, width)), _) => grid.shape.regions = Regions::Boxes { height, width },
                (None, _) => grid.shape.regions = Regions::None,
            }
        } else {
            grid.gaps = vec![true; cells];
            grid.gaps[grid.shape.rows * grid.shape.columns..].fill(false);
            for (at, part) in grid.shape.parts.clone().into_iter().enumerate() {
                for cell in part.frame.cells(grid.columns()) {
                    grid.gaps[usize::from(cell)] = false;
                }
                let name: Arc<str> = part.name.into();
                grid.add_frame(at, &part.frame, Some((name, &part.regions)))?;
            }
        }
        if let Regions::Layout(layout) = grid.shape.regions.clone() {
            grid.add_layout(&layout)?;
        }
        Ok(grid)
    }

    /// Any shape. Puzzles of the shapes that a thread has met last share a grid.
    pub(crate) fn shared(shape: Shape) -> Result<Arc<Grid>, GridError> {
        thread_local! {
            static RECENT: RefCell<Vec<(Shape, Arc<Grid>)>> = const { RefCell::new(Vec::new()) };
        }
        RECENT.with_borrow_mut(|recent| {
            if let Some((_, grid)) = recent.iter().rev().find(|(known, _)| *known == shape) {
                return Ok(grid.clone());
            }
            let grid = Arc::new(Grid::of(shape.clone())?);
            if recent.len() == MOST_SHARED {
                recent.remove(0);
            }
            recent.push((shape, grid.clone()));
            Ok(grid)
        })
    }

    /// The houses of one grid on the canvas, but for regions by a layout.
    fn add_frame(
        &mut self,
        at: usize,
        frame: &Frame,
        part: Option<(Arc<str>, &Regions)>,
    ) -> Result<(), GridError> {
        let columns = self.columns();
        let raw = self.shape.raw;
        let regions = match &part {
            Some((_, regions)) if **regions != Regions::Default => (*regions).clone(),
            _ => self.shape.regions.clone(),
        };
        let name = part.map(|(name, _)| name);
        if !raw {
            for row in 0..frame.rows {
                self.add(at, Name::Row(row), &name, frame.line(row, 0, 0, 1, frame.columns, columns))?;
            }
            for column in 0..frame.columns {
                self.add(at, Name::Column(column), &name, frame.line(0, column, 1, 0, frame.rows, columns))?;
            }
        }
        let size = match regions {
            Regions::None | Regions::Layout(_) => return Ok(()),
            Regions::Default if raw || self.shape.unknown.is_some() => return Ok(()),
            Regions::Default => {
                let usual = usual_boxes(frame.rows.max(frame.columns));
                usual.filter(|&(height, width)| frame.divides(height, width) && height * width <= self.values)
            }
            Regions::Boxes { height, width } if frame.divides(height, width) => Some((height, width)),
            Regions::Boxes { height, width } => {
                let Frame { rows, columns, .. } = frame;
                return fail(format!("boxes of {height}x{width} do not fill {rows} rows of {columns} cells"));
            }
        };
        let Some((height, width)) = size else { return Ok(()) };
        if self.shape.parts.is_empty() {
            self.boxes = size;
        }
        let across = frame.columns / width;
        for index in 0..frame.rows / height * across {
            let inner = Frame {
                top: frame.top + index / across * height,
                left: frame.left + index % across * width,
                rows: height,
                columns: width,
            };
            self.add(at, Name::Box(index), &name, inner.cells(columns).collect())?;
        }
        Ok(())
    }

    /// A house of one of the grids.
    fn add(
        &mut self,
        at: usize,
        name: Name,
        part: &Option<Arc<str>>,
        cells: Vec<u16>,
    ) -> Result<(), GridError> {
        let house = House { name, part: part.clone(), cells };
        let (size, values) = (house.cells.len(), self.values);
        if size > values {
            return fail(format!("{house} has {size} cells, but there are only {values} values"));
        }
        // Grids that overlap share boxes.
        let known =
            part.as_ref().and_then(|_| self.houses.iter().position(|known| known.cells == house.cells));
        let index = known.unwrap_or(self.houses.len());
        if house.is_region() {
            for &cell in &house.cells {
                self.region_of[at][usize::from(cell)] = Some(index as u16);
            }
        }
        if known.is_none() {
            self.houses.push(house);
        }
        Ok(())
    }

    fn add_layout(&mut self, layout: &[Option<char>]) -> Result<(), GridError> {
        let (cells, given) = (self.rectangle(), layout.len());
        if given != cells {
            return fail(format!("regions for {given} cells, but the grid has {cells}"));
        }
        let mut symbols: Vec<char> = layout.iter().copied().flatten().collect();
        symbols.sort_unstable();
        symbols.dedup();
        for symbol in symbols {
            let members = (0..cells as u16).filter(|&cell| layout[usize::from(cell)] == Some(symbol));
            self.add(0, Name::Region(symbol), &None, members.collect())?;
        }
        // A layout is of the whole canvas.
        let all = self.region_of[0].clone();
        self.region_of.fill(all);
        Ok(())
    }

    /// What it was made of.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.shape.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.shape.columns
    }

    /// Number of cells, gaps and loose cells included.
    pub fn cells(&self) -> usize {
        self.region_of[0].len()
    }

    /// Number of cells of the rectangle, gaps included: the loose ones follow.
    pub fn rectangle(&self) -> usize {
        self.shape.rows * self.shape.columns
    }

    /// Whether a cell is in none of several grids.
    pub fn is_gap(&self, cell: usize) -> bool {
        self.gaps.get(cell).is_some_and(|&gap| gap)
    }

    /// Whether it is one grid, without cells beside it.
    pub fn is_rectangle(&self) -> bool {
        self.shape.parts.is_empty() && self.cells() == self.rectangle()
    }

    /// The cell beside the grid that tells a cell's region, where the regions are unknown. Its value is the first for
    /// the region of the first cell, the second for the region that comes next in reading order, and so on.
    pub fn label(&self, cell: u16) -> Option<u16> {
        let is_labelled = self.shape.unknown.is_some() && usize::from(cell) < self.rectangle();
        is_labelled.then(|| (self.cells() - self.rectangle()) as u16 + cell)
    }

    /// The cell that people call so, if it is a loose one or a label. Case does not matter.
    pub fn named(&self, name: &str) -> Option<u16> {
        if let Some(("", rest)) = name.split_once(['g', 'G'])
            && let Some((row, column)) = rest.split_once(['c', 'C'])
            && let (Ok(row), Ok(column)) = (row.parse::<usize>(), column.parse::<usize>())
        {
            return self.label(self.cell(row.checked_sub(1)?, column.checked_sub(1)?)?);
        }
        let family = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: usize = name[family.len()..].parse().ok()?;
        let mut first = self.rectangle();
        for Loose { name, count, .. } in &self.shape.loose {
            if name.eq_ignore_ascii_case(family) {
                return (1..=*count).contains(&number).then(|| (first + number - 1) as u16);
            }
            first += count;
        }
        None
    }

    /// The grids: the whole, or its parts.
    pub fn frames(&self) -> Vec<Frame> {
        match &self.shape.parts[..] {
            [] => vec![self.whole()],
            parts => parts.iter().map(|part| part.frame.clone()).collect(),
        }
    }

    fn whole(&self) -> Frame {
        Frame { top: 0, left: 0, rows: self.shape.rows, columns: self.shape.columns }
    }

    /// The cell of a row and column, from 0, unless it is outside or a gap.
    pub fn cell(&self, row: usize, column: usize) -> Option<u16> {
        let cell = row * self.shape.columns + column;
        let is_cell = row < self.shape.rows && column < self.shape.columns && !self.is_gap(cell);
        is_cell.then_some(cell as u16)
    }

    /// The cell so many rows and columns away, unless that is outside or a gap. Loose cells that lie in rows have such
    /// neighbours among themselves, others none.
    pub fn step(&self, cell: u16, (down, right): (i32, i32)) -> Option<u16> {
        let cell = usize::from(cell);
        let (first, count, columns) = match cell < self.rectangle() {
            true => (0, self.rectangle(), self.shape.columns),
            false => self.loose_rows(cell)?,
        };
        let row = ((cell - first) / columns).checked_add_signed(down as isize)?;
        let column = ((cell - first) % columns).checked_add_signed(right as isize)?;
        let (at, is_inside) = (row.checked_mul(columns)?.checked_add(column)?, column < columns);
        (is_inside && at < count && !self.is_gap(first + at)).then_some((first + at) as u16)
    }

    /// The first of the loose cells among which one lies, their number and that of their columns, if they have some.
    fn loose_rows(&self, cell: usize) -> Option<(usize, usize, usize)> {
        let mut first = self.rectangle();
        for &Loose { count, columns, .. } in &self.shape.loose {
            if cell < first + count {
                return (columns > 0).then_some((first, count, columns));
            }
            first += count;
        }
        None
    }

    /// Every cell that people see in the rectangle.
    pub fn visible(&self) -> impl Iterator<Item = u16> {
        (0..self.rectangle() as u16).filter(|&cell| !self.is_gap(usize::from(cell)))
    }

    /// Number of values.
    pub fn values(&self) -> usize {
        self.values
    }

    /// The smallest value.
    pub fn first_value(&self) -> i32 {
        *self.shape.values.start()
    }

    /// The number that people see for a value.
    pub fn number(&self, value: u8) -> i32 {
        self.first_value() + i32::from(value)
    }

    /// Height and width of the boxes, where the regions are boxes.
    pub fn boxes(&self) -> Option<(usize, usize)> {
        self.boxes
    }

    /// Whether this is [`Grid::square`] of its side, apart from the values' names.
    pub fn is_usual(&self) -> bool {
        let Shape { rows, columns, raw, .. } = self.shape;
        rows == columns
            && self.values == rows
            && self.boxes == usual_boxes(rows)
            && (self.boxes.is_some() || !self.has_regions())
            && !raw
            && self.is_rectangle()
    }

    /// Whether there are boxes or regions.
    pub fn has_regions(&self) -> bool {
        self.region_of.iter().flatten().any(Option::is_some)
    }

    /// Rows, columns, and boxes or regions.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The box or region of a cell, by its place among the houses. Where it lies in different boxes of several grids, one
    /// of them.
    pub fn region(&self, cell: usize) -> Option<usize> {
        self.regions(cell).next()
    }

    /// The box or region of a cell in one of the grids, by the grid's place among the [frames](Grid::frames).
    pub fn region_in(&self, grid: usize, cell: usize) -> Option<usize> {
        self.region_of[grid][cell].map(usize::from)
    }

    /// Whether a cell lies in different boxes of several grids.
    pub fn is_in_two_regions(&self, cell: usize) -> bool {
        let mut regions = self.regions(cell);
        let first = regions.next();
        regions.any(|other| Some(other) != first)
    }

    fn regions(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.region_of.iter().filter_map(move |of| of[cell]).map(usize::from)
    }

    /// The symbol of a cell's region, where the regions are a layout.
    pub fn region_symbol(&self, cell: usize) -> Option<char> {
        match self.houses[self.region(cell)?].name {
            Name::Region(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// A cell as people write it.
    pub fn name(&self, cell: usize) -> CellName<'_> {
        CellName::new(&self.shape, cell)
    }
}

/// Height and width of the boxes that a side usually has; none for primes and 1.
pub fn usual_boxes(side: usize) -> Option<(usize, usize)> {
    let height = (2..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height))?;
    Some((height, side / height))
}

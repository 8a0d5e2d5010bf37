//! Geometry: cells, rows, columns, boxes and regions, without symbols and givens.
//!
//! A [`Grid`] is a rectangle of cells with the values `first`, `first + 1`, … Inside the crate a value is an index
//! into this list, from 0. [`Symbols`](crate::Symbols) turns it into text.
//!
//! Cells are numbered in reading order. Where several grids overlap on one canvas ([`Part`]), the canvas is the
//! rectangle. Its cells outside all grids are gaps: they are not shown, belong to no house, and have the first value.
//! Cells beside the grid ([`Loose`]) follow those of the rectangle. The labels of unknown regions, one for each cell,
//! come last.

mod house;
mod name;
mod shape;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use crate::memo::Memo;

pub use house::House;
use house::HouseName;
pub use name::{CellName, CellNames};
pub use shape::{Frame, Loose, Part, Shape};

/// The greatest number of rows, columns and values.
pub const LARGEST: usize = 64;

/// The division of a grid into boxes or regions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Regions {
    /// Boxes that are as square as possible and at least as wide as high; no boxes if the side is prime.
    #[default]
    Default,
    /// Rows and columns only: a Latin square.
    None,
    /// Boxes of a given size.
    Boxes {
        /// Rows of a box.
        height: usize,
        /// Columns of a box.
        width: usize,
    },
    /// A symbol for the region of each cell; `None` for cells without a region.
    Layout(Vec<Option<char>>),
}

/// The cells and houses of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    shape: Shape,
    values: usize,
    boxes: Option<(usize, usize)>,
    houses: Vec<House>,
    /// For each grid and each cell, the index of the cell's box or region among the houses.
    region_of: Vec<Vec<Option<u16>>>,
    /// Whether each cell is a gap; empty if there are no gaps.
    gaps: Vec<bool>,
    /// How cells are named.
    pub(crate) names: CellNames,
    /// What rules make of the grid.
    pub(crate) memo: Memo,
}

/// The reason why a shape cannot be built, with advice.
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
    /// Builds the usual square grid: values from 1, and boxes as square as possible.
    ///
    /// ```
    /// let grid = sudoku::Grid::square(6)?;
    /// assert_eq!(grid.boxes(), Some((2, 3)));
    /// # Ok::<(), sudoku::GridError>(())
    /// ```
    pub fn square(side: usize) -> Result<Grid, GridError> {
        Grid::new(side, side, 1..=side as i32, &Regions::Default)
    }

    /// Builds a single grid with rows, columns and regions.
    pub fn new(
        rows: usize,
        columns: usize,
        values: RangeInclusive<i32>,
        regions: &Regions,
    ) -> Result<Grid, GridError> {
        Grid::of(Shape { values, regions: regions.clone(), ..Shape::rectangle(rows, columns) })
    }

    /// Builds a grid of any shape.
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
            names: CellNames::default(),
            memo: Memo::default(),
            shape,
        };
        if grid.shape.parts.is_empty() {
            let whole = grid.whole();
            grid.add_frame(0, &whole, None)?;
            // Shapes with the same houses become equal, however the boxes were given.
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

    /// The usual 9 x 9. All puzzles share it, so that comparing their grids takes no time.
    pub(crate) fn classic() -> Arc<Grid> {
        static CLASSIC: LazyLock<Arc<Grid>> =
            LazyLock::new(|| Arc::new(Grid::square(9).expect("a 9 x 9 can be built")));
        CLASSIC.clone()
    }

    /// Adds the rows, columns and boxes of a grid on the canvas. Regions of a layout are added elsewhere.
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
                self.add_house(at, HouseName::Row(row), &name, frame.row(row, columns))?;
            }
            for column in 0..frame.columns {
                self.add_house(at, HouseName::Column(column), &name, frame.column(column, columns))?;
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
            self.add_house(at, HouseName::Box(index), &name, inner.cells(columns).collect())?;
        }
        Ok(())
    }

    /// Adds a house of a grid.
    fn add_house(
        &mut self,
        at: usize,
        name: HouseName,
        part: &Option<Arc<str>>,
        cells: Vec<u16>,
    ) -> Result<(), GridError> {
        let house = House { name, part: part.clone(), cells };
        let (size, values) = (house.cells.len(), self.values);
        if size > values {
            return fail(format!("{house} has {size} cells, but there are only {values} values"));
        }
        // Overlapping grids share boxes.
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
            self.add_house(0, HouseName::Region(symbol), &None, members.collect())?;
        }
        // The layout covers the whole canvas.
        let all = self.region_of[0].clone();
        self.region_of.fill(all);
        Ok(())
    }

    /// The shape from which the grid was built.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.shape.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.shape.columns
    }

    /// The number of all cells, including gaps, loose cells and labels.
    pub fn cells(&self) -> usize {
        self.region_of[0].len()
    }

    /// The number of cells of the rectangle, including gaps. Loose cells and labels have greater indices.
    pub fn rectangle(&self) -> usize {
        self.shape.rows * self.shape.columns
    }

    /// Whether a cell of the canvas lies in no grid.
    pub fn is_gap(&self, cell: usize) -> bool {
        self.gaps.get(cell).is_some_and(|&gap| gap)
    }

    /// Whether the puzzle is a single grid without cells beside it.
    pub fn is_rectangle(&self) -> bool {
        self.shape.parts.is_empty() && self.cells() == self.rectangle()
    }

    /// The cell that holds a cell's region label, where the regions are unknown. The label's value is the index of
    /// the region, counted in reading order of the regions' first cells.
    pub fn label(&self, cell: u16) -> Option<u16> {
        let is_labelled = self.shape.unknown.is_some() && usize::from(cell) < self.rectangle();
        is_labelled.then(|| (self.cells() - self.rectangle()) as u16 + cell)
    }

    /// The loose cell or label with a name, or the cell of the grid with a letter and a number. Case does not matter.
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
        self.lettered(name)
    }

    /// The grids on the canvas: all parts, or the whole rectangle.
    pub fn frames(&self) -> Vec<Frame> {
        match &self.shape.parts[..] {
            [] => vec![self.whole()],
            parts => parts.iter().map(|part| part.frame.clone()).collect(),
        }
    }

    fn whole(&self) -> Frame {
        Frame { top: 0, left: 0, rows: self.shape.rows, columns: self.shape.columns }
    }

    /// The cell of a row and column, from 0; `None` outside the rectangle and in gaps.
    pub fn cell(&self, row: usize, column: usize) -> Option<u16> {
        let cell = row * self.shape.columns + column;
        let is_cell = row < self.shape.rows && column < self.shape.columns && !self.is_gap(cell);
        is_cell.then_some(cell as u16)
    }

    /// The cells that share a side with a cell.
    pub(crate) fn beside(&self, cell: u16) -> impl Iterator<Item = u16> {
        [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |step| self.step(cell, step))
    }

    /// The cell at an offset of rows and columns; `None` outside the grid and in gaps. Loose cells that are arranged
    /// in rows have neighbours in their own family. Other loose cells have none.
    pub fn step(&self, cell: u16, (down, right): (i32, i32)) -> Option<u16> {
        let cell = usize::from(cell);
        let (first, count, columns) = if cell < self.rectangle() {
            (0, self.rectangle(), self.shape.columns)
        } else {
            self.loose_rows(cell)?
        };
        let row = ((cell - first) / columns).checked_add_signed(down as isize)?;
        let column = ((cell - first) % columns).checked_add_signed(right as isize)?;
        let (at, is_inside) = (row.checked_mul(columns)?.checked_add(column)?, column < columns);
        (is_inside && at < count && !self.is_gap(first + at)).then_some((first + at) as u16)
    }

    /// The loose cells around a cell: the first of its family, their number and their columns. `None` if they are not
    /// arranged in rows.
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

    /// How cells are named in texts; [`Puzzle::set_cell_names`](crate::Puzzle::set_cell_names) sets it.
    pub fn cell_names(&self) -> CellNames {
        self.names
    }

    /// The cells of the rectangle that are no gaps.
    pub fn visible(&self) -> impl Iterator<Item = u16> {
        (0..self.rectangle() as u16).filter(|&cell| !self.is_gap(usize::from(cell)))
    }

    /// The number of values.
    pub fn values(&self) -> usize {
        self.values
    }

    /// The smallest number of a cell.
    pub fn first_value(&self) -> i32 {
        *self.shape.values.start()
    }

    /// The printed number of a value.
    pub fn number(&self, value: u8) -> i32 {
        self.first_value() + i32::from(value)
    }

    /// The height and width of the boxes, where all regions are boxes of a single grid.
    pub fn boxes(&self) -> Option<(usize, usize)> {
        self.boxes
    }

    /// Whether the grid equals [`Grid::square`] of its side, except for the printed numbers.
    pub fn is_usual(&self) -> bool {
        let Shape { rows, columns, raw, .. } = self.shape;
        rows == columns
            && self.values == rows
            && self.boxes == usual_boxes(rows)
            && (self.boxes.is_some() || !self.has_regions())
            && !raw
            && self.is_rectangle()
    }

    /// Whether the grid is the usual 9 × 9 with the values 1 to 9.
    pub(crate) fn is_classic(&self) -> bool {
        self.values == 9 && self.first_value() == 1 && self.is_usual()
    }

    /// Whether there are boxes or regions.
    pub fn has_regions(&self) -> bool {
        self.region_of.iter().flatten().any(Option::is_some)
    }

    /// All rows, columns, and boxes or regions.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The index of a cell's box or region among the houses. Where the cell lies in different boxes of several grids,
    /// the box of the first.
    pub fn region(&self, cell: usize) -> Option<usize> {
        self.regions(cell).next()
    }

    /// The index of a cell's box or region in one of the grids, given by its index among the [frames](Grid::frames).
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

    /// The symbol of a cell's region, where the regions come from a layout.
    pub fn region_symbol(&self, cell: usize) -> Option<char> {
        match self.houses[self.region(cell)?].name {
            HouseName::Region(symbol) => Some(symbol),
            _ => None,
        }
    }
}

/// The usual height and width of boxes for a side; `None` for 1 and for primes.
pub fn usual_boxes(side: usize) -> Option<(usize, usize)> {
    let height = (2..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height))?;
    Some((height, side / height))
}

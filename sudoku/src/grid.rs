//! Pure geometry: cells, rows, columns, boxes and regions. Knows neither symbols nor givens.
//!
//! A [`Grid`] is a rectangle of cells that take the values `first`, `first + 1`, … Inside the crate a value
//! is its place in that list, from 0; what people see is in [`Symbols`](crate::Symbols).

use std::fmt;
use std::ops::RangeInclusive;

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

/// A row, column, box or region: its cells are all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    name: Name,
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
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Name::Row(index) => write!(f, "row {}", index + 1),
            Name::Column(index) => write!(f, "column {}", index + 1),
            Name::Box(index) => write!(f, "box {}", index + 1),
            Name::Region(symbol) => write!(f, "region {symbol}"),
        }
    }
}

/// The shape of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    columns: usize,
    first: i32,
    values: usize,
    boxes: Option<(usize, usize)>,
    houses: Vec<House>,
    /// For each cell the place of its box or region among the houses.
    region_of: Vec<Option<u16>>,
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

    /// Any shape.
    pub fn new(
        rows: usize,
        columns: usize,
        values: RangeInclusive<i32>,
        regions: &Regions,
    ) -> Result<Grid, GridError> {
        let fail = |what: String| Err(GridError(what));
        if rows == 0 || columns == 0 || rows > LARGEST || columns > LARGEST {
            return fail(format!("a grid of {rows}x{columns}: sides are from 1 to {LARGEST}"));
        }
        let (first, last) = (*values.start(), *values.end());
        let count = i64::from(last) - i64::from(first) + 1;
        if count < 1 || count > LARGEST as i64 {
            return fail(format!("values {first}-{last}: there are from 1 to {LARGEST} values"));
        }
        if !(-1000..=1000).contains(&first) {
            return fail(format!("values {first}-{last}: they begin between -1000 and 1000"));
        }
        let count = count as usize;
        let mut grid = Grid {
            rows,
            columns,
            first,
            values: count,
            boxes: None,
            houses: Vec::new(),
            region_of: vec![None; rows * columns],
        };
        for row in 0..rows {
            grid.add(Name::Row(row), (0..columns).map(|column| row * columns + column).collect())?;
        }
        for column in 0..columns {
            grid.add(Name::Column(column), (0..rows).map(|row| row * columns + column).collect())?;
        }
        match regions {
            Regions::None => {}
            Regions::Default => {
                if let Some((height, width)) = usual_boxes(rows.max(columns))
                    && rows.is_multiple_of(height)
                    && columns.is_multiple_of(width)
                    && height * width <= count
                {
                    grid.add_boxes(height, width)?;
                }
            }
            &Regions::Boxes { height, width } => {
                if height == 0 || width == 0 || !rows.is_multiple_of(height) || !columns.is_multiple_of(width)
                {
                    return fail(format!(
                        "boxes of {height}x{width} do not fill {rows} rows of {columns} cells"
                    ));
                }
                grid.add_boxes(height, width)?;
            }
            Regions::Layout(layout) => grid.add_layout(layout)?,
        }
        Ok(grid)
    }

    fn add(&mut self, name: Name, cells: Vec<usize>) -> Result<(), GridError> {
        let house = House { name, cells: cells.into_iter().map(|cell| cell as u16).collect() };
        let (size, values) = (house.cells.len(), self.values);
        if size > values {
            return Err(GridError(format!("{house} has {size} cells, but there are only {values} values")));
        }
        if matches!(name, Name::Box(_) | Name::Region(_)) {
            for &cell in &house.cells {
                self.region_of[usize::from(cell)] = Some(self.houses.len() as u16);
            }
        }
        self.houses.push(house);
        Ok(())
    }

    fn add_boxes(&mut self, height: usize, width: usize) -> Result<(), GridError> {
        self.boxes = Some((height, width));
        let across = self.columns / width;
        for index in 0..self.rows / height * across {
            let (top, left) = (index / across * height, index % across * width);
            let cell = |at: usize| (top + at / width) * self.columns + left + at % width;
            let cells = (0..height * width).map(cell).collect();
            self.add(Name::Box(index), cells)?;
        }
        Ok(())
    }

    fn add_layout(&mut self, layout: &[Option<char>]) -> Result<(), GridError> {
        let (cells, given) = (self.cells(), layout.len());
        if given != cells {
            return Err(GridError(format!("regions for {given} cells, but the grid has {cells}")));
        }
        let mut symbols: Vec<char> = layout.iter().copied().flatten().collect();
        symbols.sort_unstable();
        symbols.dedup();
        for symbol in symbols {
            let members = (0..cells).filter(|&cell| layout[cell] == Some(symbol)).collect();
            self.add(Name::Region(symbol), members)?;
        }
        Ok(())
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of cells. They are numbered in reading order.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Number of values.
    pub fn values(&self) -> usize {
        self.values
    }

    /// The smallest value.
    pub fn first_value(&self) -> i32 {
        self.first
    }

    /// Height and width of the boxes, where the regions are boxes.
    pub fn boxes(&self) -> Option<(usize, usize)> {
        self.boxes
    }

    /// Whether this is [`Grid::square`] of its side, apart from the values' names.
    pub fn is_usual(&self) -> bool {
        self.rows == self.columns
            && self.values == self.rows
            && self.boxes == usual_boxes(self.rows)
            && (self.boxes.is_some() || !self.has_regions())
    }

    /// Whether there are boxes or regions.
    pub fn has_regions(&self) -> bool {
        self.region_of.iter().any(Option::is_some)
    }

    /// Rows, columns, and boxes or regions.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The box or region of a cell, by its place among the houses.
    pub fn region(&self, cell: usize) -> Option<usize> {
        self.region_of[cell].map(usize::from)
    }

    /// The symbol of a cell's region, where the regions are a layout.
    pub fn region_symbol(&self, cell: usize) -> Option<char> {
        match self.houses[self.region(cell)?].name {
            Name::Region(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Row and column of a cell, from 1, as people write it.
    pub fn name(&self, cell: usize) -> CellName {
        CellName { row: cell / self.columns + 1, column: cell % self.columns + 1 }
    }
}

/// Prints as `R3C5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellName {
    row: usize,
    column: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{}C{}", self.row, self.column)
    }
}

/// Height and width of the boxes that a side usually has; none for primes and 1.
pub fn usual_boxes(side: usize) -> Option<(usize, usize)> {
    let height = (2..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height))?;
    Some((height, side / height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_boxes_are_nearly_square() {
        let sides = [4, 6, 8, 9, 10, 12, 16, 20, 25, 36];
        let boxes = sides.map(|side| usual_boxes(side).unwrap());
        assert_eq!(boxes, [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (4, 5), (5, 5), (6, 6)]);
        assert!([1, 2, 3, 5, 7, 61].into_iter().all(|side| usual_boxes(side).is_none()));
    }

    #[test]
    fn every_house_of_the_usual_grid_has_every_value_once() {
        for side in 1..=LARGEST {
            let grid = Grid::square(side).unwrap();
            let regions = if usual_boxes(side).is_some() { side } else { 0 };
            assert_eq!(grid.houses().len(), 2 * side + regions);
            assert!(grid.houses().iter().all(|house| house.cells().len() == side));
            assert!(grid.is_usual());
        }
    }

    #[test]
    fn shapes_that_cannot_be_say_why() {
        let new = |rows, columns, last, regions: &Regions| {
            Grid::new(rows, columns, 1..=last, regions).unwrap_err().to_string()
        };
        assert_eq!(new(0, 9, 9, &Regions::None), "a grid of 0x9: sides are from 1 to 64");
        assert_eq!(new(9, 9, 65, &Regions::None), "values 1-65: there are from 1 to 64 values");
        assert_eq!(new(9, 9, 8, &Regions::None), "row 1 has 9 cells, but there are only 8 values");
        let boxes = Regions::Boxes { height: 2, width: 4 };
        assert_eq!(new(9, 9, 9, &boxes), "boxes of 2x4 do not fill 9 rows of 9 cells");
        let layout = Regions::Layout(vec![Some('a'); 4]);
        assert_eq!(new(2, 2, 2, &layout), "region a has 4 cells, but there are only 2 values");
    }
}

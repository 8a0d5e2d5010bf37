//! Positions of the cells, and the lines between them.

use sheet::{Point, at};

use super::super::areas::areas;
use crate::grid::Grid;

/// The cells of a drawing.
pub(super) struct CellLayout {
    pub rows: usize,
    pub columns: usize,
    /// The area of each cell; `None` for gaps.
    areas: Vec<Option<usize>>,
}

/// A straight segment of a grid line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Segment {
    pub from: Point,
    pub to: Point,
}

/// The lines of a layout, each as long as possible.
pub(super) struct GridLines {
    /// Lines between regions, and around each grid.
    pub thick: Vec<Segment>,
    /// Lines between other cells.
    pub thin: Vec<Segment>,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Thick,
    Thin,
}

/// The vector to the next cell in the direction of (rows, columns), however far that is.
pub(super) fn step((rows, columns): (i8, i8)) -> Point {
    at(f64::from(columns.signum()), f64::from(rows.signum()))
}

impl CellLayout {
    /// The layout of one or several grids, without the cells beside them.
    pub fn of(grid: &Grid) -> CellLayout {
        CellLayout { rows: grid.rows(), columns: grid.columns(), areas: areas(grid) }
    }

    /// Divides the grid into the regions that a solution tells, if the regions are unknown.
    pub fn divide(&mut self, grid: &Grid, solution: &[u8]) {
        for (cell, area) in self.areas.iter_mut().enumerate() {
            let label = grid.label(cell as u16).and_then(|label| solution.get(usize::from(label)));
            if let (Some(area), Some(&label)) = (area, label) {
                *area = usize::from(label);
            }
        }
    }

    /// The row and column of a cell.
    pub fn place(&self, cell: u16) -> (i32, i32) {
        let (cell, columns) = (i32::from(cell), self.columns as i32);
        (cell / columns, cell % columns)
    }

    pub fn centre(&self, cell: u16) -> Point {
        let (row, column) = self.place(cell);
        at(f64::from(column) + 0.5, f64::from(row) + 0.5)
    }

    /// Whether there is a cell at a place, which may be outside the layout.
    pub fn has(&self, row: i32, column: i32) -> bool {
        self.ground(row, column).is_some()
    }

    /// Whether a cell is drawn.
    pub fn shows(&self, cell: usize) -> bool {
        self.areas.get(cell).is_some_and(Option::is_some)
    }

    /// Whether two cells share a side.
    pub fn adjacent(&self, one: u16, other: u16) -> bool {
        let ((row, column), (other_row, other_column)) = (self.place(one), self.place(other));
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    }

    fn ground(&self, row: i32, column: i32) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let inside = row < self.rows && column < self.columns;
        inside.then(|| self.areas[row * self.columns + column]).flatten()
    }

    /// The kind of line between two places.
    fn side(&self, one: (i32, i32), other: (i32, i32)) -> Option<Side> {
        match (self.ground(one.0, one.1), self.ground(other.0, other.1)) {
            (None, None) => None,
            (one, other) if one == other => Some(Side::Thin),
            _ => Some(Side::Thick),
        }
    }

    /// The lines between all cells.
    pub fn lines(&self) -> GridLines {
        let mut lines = GridLines { thick: Vec::new(), thin: Vec::new() };
        let (rows, columns) = (self.rows as i32, self.columns as i32);
        for row in 0..=rows {
            let side = |column| self.side((row - 1, column), (row, column));
            lines.add(columns, side, |column| at(f64::from(column), f64::from(row)));
        }
        for column in 0..=columns {
            let side = |row| self.side((row, column - 1), (row, column));
            lines.add(rows, side, |row| at(f64::from(column), f64::from(row)));
        }
        lines
    }
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub corner: Point,
    pub opposite: Point,
}

impl Window {
    /// Pictures of grids with more rows or columns are cut to what matters.
    const WIDEST_WHOLE: usize = 12;
    /// The part of the grid's area that a cut picture has at most.
    const LARGEST: f64 = 0.6;

    /// The rectangle around some cells and the regions in which they are; `None` if the whole grid is to be shown.
    pub fn around(layout: &CellLayout, grid: &Grid, cells: &[usize]) -> Option<Window> {
        if layout.rows.max(layout.columns) <= Window::WIDEST_WHOLE || cells.is_empty() {
            return None;
        }
        let regions = grid.houses().iter().filter(|house| house.is_region()).map(|house| house.cells());
        let touched = regions.filter(|region| region.iter().any(|&cell| cells.contains(&usize::from(cell))));
        let all = cells.iter().map(|&cell| cell as u16).chain(touched.flatten().copied());
        let shown = all.filter(|&cell| layout.shows(usize::from(cell)));
        let mut window: Option<Window> = None;
        for centre in shown.map(|cell| layout.centre(cell)) {
            let (corner, opposite) = (centre - at(0.5, 0.5), centre + at(0.5, 0.5));
            let known = window.get_or_insert(Window { corner, opposite });
            known.corner = at(known.corner.x.min(corner.x), known.corner.y.min(corner.y));
            known.opposite = at(known.opposite.x.max(opposite.x), known.opposite.y.max(opposite.y));
        }
        let is_small = |window: &Window| {
            let size = window.opposite - window.corner;
            size.x * size.y <= Window::LARGEST * (layout.rows * layout.columns) as f64
        };
        window.filter(is_small)
    }

    /// Whether a point is in it.
    pub fn has(&self, point: Point) -> bool {
        let is_within = |low: f64, value: f64, high: f64| low <= value && value <= high;
        is_within(self.corner.x, point.x, self.opposite.x)
            && is_within(self.corner.y, point.y, self.opposite.y)
    }
}

impl GridLines {
    /// Adds a line across the layout. `side` gives the kind of each of its `count` sides, and `place` where a side
    /// begins.
    fn add(&mut self, count: i32, side: impl Fn(i32) -> Option<Side>, place: impl Fn(i32) -> Point) {
        let mut from = 0;
        while from < count {
            let kind = side(from);
            let to = (from..count).find(|&index| side(index) != kind).unwrap_or(count);
            let segment = Segment { from: place(from), to: place(to) };
            match kind {
                Some(Side::Thick) => self.thick.push(segment),
                Some(Side::Thin) => self.thin.push(segment),
                None => {}
            }
            from = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Frame, Part, Regions, Shape};

    fn lengths(segments: &[Segment]) -> Vec<f64> {
        segments.iter().map(|segment| (segment.to - segment.from).length()).collect()
    }

    #[test]
    fn boxes_have_thick_lines_between() {
        let lines = CellLayout::of(&Grid::square(9).unwrap()).lines();
        assert_eq!(lengths(&lines.thick), [9.0; 8]);
        assert_eq!(lengths(&lines.thin), [9.0; 12]);
    }

    #[test]
    fn without_regions_only_the_border_is_thick() {
        let lines = CellLayout::of(&Grid::square(5).unwrap()).lines();
        assert_eq!(lengths(&lines.thick), [5.0; 4]);
        assert_eq!(lengths(&lines.thin), [5.0; 8]);
    }

    #[test]
    fn unknown_regions_are_those_of_the_solution() {
        let puzzle: crate::Puzzle = "size: 4\nchaos-construction\n".parse().expect("a puzzle");
        let grid = puzzle.grid();
        let mut solution = vec![0; grid.cells()];
        let labels = "aabbacbdccddcabd";
        for (cell, label) in (0..).zip(labels.bytes()) {
            solution[usize::from(grid.label(cell).expect("a label"))] = label - b'a';
        }
        let mut layout = CellLayout::of(grid);
        let total = |segments: &[Segment]| lengths(segments).iter().sum::<f64>();
        assert_eq!(total(&layout.lines().thick), 16.0);
        layout.divide(grid, &solution);
        let differ = |(one, other): (usize, usize)| labels.as_bytes()[one] != labels.as_bytes()[other];
        let beside = (0..16).filter(|cell| cell % 4 < 3).map(|cell| (cell, cell + 1));
        let borders = beside.chain((0..12).map(|cell| (cell, cell + 4))).filter(|&pair| differ(pair)).count();
        assert_eq!(total(&layout.lines().thick), 16.0 + borders as f64);
    }

    #[test]
    fn every_side_between_two_regions_is_thick_and_no_other() {
        let layout = "aabbacbdccdd..dd".chars().map(|symbol| (symbol != '.').then_some(symbol)).collect();
        let grid = Grid::new(4, 4, 1..=5, &Regions::Layout(layout)).unwrap();
        let lines = CellLayout::of(&grid).lines();
        // The layout:
        //   a a b b
        //   a c b d
        //   c c d d
        //   . . d d    12 sides are between regions, 16 around the grid, and 24 - 12 others.
        let total = |segments: &[Segment]| lengths(segments).iter().sum::<f64>();
        assert_eq!((total(&lines.thick), total(&lines.thin)), (16.0 + 12.0, 12.0));
    }

    #[test]
    fn gaps_have_no_lines() {
        let part = |name: &str, top, left| Part {
            name: name.into(),
            frame: Frame { top, left, rows: 3, columns: 3 },
            regions: Regions::None,
        };
        let parts = vec![part("a", 0, 0), part("b", 2, 2)];
        let grid = Grid::of(Shape { values: 1..=3, parts, ..Shape::rectangle(5, 5) }).unwrap();
        let lines = CellLayout::of(&grid).lines();
        // Two squares of side 3 with a common cell, but no common side. Each has 12 inner sides.
        assert_eq!(lengths(&lines.thick).iter().sum::<f64>(), 2.0 * 12.0);
        assert_eq!(lengths(&lines.thin).iter().sum::<f64>(), 2.0 * 12.0 - 4.0);
    }
}

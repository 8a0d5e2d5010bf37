//! Positions of cells: in the grid, or in groups of loose cells.

use crate::record::Record;

/// Number of a cell: row by row in the grid, then group by group.
pub type Cell = usize;

/// Cells in rows of equal length.
struct CellGroup {
    /// Letters before the number; none for the grid.
    prefix: String,
    first: Cell,
    count: usize,
    columns: usize,
    /// Whether the group was declared with rows and columns.
    is_rectangle: bool,
}

/// All cells of a puzzle. The first group is the grid.
pub struct Layout {
    groups: Vec<CellGroup>,
}

/// Prefix of the cells that hold numbers of unknown regions, one for each cell of the grid.
pub const LABELS: &str = "CC";

/// Steps to the neighbours of a cell, in the order in which pairs are listed.
const STEPS: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

impl Layout {
    pub fn new(record: &Record) -> Layout {
        let (columns, count) = (record.columns, record.rows * record.columns);
        Layout {
            groups: vec![CellGroup { prefix: String::new(), first: 0, count, columns, is_rectangle: true }],
        }
    }

    /// Adds a group of loose cells. With 0 columns it has the columns of the grid.
    pub fn add(&mut self, prefix: &str, count: usize, columns: usize) {
        let is_rectangle = columns > 0 && count.is_multiple_of(columns);
        let columns = if columns == 0 { self.groups[0].columns } else { columns };
        let (prefix, first) = (prefix.to_owned(), self.cells());
        self.groups.push(CellGroup { prefix, first, count, columns, is_rectangle });
    }

    fn cells(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    pub fn columns(&self) -> usize {
        self.groups[0].columns
    }

    pub fn rows(&self) -> usize {
        self.groups[0].count / self.columns()
    }

    pub fn is_in_grid(&self, cell: Cell) -> bool {
        cell < self.groups[0].count
    }

    /// Returns the declarations of the loose groups, `VA 8` or `VL 6x6`, without those that need none.
    pub fn loose(&self) -> impl Iterator<Item = String> {
        let groups = self.groups[1..].iter().filter(|group| group.prefix != LABELS);
        groups.map(|CellGroup { prefix, count, columns, is_rectangle, .. }| {
            if *is_rectangle {
                format!("{prefix} {}x{columns}", count / columns)
            } else {
                format!("{prefix} {count}")
            }
        })
    }

    /// Returns the cell of a name: `R1Ca` with digits of base 17, `VA3`, or `VA` if it is the only one.
    pub fn cell(&self, name: &str) -> Result<Cell, String> {
        self.grid_cell(name).or_else(|| self.loose_cell(name)).ok_or_else(|| format!("no cell {name}"))
    }

    fn grid_cell(&self, name: &str) -> Option<Cell> {
        let &[b'R' | b'r', row, b'C' | b'c', column] = name.as_bytes() else { return None };
        let place = |digit: u8| (digit as char).to_digit(17)?.checked_sub(1).map(|place| place as i32);
        self.at(0, place(row)?, place(column)?)
    }

    fn loose_cell(&self, name: &str) -> Option<Cell> {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let group = self.groups[1..].iter().find(|group| group.prefix == prefix)?;
        let number = match &name[prefix.len()..] {
            "" => 1,
            number => number.parse().ok()?,
        };
        (1..=group.count).contains(&number).then(|| group.first + number - 1)
    }

    /// Returns the group of a cell, with its row and column there.
    pub fn place(&self, cell: Cell) -> (usize, i32, i32) {
        let group = self.groups.iter().rposition(|group| group.first <= cell).expect("the grid begins at 0");
        let CellGroup { first, columns, .. } = self.groups[group];
        (group, ((cell - first) / columns) as i32, ((cell - first) % columns) as i32)
    }

    /// Returns the cell at a position, if there is one.
    pub fn at(&self, group: usize, row: i32, column: i32) -> Option<Cell> {
        let CellGroup { first, count, columns, .. } = self.groups[group];
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let at = row * columns + column;
        (column < columns && at < count).then_some(first + at)
    }

    /// Returns the cell at an offset in rows and columns.
    pub fn step(&self, cell: Cell, (down, right): (i32, i32)) -> Option<Cell> {
        let (group, row, column) = self.place(cell);
        self.at(group, row + down, column + right)
    }

    /// Returns the cells of a group from one cell on.
    pub fn from(&self, cell: Cell) -> std::ops::Range<Cell> {
        let group = &self.groups[self.place(cell).0];
        cell..group.first + group.count
    }

    /// Returns the cells of the group with a prefix.
    pub fn group(&self, prefix: &str) -> Option<std::ops::Range<Cell>> {
        let group = self.groups.iter().find(|group| group.prefix == prefix)?;
        Some(group.first..group.first + group.count)
    }

    /// Returns the pairs of neighbours among some cells, each pair once, the cell listed earlier first.
    pub fn pairs(&self, cells: &[Cell]) -> Vec<[Cell; 2]> {
        let mut left = cells.to_vec();
        let mut pairs = Vec::new();
        for &cell in cells {
            left.retain(|&other| other != cell);
            let near = STEPS.iter().filter_map(|&step| self.step(cell, step));
            pairs.extend(near.filter(|near| left.contains(near)).map(|near| [cell, near]));
        }
        pairs
    }

    /// Returns the name of a cell in this project's format.
    fn name(&self, cell: Cell) -> String {
        let (group, row, column) = self.place(cell);
        let CellGroup { prefix, first, .. } = &self.groups[group];
        match &**prefix {
            "" => format!("r{}c{}", row + 1, column + 1),
            LABELS => format!("g{}c{}", row + 1, column + 1),
            _ => format!("{prefix}{}", cell - first + 1),
        }
    }

    /// Formats a list of cells; straight runs of three or more are abbreviated.
    pub fn text(&self, cells: &[Cell]) -> String {
        let mut words = Vec::new();
        let mut at = 0;
        while at < cells.len() {
            let last = at + self.run(&cells[at..]) - 1;
            let (from, to) = (self.name(cells[at]), self.name(cells[last]));
            if last < at + 2 {
                words.push(from);
                at += 1;
                continue;
            }
            words.push(if self.is_in_grid(cells[at]) {
                format!("{from}-{to}")
            } else {
                format!("{from}-{}", to.trim_start_matches(char::is_alphabetic))
            });
            at = last + 1;
        }
        words.join(" ")
    }

    /// Returns the length of the first run, which can be written by its first and last cell.
    fn run(&self, cells: &[Cell]) -> usize {
        let step = |pair: &[Cell]| {
            let (from, to) = (self.place(pair[0]), self.place(pair[1]));
            let step = match &*self.groups[from.0].prefix {
                "" => (to.1 - from.1, to.2 - from.2),
                LABELS => return None,
                _ => (0, pair[1] as i32 - pair[0] as i32),
            };
            (from.0 == to.0 && step.0.abs() <= 1 && step.1.abs() <= 1 && step != (0, 0)).then_some(step)
        };
        let mut steps = cells.windows(2).map(step);
        match steps.next().flatten() {
            Some(first) => 2 + steps.take_while(|step| *step == Some(first)).count(),
            None => 1,
        }
    }

    /// Formats `top 3` if the cells are a whole row or column seen from a side, else a list.
    pub fn seen(&self, cells: &[Cell]) -> String {
        let side = |line: Vec<Cell>, there: String, back: String| {
            let reversed: Vec<Cell> = line.iter().rev().copied().collect();
            if line == cells { Some(there) } else { (reversed == cells).then_some(back) }
        };
        let (rows, columns) = (self.rows(), self.columns());
        let line = (0..columns).find_map(|at| {
            let line = (0..rows).map(|row| row * columns + at).collect();
            side(line, format!("top {}", at + 1), format!("bottom {}", at + 1))
        });
        let across = || {
            (0..rows).find_map(|at| {
                let line = (at * columns..(at + 1) * columns).collect();
                side(line, format!("left {}", at + 1), format!("right {}", at + 1))
            })
        };
        line.or_else(across).unwrap_or_else(|| self.text(cells))
    }
}

//! Boards: points in rows and columns, and the links between neighbours.
//!
//! The cells of a board are points, and so are its crosses, the corners of the cells. A side of a cell is a link between
//! two crosses, so that a loop along the sides is a loop like one through the cells.

/// A direction on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
}

impl Direction {
    /// All directions, in the order of the numbers that stand for them in addresses.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Returns the step in rows and in columns.
    fn step(self) -> (isize, isize) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Down => (1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
        }
    }

    /// Returns the opposite direction.
    pub fn back(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }
}

/// Points in rows and columns, numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Points in a row.
    pub width: usize,
    /// Points in a column.
    pub height: usize,
}

impl Grid {
    /// Returns the number of points.
    pub fn len(self) -> usize {
        self.width * self.height
    }

    /// Returns whether there is no point.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the row and the column of a point, from 0.
    pub fn place(self, point: usize) -> (usize, usize) {
        (point / self.width, point % self.width)
    }

    /// Returns the point in a row and a column.
    pub fn at(self, row: usize, column: usize) -> usize {
        row * self.width + column
    }

    /// Returns the point some rows and columns away, if there is one.
    pub fn offset(self, point: usize, rows: isize, columns: isize) -> Option<usize> {
        let (row, column) = self.place(point);
        let row = row.checked_add_signed(rows).filter(|&row| row < self.height)?;
        let column = column.checked_add_signed(columns).filter(|&column| column < self.width)?;
        Some(self.at(row, column))
    }

    /// Returns the next point in a direction.
    pub fn next(self, point: usize, direction: Direction) -> Option<usize> {
        let (rows, columns) = direction.step();
        self.offset(point, rows, columns)
    }

    /// Iterates over the points in a direction, without the first.
    pub fn ray(self, point: usize, direction: Direction) -> impl Iterator<Item = usize> + Clone {
        std::iter::successors(self.next(point, direction), move |&at| self.next(at, direction))
    }

    /// Iterates over the neighbours of a point, at most four.
    pub fn around(self, point: usize) -> impl Iterator<Item = usize> + Clone {
        Direction::ALL.into_iter().filter_map(move |direction| self.next(point, direction))
    }

    /// Iterates over the neighbours of a point, those at corners too.
    pub fn around8(self, point: usize) -> impl Iterator<Item = usize> + Clone {
        let steps = (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (rows, columns)));
        steps
            .filter(|&step| step != (0, 0))
            .filter_map(move |(rows, columns)| self.offset(point, rows, columns))
    }

    /// Returns all rows and all columns, each as its points.
    pub fn lines(self) -> Vec<Vec<usize>> {
        let rows = (0..self.height).map(|row| (0..self.width).map(|column| self.at(row, column)).collect());
        let columns =
            (0..self.width).map(|column| (0..self.height).map(|row| self.at(row, column)).collect());
        rows.chain(columns).collect()
    }

    /// Returns which of the [`lines`](Grid::lines) a clue at a side is about. Clues above columns come before those beside
    /// rows, but rows are the first lines.
    pub fn line_at_side(self, side: usize) -> usize {
        (side + self.height) % (self.width + self.height)
    }

    /// Returns the squares of two by two points.
    pub fn squares(self) -> Vec<[usize; 4]> {
        let corner = |point: usize| {
            let diagonal = self.offset(point, 1, 1)?;
            Some([point, point + 1, diagonal - 1, diagonal])
        };
        (0..self.len()).filter_map(corner).collect()
    }

    /// Returns the pairs of neighbours, which are its links: first those in rows, then those in columns, each row by
    /// row.
    pub fn pairs(self) -> Vec<(usize, usize)> {
        let along = |direction| (0..self.len()).filter_map(move |a| Some((a, self.next(a, direction)?)));
        along(Direction::Right).chain(along(Direction::Down)).collect()
    }

    /// Returns the number of the link between two points, if they are neighbours.
    pub fn link(self, a: usize, b: usize) -> Option<usize> {
        let (first, second) = (a.min(b), a.max(b));
        let (row, column) = self.place(first);
        if self.next(first, Direction::Right) == Some(second) {
            Some(row * (self.width - 1) + column)
        } else if self.next(first, Direction::Down) == Some(second) {
            Some((self.width - 1) * self.height + first)
        } else {
            None
        }
    }

    /// Returns the links of a point.
    pub fn links_at(self, point: usize) -> impl Iterator<Item = usize> + Clone {
        self.around(point).filter_map(move |other| self.link(point, other))
    }
}

/// The board of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its cells.
    pub cells: Grid,
    /// The corners of its cells.
    pub crosses: Grid,
}

impl Board {
    /// Returns a board of some columns and rows.
    pub fn new(width: usize, height: usize) -> Board {
        Board { cells: Grid { width, height }, crosses: Grid { width: width + 1, height: height + 1 } }
    }

    /// Returns the corners of a cell: above, then below, each from left to right.
    pub fn corners(self, cell: usize) -> [usize; 4] {
        let (row, column) = self.cells.place(cell);
        let above = self.crosses.at(row, column);
        let below = self.crosses.at(row + 1, column);
        [above, above + 1, below, below + 1]
    }

    /// Returns the sides of a cell as links of crosses: above, below, left, right.
    pub fn sides(self, cell: usize) -> [usize; 4] {
        let [a, b, c, d] = self.corners(cell);
        [(a, b), (c, d), (a, c), (b, d)].map(|(a, b)| self.crosses.link(a, b).expect("corners of a side"))
    }

    /// Returns the cells whose corner is a cross, at most four.
    pub fn cells_at(self, cross: usize) -> impl Iterator<Item = usize> + Clone {
        let (row, column) = self.crosses.place(cross);
        let steps = [(1, 1), (1, 0), (0, 1), (0, 0)];
        steps.into_iter().filter_map(move |(up, left)| {
            let (row, column) = (row.checked_sub(up)?, column.checked_sub(left)?);
            (row < self.cells.height && column < self.cells.width).then(|| self.cells.at(row, column))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_the_numbers_of_their_pairs() {
        for (width, height) in [(1, 1), (1, 4), (4, 1), (3, 2), (5, 7)] {
            let grid = Grid { width, height };
            let pairs = grid.pairs();
            assert_eq!(pairs.len(), (width - 1) * height + width * (height - 1));
            for (at, &(a, b)) in pairs.iter().enumerate() {
                assert_eq!((grid.link(a, b), grid.link(b, a)), (Some(at), Some(at)));
            }
            let of_points: usize = (0..grid.len()).map(|point| grid.links_at(point).count()).sum();
            assert_eq!(of_points, 2 * pairs.len());
        }
    }

    #[test]
    fn sides_belong_to_one_or_two_cells() {
        let board = Board::new(3, 2);
        let mut cells = vec![0; board.crosses.pairs().len()];
        (0..6).flat_map(|cell| board.sides(cell)).for_each(|side| cells[side] += 1);
        assert_eq!(cells.iter().filter(|&&count| count == 1).count(), 2 * (3 + 2));
        assert_eq!(cells.iter().filter(|&&count| count == 2).count(), board.cells.pairs().len());
        for cell in 0..6 {
            assert!(board.corners(cell).into_iter().all(|cross| board.cells_at(cross).any(|at| at == cell)));
        }
    }
}

//! Text pictures of grids with walls around regions and marked givens.

use super::areas::areas;
use super::loose;
use crate::puzzle::Puzzle;
use crate::symbols::OPEN;

/// The emphasis of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Emphasis {
    /// None: the cell is open in the puzzle.
    Plain,
    /// Bold: the cell is given.
    Given,
    /// Coloured and with a `*` before it: the cell differs from another solution.
    Differs,
}

/// A grid with a text in each cell, ready to draw.
///
/// ```
/// use sudoku::{Puzzle, print::Picture};
///
/// let puzzle: Puzzle = "12..34..........".parse()?;
/// assert_eq!(
///     Picture::of(&puzzle).ascii().draw(),
///     "\
/// +-----+-----+
/// | 1 2 | . . |
/// | 3 4 | . . |
/// +-----+-----+
/// | . . | . . |
/// | . . | . . |
/// +-----+-----+
/// "
/// );
/// # Ok::<(), sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    puzzle: &'a Puzzle,
    cells: Vec<(String, Emphasis)>,
    /// The area of each cell; `None` for gaps. Walls separate different areas.
    areas: Vec<Option<usize>>,
    /// Whether cells beside the grid are listed.
    with_loose: bool,
    ascii: bool,
    color: bool,
}

impl<'a> Picture<'a> {
    /// A picture of the puzzle with its givens.
    pub fn of(puzzle: &'a Puzzle) -> Picture<'a> {
        let cells = puzzle.cells.iter().map(|cell| match cell.value() {
            Some(value) => (puzzle.symbols.get(value).to_owned(), Emphasis::Given),
            None => (OPEN.to_string(), Emphasis::Plain),
        });
        let areas = areas(&puzzle.grid);
        Picture { puzzle, cells: cells.collect(), areas, with_loose: false, ascii: false, color: false }
    }

    /// A picture of the grid with any texts in its cells.
    ///
    /// # Panics
    /// If the number of texts is not the number of cells.
    pub fn with(puzzle: &'a Puzzle, words: Vec<String>) -> Picture<'a> {
        assert_eq!(words.len(), puzzle.cells.len(), "a picture has one word for each cell");
        let cells = words.into_iter().map(|word| (word, Emphasis::Plain)).collect();
        Picture { cells, with_loose: true, ..Picture::of(puzzle) }
    }

    /// A picture of a solution.
    pub fn solved(puzzle: &'a Puzzle, solution: &[u8]) -> Picture<'a> {
        let mut picture = Picture::of(puzzle);
        for ((text, _), &value) in picture.cells.iter_mut().zip(solution) {
            *text = puzzle.symbols.get(value).to_owned();
        }
        picture.with_loose = true;
        picture
    }

    /// Marks all cells in which two solutions differ.
    pub fn differing(mut self, one: &[u8], other: &[u8]) -> Picture<'a> {
        for ((_, mark), _) in self.cells.iter_mut().zip(one.iter().zip(other)).filter(|(_, (a, b))| a != b) {
            *mark = Emphasis::Differs;
        }
        self
    }

    /// Uses ASCII characters only.
    pub fn ascii(mut self) -> Picture<'a> {
        self.ascii = true;
        self
    }

    /// Uses bold letters for givens and colours for marks.
    pub fn color(mut self, color: bool) -> Picture<'a> {
        self.color = color;
        self
    }

    /// The text of a cell's region label, where the regions are unknown.
    fn label(&self, row: usize, column: usize) -> Option<&str> {
        let label = self.puzzle.grid.label(self.cell(row, column)? as u16)?;
        Some(&self.cells[usize::from(label)].0)
    }

    /// The cell at a place; `None` outside the grid and in gaps.
    fn cell(&self, row: usize, column: usize) -> Option<usize> {
        // Cells begin at row and column 1. Row and column 0 are outside.
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        self.puzzle.grid.cell(row, column).map(usize::from)
    }

    /// The area of the cell at a place.
    fn ground(&self, row: usize, column: usize) -> Option<usize> {
        self.cell(row, column).and_then(|cell| self.areas[cell])
    }

    /// Whether a wall is on the left of the cell at (row, column), counted from 1.
    fn wall_left(&self, row: usize, column: usize) -> bool {
        self.ground(row, column - 1) != self.ground(row, column)
            || self.label(row, column - 1) != self.label(row, column)
    }

    fn wall_above(&self, row: usize, column: usize) -> bool {
        self.ground(row - 1, column) != self.ground(row, column)
            || self.label(row - 1, column) != self.label(row, column)
    }

    /// Draws the picture.
    pub fn draw(&self) -> String {
        let grid = &self.puzzle.grid;
        let (rows, columns) = (grid.rows(), grid.columns());
        let shown = |cell: u16| self.cells[usize::from(cell)].0.chars().count();
        let width = grid.visible().map(shown).max().unwrap_or(1);
        let has_bar: Vec<bool> =
            (1..=columns + 1).map(|column| (1..=rows).any(|row| self.wall_left(row, column))).collect();
        let mut text = String::new();
        for row in 1..=rows + 1 {
            if (1..=columns).any(|column| self.wall_above(row, column)) {
                for column in 1..=columns + 1 {
                    if has_bar[column - 1] {
                        if column > 1 {
                            text.push(if self.wall_above(row, column - 1) { self.horizontal() } else { ' ' });
                        }
                        text.push(self.corner(row, column));
                    }
                    if column <= columns {
                        let across = if self.wall_above(row, column) { self.horizontal() } else { ' ' };
                        text.extend(std::iter::repeat_n(across, width + 1));
                    }
                }
                trim_end(&mut text);
            }
            if row > rows {
                break;
            }
            for column in 1..=columns + 1 {
                if has_bar[column - 1] {
                    if column > 1 {
                        text.push(' ');
                    }
                    let bar = if self.ascii { '|' } else { '│' };
                    text.push(if self.wall_left(row, column) { bar } else { ' ' });
                }
                match self.cell(row, column) {
                    Some(cell) => self.draw_cell(cell, width, &mut text),
                    None => text.extend(std::iter::repeat_n(' ', width + 1)),
                }
            }
            trim_end(&mut text);
        }
        if self.with_loose {
            for line in loose::list(self.puzzle, |cell| Some(self.loose_text(cell))) {
                text.push_str(&line);
                text.push('\n');
            }
        }
        text
    }

    /// The text for a cell beside the grid.
    fn loose_text(&self, cell: usize) -> String {
        let (text, mark) = &self.cells[cell];
        format!("{}{text}", if *mark == Emphasis::Differs { "*" } else { "" })
    }

    fn draw_cell(&self, cell: usize, width: usize, to: &mut String) {
        let (text, mark) = &self.cells[cell];
        let pad = width - text.chars().count();
        to.extend(std::iter::repeat_n(' ', pad));
        to.push(if *mark == Emphasis::Differs { '*' } else { ' ' });
        let paint = match mark {
            _ if !self.color => None,
            Emphasis::Plain => None,
            Emphasis::Given => Some("\x1b[1m"),
            Emphasis::Differs => Some("\x1b[1;33m"),
        };
        match paint {
            Some(paint) => *to += &format!("{paint}{text}\x1b[0m"),
            None => to.push_str(text),
        }
    }

    fn horizontal(&self) -> char {
        if self.ascii { '-' } else { '─' }
    }

    /// The character at the upper left corner of a cell, where walls meet.
    fn corner(&self, row: usize, column: usize) -> char {
        let up = row > 1 && self.wall_left(row - 1, column);
        let down = row <= self.puzzle.grid.rows() && self.wall_left(row, column);
        let left = column > 1 && self.wall_above(row, column - 1);
        let right = column <= self.puzzle.grid.columns() && self.wall_above(row, column);
        let walls = [up, down, left, right].iter().fold(0, |walls, &wall| 2 * walls + usize::from(wall));
        if self.ascii {
            return match (up || down, left || right) {
                (false, false) => ' ',
                (true, false) => '|',
                (false, true) => '-',
                (true, true) => '+',
            };
        }
        // Indexed by bits for up, down, left, right.
        const CORNERS: [char; 16] =
            [' ', '─', '─', '─', '│', '┌', '┐', '┬', '│', '└', '┘', '┴', '│', '├', '┤', '┼'];
        CORNERS[walls]
    }
}

fn trim_end(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// Joins two pictures line by line.
pub fn side_by_side(left: &str, right: &str) -> String {
    let length = |line: &str| {
        let mut hidden = false;
        let shown = |c: &char| {
            let was_hidden = hidden;
            hidden = *c == '\x1b' || hidden && *c != 'm';
            !hidden && !was_hidden
        };
        line.chars().filter(shown).count()
    };
    let width = left.lines().map(length).max().unwrap_or(0);
    let lines = left.lines().zip(right.lines());
    lines.map(|(left, right)| format!("{left}{}   {right}\n", " ".repeat(width - length(left)))).collect()
}

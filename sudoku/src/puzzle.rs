//! A puzzle: a grid, the candidates of its cells, and clues.

use std::fmt;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::grid::{CellName, Grid};
use crate::rules::{Clue, Scene};
use crate::symbols::Symbols;

/// A value for each cell, in reading order.
pub type Solution = Box<[u8]>;

/// A puzzle to solve.
///
/// ```
/// use sudoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// assert_eq!(puzzle.givens(), 21);
/// let answer = Solver::default().solve(&puzzle, 2);
/// assert!(answer.is_unique());
/// assert_eq!(&puzzle.text(&answer.solutions[0])[..9], "812753649");
/// # Ok::<(), sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The geometry.
    pub grid: Arc<Grid>,
    /// The printed symbols of the values.
    pub symbols: Arc<Symbols>,
    /// The candidates of each cell; a given is a single value. The list must have one entry for each cell of the
    /// grid, with values of the grid. Solving, writing and drawing panic on anything else, with the
    /// [defect](Puzzle::defect) as the message.
    pub cells: Vec<Candidates>,
    /// The clues, apart from rows, columns and regions; `None` if there are none.
    pub rules: Option<Arc<[Clue]>>,
    /// The title, author and other metadata, if any.
    pub about: Option<Box<About>>,
    /// The positions of the cells in the text that was read.
    pub places: Places,
}

/// The text for a gap of the grid in lines and rows.
pub const GAP: &str = "~";

/// The metadata of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The origin of the puzzle.
    pub source: Option<String>,
    /// Further lines of text.
    pub comments: Vec<String>,
    /// The solution that was given with the puzzle.
    pub solution: Option<Solution>,
    /// Warnings of the reader: input that was not understood or looks like a mistake.
    pub remarks: Vec<Remark>,
}

impl About {
    /// Makes a text a single line for display; `None` if it is blank. Control characters become blanks.
    pub(crate) fn line(text: &str) -> Option<String> {
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let plain = plain.trim();
        (!plain.is_empty()).then(|| plain.to_owned())
    }
}

/// A warning about a position in the text. Prints as `line:column: what`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Line and column, from 1.
    pub place: (u64, u32),
    /// The message, a sentence.
    pub what: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((line, column), what) = (self.place, &self.what);
        write!(f, "{line}:{column}: {what}")
    }
}

/// The positions of the cells in a text: lines and columns, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// All cells in one line, one character each, from this line and column on.
    InLine(u64, u32),
    /// A position for each cell.
    Each(Vec<(u64, u32)>),
}

impl Places {
    /// The line and column of a cell.
    pub fn get(&self, cell: usize) -> (u64, u32) {
        match self {
            Places::InLine(line, column) => (*line, column + cell as u32),
            Places::Each(places) => places[cell],
        }
    }

    /// Moves all positions to the right, because the text began further right.
    pub(crate) fn shift(&mut self, by: u32) {
        match self {
            Places::InLine(_, column) => *column += by,
            Places::Each(places) => places.iter_mut().for_each(|(_, column)| *column += by),
        }
    }
}

impl Puzzle {
    /// A grid without givens, with usual symbols.
    pub fn open(grid: Grid) -> Puzzle {
        let symbols = Symbols::usual_shared(grid.first_value(), grid.values());
        Puzzle::open_with(Arc::new(grid), symbols)
    }

    /// A grid without givens.
    pub(crate) fn open_with(grid: Arc<Grid>, symbols: Arc<Symbols>) -> Puzzle {
        Puzzle {
            symbols,
            cells: (0..grid.cells()).map(|cell| open_cell(&grid, cell)).collect(),
            rules: None,
            about: None,
            places: Places::InLine(1, 1),
            grid,
        }
    }

    /// Describes how the cells contradict the grid: a wrong number of cells, or a value that the grid does not have.
    /// Only puzzles whose cells were changed by the caller can have a defect.
    ///
    /// ```
    /// # use sudoku::{Candidates, Puzzle};
    /// let mut puzzle: Puzzle = "12..34....4...1.".parse()?;
    /// assert_eq!(puzzle.defect(), None);
    /// puzzle.cells[5] = Candidates::of_bits(0b10_0001);
    /// let defect = "R2C2 has value 5 among its candidates; the grid has 4, counted from 0";
    /// assert_eq!(puzzle.defect().as_deref(), Some(defect));
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn defect(&self) -> Option<String> {
        if self.is_sound() {
            return None;
        }
        let (cells, wanted) = (self.cells.len(), self.grid.cells());
        if cells != wanted {
            return Some(format!(
                "a puzzle with {cells} cells on a grid of {wanted}; give every cell of the grid its candidates"
            ));
        }
        let beyond = |cell: usize| self.cells[cell].without(self.all_values()).iter().next();
        let (cell, value) = (0..cells).find_map(|cell| Some((cell, beyond(cell)?)))?;
        Some(format!(
            "{} has value {value} among its candidates; the grid has {}, counted from 0",
            self.grid.name(cell),
            self.grid.values()
        ))
    }

    #[inline]
    fn is_sound(&self) -> bool {
        let all = self.cells.iter().fold(Candidates::NONE, |all, &cell| all.or(cell));
        self.cells.len() == self.grid.cells() && all.without(self.all_values()).is_empty()
    }

    /// Panics if there is a [defect](Puzzle::defect), because answers would belong to another puzzle.
    #[inline]
    #[track_caller]
    pub(crate) fn require_sound(&self) {
        if !self.is_sound() {
            self.refuse();
        }
    }

    #[cold]
    #[track_caller]
    fn refuse(&self) -> ! {
        panic!("{}", self.defect().expect("an unsound puzzle has a defect"))
    }

    /// The number of givens.
    pub fn givens(&self) -> usize {
        self.require_sound();
        (0..self.cells.len()).filter(|&cell| self.given(cell).is_some()).count()
    }

    /// The value of a given; `None` if the cell is open or a gap.
    pub fn given(&self, cell: usize) -> Option<u8> {
        self.cells[cell].value().filter(|_| !self.grid.is_gap(cell))
    }

    /// The clues, apart from rows, columns and regions.
    pub fn clues(&self) -> &[Clue] {
        self.rules.as_deref().unwrap_or_default()
    }

    /// The grid and clues, as rules read them.
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { grid: &self.grid, clues: self.clues() }
    }

    /// All values of the grid.
    pub fn all_values(&self) -> Candidates {
        Candidates::all(self.grid.values())
    }

    /// Whether each cell is either a given or has all candidates.
    pub fn is_plain(&self) -> bool {
        self.require_sound();
        let all = self.all_values();
        self.cells.iter().all(|&cell| cell == all || cell.value().is_some())
    }

    /// Returns a solution in the puzzle's symbols, separated by blanks if a symbol is longer than a character. Gaps
    /// are `~`. Cells beside the grid are left out.
    pub fn text(&self, solution: &[u8]) -> String {
        let mut text = Vec::with_capacity(solution.len());
        self.write(solution, &mut text);
        String::from_utf8(text).expect("symbols are text")
    }

    /// Appends the text of [`Puzzle::text`].
    pub fn write(&self, solution: &[u8], to: &mut Vec<u8>) {
        if let Some(bytes) = self.symbols.bytes().filter(|_| self.grid.is_rectangle()) {
            to.extend(solution.iter().map(|&value| bytes[usize::from(value)]));
            return;
        }
        let blanks = !self.symbols.are_characters();
        for (at, word) in self.words(solution).enumerate() {
            if blanks && at > 0 {
                to.push(b' ');
            }
            to.extend(word.as_bytes());
        }
    }

    /// The symbols of a solution, cell by cell, as in [`Puzzle::text`].
    pub fn words<'a>(&'a self, solution: &'a [u8]) -> impl Iterator<Item = &'a str> {
        let word = |(cell, &value)| if self.grid.is_gap(cell) { GAP } else { self.symbols.get(value) };
        solution.iter().enumerate().take(self.grid.rectangle()).map(word)
    }

    /// A reason why there is no solution, if one can be seen without search: equal givens in a house, a cell without
    /// candidates, or a value without a place in a house.
    pub fn obstacle(&self) -> Option<Obstacle> {
        self.require_sound();
        self.conflicting_givens()
            .or_else(|| self.cell_without_candidates())
            .or_else(|| self.value_without_place())
    }

    /// Two equal givens in a house: the later in reading order, and the one that it repeats.
    fn conflicting_givens(&self) -> Option<Obstacle> {
        let clashes = self.grid.houses().iter().filter_map(|house| {
            let mut holder = [None; 64];
            house.cells().iter().find_map(|&cell| {
                let value = self.cells[usize::from(cell)].value()?;
                let earlier = holder[usize::from(value)].replace(usize::from(cell))?;
                Some((usize::from(cell), earlier, value))
            })
        });
        let (cell, earlier, value) = clashes.min()?;
        let [name, repeated] = [cell, earlier].map(|cell| self.grid.name(cell));
        let symbol = self.symbols.get(value);
        Some(Obstacle { cell, what: format!("{symbol} in {name} repeats {repeated}") })
    }

    /// The candidates of each cell without the givens of its houses.
    fn remaining_candidates(&self) -> Vec<Candidates> {
        let mut left = self.cells.clone();
        for house in self.grid.houses() {
            let mut given = Candidates::NONE;
            for &cell in house.cells() {
                if let Some(value) = self.cells[usize::from(cell)].value() {
                    given = given.with(value);
                }
            }
            for &cell in house.cells() {
                if self.cells[usize::from(cell)].value().is_none() {
                    left[usize::from(cell)] = left[usize::from(cell)].without(given);
                }
            }
        }
        left
    }

    fn cell_without_candidates(&self) -> Option<Obstacle> {
        let cell = self.remaining_candidates().iter().position(|left| left.is_empty())?;
        let name = self.grid.name(cell);
        Some(Obstacle { cell, what: format!("nothing is left for {name}") })
    }

    fn value_without_place(&self) -> Option<Obstacle> {
        let left = self.remaining_candidates();
        let full = self.grid.houses().iter().filter(|house| house.cells().len() == self.grid.values());
        for house in full {
            let cells = house.cells().iter().map(|&cell| left[usize::from(cell)]);
            let somewhere = cells.fold(Candidates::NONE, Candidates::or);
            if let Some(value) = self.all_values().without(somewhere).iter().next() {
                let symbol = self.symbols.get(value);
                let cell = usize::from(house.cells()[0]);
                return Some(Obstacle { cell, what: format!("{house} has no place for {symbol}") });
            }
        }
        None
    }

    /// The first cell in which two solutions differ.
    pub fn first_difference(&self, one: &[u8], other: &[u8]) -> Option<CellName<'_>> {
        one.iter().zip(other).position(|(a, b)| a != b).map(|cell| self.grid.name(cell))
    }

    /// The first cell whose value is not among its candidates, or repeats an earlier value of a house.
    pub fn first_fault(&self, solution: &[u8]) -> Option<usize> {
        self.require_sound();
        let outside = self.cells.iter().zip(solution).position(|(cell, &value)| !cell.contains(value));
        let repeats = self.grid.houses().iter().filter_map(|house| {
            let mut seen = Candidates::NONE;
            house.cells().iter().map(|&cell| usize::from(cell)).find(|&cell| {
                let again = seen.contains(solution[cell]);
                seen = seen.with(solution[cell]);
                again
            })
        });
        outside.into_iter().chain(repeats).min()
    }

    /// The values of all cells, if each cell is given.
    pub fn filled(&self) -> Option<Solution> {
        self.require_sound();
        self.cells.iter().map(|cell| cell.value()).collect()
    }

    /// The first clue that a solution violates.
    pub fn broken_clue(&self, solution: &[u8]) -> Option<&Clue> {
        if self.clues().is_empty() {
            return None;
        }
        let numbers: Vec<i32> = solution.iter().map(|&value| self.grid.number(value)).collect();
        self.clues().iter().find(|clue| !clue.holds(&self.scene(), &numbers))
    }

    /// Whether the values, one for each cell, are a solution.
    pub fn accepts(&self, solution: &[u8]) -> bool {
        solution.len() == self.grid.cells()
            && self.first_fault(solution).is_none()
            && self.broken_clue(solution).is_none()
    }
}

/// The candidates of a cell about which nothing is known. A gap has the first value, which is not shown.
fn open_cell(grid: &Grid, cell: usize) -> Candidates {
    if grid.is_gap(cell) { Candidates::one(0) } else { Candidates::all(grid.values()) }
}

/// A reason why there is no solution, and the cell where it can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The cell.
    pub cell: usize,
    /// The message, a sentence.
    pub what: String,
}

//! A grid and what is known of its cells.

use std::fmt;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::grid::{CellName, Grid};
use crate::rules::{Clue, Scene};
use crate::symbols::Symbols;

/// A value for every cell, in reading order.
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
    /// Its shape.
    pub grid: Arc<Grid>,
    /// What its values look like.
    pub symbols: Arc<Symbols>,
    /// What each cell can be: one value where it is given. As many as the grid has cells, of the values it has; solving,
    /// writing and drawing stop at anything else, with the [defect](Puzzle::defect) as the message.
    pub cells: Vec<Candidates>,
    /// The rules beside rows, columns and regions, if there are some.
    pub rules: Option<Arc<[Clue]>>,
    /// What else was said, if anything.
    pub about: Option<Box<About>>,
    /// Where its cells stand in what was read.
    pub places: Places,
}

/// What stands in lines and rows where the grid has no cell.
pub const GAP: &str = "~";

/// What a document says beside the givens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub title: Option<String>,
    /// Who set it.
    pub author: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// Anything more, line by line.
    pub comments: Vec<String>,
    /// The solution that came with it.
    pub solution: Option<Solution>,
    /// What was not understood, or looks like a mistake.
    pub remarks: Vec<Remark>,
}

impl About {
    /// A line for people, without what would break it; none if nothing is left.
    pub(crate) fn line(text: &str) -> Option<String> {
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let plain = plain.trim();
        (!plain.is_empty()).then(|| plain.to_owned())
    }
}

/// Something that may not mean what its author meant, and where it stands. Prints as `line:column: what`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Line and column, from 1.
    pub place: (u64, u32),
    /// A sentence for people.
    pub what: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((line, column), what) = (self.place, &self.what);
        write!(f, "{line}:{column}: {what}")
    }
}

/// Lines and columns of the cells, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// One character a cell in one line, from this column on.
    InLine(u64, u32),
    /// Each cell by itself.
    Each(Vec<(u64, u32)>),
}

impl Places {
    /// Line and column of a cell.
    pub fn get(&self, cell: usize) -> (u64, u32) {
        match self {
            Places::InLine(line, column) => (*line, column + cell as u32),
            Places::Each(places) => places[cell],
        }
    }

    /// The text began so many characters further right.
    pub(crate) fn shift(&mut self, by: u32) {
        match self {
            Places::InLine(_, column) => *column += by,
            Places::Each(places) => places.iter_mut().for_each(|(_, column)| *column += by),
        }
    }
}

impl Puzzle {
    /// An open grid with its usual symbols.
    pub fn open(grid: Grid) -> Puzzle {
        let symbols = Symbols::usual_shared(grid.first_value(), grid.values());
        Puzzle::open_with(Arc::new(grid), symbols)
    }

    /// An open grid.
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

    /// How the cells do not fit the grid, if they were changed so: another number of them, or a value that the grid does not
    /// have. No puzzle that was read has one.
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

    /// Stops at a [defect](Puzzle::defect): what is made of such cells would be an answer to something else.
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
        panic!("{}", self.defect().expect("it is not sound"))
    }

    /// Number of cells that are given.
    pub fn givens(&self) -> usize {
        self.require_sound();
        (0..self.cells.len()).filter(|&cell| self.given(cell).is_some()).count()
    }

    /// The value of a cell, where it is given.
    pub fn given(&self, cell: usize) -> Option<u8> {
        self.cells[cell].value().filter(|_| !self.grid.is_gap(cell))
    }

    /// The rules beside rows, columns and regions.
    pub fn clues(&self) -> &[Clue] {
        self.rules.as_deref().unwrap_or_default()
    }

    /// What rules can look at.
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { grid: &self.grid, clues: self.clues() }
    }

    /// A cell's values when nothing is known.
    pub fn all_values(&self) -> Candidates {
        Candidates::all(self.grid.values())
    }

    /// Whether cells are known only as given or open, without candidates between.
    pub fn is_plain(&self) -> bool {
        self.require_sound();
        let all = self.all_values();
        self.cells.iter().all(|&cell| cell == all || cell.value().is_some())
    }

    /// A solution in the puzzle's symbols, with blanks between them where they are longer than a character: `~` where there
    /// is no cell, and without the cells beside the grid.
    pub fn text(&self, solution: &[u8]) -> String {
        let mut text = Vec::with_capacity(solution.len());
        self.write(solution, &mut text);
        String::from_utf8(text).expect("symbols are text")
    }

    /// Appends what [`Puzzle::text`] says.
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

    /// The symbols of a solution, cell by cell, as [`Puzzle::text`] has them.
    pub fn words<'a>(&'a self, solution: &'a [u8]) -> impl Iterator<Item = &'a str> {
        let word = |(cell, &value)| if self.grid.is_gap(cell) { GAP } else { self.symbols.get(value) };
        solution.iter().enumerate().take(self.grid.rectangle()).map(word)
    }

    /// Why there is no solution, where it can be seen at once: equal givens in a house, a cell or a value
    /// that the givens leave no place.
    pub fn obstacle(&self) -> Option<Obstacle> {
        self.require_sound();
        self.clash().or_else(|| self.starved_cell()).or_else(|| self.homeless_value())
    }

    /// Two equal givens in one house: the later in reading order, and the one it repeats.
    fn clash(&self) -> Option<Obstacle> {
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

    /// The cells with what the givens around leave them.
    fn left(&self) -> Vec<Candidates> {
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

    fn starved_cell(&self) -> Option<Obstacle> {
        let cell = self.left().iter().position(|left| left.is_empty())?;
        let name = self.grid.name(cell);
        Some(Obstacle { cell, what: format!("nothing is left for {name}") })
    }

    fn homeless_value(&self) -> Option<Obstacle> {
        let left = self.left();
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

    /// The first cell whose value is not among its candidates, or repeats an earlier one of a house.
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

    /// The values of all cells, where every one is given.
    pub fn filled(&self) -> Option<Solution> {
        self.require_sound();
        self.cells.iter().map(|cell| cell.value()).collect()
    }

    /// The first rule, beside rows, columns and regions, that a solution breaks.
    pub fn broken_clue(&self, solution: &[u8]) -> Option<&Clue> {
        if self.clues().is_empty() {
            return None;
        }
        let numbers: Vec<i32> = solution.iter().map(|&value| self.grid.number(value)).collect();
        self.clues().iter().find(|clue| !clue.holds(&self.scene(), &numbers))
    }

    /// Whether these values, one a cell, are a solution.
    pub fn accepts(&self, solution: &[u8]) -> bool {
        solution.len() == self.grid.cells()
            && self.first_fault(solution).is_none()
            && self.broken_clue(solution).is_none()
    }
}

/// What a cell can be when nothing is known: in a gap the first value, which nobody sees.
fn open_cell(grid: &Grid, cell: usize) -> Candidates {
    if grid.is_gap(cell) { Candidates::one(0) } else { Candidates::all(grid.values()) }
}

/// Why there is no solution, and the cell to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The cell.
    pub cell: usize,
    /// A sentence for people.
    pub what: String,
}

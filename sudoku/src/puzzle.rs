//! A puzzle: a grid, the candidates of its cells, and clues.

use std::sync::Arc;

use crate::about::About;
use crate::candidates::Candidates;
use crate::grid::{CellName, CellNames, Grid};
use crate::rules::{Clue, Fault, Scene};
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
    pub(crate) grid: Arc<Grid>,
    pub(crate) symbols: Arc<Symbols>,
    /// The candidates of each cell of the grid, with values of the grid only.
    pub(crate) cells: Vec<Candidates>,
    /// `None` if there are no clues.
    pub(crate) rules: Option<Arc<[Clue]>>,
    pub(crate) about: Option<Box<About>>,
    pub(crate) places: Places,
}

/// The text for a gap of the grid in lines and rows.
pub const GAP: &str = "~";

/// The positions of the cells in a text: lines and columns, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Places {
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

    /// The geometry.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Sets how cells are named in texts about the puzzle.
    pub fn set_cell_names(&mut self, names: CellNames) {
        if self.grid.names != names {
            Arc::make_mut(&mut self.grid).names = names;
        }
    }

    /// The printed symbols of the values.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The candidates of each cell, in reading order; a given is a single value. A cell beside the grid has some, too.
    pub fn cells(&self) -> &[Candidates] {
        &self.cells
    }

    /// The title, author and other metadata, if any.
    pub fn about(&self) -> Option<&About> {
        self.about.as_deref()
    }

    /// The line and column of a cell in the text that was read, from 1.
    pub fn place(&self, cell: usize) -> (u64, u32) {
        self.places.get(cell)
    }

    /// Sets the candidates of a cell; a single value makes it a given.
    ///
    /// ```
    /// # use sudoku::{Candidates, Puzzle};
    /// let mut puzzle: Puzzle = "12..34....4...1.".parse()?;
    /// puzzle.set_cell(2, Candidates::one(3));
    /// assert_eq!(puzzle.given(2), Some(3));
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    ///
    /// # Panics
    /// If the grid has no such cell, or lacks one of the values.
    #[track_caller]
    pub fn set_cell(&mut self, cell: usize, candidates: Candidates) {
        let cells = self.grid.cells();
        assert!(cell < cells, "there is no cell {cell}: the grid has {cells} cells, counted from 0");
        self.check_cell(cell, candidates);
        self.cells[cell] = candidates;
    }

    #[track_caller]
    fn check_cell(&self, cell: usize, candidates: Candidates) {
        if let Some(value) = candidates.without(self.all_values()).iter().next() {
            let (name, values) = (self.grid.name(cell), self.grid.values());
            panic!("{name} cannot have the candidate {value}: the grid has {values} values, counted from 0");
        }
    }

    /// Sets the candidates of all cells, in reading order.
    ///
    /// # Panics
    /// If their number is not that of the grid's cells, or the grid lacks one of the values.
    #[track_caller]
    pub fn set_cells(&mut self, cells: &[Candidates]) {
        let wanted = self.grid.cells();
        assert!(cells.len() == wanted, "{} cells are set on a grid of {wanted} cells", cells.len());
        (0..wanted).for_each(|cell| self.check_cell(cell, cells[cell]));
        self.cells.copy_from_slice(cells);
    }

    /// Sets the printed symbols of the values.
    ///
    /// # Panics
    /// If their number is not that of the grid's values.
    #[track_caller]
    pub fn set_symbols(&mut self, symbols: Symbols) {
        let (count, values) = (symbols.len(), self.grid.values());
        assert!(count == values, "{count} symbols are set for a grid of {values} values");
        self.symbols = Arc::new(symbols);
    }

    /// Sets the metadata.
    ///
    /// # Panics
    /// If it has a solution without exactly one value of the grid for each cell.
    #[track_caller]
    pub fn set_about(&mut self, about: About) {
        if let Some(solution) = &about.solution {
            let (values, cells) = (self.grid.values(), self.grid.cells());
            assert!(solution.len() == cells, "a solution of {} cells for a grid of {cells}", solution.len());
            if let Some(beyond) = solution.iter().find(|&&value| usize::from(value) >= values) {
                panic!("a solution with value {beyond}: the grid has values 0 to {}", values - 1);
            }
        }
        self.about = (about != About::default()).then(|| Box::new(about));
    }

    /// Sets the clues, apart from rows, columns and regions. If one of them has a [fault](Clue::fault) that is not a
    /// warning, nothing changes and the fault is returned.
    pub fn set_clues(&mut self, clues: Vec<Clue>) -> Result<(), Fault> {
        let fault =
            clues.iter().find_map(|clue| clue.fault(&self.grid).err().filter(|fault| !fault.is_warning()));
        fault.map_or(Ok(()), Err)?;
        self.rules = (!clues.is_empty()).then(|| clues.into());
        Ok(())
    }

    /// The number of givens.
    pub fn givens(&self) -> usize {
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
            match self.symbols.first_in_sequence() {
                Some(first) => {
                    let largest = solution.iter().fold(0, |largest, &value| largest.max(value));
                    assert!(usize::from(largest) < bytes.len(), "the grid has no value {largest}");
                    to.extend(solution.iter().map(|&value| first + value));
                }
                None => to.extend(solution.iter().map(|&value| bytes[usize::from(value)])),
            }
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
        Some(Obstacle { cell, what: format!("{name} has no candidate left") })
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

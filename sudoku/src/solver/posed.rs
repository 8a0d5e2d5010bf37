//! A puzzle as a search in the hands of the caller: to observe it, to draw its tree, to stop it anywhere.

use csp::{Config, Observer, Search, Slot, Var};

use super::board::Board;
use super::{Budget, assume};
use crate::puzzle::{Puzzle, Solution};

/// A puzzle posed to the engine: the search, and the variable of each cell.
///
/// ```
/// use sudoku::{Method, Posed, Puzzle};
///
/// let puzzle: Puzzle = "1234341221434321".replace("43", "..").parse()?;
/// let mut posed = Posed::new(&puzzle, &Method::find("mrv")?.config());
/// assert_eq!(posed.search.step(), csp::Step::Solution);
/// assert_eq!(posed.search.value(posed.cells[0]), posed.first_value() + i32::from(posed.solution()[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Posed<O: Observer = ()> {
    /// The search, with the candidates of the puzzle as assumptions. Its counters include the propagation of the
    /// empty grid; [`Statistics::since`](csp::Statistics::since) subtracts it.
    pub search: Search<O>,
    /// The variable of each cell.
    pub cells: Vec<Var>,
    first: i32,
}

impl Posed {
    /// Poses a puzzle with the given settings on a new model.
    pub fn new(puzzle: &Puzzle, config: &Config) -> Posed {
        Posed::within(puzzle, config, &Budget::default()).expect("a budget without limits is never used up")
    }

    /// Poses a puzzle within a budget, which also limits the search. Returns `None` if the budget is used up before
    /// the search can begin.
    pub fn within(puzzle: &Puzzle, config: &Config, budget: &Budget) -> Option<Posed> {
        puzzle.require_sound();
        let begun = budget.limits();
        let board = Board::new(puzzle, &begun).ok()?;
        let limits = |(cell, &candidates)| board.limits(cell, candidates);
        let limits: Vec<_> = puzzle.cells.iter().enumerate().map(limits).collect();
        let first = puzzle.grid.first_value();
        let (search, cells) = board.into_search(config, &begun).ok()?;
        let mut assumptions = Vec::new();
        assume(&limits, first, &cells, &mut assumptions);
        let mut posed = Posed { search, cells, first };
        posed.search.assume(&assumptions).expect("assumptions are about the cells' own values");
        Some(posed)
    }

    /// Adds an observer.
    pub fn observed<O: Observer>(self, observer: O) -> Posed<O> {
        let Posed { search, cells, first } = self;
        Posed { search: search.observed(observer), cells, first }
    }
}

impl<O: Observer> Posed<O> {
    /// The cell of a slot, for observers. Cells that must be equal share a slot; the first of them is returned.
    pub fn cell(&self, slot: Slot) -> Option<usize> {
        self.cells.iter().position(|&cell| self.search.engine().view(cell).slot() == slot)
    }

    /// The number of value 0.
    pub fn first_value(&self) -> i32 {
        self.first
    }

    /// The solution found by the last step.
    ///
    /// # Panics
    /// If the last step found no solution.
    pub fn solution(&self) -> Solution {
        self.cells.iter().map(|&cell| (self.search.value(cell) - self.first) as u8).collect()
    }
}

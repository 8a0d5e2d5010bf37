//! A puzzle as a model of `csp`, for programs that run the model themselves: to watch the search, to draw its tree, or
//! to stop it at any point.

use csp::extend::{Engine, Slot};
use csp::{Decision, Model, Runner, Var, clock::Instant};

use super::Budget;
use super::board::Board;
use crate::puzzle::{Puzzle, Solution};

/// A puzzle declared: the model of its grid and rules, the variable of each cell, and the givens and candidates as
/// assumptions.
///
/// ```
/// use sudoku::{Method, Puzzle, PuzzleModel};
///
/// let puzzle: Puzzle = "1234341221434321".replace("43", "..").parse()?;
/// let declared = PuzzleModel::new(&puzzle);
/// let mut search = declared.model.search_with(&Method::find("mrv")?.config())?;
/// search.assume(&declared.assumptions)?;
/// assert_eq!(search.step(), csp::Step::Solution);
/// let solution = declared.solution(&search);
/// assert_eq!(search.value(declared.cells[0]), declared.first_value() + i32::from(solution[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleModel {
    /// The grid and its rules.
    pub model: Model,
    /// The variable of each cell.
    pub cells: Vec<Var>,
    /// Givens and candidates. The counters of a search begin with the propagation of the empty grid;
    /// [`Statistics::since`](csp::Statistics::since) leaves that out.
    pub assumptions: Vec<Decision>,
    first: i32,
}

impl PuzzleModel {
    /// The model of a puzzle.
    pub fn new(puzzle: &Puzzle) -> PuzzleModel {
        PuzzleModel::within(puzzle, &Budget::default()).expect("a budget without limits is never used up")
    }

    /// The model of a puzzle, built within a budget; `None` if the budget is used up before the model is complete.
    pub fn within(puzzle: &Puzzle, budget: &Budget) -> Option<PuzzleModel> {
        let board = Board::new(puzzle, &budget.limits().clone().counted_from(Instant::now())).ok()?;
        let mut assumptions = Vec::new();
        board.assume(puzzle, &mut assumptions);
        let first = board.first();
        let Board { model, cells, .. } = board;
        Some(PuzzleModel { model, cells, assumptions, first })
    }

    /// The cell that a slot of the engine holds, for observers. Cells that must be equal share one: the first is meant.
    pub fn cell(&self, engine: &Engine, slot: Slot) -> Option<usize> {
        self.cells.iter().position(|&cell| engine.view(cell).slot() == slot)
    }

    /// The number of value 0 in the model.
    pub fn first_value(&self) -> i32 {
        self.first
    }

    /// The solution that a runner of the model has just found.
    ///
    /// # Panics
    /// When its last step did not find one.
    pub fn solution(&self, runner: &dyn Runner) -> Solution {
        self.cells.iter().map(|&cell| (runner.value(cell.into()) - self.first) as u8).collect()
    }
}

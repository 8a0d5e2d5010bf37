//! Puzzles on the engine: cells are variables, houses are all-differents, givens are assumptions.
//!
//! A [`Solver`] keeps the compiled model of the grids it has seen, so a million puzzles of one shape cost
//! one compilation. What a puzzle gives is assumed for its run and undone by the next.

use std::sync::Arc;
use std::time::{Duration, Instant};

use csp::{
    Cancel, Config, Count, Decision, Limits, Model, Restarts, Search, SimdPath, Step, ValueOrder, Var,
    VariableOrder,
};

use crate::grid::Grid;
use crate::puzzle::{Candidates, Puzzle, Solution};

/// What a puzzle may cost. Without limits it is solved to the end.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Decisions the search may try.
    pub nodes: Option<u64>,
    /// Time it may take.
    pub time: Option<Duration>,
    /// A flag to stop it from outside.
    pub cancel: Option<Cancel>,
}

/// Solves puzzles of any shape, one after the other.
///
/// ```
/// use sudoku::{Puzzle, Solver};
///
/// let mut solver = Solver::default();
/// let puzzle: Puzzle = "1234341221434321".replace("43", "..").parse()?;
/// assert!(solver.solve(&puzzle, 2).is_unique());
/// # Ok::<(), sudoku::ParseError>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    budget: Budget,
    simd: SimdPath,
    boards: Vec<Board>,
    assumptions: Vec<Decision>,
}

/// A grid as a model, compiled.
#[derive(Debug)]
struct Board {
    grid: Arc<Grid>,
    cells: Vec<Var>,
    search: Search,
}

/// Solvers keep this many shapes.
const MOST_BOARDS: usize = 16;

/// Shapes with more values are searched with weights, restarts and chance.
const LARGEST_CALM: usize = 16;

/// What a search for a number of solutions came to.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The solutions found.
    pub solutions: Vec<Solution>,
    /// Why there are not more.
    pub end: End,
    /// Decisions tried.
    pub nodes: u64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no more solutions: proved.
    Exhausted,
    /// As many as were asked for have been found.
    Enough,
    /// The budget was used up, or the search was stopped from outside: nothing is proved.
    Limit,
}

impl Answer {
    /// One solution, and a proof that there is no other.
    pub fn is_unique(&self) -> bool {
        self.solutions.len() == 1 && self.end == End::Exhausted
    }
}

/// How often each value stands in each cell, over all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrences {
    counts: Vec<u64>,
    values: usize,
    /// Counts of this size mean "so many or more".
    pub most: u64,
    /// [`End::Limit`]: all that is said is true, but there may be more.
    pub end: End,
}

impl Occurrences {
    /// In how many solutions a value stands in a cell.
    pub fn count(&self, cell: usize, value: u8) -> u64 {
        self.counts[cell * self.values + usize::from(value)]
    }

    /// The values that a cell takes in some solution.
    pub fn candidates(&self, cell: usize) -> Candidates {
        (0..self.values as u8)
            .filter(|&value| self.count(cell, value) > 0)
            .fold(Candidates::NONE, Candidates::with)
    }

    fn see(&mut self, solution: &[u8]) {
        for (cell, &value) in solution.iter().enumerate() {
            self.counts[cell * self.values + usize::from(value)] += 1;
        }
    }
}

impl Solver {
    /// With a budget for each puzzle.
    pub fn new(budget: Budget) -> Solver {
        Solver { budget, ..Solver::default() }
    }

    /// With the lanes of another instruction set: for comparisons. The answers are the same.
    pub fn simd(mut self, simd: SimdPath) -> Solver {
        self.simd = simd;
        self
    }

    /// Up to `most` solutions. Two tell whether the first is the only one.
    pub fn solve(&mut self, puzzle: &Puzzle, most: usize) -> Answer {
        let mut run = self.run(puzzle);
        let mut solutions = Vec::new();
        let end = loop {
            if solutions.len() >= most {
                break End::Enough;
            }
            match run.step() {
                Step::Solution => solutions.push(run.solution()),
                Step::Exhausted => break End::Exhausted,
                Step::Limit => break End::Limit,
            }
        };
        Answer { solutions, end, nodes: run.nodes() }
    }

    /// The number of solutions, up to `most`. `progress` hears of every one.
    pub fn count(&mut self, puzzle: &Puzzle, most: u64, mut progress: impl FnMut()) -> (Count, u64) {
        let mut run = self.run(puzzle);
        let mut found = 0;
        let count = loop {
            if found >= most {
                break Count::AtLeast(found);
            }
            match run.step() {
                Step::Solution => found += 1,
                Step::Exhausted => break Count::Exactly(found),
                Step::Limit => break Count::Limit(found),
            }
            progress();
        };
        (count, run.nodes())
    }

    /// In how many solutions each value stands in each cell, counted up to `most` (at least 1).
    pub fn occurrences(&mut self, puzzle: &Puzzle, most: u64) -> (Occurrences, u64) {
        let most = most.max(1);
        let values = puzzle.grid.values();
        let none = vec![0; values * puzzle.cells.len()];
        let mut seen = Occurrences { counts: none, values, most, end: End::Exhausted };
        let mut run = self.run(puzzle);
        // With few solutions in all, each is seen once.
        let mut solutions = 0;
        let first = loop {
            match run.step() {
                Step::Solution => seen.see(&run.solution()),
                end => break end,
            }
            solutions += 1;
            if solutions > most {
                break Step::Solution;
            }
        };
        if first == Step::Exhausted {
            seen.counts.iter_mut().for_each(|count| *count = most.min(*count));
            return (seen, run.nodes());
        }
        // Too many: ask about each value of each cell, as far as what is known does not suffice.
        for cell in 0..puzzle.cells.len() {
            for value in puzzle.cells[cell].iter() {
                if seen.end == End::Limit {
                    break;
                }
                let mut count = 0;
                if seen.count(cell, value) < most {
                    run.restart_with(cell, value);
                    while count < most {
                        match run.step() {
                            Step::Solution => count += 1,
                            Step::Exhausted => break,
                            Step::Limit => {
                                seen.end = End::Limit;
                                break;
                            }
                        }
                        // One witness is enough for all values that stand in it.
                        if most == 1 {
                            seen.see(&run.solution());
                        }
                    }
                }
                let known = &mut seen.counts[cell * values + usize::from(value)];
                *known = count.max(*known);
            }
        }
        seen.counts.iter_mut().for_each(|count| *count = most.min(*count));
        (seen, run.nodes())
    }

    /// A search for the solutions of a puzzle, one by one.
    pub fn run(&mut self, puzzle: &Puzzle) -> Run<'_> {
        let board = self.board(&puzzle.grid);
        let Solver { boards, assumptions, budget, .. } = self;
        let Board { cells, search, .. } = &mut boards[board];
        let first = puzzle.grid.first_value();
        assumptions.clear();
        assume(&puzzle.cells, puzzle.all_values(), first, cells, assumptions);
        search.assume(assumptions).expect("assumptions are about the cells' own values");
        let begun = search.nodes();
        let deadline = budget.time.map(|time| Instant::now().checked_add(time));
        let mut run = Run { search, cells, assumptions, first, begun, budget, deadline: deadline.flatten() };
        run.limit();
        run
    }

    /// The place of a grid's board, compiled if it is new.
    fn board(&mut self, grid: &Arc<Grid>) -> usize {
        let known =
            self.boards.iter().position(|board| Arc::ptr_eq(&board.grid, grid) || board.grid == *grid);
        let fresh = grid.values() > LARGEST_CALM;
        match known {
            Some(known) if !fresh => known,
            // What weights and chance have come to must not depend on the puzzles before.
            Some(known) => {
                self.boards[known] = Board::compile(grid, self.simd);
                known
            }
            None => {
                if self.boards.len() == MOST_BOARDS {
                    self.boards.remove(0);
                }
                self.boards.push(Board::compile(grid, self.simd));
                self.boards.len() - 1
            }
        }
    }
}

impl Board {
    fn compile(grid: &Arc<Grid>, simd: SimdPath) -> Board {
        let mut model = Model::new();
        let first = grid.first_value();
        let cells = model.vars(grid.cells(), first..=first + grid.values() as i32 - 1);
        for house in grid.houses() {
            model.all_different(house.cells().iter().map(|&cell| cells[usize::from(cell)]));
        }
        let config = if grid.values() > LARGEST_CALM { restless() } else { Config::default() };
        let config = Config { simd, ..config };
        let search = model.search_with(&config).expect("all-differents over small domains can be compiled");
        Board { grid: grid.clone(), cells, search }
    }
}

/// For large grids, where the hardest part is not to get lost.
fn restless() -> Config {
    Config {
        variables: VariableOrder::WeightedDegree,
        values: ValueOrder::LeastConstraining,
        last_conflict: true,
        random_ties: true,
        restarts: Restarts::geometric(100, 1.3),
        ..Config::default()
    }
}

fn assume(known: &[Candidates], all: Candidates, first: i32, cells: &[Var], to: &mut Vec<Decision>) {
    for (&known, &var) in known.iter().zip(cells) {
        if known == all {
            continue;
        }
        match known.value() {
            Some(value) => to.push(Decision::Assign(var, first + i32::from(value))),
            None => {
                let gone = all.without(known);
                to.extend(gone.iter().map(|value| Decision::Remove(var, first + i32::from(value))));
            }
        }
    }
}

/// A search under way.
#[derive(Debug)]
pub struct Run<'a> {
    search: &'a mut Search,
    cells: &'a [Var],
    assumptions: &'a mut Vec<Decision>,
    first: i32,
    begun: u64,
    budget: &'a Budget,
    deadline: Option<Instant>,
}

impl Run<'_> {
    /// On to the next solution.
    pub fn step(&mut self) -> Step {
        self.search.step()
    }

    /// The solution that the last step found.
    pub fn solution(&self) -> Solution {
        self.cells.iter().map(|&cell| (self.search.value(cell) - self.first) as u8).collect()
    }

    /// Decisions tried so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes() - self.begun
    }

    /// Begins again, with one cell's value more. The budget goes on.
    fn restart_with(&mut self, cell: usize, value: u8) {
        self.assumptions.push(Decision::Assign(self.cells[cell], self.first + i32::from(value)));
        self.search.assume(self.assumptions).expect("assumptions are about the cells' own values");
        self.assumptions.pop();
        self.limit();
    }

    fn limit(&mut self) {
        let mut limits = Limits::default();
        if let Some(nodes) = self.budget.nodes {
            limits = limits.nodes(nodes.saturating_sub(self.nodes()));
        }
        if let Some(deadline) = self.deadline {
            limits = limits.time(deadline.saturating_duration_since(Instant::now()));
        }
        if let Some(cancel) = &self.budget.cancel {
            limits = limits.cancel(cancel);
        }
        self.search.limit(limits);
    }
}

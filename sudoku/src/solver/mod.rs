//! Puzzles on the engine: cells are variables, houses are all-differents, givens are assumptions.
//!
//! A [`Solver`] keeps the compiled model of the grids it has seen, so a million puzzles of one shape cost
//! one compilation. What a puzzle gives is assumed for its run and undone by the next.
//!
//! Two ways to search: [`Search`](csp::Search), the fastest where propagation does nearly all, and [`Learner`](csp::Learner), which does
//! not get lost where it does not. They take turns, each time for longer (November 2026: a 25 x 25 of 284 givens is
//! proved unique in 0.7 s, where search alone had not found its solution in 20; of an open 49 x 49 search finds one in
//! 0.1 s, where the learner alone needs more than a minute). Many solutions are always search's, since each
//! costs the learner a clause.
//!
//! Before either, [`Lockstep`](csp::Lockstep) has a try in SIMD lanes: with many puzzles at once ([`Solver::solve_all`]), or with the
//! branches of one. What takes it too long is left to the others; of large grids
//! that is what takes more than a few guesses.

mod blame;
pub(crate) mod board;
mod lanes;
mod model;
mod together;

use std::time::{Duration, Instant};

use csp::{Cancel, Config, Count, Decision, Limits, MemoryLimit, Runner, SimdPath, Statistics, Step, Var};

use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::methods::Method;
use crate::puzzle::{Puzzle, Solution};

use board::{Board, MAX_VALUES_FOR_PLAIN_SEARCH, OverBudget, Way};
pub use model::PuzzleModel;

/// What a puzzle may cost. Without limits it is solved to the end.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Decisions the search may try.
    pub nodes: Option<u64>,
    /// Time it may take, from rules to the last answer.
    pub time: Option<Duration>,
    /// A flag to stop it from outside.
    pub cancel: Option<Cancel>,
    /// Memory that it may take together with all others that share the limit: what solvers keep for the next puzzle, too.
    pub memory: Option<MemoryLimit>,
}

impl Budget {
    /// The same as engines want it, its time from now on: for searches of one's own, as [`Posed`] is.
    pub fn limits(&self) -> Limits {
        let limits = self.without_nodes(self.deadline(Instant::now()));
        self.nodes.into_iter().fold(limits, Limits::nodes)
    }

    /// When a puzzle has to be answered that begins then. A time so long that the clock cannot hold it is no limit.
    fn deadline(&self, begun: Instant) -> Option<Instant> {
        self.time.and_then(|time| begun.checked_add(time))
    }

    /// What building has to heed.
    fn without_nodes(&self, deadline: Option<Instant>) -> Limits {
        let limits = deadline.into_iter().fold(Limits::default(), Limits::until);
        let limits = self.cancel.iter().fold(limits, Limits::cancel);
        self.memory.iter().fold(limits, Limits::memory)
    }
}

/// What solves. The answers are the same, but for which of many solutions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// Lanes first, and what takes them too long is searched and learnt.
    #[default]
    Auto,
    /// The constraint engine, puzzle by puzzle.
    Search,
    /// SIMD lanes, however long it takes.
    Lockstep,
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
    engine: Engine,
    simd: SimdPath,
    /// How to search; nothing is tried in lanes or learnt then.
    config: Option<Config>,
    boards: Vec<Board>,
    assumptions: Vec<Decision>,
    /// When the puzzle that comes next began, if that was before it is given.
    begun: Option<Instant>,
}

/// Solvers keep this many shapes.
const MOST_BOARDS: usize = 16;

/// Nodes of a search after which the learner is asked. Search does well with open grids whatever their size,
/// and needs a node for each cell there.
fn patience(grid: &Grid) -> u64 {
    if grid.values() <= MAX_VALUES_FOR_PLAIN_SEARCH { 10_000 } else { 3 * grid.cells() as u64 }
}

/// When search has given up, the learner is the better bet.
const LEARNERS_SHARE: u64 = 16;

/// More solutions than this are not asked of the learner.
const MOST_LEARNT: u64 = 64;

/// What a search for a number of solutions came to.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The solutions found.
    pub solutions: Vec<Solution>,
    /// Why there are not more.
    pub end: End,
    /// Decisions tried.
    pub nodes: u64,
    /// All that was counted, where the solver was told [how to search](Solver::configured).
    pub statistics: Option<Box<Statistics>>,
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

    fn none(puzzle: &Puzzle, most: u64) -> Occurrences {
        let values = puzzle.grid.values();
        Occurrences { counts: vec![0; values * puzzle.cells.len()], values, most, end: End::Exhausted }
    }

    /// Counts no further than to `most`.
    fn cut(&mut self) {
        self.counts.iter_mut().for_each(|count| *count = self.most.min(*count));
    }

    fn see(&mut self, solution: impl IntoIterator<Item = u8>) {
        for (cell, value) in solution.into_iter().enumerate() {
            self.counts[cell * self.values + usize::from(value)] += 1;
        }
    }
}

impl Solver {
    /// With a budget for each puzzle.
    pub fn new(budget: Budget) -> Solver {
        Solver { budget, ..Solver::default() }
    }

    /// The time of the puzzles that are given from now on counts from there: reading them has taken part of it. With nothing
    /// each counts from where it is given.
    pub fn begin_at(&mut self, begun: Option<Instant>) {
        self.begun = begun;
    }

    fn deadline(&self) -> Option<Instant> {
        self.budget.time?;
        self.budget.deadline(self.begun.unwrap_or_else(Instant::now))
    }

    /// What each puzzle may cost.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// With the lanes of another instruction set: for comparisons. The answers are the same.
    pub fn simd(mut self, simd: SimdPath) -> Solver {
        self.simd = simd;
        self
    }

    /// With an engine of choice: for comparisons.
    pub fn engine(mut self, engine: Engine) -> Solver {
        self.engine = engine;
        self
    }

    /// With a [method](Method), for any puzzle: it says how rows, columns, regions and all other all-differents are filtered,
    /// and how to branch. Rules that are no all-differents filter as they always do.
    pub fn method(self, method: &Method) -> Solver {
        if method.in_lanes { self.engine(Engine::Lockstep) } else { self.configured(method.config()) }
    }

    /// With these settings for one search of each puzzle: no lanes, and nothing is learnt.
    pub fn configured(mut self, config: Config) -> Solver {
        self.config = Some(config);
        self.boards.clear();
        self.engine(Engine::Search)
    }

    /// Up to `most` solutions. Two tell whether the first is the only one.
    pub fn solve(&mut self, puzzle: &Puzzle, most: usize) -> Answer {
        let outer = self.begun;
        self.begun = Some(outer.unwrap_or_else(Instant::now));
        let together = self.solve_together(&[puzzle], most).pop().flatten();
        let answer = together.unwrap_or_else(|| self.solve_alone(puzzle, most));
        self.begun = outer;
        answer
    }

    /// [`solve`](Solver::solve) without lanes: for what [`solve_together`](Solver::solve_together) has left.
    pub fn solve_alone(&mut self, puzzle: &Puzzle, most: usize) -> Answer {
        let deadline = self.deadline();
        if most as u64 > MOST_LEARNT || !self.learns(puzzle, deadline) {
            return self.begin(puzzle, Way::Search, deadline).collect(most);
        }
        let mut patience = patience(&puzzle.grid);
        let mut spent = 0;
        for way in [Way::Search, Way::Learn].into_iter().cycle() {
            let mut run = self.begin(puzzle, way, deadline);
            // The budget is for all runs together.
            run.spent = spent;
            run.patience = Some(if way == Way::Learn { LEARNERS_SHARE * patience } else { patience });
            run.limit();
            let answer = run.collect(most);
            if answer.end != End::Limit || run.is_spent() {
                return answer;
            }
            spent = run.nodes();
            if way == Way::Learn {
                patience = patience.saturating_mul(4);
            }
        }
        unreachable!("taking turns has no end of its own")
    }

    /// The number of solutions, up to `most`. `progress` hears of every one.
    pub fn count(&mut self, puzzle: &Puzzle, most: u64, mut progress: impl FnMut()) -> (Count, u64) {
        if let Some(counted) = self.count_in_lanes(puzzle, most, &mut progress) {
            return counted;
        }
        let deadline = self.deadline();
        let way = self.way(puzzle, most, deadline);
        let mut run = self.begin(puzzle, way, deadline);
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
        if let Some(seen) = self.occurrences_in_lanes(puzzle, most) {
            return seen;
        }
        let values = puzzle.grid.values();
        let mut seen = Occurrences::none(puzzle, most);
        let deadline = self.deadline();
        let way = self.way(puzzle, most, deadline);
        let mut run = self.begin(puzzle, way, deadline);
        // With few solutions in all, each is seen once.
        let mut solutions = 0;
        let first = loop {
            match run.step() {
                Step::Solution => seen.see(run.solution()),
                end => break end,
            }
            solutions += 1;
            if solutions > most {
                break Step::Solution;
            }
        };
        if first == Step::Exhausted {
            seen.cut();
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
                            seen.see(run.solution());
                        }
                    }
                }
                let known = &mut seen.counts[cell * values + usize::from(value)];
                *known = count.max(*known);
            }
        }
        seen.cut();
        (seen, run.nodes())
    }

    /// A search for the solutions of a puzzle, one by one, however many.
    pub fn run(&mut self, puzzle: &Puzzle) -> Run<'_> {
        let deadline = self.deadline();
        self.begin(puzzle, Way::Search, deadline)
    }

    /// A run that ends at its limit at once if the budget is used up before it can begin.
    fn begin(&mut self, puzzle: &Puzzle, way: Way, deadline: Option<Instant>) -> Run<'_> {
        let board = self.board(puzzle, deadline);
        let Solver { boards, assumptions, budget, simd, config, .. } = self;
        let first = puzzle.grid.first_value();
        let ready = board.and_then(|board| {
            let board = &mut boards[board];
            board.assume(puzzle, assumptions);
            board.runner(way, *simd, config.as_ref(), &budget.without_nodes(deadline))
        });
        let (cells, runner): (&[Var], _) = match ready {
            Ok((cells, runner)) => (cells, Some(runner)),
            Err(OverBudget) => (&[], None),
        };
        let begun = runner.as_ref().map_or(0, |runner| runner.nodes());
        let counted = config.as_ref().and(runner.as_ref()).map(|runner| Box::new(runner.statistics()));
        let mut run = Run {
            runner,
            cells,
            assumptions,
            first,
            begun,
            counted,
            spent: 0,
            budget,
            deadline,
            patience: None,
        };
        run.assume();
        run.limit();
        run
    }

    /// The way for runs that do not take turns.
    fn way(&mut self, puzzle: &Puzzle, most: u64, deadline: Option<Instant>) -> Way {
        let is_large = puzzle.grid.values() > MAX_VALUES_FOR_PLAIN_SEARCH;
        if is_large && most <= MOST_LEARNT && self.learns(puzzle, deadline) {
            Way::Learn
        } else {
            Way::Search
        }
    }

    /// Whether the learner takes a puzzle; not if the budget is used up before that is known.
    fn learns(&mut self, puzzle: &Puzzle, deadline: Option<Instant>) -> bool {
        if self.config.is_some() {
            return false;
        }
        self.board(puzzle, deadline).is_ok_and(|board| self.boards[board].learns)
    }

    /// The place of a puzzle's board. Whatever is asked about a puzzle comes by here.
    fn board(&mut self, puzzle: &Puzzle, deadline: Option<Instant>) -> Result<usize, OverBudget> {
        puzzle.require_sound();
        if let Some(known) = self.boards.iter().position(|board| board.is_of(puzzle)) {
            return Ok(known);
        }
        if self.boards.len() == MOST_BOARDS {
            self.boards.remove(0);
        }
        let limits = self.budget.without_nodes(deadline);
        let mut made = Board::new(puzzle, &limits);
        if made.is_err() && self.budget.memory.as_ref().is_some_and(MemoryLimit::is_exceeded) {
            // Perhaps it is what was kept that takes too much.
            self.boards.clear();
            made = Board::new(puzzle, &limits);
        }
        self.boards.push(made?);
        Ok(self.boards.len() - 1)
    }
}

/// A search under way.
pub struct Run<'a> {
    /// `None` where the budget was used up before there was one.
    runner: Option<&'a mut dyn Runner>,
    cells: &'a [Var],
    assumptions: &'a mut Vec<Decision>,
    first: i32,
    /// Nodes of the engine when the run began, and nodes that the puzzle had cost before it.
    begun: u64,
    spent: u64,
    /// What had been counted when it began, if that is kept.
    counted: Option<Box<Statistics>>,
    budget: &'a Budget,
    deadline: Option<Instant>,
    /// Nodes after which another way is to be tried.
    patience: Option<u64>,
}

impl Run<'_> {
    /// On to the next solution.
    pub fn step(&mut self) -> Step {
        self.runner.as_mut().map_or(Step::Limit, |runner| runner.step())
    }

    /// The solution that the last step found.
    ///
    /// # Panics
    /// When the last step did not find one.
    pub fn solution(&self) -> Solution {
        let runner = self.runner.as_ref().expect("a run without a runner never finds a solution");
        self.cells.iter().map(|&cell| (runner.value(cell.into()) - self.first) as u8).collect()
    }

    /// Decisions tried so far.
    pub fn nodes(&self) -> u64 {
        self.runner.as_ref().map_or(0, |runner| runner.nodes()) - self.begun + self.spent
    }

    /// The counters of the run so far, where the solver was told [how to search](Solver::configured).
    pub fn statistics(&self) -> Option<Statistics> {
        Some(self.runner.as_ref()?.statistics().since(self.counted.as_ref()?))
    }

    fn assume(&mut self) {
        if let Some(runner) = &mut self.runner {
            runner.assume(self.assumptions).expect("assumptions are about the cells' own values");
        }
    }

    fn collect(&mut self, most: usize) -> Answer {
        let mut solutions = Vec::new();
        let end = loop {
            if solutions.len() >= most {
                break End::Enough;
            }
            match self.step() {
                Step::Solution => solutions.push(self.solution()),
                Step::Exhausted => break End::Exhausted,
                Step::Limit => break End::Limit,
            }
        };
        Answer { solutions, end, nodes: self.nodes(), statistics: self.statistics().map(Box::new) }
    }

    /// Whether the budget is used up, rather than the patience.
    fn is_spent(&self) -> bool {
        self.runner.is_none()
            || self.budget.nodes.is_some_and(|nodes| self.nodes() >= nodes)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.budget.cancel.as_ref().is_some_and(Cancel::is_cancelled)
            || self.budget.memory.as_ref().is_some_and(MemoryLimit::is_exceeded)
    }

    /// Begins again, with one cell's value more. The budget goes on.
    fn restart_with(&mut self, cell: usize, value: u8) {
        if self.runner.is_none() {
            return;
        }
        self.assumptions.push(Decision::Assign(self.cells[cell], self.first + i32::from(value)));
        self.assume();
        self.assumptions.pop();
        self.limit();
    }

    fn limit(&mut self) {
        let left = self.budget.nodes.map(|nodes| nodes.saturating_sub(self.nodes()));
        let nodes = left.into_iter().chain(self.patience).min();
        let limits = self.budget.without_nodes(self.deadline);
        if let Some(runner) = &mut self.runner {
            runner.limit(nodes.into_iter().fold(limits, Limits::nodes));
        }
    }
}

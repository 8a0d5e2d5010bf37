//! Solver of puzzles: cells are variables, houses are all-different constraints, givens are assumptions.
//!
//! A [`Solver`] keeps the compiled models of the latest grids, so that a million puzzles on one grid cost one
//! compilation. Givens are assumptions for a single run.
//!
//! First [`Lockstep`](csp::lockstep::Lockstep) tries in SIMD lanes, with many puzzles at once ([`Solver::solve_all`]) or with the
//! branches of one puzzle. On a large grid, a few decisions are already too long. Puzzles that take too long there are
//! solved one by one, by [`Search`](csp::Search) and [`Learner`](csp::Learner), which take [turns](turns).

mod answers;
mod blame;
pub(crate) mod board;
mod broken;
mod clash;
mod estimate;
mod lanes;
mod model;
mod occurrences;
mod prove;
mod reread;
mod run;
mod split;
mod together;
mod turns;

use std::time::Duration;

use csp::{
    Cancel, Config, Count, Decision, Limits, Statistics, Step, Var,
    clock::Instant,
    limits::MemoryLimit,
    lockstep::{Lockstep, SimdPath},
};

use crate::methods::Method;
use crate::puzzle::{Puzzle, Solution};

use answers::Means;
pub use answers::{Answers, Questions, Wanted};
use board::{Board, MAX_VALUES_FOR_PLAIN_SEARCH, OverBudget, Way};
pub use broken::Broken;
pub use clash::Clash;
pub use model::PuzzleModel;
pub use occurrences::Occurrences;
pub use prove::{Claim, PuzzleProof, Unproved};
pub use run::Run;
pub use split::Prefix;
use turns::MOST_LEARNT;

/// Limits for each puzzle. Without limits, puzzles are solved completely.
///
/// ```
/// use std::time::Duration;
/// use sudoku::{Budget, Solver};
///
/// let budget = Budget::default().nodes(10_000).time(Duration::from_secs(2));
/// assert_eq!(Solver::new(budget).budget().limits().node_limit(), Some(10_000));
/// ```
// Limits of the engine, except for failures, which lanes do not count.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    limits: Limits,
}

impl Budget {
    /// Limits the number of decisions.
    pub fn nodes(self, nodes: u64) -> Budget {
        Budget { limits: self.limits.nodes(nodes) }
    }

    /// Limits the time from building the model to the last answer.
    pub fn time(self, time: Duration) -> Budget {
        Budget { limits: self.limits.time(time) }
    }

    /// Sets the moment at which the work ends. Together with [`time`](Budget::time), the earlier one counts.
    pub fn until(self, deadline: Instant) -> Budget {
        Budget { limits: self.limits.until(deadline) }
    }

    /// Lets the time begin now, so that several pieces of work share it.
    pub fn from_now(self) -> Budget {
        let deadline = self.limits.clone().counted_from(Instant::now()).deadline();
        deadline.into_iter().fold(self, Budget::until)
    }

    /// Adds a flag that cancels the work from outside.
    pub fn cancel(self, cancel: &Cancel) -> Budget {
        Budget { limits: self.limits.cancel(cancel) }
    }

    /// Limits the memory, perhaps together with other users of the limit. The models that solvers keep count, too.
    pub fn memory(self, limit: &MemoryLimit) -> Budget {
        Budget { limits: self.limits.memory(limit) }
    }

    /// Whether a search for this answer took all decisions, so that none are left for more work on the puzzle.
    pub fn is_spent_by(&self, answer: &Answer) -> bool {
        let most = self.limits.node_limit();
        answer.end == End::Limit && most.is_some_and(|most| answer.nodes >= most)
    }

    /// The budget as limits of an engine, for runners of a [`PuzzleModel`].
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// The engine that solves puzzles. All engines give the same answers, except for which of many solutions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Engine {
    /// Lanes first. Puzzles that take too long there go to search and learner.
    #[default]
    Auto,
    /// The constraint engine, one puzzle at a time.
    Search,
    /// SIMD lanes without a limit of their own.
    Lockstep,
    /// A search that learns from every conflict, one puzzle at a time.
    Learner,
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
    /// The settings of the search, if they were chosen. Then lanes and learner are not used.
    config: Option<Config>,
    boards: Vec<Board>,
    /// Lanes for the classic grid, which need no board.
    classic: Option<Lockstep>,
    assumptions: Vec<Decision>,
    /// The time from which the next puzzle's time limit counts, if the caller has set it.
    begun: Option<Instant>,
}

/// The number of boards that a solver keeps.
const MOST_BOARDS: usize = 16;

/// The result of a search for solutions.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The solutions found.
    pub solutions: Vec<Solution>,
    /// The reason for the end.
    pub end: End,
    /// The number of decisions.
    pub nodes: u64,
    /// All counters, if the settings of the search [were chosen](Solver::configured).
    pub statistics: Option<Box<Statistics>>,
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no more solutions; this is proved.
    Exhausted,
    /// The requested number of solutions was found.
    Enough,
    /// The budget was used up or the search was cancelled; nothing is proved.
    Limit,
}

impl Answer {
    /// Whether there is one solution and a proof that there is no other.
    pub fn is_unique(&self) -> bool {
        self.solutions.len() == 1 && self.end == End::Exhausted
    }
}

impl Solver {
    /// A solver with a budget for each puzzle.
    pub fn new(budget: Budget) -> Solver {
        Solver { budget, ..Solver::default() }
    }

    /// Sets the time from which the following puzzles' time limit counts, for example before they were read. With
    /// `None`, the time of each puzzle counts from its call.
    pub fn begin_at(&mut self, begun: Option<Instant>) {
        self.begun = begun;
    }

    /// The limits for the next puzzle.
    pub(crate) fn limits(&self) -> Limits {
        let limits = self.budget.limits.clone();
        match self.time() {
            Some(_) => limits.counted_from(self.begun.unwrap_or_else(Instant::now)),
            None => limits,
        }
    }

    /// The budget for each puzzle.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Sets the limit of nodes of the following puzzles.
    pub(crate) fn limit_nodes(&mut self, nodes: u64) {
        self.budget.limits = self.budget.limits.clone().nodes(nodes);
    }

    /// Selects the instruction set of the lanes, for comparisons. The answers are the same.
    pub fn simd(mut self, simd: SimdPath) -> Solver {
        self.simd = simd;
        self.classic = None;
        self.boards.clear();
        self
    }

    /// Selects the engine, for comparisons.
    pub fn engine(mut self, engine: Engine) -> Solver {
        self.engine = engine;
        self
    }

    /// Selects a [method](Method) for all puzzles. It sets the consistency of all-different constraints and the
    /// branching. Other constraints filter as always.
    pub fn method(self, method: &Method) -> Solver {
        match method {
            Method { in_lanes: true, .. } => self.engine(Engine::Lockstep),
            Method { learns: true, .. } => self.learning(method.config()),
            _ => self.configured(method.config()),
        }
    }

    /// Selects the settings of a single search for each puzzle. Lanes and learner are not used.
    pub fn configured(mut self, config: Config) -> Solver {
        self.config = Some(config);
        self.boards.clear();
        self.engine(Engine::Search)
    }

    /// Selects the settings of a search that [learns from conflicts](csp::Learner), a new one for each puzzle.
    /// Settings that cannot be combined with learning are not allowed.
    pub fn learning(self, config: Config) -> Solver {
        self.configured(config).engine(Engine::Learner)
    }

    /// Finds up to so many solutions. With 2, the answer tells whether the first solution is unique.
    pub fn solve(&mut self, puzzle: &Puzzle, wanted: impl Into<Wanted>) -> Answer {
        let wanted = wanted.into();
        if wanted.means == Means::Searches {
            return self.solve_in_turns(puzzle, wanted.most, None);
        }
        let solved = self.within_one_time(|solver| solver.solve_all(&[puzzle][..], wanted).take(0));
        solved.unwrap_or(Answer { solutions: Vec::new(), end: End::Limit, nodes: 0, statistics: None })
    }

    /// [`solve`](Solver::solve) with at most `nodes` decisions, however many the budget has.
    pub fn solve_briefly(&mut self, puzzle: &Puzzle, wanted: impl Into<Wanted>, nodes: u64) -> Answer {
        let budget = self.budget.clone();
        self.limit_nodes(budget.limits.node_limit().map_or(nodes, |most| most.min(nodes)));
        let answer = self.solve(puzzle, wanted);
        self.budget = budget;
        answer
    }

    /// Does work in several searches, which share the time limit.
    pub(crate) fn within_one_time<T>(&mut self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let outer = self.begun;
        if self.time().is_some() {
            self.begun = Some(outer.unwrap_or_else(Instant::now));
        }
        let done = work(self);
        self.begun = outer;
        done
    }

    /// Counts the solutions, up to `most`, and the nodes. Calls `progress` for each solution.
    pub fn count(&mut self, puzzle: &Puzzle, most: u64, mut progress: impl FnMut()) -> (Count, u64) {
        if let Some(counted) = self.count_in_lanes(puzzle, most, &mut progress) {
            return counted;
        }
        let limits = self.limits();
        let way = self.way(puzzle, most, &limits);
        let mut run = self.begin(puzzle, way, limits);
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

    /// A search for all solutions of a puzzle, one at a time.
    pub fn run(&mut self, puzzle: &Puzzle) -> Run<'_> {
        let limits = self.limits();
        self.begin(puzzle, Way::Search, limits)
    }

    /// Begins a run. If the budget is used up before it begins, the run ends with a limit at once.
    fn begin(&mut self, puzzle: &Puzzle, way: Way, limits: Limits) -> Run<'_> {
        let way = if self.engine == Engine::Learner { Way::Learn } else { way };
        let board = self.board(puzzle, &limits);
        let Solver { boards, assumptions, simd, config, .. } = self;
        let first = puzzle.grid.first_value();
        let ready = board.and_then(|board| {
            let board = &mut boards[board];
            board.assume(puzzle, assumptions);
            board.runner(way, *simd, config.as_ref(), &limits)
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
            limits,
            patience: None,
            failures: None,
        };
        run.assume();
        run.limit();
        run
    }

    /// The choice between search and learner for runs that do not alternate.
    fn way(&mut self, puzzle: &Puzzle, most: u64, limits: &Limits) -> Way {
        let is_large = puzzle.grid.values() > MAX_VALUES_FOR_PLAIN_SEARCH;
        if is_large && most <= MOST_LEARNT && self.learns(puzzle, limits) { Way::Learn } else { Way::Search }
    }

    /// Whether the learner may solve a puzzle. Not if settings were chosen or the budget is used up.
    fn learns(&mut self, puzzle: &Puzzle, limits: &Limits) -> bool {
        if self.config.is_some() {
            return false;
        }
        self.board(puzzle, limits).is_ok_and(|board| self.boards[board].learns)
    }

    /// The index of the board for a puzzle. All requests about a puzzle go through this function.
    fn board(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<usize, OverBudget> {
        if let Some(known) = self.boards.iter().position(|board| board.is_of(puzzle)) {
            return Ok(known);
        }
        if self.boards.len() == MOST_BOARDS {
            self.boards.remove(0);
        }
        let mut made = Board::new(puzzle, limits);
        if made.is_err() && limits.memory_limit().is_some_and(MemoryLimit::is_exceeded) {
            // Perhaps the kept boards take too much memory.
            self.boards.clear();
            made = Board::new(puzzle, limits);
        }
        self.boards.push(made?);
        Ok(self.boards.len() - 1)
    }
}

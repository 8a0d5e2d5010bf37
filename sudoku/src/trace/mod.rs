//! A search as a sequence of readable steps: decisions, removals by rules, conflicts, and refutations.
//!
//! A [`Trace`] runs the search lazily, at most one decision ahead, so that its memory does not grow with the length
//! of the search. Each step names its rule (`row 3`, `killer 15`), and the cells that it changes belong to that rule.
//! Filtering by the network of all rows, columns and regions is explained by singles and intersections, one at a
//! time.
//!
//! ```
//! use sudoku::{Puzzle, trace::Trace};
//!
//! let puzzle: Puzzle = "1234341221434321".replace("43", "..").parse()?;
//! let mut trace = Trace::new(&puzzle);
//! let first = trace.next().expect("the first step");
//! assert_eq!(first.text(&puzzle), "row 1: 1 stands in R1C1: R1C4 loses 1");
//! while trace.next().is_some() {}
//! assert_eq!(trace.counters().solutions, 1);
//! # Ok::<(), sudoku::ParseError>(())
//! ```
//!
//! [`search_tree`] writes the whole tree of a search instead.

mod explain;
mod names;
mod network;
mod recorder;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::VecDeque;

use csp::{Config, ErrorKind, Limits, Search, clock::Instant, config::Learning};

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::solver::Budget;
use crate::solver::board::Board;
use explain::Explainer;
use names::RuleNames;
pub(crate) use names::clues as clue_names;
use recorder::Recorder;

pub use state::State;
pub use step::{Choice, ConflictKind, Reason, Removal, Step};
pub use tree::{TreeForm, search_tree};

/// A search as an iterator over its steps.
#[derive(Debug)]
pub struct Trace {
    search: Search<Recorder>,
    explainer: Explainer,
    /// Steps that were emitted, but not yet returned.
    steps: VecDeque<Step>,
    state: State,
    counters: Counters,
    limits: Limits,
    has_ended: bool,
}

/// Counters up to the last returned step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The number of steps.
    pub steps: u64,
    /// The number of decisions.
    pub nodes: u64,
    /// The number of failed branches.
    pub failures: u64,
    /// The number of removed candidates. A candidate that comes back and is removed again counts again.
    pub removals: u64,
    /// The number of solutions found.
    pub solutions: u64,
    /// The number of restarts.
    pub restarts: u64,
}

impl Trace {
    /// Traces the usual search of a puzzle, without lanes and learning.
    pub fn new(puzzle: &Puzzle) -> Trace {
        Trace::within(puzzle, None, &Budget::default()).expect("there is no limit")
    }

    /// Traces a search with the given settings, without learning, whose turns have no steps.
    pub fn with(puzzle: &Puzzle, config: &Config) -> Trace {
        Trace::within(puzzle, Some(config), &Budget::default()).expect("there is no limit")
    }

    /// Traces a search with the given settings, or the usual ones, without learning, within a budget, whose time counts from now. The steps
    /// end when a limit is reached, without [`Step::End`]. `None` if one is reached before the first step.
    pub fn within(puzzle: &Puzzle, config: Option<&Config>, budget: &Budget) -> Option<Trace> {
        let limits = budget.limits().clone().counted_from(Instant::now());
        let board = &Board::new(puzzle, &limits).ok()?;
        let usual = board.config();
        let config = alone(config.unwrap_or(&usual));
        let search = board.model.search_observed_within(&config, &limits, Recorder::default());
        let mut search = match search {
            Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => return None,
            made => made.expect("a board can be compiled"),
        };
        let first = puzzle.grid.first_value();
        let names = RuleNames::new(puzzle, board);
        let mut explainer = Explainer::new(names, board, search.engine(), first, puzzle.cells.clone());
        let mut steps = VecDeque::new();
        explainer.emit_clue_removals(board, &mut steps);
        let events = std::mem::take(&mut search.observer_mut().events);
        explainer.translate(events, &mut steps);
        if !search.engine().is_infeasible() {
            let known = |cell: usize| {
                let numbers = search.domain(board.cells[cell]);
                numbers.iter().fold(Candidates::NONE, |all, number| all.with((number - first) as u8))
            };
            explainer.emit_merges(known, &mut steps);
        }
        pose(&mut search, puzzle, board);
        let state = State::new(puzzle.cells.clone());
        let counters = Counters::default();
        Some(Trace { search, explainer, steps, state, counters, limits, has_ended: false })
    }

    /// The candidates after the last returned step.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The counters up to the last returned step.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Whether a limit of the budget is reached.
    pub fn is_over(&self) -> bool {
        self.limits.are_reached()
            || self.limits.node_limit().is_some_and(|nodes| self.counters.nodes >= nodes)
    }

    /// The step that comes next, if there is one within the limits.
    pub fn peek(&mut self) -> Option<&Step> {
        while self.steps.is_empty() && !self.has_ended && !self.is_over() {
            self.advance();
        }
        self.steps.front()
    }

    /// Runs the search for one decision and emits its steps.
    fn advance(&mut self) {
        self.search.limit(self.limits.clone().nodes(1));
        let step = self.search.step();
        let events = std::mem::take(&mut self.search.observer_mut().events);
        self.explainer.translate(events, &mut self.steps);
        if step == csp::Step::Exhausted {
            self.has_ended = true;
            self.steps.push_back(Step::End);
        }
    }
}

impl Iterator for Trace {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.peek()?;
        let step = self.steps.pop_front()?;
        self.state.apply(&step);
        let counters = &mut self.counters;
        counters.steps += 1;
        counters.removals += step.removals().iter().map(|removal| removal.gone.len() as u64).sum::<u64>();
        match &step {
            Step::Decide { .. } => counters.nodes += 1,
            Step::Conflict { at_root: false, .. } => counters.failures += 1,
            Step::Solution(_) => counters.solutions += 1,
            Step::Restart => counters.restarts += 1,
            _ => {}
        }
        Some(step)
    }
}

/// The same settings for a search that no learner helps.
fn alone(config: &Config) -> Config {
    config.clone().with_learning(Learning::Never)
}

/// Poses the assumptions of a puzzle to a search.
fn pose<O: csp::Observer>(search: &mut csp::Search<O>, puzzle: &Puzzle, board: &Board) {
    let mut assumptions = Vec::new();
    board.assume(puzzle, &mut assumptions);
    search.assume(&assumptions).expect("assumptions are about the cells' own values");
}

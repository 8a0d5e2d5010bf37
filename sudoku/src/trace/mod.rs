//! A search as people follow it: what is tried, what each rule then takes away, where it fails, what is taken back.
//!
//! A [`Trace`] runs the search as its steps are asked for, one decision ahead at most, so that it takes no more room
//! however long the search is. A step names the rule that it comes from (`row 3`, `killer 15`), and every cell that it
//! changes is one of that rule's. What the engine works out for all rows, columns and regions at once is told as singles
//! and intersections, one by one.
//!
//! ```
//! use sudoku::{Puzzle, trace::Trace};
//!
//! let puzzle: Puzzle = "1234341221434321".replace("43", "..").parse()?;
//! let mut trace = Trace::new(&puzzle);
//! let first = trace.next().expect("something is open");
//! assert_eq!(first.text(&puzzle), "row 1: 1 stands in R1C1: R1C4 loses 1");
//! while trace.next().is_some() {}
//! assert_eq!(trace.counters().solutions, 1);
//! # Ok::<(), sudoku::ParseError>(())
//! ```
//!
//! [`search_tree`] writes the tree of a search instead, all at once.

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

use csp::{Config, Limits, Search};

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::solver::board::Board;
use explain::Explainer;
use names::Names;
use recorder::Recorder;

pub use state::State;
pub use step::{Choice, Clash, Removal, Step, Why};
pub use tree::{TreeForm, search_tree};

/// A search, step by step.
#[derive(Debug)]
pub struct Trace {
    search: Search<Recorder>,
    explainer: Explainer,
    /// Told, and not asked for yet.
    steps: VecDeque<Step>,
    state: State,
    counters: Counters,
    has_ended: bool,
}

/// What has happened up to the step that was asked for last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Steps.
    pub steps: u64,
    /// Decisions tried.
    pub nodes: u64,
    /// Branches that failed.
    pub failures: u64,
    /// Candidates that went, each time again after they came back.
    pub removals: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Times that the search began anew.
    pub restarts: u64,
}

impl Trace {
    /// The search that a solver would use for the puzzle, lanes and learning apart.
    pub fn new(puzzle: &Puzzle) -> Trace {
        let board = whole(puzzle);
        let config = board.config();
        Trace::of(puzzle, &board, &config)
    }

    /// A search with settings of choice.
    pub fn with(puzzle: &Puzzle, config: &Config) -> Trace {
        Trace::of(puzzle, &whole(puzzle), config)
    }

    fn of(puzzle: &Puzzle, board: &Board, config: &Config) -> Trace {
        puzzle.require_sound();
        let mut search =
            board.model.search_observed(config, Recorder::default()).expect("a board can be compiled");
        let first = puzzle.grid.first_value();
        let names = Names::new(puzzle, board);
        let mut explainer = Explainer::new(names, board, search.engine(), first, puzzle.cells.clone());
        let mut steps = VecDeque::new();
        explainer.begin(board, &mut steps);
        let heard = std::mem::take(&mut search.observer_mut().heard);
        explainer.tell(heard, &mut steps);
        if !search.engine().is_infeasible() {
            let known = |cell: usize| {
                let numbers = search.domain(board.cells[cell]);
                numbers.iter().fold(Candidates::NONE, |all, number| all.with((number - first) as u8))
            };
            explainer.merge(known, &mut steps);
        }
        pose(&mut search, puzzle, board);
        let state = State::new(puzzle.cells.clone());
        Trace { search, explainer, steps, state, counters: Counters::default(), has_ended: false }
    }

    /// What each cell can be after the step that was asked for last.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What has happened so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Searches on by one decision, and tells what came of it.
    fn go_on(&mut self) {
        self.search.limit(Limits::default().nodes(1));
        let step = self.search.step();
        let heard = std::mem::take(&mut self.search.observer_mut().heard);
        self.explainer.tell(heard, &mut self.steps);
        if step == csp::Step::Exhausted {
            self.has_ended = true;
            self.steps.push_back(Step::End);
        }
    }
}

impl Iterator for Trace {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        while self.steps.is_empty() && !self.has_ended {
            self.go_on();
        }
        let step = self.steps.pop_front()?;
        self.state.follow(&step);
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

/// Puts a search under what is known of the cells.
fn pose<O: csp::Observer>(search: &mut csp::Search<O>, puzzle: &Puzzle, board: &Board) {
    let mut assumptions = Vec::new();
    board.assume(puzzle, &mut assumptions);
    search.assume(&assumptions).expect("assumptions are about the cells' own values");
}

/// The board of a puzzle, however long it takes.
fn whole(puzzle: &Puzzle) -> Board {
    Board::new(puzzle, &Limits::default()).expect("nothing ends what has no limit")
}

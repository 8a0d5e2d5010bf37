//! One run of one method on one puzzle.

use std::time::{Duration, Instant};

use csp::{Config, Statistics, Step};

use super::contender::Contender;
use crate::methods::counters;
use crate::puzzle::{Puzzle, Solution};
use crate::solver::{Answer, Budget, End, Engine, Posed, Solver};

/// What came of it.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Trial {
    pub seed: u64,
    /// From 1.
    pub repeat: u64,
    pub end: End,
    pub solutions: Vec<Solution>,
    pub counts: Counts,
    pub time: Duration,
}

/// What was counted, in the order of the glossary; lanes count values tried only.
pub(in crate::cli) type Counts = [Option<u64>; 6];

impl Trial {
    /// Whether there is an answer.
    pub fn is_finished(&self) -> bool {
        self.end != End::Limit
    }

    /// The time it took to answer, for ever if there is no answer.
    pub fn seconds(&self) -> f64 {
        if self.is_finished() { self.time.as_secs_f64() } else { f64::INFINITY }
    }

    /// In a word.
    pub fn outcome(&self) -> &'static str {
        match (self.solutions.len(), self.end) {
            (_, End::Limit) => "limit",
            (0, _) => "none",
            (1, End::Exhausted) => "unique",
            (1, End::Enough) => "solved",
            _ => "multiple",
        }
    }
}

/// What runs methods. It keeps what is the same for all puzzles of a shape.
#[derive(Default)]
pub(super) struct Runner {
    lanes: Option<Solver>,
}

impl Runner {
    /// Looks for up to `most` solutions of a puzzle.
    pub fn run(
        &mut self,
        puzzle: &Puzzle,
        contender: &Contender,
        (seed, repeat): (u64, u64),
        budget: &Budget,
        most: usize,
    ) -> Trial {
        let (answer, time) = match &contender.config {
            Some(config) => search(puzzle, &Config { seed, ..config.clone() }, budget, most),
            None => {
                let solver = Solver::new(budget.clone()).engine(Engine::Lockstep);
                let solver = self.lanes.get_or_insert(solver);
                // Compiles what has not been.
                solver.solve(puzzle, 0);
                let begun = Instant::now();
                let answer = solver.solve(puzzle, most);
                (answer, begun.elapsed())
            }
        };
        let counts = match &answer.statistics {
            Some(statistics) => counters(statistics).map(|(_, count)| Some(count)),
            None => [Some(answer.nodes), None, None, None, None, None],
        };
        Trial { seed, repeat, end: answer.end, solutions: answer.solutions, counts, time }
    }
}

/// A search, and the time it took after the model had been built.
fn search(puzzle: &Puzzle, config: &Config, budget: &Budget, most: usize) -> (Answer, Duration) {
    let mut posed = Posed::new(puzzle, config);
    let begun = Instant::now();
    posed.search.limit(budget.limits());
    let mut solutions = Vec::new();
    let end = loop {
        if solutions.len() == most {
            break End::Enough;
        }
        match posed.search.step() {
            Step::Solution => solutions.push(posed.solution()),
            Step::Exhausted => break End::Exhausted,
            Step::Limit => break End::Limit,
        }
    };
    let time = begun.elapsed();
    let statistics: Statistics = posed.search.statistics();
    (Answer { solutions, end, nodes: statistics.nodes, statistics: Some(Box::new(statistics)) }, time)
}

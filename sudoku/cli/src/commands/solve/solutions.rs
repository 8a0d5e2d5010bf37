//! Solutions one by one: from a search that continues when the next one is requested, or from a finished answer.

use csp::{Statistics, Step};
use sudoku::{Answer, End, Puzzle, Run, Solution, Solver};

/// Source of solutions.
pub(crate) enum Solutions<'a> {
    Run(Run<'a>),
    Done { answer: Answer, next: usize },
}

impl<'a> Solutions<'a> {
    /// Returns the solutions of the answer if there is one, else those of a new search.
    pub fn new(done: Option<Answer>, solver: &'a mut Solver, puzzle: &Puzzle) -> Solutions<'a> {
        match done {
            Some(answer) => Solutions::Done { answer, next: 0 },
            None => Solutions::Run(solver.run(puzzle)),
        }
    }

    /// Returns the next solution, or the reason why there is none.
    pub fn next(&mut self) -> Result<Solution, End> {
        match self {
            Solutions::Run(run) => match run.step() {
                Step::Solution => Ok(run.solution()),
                Step::Exhausted => Err(End::Exhausted),
                Step::Limit => Err(End::Limit),
            },
            Solutions::Done { answer, next } => {
                *next += 1;
                answer.solutions.get(*next - 1).cloned().ok_or(answer.end)
            }
        }
    }

    /// Returns the number of decisions tried so far.
    pub fn nodes(&self) -> u64 {
        match self {
            Solutions::Run(run) => run.nodes(),
            Solutions::Done { answer, .. } => answer.nodes,
        }
    }

    /// Returns the search counters, if a method was named.
    pub fn statistics(&self) -> Option<Statistics> {
        match self {
            Solutions::Run(run) => run.statistics(),
            Solutions::Done { answer, .. } => answer.statistics.as_deref().cloned(),
        }
    }
}

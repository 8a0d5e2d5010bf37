//! The number of solutions.

use csp::{Statistics, clock::Instant};
use serde_json::{Value, json};
use sudoku::{Answer, Count as Found, End, Puzzle, Run, Solver, Step};

use crate::call::{Call, EVERY, Field, PUZZLE, Request, Response, Type, Work};
use crate::{Failure, Number, Pace, Solved, Status};

/// Asks for the number of solutions.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The number at which to stop.
    pub most: u64,
    /// Whether the solver's settings were chosen, so that its search has counters.
    pub has_counters: bool,
}

impl Count {
    /// Counts the solutions, unless a search for two of them has settled the number. `found` is called for each
    /// solution.
    pub fn answer(
        self,
        puzzle: &Puzzle,
        solved: Option<Solved>,
        solver: &mut Solver,
        mut found: impl FnMut(),
    ) -> Counted {
        let begun = Instant::now();
        if let Some(Solved { answer, micros }) = solved
            && let Some(count) = self.settled(&answer)
        {
            answer.solutions.iter().for_each(|_| found());
            return Counted { count, nodes: answer.nodes, micros, counters: None };
        }
        let (count, nodes, counters) = if self.has_counters {
            let mut run = solver.run(puzzle);
            let count = self.step_by_step(&mut run, found);
            (count, run.nodes(), run.statistics())
        } else {
            let (count, nodes) = solver.count(puzzle, self.most, found);
            (count, nodes, None)
        };
        Counted { count, nodes, micros: begun.elapsed().as_micros() as u64, counters }
    }

    fn settled(self, answer: &Answer) -> Option<Found> {
        let found = answer.solutions.len() as u64;
        match answer.end {
            End::Exhausted => Some(Found::Exactly(found)),
            End::Enough if found == self.most => Some(Found::AtLeast(found)),
            _ => None,
        }
    }

    fn step_by_step(self, run: &mut Run<'_>, mut solution: impl FnMut()) -> Found {
        for found in 0..self.most {
            match run.step() {
                Step::Solution => solution(),
                Step::Exhausted => return Found::Exactly(found),
                Step::Limit => return Found::Limit(found),
            }
        }
        Found::AtLeast(self.most)
    }
}

/// The number of solutions.
#[derive(Debug)]
pub struct Counted {
    /// The number.
    pub count: Found,
    /// The number of decisions.
    pub nodes: u64,
    /// Time that it took.
    pub micros: u64,
    /// The counters of the search, if its settings were chosen.
    pub counters: Option<Statistics>,
}

impl Counted {
    /// Returns whether there is one solution. A limit is not a proof: "at least 0" does not mean "none".
    pub fn status(&self) -> Status {
        match self.count {
            Found::Limit(_) => Status::Limit,
            Found::Exactly(0) => Status::None,
            Found::Exactly(1) => Status::Unique,
            Found::AtLeast(0 | 1) => Status::Solved,
            _ => Status::Multiple,
        }
    }

    /// Returns the number in words.
    pub fn number(&self) -> Number {
        match self.count {
            Found::Exactly(found) => Number::Exactly(found),
            Found::AtLeast(found) | Found::Limit(found) => Number::AtLeast(found),
        }
    }
}

pub(crate) const CALL: Call = Call {
    path: "/api/count",
    about: "Counts the solutions; from time to time a line has the number so far.",
    fields: &[
        PUZZLE,
        Field::new("cap", Type::Number(1, u64::MAX, Some(u64::MAX)), "the number at which to stop"),
    ],
    answer: "{count, low, high: null until the count is complete, finished} on each line",
    is_stream: true,
    run: count,
};

fn count(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let most = request.number("cap")?;
    let (mut solver, mut pace) = (Solver::new(work.budget()), Pace::new(EVERY));
    let counted = Count { most, has_counters: false }.answer(&puzzle, None, &mut solver, || {
        if let Some(found) = pace.solution() {
            work.line(&told(found, None, false));
        }
    });
    work.line(&match counted.count {
        Found::Exactly(count) => told(count, Some(count), true),
        // The requested number was reached.
        Found::AtLeast(count) => told(count, None, true),
        Found::Limit(count) => told(count, None, false),
    });
    Ok(Response::Streamed)
}

fn told(count: u64, high: Option<u64>, is_finished: bool) -> Value {
    json!({"count": count, "low": count, "high": high, "finished": is_finished})
}

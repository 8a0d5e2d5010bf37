//! A run of attempts, whose puzzles are written as they come.

use std::time::Duration;

use sudoku::explain::{Explainer, Technique};
use sudoku::{Attempt, Known, MOST_ATTEMPTS, Puzzle, Solution};
use sudoku_ask::Status;

use super::Generate;
use super::difficulty::Techniques;
use super::writer::Writer;
use crate::batch::Session;
use crate::progress::grouped;
use crate::reply::Reply;
use crate::{FAILED, LIMIT, say};

/// Reason why no more puzzles are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Enough,
    /// No full grid keeps the rules.
    Impossible,
    GaveUp,
    /// Stopped by the time limit or by the user.
    Stopped,
}

/// Where the puzzles of all runs go.
pub(super) struct Sink<'a> {
    pub session: &'a Session,
    pub writer: Writer,
    /// The puzzles that are kept out, if any are.
    pub known: Option<Known>,
}

impl Sink<'_> {
    pub fn write(&mut self, puzzle: Puzzle, solution: Solution) {
        let mut reply = Reply::default();
        self.writer.write(puzzle, solution, &mut reply);
        reply.tally.count(Status::Unique);
        self.session.deliver(self.session.hand_out(), &mut reply, true);
    }
}

/// A run of attempts.
pub(super) struct Making {
    /// The number of puzzles to make, and of those that have been made.
    count: u64,
    pub made: u64,
    /// The number of successive full grids without a puzzle after which it gives up.
    patience: u64,
    /// The techniques at whose first step a position is written instead of the puzzle; none for puzzles.
    at: Vec<&'static Technique>,
    explainer: Explainer,
    pub tried: u64,
    /// The number of full grids since the latest puzzle.
    missed: u64,
    pub end: End,
}

impl Making {
    /// A run that has made some of its puzzles before.
    pub fn new(args: &Generate, count: u64, made: u64) -> Making {
        let usual = args.time_limit.is_none().then_some(MOST_ATTEMPTS);
        let patience = args.attempts.or(usual).unwrap_or(u64::MAX);
        let needs = args.needs.iter().flat_map(|Techniques(set)| set.iter().copied());
        let at = if args.at { needs.collect() } else { Vec::new() };
        let explainer = Explainer::new();
        Making { count, made, patience, at, explainer, tried: 0, missed: 0, end: End::Stopped }
    }

    /// Takes the result of an attempt, and gives a new puzzle to `write`. Returns whether to go on.
    pub fn take(
        &mut self,
        attempt: Attempt,
        sink: &mut Sink<'_>,
        write: impl FnOnce(&mut Sink<'_>, Puzzle, Solution),
    ) -> bool {
        if let Attempt::Puzzle(..) | Attempt::Missed = attempt {
            self.tried += 1;
            sink.session.progress.tried(1);
        }
        let mut is_new = |puzzle: &Puzzle| sink.known.as_mut().is_none_or(|known| known.insert(puzzle));
        // What is written is compared, which may be a position.
        let new = match self.position(attempt) {
            Attempt::Puzzle(puzzle, _) if !is_new(&puzzle) => Attempt::Missed,
            other => other,
        };
        let end = match new {
            Attempt::Stopped => End::Stopped,
            Attempt::Impossible => End::Impossible,
            Attempt::Missed => {
                self.missed += 1;
                if self.missed < self.patience {
                    return true;
                }
                End::GaveUp
            }
            Attempt::Puzzle(puzzle, solution) => {
                (self.missed, self.made) = (0, self.made + 1);
                write(sink, *puzzle, solution);
                if self.made < self.count {
                    return true;
                }
                End::Enough
            }
        };
        self.end = end;
        false
    }

    /// Turns a puzzle into the position that is wanted, if one is.
    fn position(&mut self, attempt: Attempt) -> Attempt {
        match attempt {
            Attempt::Puzzle(puzzle, solution) if !self.at.is_empty() => {
                match self.explainer.position(&puzzle, &self.at) {
                    Some(position) => Attempt::Puzzle(Box::new(position), solution),
                    None => Attempt::Missed,
                }
            }
            other => other,
        }
    }

    /// Reports why there are fewer puzzles than requested. Returns the exit status.
    pub fn report(&self, time_limit: Option<Duration>) -> u8 {
        let found = format!("sudoku: {} of {} puzzles found", grouped(self.made), grouped(self.count));
        match self.end {
            End::Enough => 0,
            End::Impossible => {
                say!("sudoku: there is no puzzle: no full grid keeps the rules");
                FAILED
            }
            End::GaveUp => {
                let (patience, hint) = (grouped(self.patience), "--attempts or --time-limit allow more");
                say!("{found}: {patience} successive full grids gave no puzzle ({hint})");
                LIMIT
            }
            End::Stopped => {
                say!("{found} in {:?}", time_limit.unwrap_or_default());
                LIMIT
            }
        }
    }
}

//! What is asked of a solver, and its answers to many questions.
//!
//! Lines of digits go from the text into the lanes, and their solutions into one list: a puzzle of its own for each line,
//! and an answer with its solution, take longer than lanes solve an easy puzzle (November 2026, the program on a file of
//! easy puzzles: 0.56 microseconds each with them, and 0.29 without).

use std::borrow::Cow;

use csp::{Statistics, lockstep::Instance};

use super::{Answer, End};
use crate::candidates::Candidates;
use crate::format::Digits;
use crate::puzzle::{Puzzle, Solution};

/// The number of solutions that are wanted, and the means to find them. A number is so many, by all means.
///
/// With 2, the answer tells whether the first solution is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub(super) most: usize,
    pub(super) means: Means,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    All,
    Lanes,
    Searches,
}

impl From<usize> for Wanted {
    fn from(most: usize) -> Wanted {
        Wanted { most, means: Means::All }
    }
}

impl Wanted {
    /// Up to `most` solutions, by all means.
    pub fn up_to(most: usize) -> Wanted {
        most.into()
    }

    /// Only what lanes find quickly: other puzzles stay open, to be solved [later](Wanted::after_lanes).
    pub fn in_lanes(self) -> Wanted {
        Wanted { means: Means::Lanes, ..self }
    }

    /// Without a first try in lanes, which have left the puzzle open.
    pub fn after_lanes(self) -> Wanted {
        Wanted { means: Means::Searches, ..self }
    }
}

/// Puzzles to be solved together.
#[derive(Clone, Copy, Debug)]
pub enum Questions<'a> {
    /// Puzzles of any grids.
    Puzzles(&'a [&'a Puzzle]),
    /// Lines of digits, without a puzzle for each, and the puzzle of one of them.
    Lines(&'a [Digits<'a>], &'a Puzzle),
}

impl<'a> From<&'a [&'a Puzzle]> for Questions<'a> {
    fn from(puzzles: &'a [&'a Puzzle]) -> Questions<'a> {
        Questions::Puzzles(puzzles)
    }
}

impl<'a> From<&'a Vec<&'a Puzzle>> for Questions<'a> {
    fn from(puzzles: &'a Vec<&'a Puzzle>) -> Questions<'a> {
        Questions::Puzzles(puzzles)
    }
}

impl Questions<'_> {
    fn len(&self) -> usize {
        match self {
            Questions::Puzzles(puzzles) => puzzles.len(),
            Questions::Lines(lines, _) => lines.len(),
        }
    }

    /// Returns a puzzle of the grid of a question.
    pub(super) fn sample(&self, at: usize) -> &Puzzle {
        match self {
            Questions::Puzzles(puzzles) => puzzles[at],
            Questions::Lines(_, sample) => sample,
        }
    }

    pub(super) fn puzzle(&self, at: usize) -> Cow<'_, Puzzle> {
        match self {
            Questions::Puzzles(puzzles) => Cow::Borrowed(puzzles[at]),
            Questions::Lines(lines, sample) => {
                let mut puzzle = (*sample).clone();
                puzzle.cells.clear();
                puzzle.cells.extend(lines[at].cells());
                Cow::Owned(puzzle)
            }
        }
    }

    /// Restricts an instance to the candidates of a puzzle.
    #[inline]
    pub(super) fn state(&self, at: usize, instance: &mut Instance) {
        match self {
            Questions::Puzzles(puzzles) => {
                instance.keep_each(puzzles[at].cells.iter().map(|cell| cell.bits()));
            }
            Questions::Lines(lines, _) => instance.keep_each(lines[at].cells().map(Candidates::bits)),
        }
    }
}

/// The answers to [`Solver::solve_all`](super::Solver::solve_all).
#[derive(Clone, Debug)]
pub struct Answers {
    rows: Vec<Row>,
    /// The first solution of each question, one after the other.
    first: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Row {
    /// Where the first solution begins, if there is one.
    begin: usize,
    length: usize,
    is_solved: bool,
    further: Vec<Solution>,
    /// `None` while the question is open.
    end: Option<End>,
    nodes: u64,
    statistics: Option<Box<Statistics>>,
}

impl Answers {
    /// Returns answers to questions that are all open.
    pub(super) fn to(questions: Questions<'_>) -> Answers {
        let mut begin = 0;
        let row = |at: usize| {
            let length = questions.sample(at).cells.len();
            begin += length;
            let (is_solved, further) = (false, Vec::new());
            Row { begin: begin - length, length, is_solved, further, end: None, nodes: 0, statistics: None }
        };
        let rows: Vec<Row> = (0..questions.len()).map(row).collect();
        Answers { rows, first: vec![0; begin] }
    }

    /// The end, the number of decisions and the solution of a puzzle that has one solution; `None` otherwise, or if a
    /// limit was reached or the puzzle was left open.
    #[inline]
    pub fn single(&self, at: usize) -> Option<(End, u64, &[u8])> {
        let row = &self.rows[at];
        let end = row.end.filter(|&end| end != End::Limit)?;
        (row.is_solved && row.further.is_empty()).then(|| (end, row.nodes, self.first(row)))
    }

    /// Takes the answer to a question; `None` if it was left open.
    pub fn take(&mut self, at: usize) -> Option<Answer> {
        let row = &mut self.rows[at];
        let (end, nodes, statistics) = (row.end.take()?, row.nodes, row.statistics.take());
        let further = std::mem::take(&mut row.further);
        let row = &self.rows[at];
        let first: Option<Solution> = row.is_solved.then(|| self.first(row).into());
        let solutions = first.into_iter().chain(further).collect();
        Some(Answer { solutions, end, nodes, statistics })
    }

    /// The answers to all questions.
    ///
    /// # Panics
    /// If one was left open, because answers were wanted [in lanes](Wanted::in_lanes) only.
    pub fn all(mut self) -> Vec<Answer> {
        (0..self.rows.len()).map(|at| self.take(at).expect("all means were wanted")).collect()
    }

    fn first(&self, row: &Row) -> &[u8] {
        &self.first[row.begin..row.begin + row.length]
    }

    /// The questions that are open.
    pub(super) fn open(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&at| self.rows[at].end.is_none()).collect()
    }

    /// Keeps a solution, as values of the grid, whose first value is `lowest`.
    pub(super) fn keep(&mut self, at: usize, values: &[i32], lowest: i32) {
        let row = &mut self.rows[at];
        let solution = values.iter().map(|value| (value - lowest) as u8);
        if std::mem::replace(&mut row.is_solved, true) {
            row.further.push(solution.collect());
        } else {
            let place = &mut self.first[row.begin..row.begin + row.length];
            place.iter_mut().zip(solution).for_each(|(place, value)| *place = value);
        }
    }

    /// Drops the solutions of a puzzle, which stays open.
    pub(super) fn forget(&mut self, at: usize) {
        self.rows[at].is_solved = false;
        self.rows[at].further.clear();
    }

    /// Answers a puzzle with the solutions that were kept.
    pub(super) fn end(&mut self, at: usize, end: End, nodes: u64) {
        let row = &mut self.rows[at];
        (row.end, row.nodes) = (Some(end), nodes);
        if end == End::Exhausted && !row.further.is_empty() {
            // The complete list is sorted, so that its order does not depend on the lanes.
            let first = &mut self.first[row.begin..row.begin + row.length];
            row.further.push((&*first).into());
            row.further.sort_unstable();
            first.copy_from_slice(&row.further.remove(0));
        }
    }

    /// Answers a puzzle that lanes have left open.
    pub(super) fn set(&mut self, at: usize, answer: Answer) {
        let Answer { solutions, end, nodes, statistics } = answer;
        let row = &mut self.rows[at];
        (row.end, row.nodes, row.statistics) = (Some(end), nodes, statistics);
        let mut solutions = solutions.into_iter();
        if let Some(first) = solutions.next() {
            row.is_solved = true;
            self.first[row.begin..row.begin + row.length].copy_from_slice(&first);
        }
        row.further.extend(solutions);
    }
}

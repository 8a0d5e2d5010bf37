//! Which clues a puzzle needs.

use std::time::Instant;

use super::ask::{Questions, ask};
use super::chance::Chance;
use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::solver::Solver;

/// What can be left out of a puzzle that has one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The cells of the givens that can be left out, each by itself, in reading order.
    pub redundant: Vec<usize>,
    /// The cells whose givens stay, in reading order, when as many as possible are left out one after the other: none of
    /// these can be left out any more.
    pub minimal: Vec<usize>,
}

impl Needs {
    /// Finds it out for a puzzle with exactly one solution; `None` when the solver's budget or its wish to stop came first.
    /// Nodes of a budget are for each question that is asked.
    ///
    /// ```
    /// use sudoku::{Needs, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "12..34....4...1.".parse()?;
    /// let mut solver = Solver::default();
    /// assert!(solver.solve(&puzzle, 2).is_unique());
    /// let needs = Needs::of(&mut solver, &puzzle).expect("there is no limit");
    /// // Any of four can go, and when two of them are gone no other can.
    /// assert_eq!((needs.redundant.len(), needs.minimal.len()), (4, 4));
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn of(solver: &mut Solver, puzzle: &Puzzle) -> Option<Needs> {
        puzzle.require_sound();
        let bits = |cell: &Candidates| cell.bits();
        let deadline = solver.time().and_then(|time| Instant::now().checked_add(time));
        let mut alone = Alone {
            puzzle,
            givens: (0..puzzle.cells.len()).filter(|&cell| puzzle.given(cell).is_some()).collect(),
            next: 0,
            questions: Vec::new(),
            redundant: Vec::new(),
            deadline,
            stopped: false,
        };
        ask(solver, puzzle, 1, &mut alone);
        let Alone { givens, mut redundant, stopped, .. } = alone;
        redundant.sort_unstable();
        // In an order that mixes places, so that what stays is not all at one end.
        let mut left = redundant.clone();
        Chance::new(0, 0).shuffle(&mut left);
        let mut rest = Rest {
            puzzle,
            cells: puzzle.cells.iter().map(bits).collect(),
            left: &left,
            kept: Vec::new(),
            asks: false,
            deadline,
            stopped,
        };
        ask(solver, puzzle, 1, &mut rest);
        let Rest { kept, stopped, .. } = rest;
        let stays = |cell: &usize| !redundant.contains(cell) || kept.contains(cell);
        let minimal = givens.into_iter().filter(stays).collect();
        (!stopped).then_some(Needs { redundant, minimal })
    }
}

fn is_late(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Each given by itself: all questions may be asked at once.
struct Alone<'a> {
    puzzle: &'a Puzzle,
    givens: Vec<usize>,
    next: usize,
    /// The cells of each question, by the place of its given.
    questions: Vec<Vec<u64>>,
    redundant: Vec<usize>,
    deadline: Option<Instant>,
    stopped: bool,
}

impl Questions for Alone<'_> {
    fn next(&mut self) -> Option<usize> {
        let &given = self.givens.get(self.next)?;
        self.stopped |= is_late(self.deadline);
        if self.stopped {
            return None;
        }
        let mut cells: Vec<u64> = self.puzzle.cells.iter().map(|cell| cell.bits()).collect();
        cells[given] ^= self.puzzle.all_values().bits();
        self.questions.push(cells);
        self.next += 1;
        Some(self.next - 1)
    }

    fn cells(&self, who: usize) -> &[u64] {
        &self.questions[who]
    }

    fn answered(&mut self, who: usize, found: Option<u64>) {
        match found {
            Some(0) => self.redundant.push(self.givens[who]),
            Some(_) => {}
            None => self.stopped = true,
        }
    }
}

/// One after the other: each answer decides what the next question is.
struct Rest<'a> {
    puzzle: &'a Puzzle,
    cells: Vec<u64>,
    /// Givens that may be left out.
    left: &'a [usize],
    /// Those that stay after all.
    kept: Vec<usize>,
    /// The first of them is in question.
    asks: bool,
    deadline: Option<Instant>,
    stopped: bool,
}

impl Questions for Rest<'_> {
    fn next(&mut self) -> Option<usize> {
        let &given = self.left.first()?;
        self.stopped |= is_late(self.deadline);
        if self.asks || self.stopped {
            return None;
        }
        self.cells[given] ^= self.puzzle.all_values().bits();
        self.asks = true;
        Some(0)
    }

    fn cells(&self, _: usize) -> &[u64] {
        &self.cells
    }

    fn answered(&mut self, _: usize, found: Option<u64>) {
        let Some((&given, left)) = self.left.split_first() else {
            return;
        };
        (self.left, self.asks) = (left, false);
        match found {
            Some(0) => self.cells[given] = self.puzzle.all_values().bits(),
            Some(_) => {
                self.cells[given] = self.puzzle.cells[given].bits();
                self.kept.push(given);
            }
            None => self.stopped = true,
        }
    }
}

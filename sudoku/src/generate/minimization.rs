//! Analysis of a puzzle: the givens that it needs.

use csp::Instant;

use super::ask::{Questions, ask};
use super::chance::Chance;
use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::solver::Solver;

/// The redundant givens of a puzzle with one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimization {
    /// The cells of the givens that can be removed, each by itself, in reading order.
    pub redundant: Vec<usize>,
    /// The cells of a minimal set of givens, in reading order: redundant givens were removed one after the other
    /// until no further one could be removed.
    pub minimal: Vec<usize>,
}

impl Minimization {
    /// Analyses a puzzle with exactly one solution. Returns `None` if the solver is cancelled or reaches a
    /// limit. The limit of time applies to the whole analysis, the limit of nodes to each question.
    ///
    /// ```
    /// use sudoku::{Minimization, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "12..34....4...1.".parse()?;
    /// let mut solver = Solver::default();
    /// assert!(solver.solve(&puzzle, 2).is_unique());
    /// let found = Minimization::of(&mut solver, &puzzle).expect("there is no limit");
    /// // Any of four givens can be removed. After two of them no further one can.
    /// assert_eq!((found.redundant.len(), found.minimal.len()), (4, 4));
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn of(solver: &mut Solver, puzzle: &Puzzle) -> Option<Minimization> {
        let bits = |cell: &Candidates| cell.bits();
        let deadline = solver.time().and_then(|time| Instant::now().checked_add(time));
        let mut alone = SingleRemovals {
            puzzle,
            givens: (0..puzzle.cells.len()).filter(|&cell| puzzle.given(cell).is_some()).collect(),
            next: 0,
            questions: Vec::new(),
            redundant: Vec::new(),
            deadline,
            stopped: false,
        };
        ask(solver, puzzle, 1, &mut alone);
        let SingleRemovals { givens, mut redundant, stopped, .. } = alone;
        redundant.sort_unstable();
        // A shuffled order, so that the remaining givens are not all in one part of the grid.
        let mut left = redundant.clone();
        Chance::new(0, 0).shuffle(&mut left);
        let mut rest = SuccessiveRemovals {
            puzzle,
            cells: puzzle.cells.iter().map(bits).collect(),
            left: &left,
            needed: Vec::new(),
            is_asked: false,
            deadline,
            stopped,
        };
        ask(solver, puzzle, 1, &mut rest);
        let SuccessiveRemovals { needed, stopped, .. } = rest;
        let stays = |cell: &usize| !redundant.contains(cell) || needed.contains(cell);
        let minimal = givens.into_iter().filter(stays).collect();
        (!stopped).then_some(Minimization { redundant, minimal })
    }
}

fn is_late(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// One question for each given: can this given alone be removed? All may be asked at once.
struct SingleRemovals<'a> {
    puzzle: &'a Puzzle,
    givens: Vec<usize>,
    next: usize,
    /// The candidates of all cells for each question, in the order of `givens`.
    questions: Vec<Vec<u64>>,
    redundant: Vec<usize>,
    deadline: Option<Instant>,
    stopped: bool,
}

impl Questions for SingleRemovals<'_> {
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

    fn cells(&self, question: usize) -> &[u64] {
        &self.questions[question]
    }

    fn answered(&mut self, question: usize, found: Option<u64>) {
        match found {
            Some(0) => self.redundant.push(self.givens[question]),
            Some(_) => {}
            None => self.stopped = true,
        }
    }
}

/// Questions in sequence: each answer decides the next question.
struct SuccessiveRemovals<'a> {
    puzzle: &'a Puzzle,
    cells: Vec<u64>,
    /// Givens that may still be removed. The first is tried next.
    left: &'a [usize],
    /// Redundant givens that are needed after the removals before them.
    needed: Vec<usize>,
    /// Whether the question about the first of `left` is open.
    is_asked: bool,
    deadline: Option<Instant>,
    stopped: bool,
}

impl Questions for SuccessiveRemovals<'_> {
    fn next(&mut self) -> Option<usize> {
        let &given = self.left.first()?;
        self.stopped |= is_late(self.deadline);
        if self.is_asked || self.stopped {
            return None;
        }
        self.cells[given] ^= self.puzzle.all_values().bits();
        self.is_asked = true;
        Some(0)
    }

    fn cells(&self, _: usize) -> &[u64] {
        &self.cells
    }

    fn answered(&mut self, _: usize, found: Option<u64>) {
        let Some((&given, left)) = self.left.split_first() else {
            return;
        };
        (self.left, self.is_asked) = (left, false);
        match found {
            Some(0) => self.cells[given] = self.puzzle.all_values().bits(),
            Some(_) => {
                self.cells[given] = self.puzzle.cells[given].bits();
                self.needed.push(given);
            }
            None => self.stopped = true,
        }
    }
}

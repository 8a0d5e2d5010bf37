//! Puzzles made by chance: unique, and as one wishes them.
//!
//! ```text
//!   attempt ──► chance ──► fill: a full grid ──► dig: clues left out ──► Puzzle, or a wish that is not met
//!                                                 │ is this one needed?
//!                                                ask: lockstep, many attempts at once; else the engine
//! ```
//!
//! A [`Generator`] makes numbered attempts, each with random numbers of its own, so that nothing depends on how many are
//! under way at once, in which order they are answered, or who makes them. Its puzzles are those of the attempts that
//! met the [`Wishes`], in their order.
//!
//! [`Needs`] tells of a puzzle at hand which clues it needs.

mod ask;
mod chance;
mod complete;
mod dig;
mod fill;
mod needs;
mod shape;
mod swaps;
mod symmetry;
mod wishes;
mod work;

use std::collections::VecDeque;
use std::ops::Range;

use csp::{Cancel, SimdPath};

use crate::puzzle::{Places, Puzzle, Solution};
use crate::solver::{Budget, Solver};

use ask::ask;
pub use chance::Chance;
use dig::Dig;
use fill::Filler;
use shape::Shape;
use work::{Patterns, Work};

pub use needs::Needs;
pub use symmetry::Symmetry;
pub use wishes::{WishError, Wishes};

/// After so many attempts without a puzzle an iterator gives up.
pub const MOST_ATTEMPTS: u64 = 100_000;

/// Attempts that an iterator makes at once: fewer at the beginning, when only one may be wanted.
const FIRST_ATTEMPTS: u64 = 1;
const ATTEMPTS_AT_ONCE: u64 = 256;

/// Makes puzzles with one solution.
///
/// As an iterator it ends when it was stopped from outside, when the grid has no solution, and after [`MOST_ATTEMPTS`]
/// attempts without a puzzle.
///
/// ```
/// use sudoku::{Generator, Grid, Puzzle, Solver, Symmetry, Wishes};
///
/// let wishes = Wishes { most: Some(28), symmetry: Symmetry::Rotational, ..Wishes::default() };
/// let shape = Puzzle::open(Grid::square(9).expect("there are such grids"));
/// let puzzle = Generator::new(&shape, wishes, 1)?.next().expect("most attempts succeed");
/// assert!(puzzle.givens() <= 28);
/// assert!(Solver::default().solve(&puzzle, 2).is_unique());
/// # Ok::<(), sudoku::WishError>(())
/// ```
#[derive(Debug)]
pub struct Generator {
    open: Puzzle,
    shape: Shape,
    wishes: Wishes,
    seed: u64,
    simd: SimdPath,
    solver: Solver,
    filler: Filler,
    /// Memory of puzzles under construction.
    spare: Vec<Dig>,
    /// Questions asked so far.
    questions: u64,
    /// For the iterator: the next attempt, how many to make at once, what was made.
    next: u64,
    at_once: u64,
    ready: VecDeque<Puzzle>,
}

/// What became of an attempt.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// A puzzle, and its solution.
    Puzzle(Box<Puzzle>, Solution),
    /// The wishes were not met.
    Missed,
    /// There is no full grid: other attempts are in vain too.
    Impossible,
    /// It was stopped from outside.
    Stopped,
}

impl Generator {
    /// Puzzles with the grid and the symbols of another, which is one grid without rules of variants; what is given there
    /// does not matter.
    pub fn new(like: &Puzzle, wishes: Wishes, seed: u64) -> Result<Generator, WishError> {
        like.require_sound();
        wishes::check_kind(like)?;
        let pattern = wishes.pattern.as_ref();
        let may = |cell| pattern.is_none_or(|pattern| pattern.get(cell) == Some(&true));
        let symmetry = if wishes.symmetry.fits(&like.grid) { wishes.symmetry } else { Symmetry::None };
        let shape = Shape::new(&like.grid, symmetry, may);
        wishes.check(&like.grid, &shape.may)?;
        let mut open = Puzzle { about: None, places: Places::InLine(1, 1), ..like.clone() };
        let all = open.all_values();
        open.cells.fill(all);
        Ok(Generator {
            filler: Filler::new(&shape, None),
            open,
            shape,
            wishes,
            seed,
            simd: SimdPath::Auto,
            solver: Solver::default(),
            spare: Vec::new(),
            questions: 0,
            next: 0,
            at_once: FIRST_ATTEMPTS,
            ready: VecDeque::new(),
        })
    }

    /// To be stopped from outside.
    pub fn cancel(mut self, cancel: &Cancel) -> Generator {
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
        self.solver = Solver::new(budget).simd(self.simd);
        self.filler = Filler::new(&self.shape, Some(cancel.clone()));
        self
    }

    /// With the lanes of another instruction set: for comparisons. The puzzles are the same.
    pub fn simd(mut self, simd: SimdPath) -> Generator {
        self.simd = simd;
        self.solver = self.solver.simd(simd);
        self
    }

    /// Questions that were asked so far: whether a clue is needed, or a pattern gives a puzzle.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// Makes the attempts of these numbers. Many at once are many times as fast.
    pub fn attempts(&mut self, numbers: Range<u64>) -> Vec<Attempt> {
        let Generator { open, shape, wishes, seed, solver, filler, spare, questions, .. } = self;
        let mut work = Work::new(numbers, *seed, open, shape, wishes, filler, spare);
        if !shape.is_free() {
            ask(solver, open, 2, &mut Patterns(&mut work));
        }
        ask(solver, open, 1, &mut work);
        *questions += work.questions;
        work.finish()
    }
}

impl Iterator for Generator {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        let mut missed = 0;
        while self.ready.is_empty() && missed < MOST_ATTEMPTS {
            let end = self.next + self.at_once;
            let mut is_over = false;
            for attempt in self.attempts(self.next..end) {
                match attempt {
                    Attempt::Puzzle(puzzle, _) => self.ready.push_back(*puzzle),
                    Attempt::Missed => missed += 1,
                    Attempt::Impossible | Attempt::Stopped => is_over = true,
                }
            }
            if is_over {
                break;
            }
            self.next = end;
            self.at_once = (2 * self.at_once).min(ATTEMPTS_AT_ONCE);
        }
        self.ready.pop_front()
    }
}

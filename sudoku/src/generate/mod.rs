//! Generation of random puzzles with one solution that meet given requirements.
//!
//! ```text
//!   attempt ──► chance ──► fill: a full grid ──► dig: clues removed ──► Puzzle, or a missed requirement
//!                                                 │ is this clue needed?
//!                                                ask: lockstep, many attempts at once; else the engine
//! ```
//!
//! A [`Generator`] makes numbered attempts. Each has its own random numbers, so that results do not depend on how
//! many attempts run at once or in which order they are answered. The generated puzzles are those of the attempts
//! that meet the [`Requirements`], in order. Levels and rules have streams of their own, so that the same seed gives no twins.
//!
//! With rules of variants, `variants` makes the attempts one by one; where nested chains are wanted, from puzzles that have them.
//!
//! [`Minimization`] finds out which clues of a given puzzle are needed.

mod ask;
mod chance;
mod change;
mod complete;
mod difficulty;
mod dig;
mod error;
mod fill;
mod fit;
mod minimization;
mod prepared;
mod requirements;
mod stream;
mod style;
mod swaps;
mod symmetry;
mod variants;
mod work;

use std::collections::VecDeque;
use std::ops::Range;

use csp::{Cancel, lockstep::SimdPath};

use crate::explain::Explainer;
use crate::grid::Grid;
use crate::puzzle::{Places, Puzzle, Solution};
use crate::solver::{Budget, Solver};

use ask::ask;
pub use chance::Chance;
pub use change::{Aim, Change, Changed, May};
use dig::Dig;
use fill::Filler;
use fit::Setting;
use prepared::PreparedGrid;
pub(crate) use stream::hash;
use variants::Variants;
use work::{AttemptBatch, PatternQuestions};

pub use difficulty::Difficulty;
pub use error::RequirementError;
pub use minimization::Minimization;
pub use requirements::Requirements;
pub use style::Style;
pub use symmetry::Symmetry;

/// The number of failed attempts after which an iterator gives up.
pub const MOST_ATTEMPTS: u64 = 100_000;

/// The number of attempts that an iterator makes at once. It begins with few, because the caller may want only one
/// puzzle.
const FIRST_ATTEMPTS: u64 = 1;
const ATTEMPTS_AT_ONCE: u64 = 256;

/// The number of nodes after which the question whether a clue is needed is given up on a grid with more than 16
/// values.
// November 2026, 25 x 25: below some 290 clues one question may take minutes, and 2,000 nodes take 75 ms.
pub const NODES_PER_QUESTION: u64 = 400;

/// The greatest number of values for which every question is answered, however long it takes.
const MAX_VALUES_TO_THE_END: usize = 16;

/// The budget of a question.
fn budget(grid: &Grid, requirements: &Requirements) -> Budget {
    let is_limited = grid.values() > MAX_VALUES_TO_THE_END && !requirements.minimal;
    if is_limited { Budget::default().nodes(NODES_PER_QUESTION) } else { Budget::default() }
}

/// Generator of puzzles with one solution.
///
/// As an iterator, it ends when it is cancelled, when the grid has no solution, and after [`MOST_ATTEMPTS`] failed
/// attempts.
///
/// ```
/// use sudoku::{Generator, Grid, Puzzle, Requirements, Solver, Symmetry};
///
/// let requirements = Requirements::default().with_most(28).with_symmetry(Symmetry::Rotational);
/// let shape = Puzzle::open(Grid::square(9).expect("there are such grids"));
/// let puzzle = Generator::new(&shape, requirements, 1)?.next().expect("most attempts succeed");
/// assert!(puzzle.givens() <= 28);
/// assert!(Solver::default().solve(&puzzle, 2).is_unique());
/// # Ok::<(), sudoku::RequirementError>(())
/// ```
#[derive(Debug)]
pub struct Generator {
    open: Puzzle,
    prepared: PreparedGrid,
    requirements: Requirements,
    seed: u64,
    simd: SimdPath,
    solver: Solver,
    filler: Filler,
    /// The maker of puzzles with rules of variants.
    variants: Option<Variants>,
    /// The judge of how hard puzzles are.
    explainer: Option<Explainer>,
    /// Memory for puzzles under construction.
    spare: Vec<Dig>,
    /// The number of questions asked so far.
    questions: u64,
    /// The number of clues so far that may be redundant.
    undecided: u64,
    /// For the iterator: the next attempt, the number of attempts to make at once, and the finished puzzles.
    next: u64,
    at_once: u64,
    ready: VecDeque<Puzzle>,
}

/// The result of an attempt.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// A puzzle and its solution.
    Puzzle(Box<Puzzle>, Solution),
    /// The puzzle does not meet the requirements.
    Missed,
    /// The grid has no solution, so that no attempt can succeed.
    Impossible,
    /// The attempt was cancelled.
    Stopped,
}

impl Generator {
    /// A generator of puzzles with the grid, symbols and rules of `like`, which must be a single grid. Its givens are
    /// ignored. Rules of the whole grid stay as they are; clues with places are placed anew, at random.
    pub fn new(like: &Puzzle, requirements: Requirements, seed: u64) -> Result<Generator, RequirementError> {
        requirements::check_kind(like)?;
        let requirements = requirements.in_style();
        let pattern = requirements.pattern.as_ref();
        let may = |cell| pattern.is_none_or(|pattern| pattern.get(cell) == Some(&true));
        let symmetry =
            if requirements.symmetry.fits(&like.grid) { requirements.symmetry } else { Symmetry::None };
        let prepared = PreparedGrid::new(&like.grid, symmetry, may);
        let has_rules = !like.clues().is_empty() || !requirements.rules.is_empty();
        requirements.check(&like.grid, &prepared.may, has_rules)?;
        let variants = Variants::new(like, &requirements, &prepared.orbits)?;
        let mut open = Puzzle { about: None, rules: None, places: Places::InLine(1, 1), ..like.clone() };
        let all = open.all_values();
        open.cells.fill(all);
        let solver = Solver::new(budget(&like.grid, &requirements));
        Ok(Generator {
            filler: Filler::new(&prepared, None),
            explainer: requirements.difficulty.as_ref().map(|wanted| wanted.explainer(Budget::default())),
            variants,
            open,
            seed: stream::stream(seed, like, &requirements),
            prepared,
            requirements,
            simd: SimdPath::Auto,
            solver,
            spare: Vec::new(),
            questions: 0,
            undecided: 0,
            next: 0,
            at_once: FIRST_ATTEMPTS,
            ready: VecDeque::new(),
        })
    }

    /// Makes the generator cancellable.
    pub fn cancel(mut self, cancel: &Cancel) -> Generator {
        let budget = budget(&self.open.grid, &self.requirements).cancel(cancel);
        self.solver = Solver::new(budget).simd(self.simd);
        self.filler = Filler::new(&self.prepared, Some(cancel.clone()));
        if let Some(variants) = &mut self.variants {
            variants.cancel(cancel);
        }
        if let Some(wanted) = &self.requirements.difficulty {
            self.explainer = Some(wanted.explainer(Budget::default().cancel(cancel)));
        }
        self
    }

    /// Selects the instruction set of the lanes, for comparisons. The puzzles are the same.
    pub fn simd(mut self, simd: SimdPath) -> Generator {
        self.simd = simd;
        self.solver = self.solver.simd(simd);
        self
    }

    /// The number of questions so far. Each asks whether a clue is needed, or whether a pattern gives a puzzle.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The number of clues so far that may be redundant: on grids with more than 16 values, the question whether a clue is
    /// needed is given up after [`NODES_PER_QUESTION`] nodes, unless puzzles are required to be minimal.
    pub fn undecided(&self) -> u64 {
        self.undecided
    }

    /// Makes the attempts with these numbers. Many attempts at once take much less time each.
    pub fn attempts(&mut self, numbers: Range<u64>) -> Vec<Attempt> {
        let attempts = self.any_attempts(numbers.clone());
        let (Some(wanted), Some(explainer)) = (&self.requirements.difficulty, &mut self.explainer) else {
            return attempts;
        };
        let setting = Setting { requirements: &self.requirements, orbits: &self.prepared.orbits };
        let fit = |(number, attempt)| match attempt {
            // A separate random generator: how many numbers the attempt has drawn depends on how it was made.
            Attempt::Puzzle(puzzle, solution) => {
                let mut chance = Chance::new(!self.seed, number);
                let fit = wanted.fit(*puzzle, solution, &setting, explainer, &mut chance);
                if self.filler.is_cancelled() { Attempt::Stopped } else { fit }
            }
            other => other,
        };
        numbers.zip(attempts).map(fit).collect()
    }

    /// Makes attempts without regard to the difficulty of the puzzles.
    fn any_attempts(&mut self, numbers: Range<u64>) -> Vec<Attempt> {
        if let Some(variants) = &mut self.variants {
            let (seed, questions) = (self.seed, &mut self.questions);
            return numbers
                .map(|number| variants.attempt(&mut Chance::new(seed, number), questions))
                .collect();
        }
        let Generator {
            open,
            prepared,
            requirements,
            seed,
            simd,
            solver,
            filler,
            spare,
            questions,
            undecided,
            ..
        } = self;
        if open.grid.values() > MAX_VALUES_TO_THE_END && numbers.end - numbers.start > 1 {
            return numbers.flat_map(|number| self.any_attempts(number..number + 1)).collect();
        }
        if open.grid.values() > MAX_VALUES_TO_THE_END {
            // The answer to a question within a limit must not depend on earlier attempts.
            *solver = Solver::new(solver.budget().clone()).simd(*simd);
        }
        let mut batch = AttemptBatch::new(numbers, *seed, open, prepared, requirements, filler, spare);
        if !prepared.is_free() {
            ask(solver, open, 2, &mut PatternQuestions(&mut batch));
        }
        ask(solver, open, 1, &mut batch);
        *questions += batch.questions;
        *undecided += batch.undecided;
        batch.finish()
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

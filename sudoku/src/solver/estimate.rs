//! Estimates of the number of solutions.

use csp::clock::Instant;
use csp::estimate::{Estimate, Estimator, Probed};

use super::{PuzzleModel, Solver};
use crate::puzzle::Puzzle;

impl Solver {
    /// Estimates the number of solutions with more and more samples, until `goes_on` returns false, a limit of the
    /// budget is reached, or the number is known. The same seed gives the same estimates. A budget that is used up
    /// before the first probe gives [`Estimate::UNKNOWN`].
    ///
    /// ```
    /// use sudoku::{Grid, Puzzle, Solver};
    ///
    /// let open = Puzzle::open(Grid::square(6).expect("there are such grids"));
    /// let estimate = Solver::default().estimate(&open, 1, |estimate| !estimate.is_within(0.1));
    /// assert!(estimate.low.value() < 28_200_960.0 && !estimate.is_exact);
    /// assert!(estimate.high.is_some_and(|high| high.value() > 28_200_960.0));
    /// ```
    pub fn estimate(
        &self,
        puzzle: &Puzzle,
        seed: u64,
        mut goes_on: impl FnMut(&Estimate) -> bool,
    ) -> Estimate {
        let begun = self.begun.unwrap_or_else(Instant::now);
        let limits = self.budget.limits().clone().counted_from(begun);
        let Some(declared) = PuzzleModel::within(puzzle, &self.budget) else { return Estimate::UNKNOWN };
        // The rules have been checked for faults, so an error can only mean that a limit was reached.
        let Ok(mut estimator) = Estimator::compile_within(&declared.model, seed, &limits) else {
            return Estimate::UNKNOWN;
        };
        estimator.assume(&declared.assumptions).expect("assumptions are about the cells' own values");
        while estimator.probe() == Probed::Sampled && goes_on(&estimator.estimate()) {}
        estimator.estimate()
    }
}

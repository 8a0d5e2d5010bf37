//! The interface of everything that runs a model: [`Runner`].
//!
//! A runner implements the basic functions, above all [`step`](Runner::step); first solutions, counts and iterators
//! are written here once, on top of them.

use crate::base::error::Error;
use crate::base::limits::Limits;
use crate::base::stats::Statistics;
use crate::model::decision::Decision;
use crate::model::ids::Term;
use crate::model::solution::{Count, Interrupted, Solution};

/// The result of a step of a runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A solution was found; [`Runner::solution`] returns it. The next step searches for the next solution.
    Solution,
    /// There are no more solutions.
    Exhausted,
    /// A limit was reached. Nothing is proved; with new limits the next step goes on.
    Limit,
}

/// A way to run a model: it finds solutions one by one and can pause after each and at any limit.
///
/// [`Search`](crate::Search), [`Learner`](crate::Learner) and [`Parallel`](crate::Parallel) offer these methods as their
/// own; the trait is for code that takes any of them.
///
/// ```
/// use csp::{Config, Learner, Model, Parallel, Runner};
///
/// let mut model = Model::new();
/// let x = model.vars(4, 0..4);
/// model.all_different(&x);
///
/// fn middle(runner: &mut dyn Runner) -> Option<i32> {
///     let solution = runner.first().expect("no limit was set")?;
///     Some(solution.values()[1])
/// }
///
/// let assumptions = [x[0].is(0), x[2].is(2), x[3].is(3)];
/// let runners: [Box<dyn Runner>; 3] = [
///     Box::new(model.search()?),
///     Box::new(Learner::compile(&model, &Config::default())?),
///     Box::new(Parallel::new(&model, &Config::default())?.threads(2)),
/// ];
/// for mut runner in runners {
///     runner.assume(&assumptions)?;
///     assert_eq!(middle(&mut *runner), Some(1));
/// }
/// # Ok::<(), csp::Error>(())
/// ```
pub trait Runner {
    /// Goes back to the beginning and drops all assumptions.
    fn reset(&mut self);

    /// Goes back to the beginning, under assumptions: decisions that hold until the next `assume` or
    /// [`reset`](Runner::reset).
    fn assume(&mut self, assumptions: &[Decision]) -> Result<(), Error>;

    /// Sets limits, counted from now. They hold until others are set.
    fn limit(&mut self, limits: Limits);

    /// Searches for the next solution.
    fn step(&mut self) -> Step;

    /// The solution that the last step found.
    ///
    /// # Panics
    /// When the last step did not end with [`Step::Solution`].
    fn solution(&self) -> Solution;

    /// One value of the solution that the last step found, without copying the others.
    ///
    /// # Panics
    /// When the last step did not end with [`Step::Solution`].
    fn value(&self, term: Term) -> i32;

    /// Whether it is proved that there are no more solutions.
    fn is_exhausted(&self) -> bool;

    /// Number of decisions tried so far.
    fn nodes(&self) -> u64;

    /// Number of failures so far.
    fn failures(&self) -> u64;

    /// All counters so far.
    fn statistics(&self) -> Statistics;

    /// The next solution, or `None` when there are no more.
    fn first(&mut self) -> Result<Option<Solution>, Interrupted> {
        match self.step() {
            Step::Solution => Ok(Some(self.solution())),
            Step::Exhausted => Ok(None),
            Step::Limit => Err(Interrupted),
        }
    }

    /// Counts the solutions from here on, up to `most`.
    fn count(&mut self, most: u64) -> Count {
        let mut found = 0;
        while found < most {
            match self.step() {
                Step::Solution => found += 1,
                Step::Exhausted => return Count::Exactly(found),
                Step::Limit => return Count::Limit(found),
            }
        }
        Count::AtLeast(found)
    }

    /// Hands over the solutions from here on, up to `most` of them.
    fn for_each(&mut self, most: u64, each: &mut (dyn FnMut(Solution) + Send)) -> Count {
        let mut found = 0;
        while found < most {
            match self.step() {
                Step::Solution => each(self.solution()),
                Step::Exhausted => return Count::Exactly(found),
                Step::Limit => return Count::Limit(found),
            }
            found += 1;
        }
        Count::AtLeast(found)
    }

    /// The solutions from here on. The iterator ends when there are no more or a limit is reached;
    /// [`is_exhausted`](Runner::is_exhausted) tells which.
    fn solutions(&mut self) -> Solutions<'_, Self>
    where
        Self: Sized,
    {
        Solutions(self)
    }
}

/// Solutions one by one. See [`Runner::solutions`].
#[derive(Debug)]
pub struct Solutions<'a, R: Runner>(&'a mut R);

impl<R: Runner> Iterator for Solutions<'_, R> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self.0.step() {
            Step::Solution => Some(self.0.solution()),
            Step::Exhausted | Step::Limit => None,
        }
    }
}

/// Implements [`Runner`] by a type's own methods, and gives the type the derived methods, so that callers need not
/// import the trait.
macro_rules! runner {
    ([$($parameters:tt)*] $runner:ty { $($better:item)* }) => {
        impl<$($parameters)*> $crate::search::runner::Runner for $runner {
            fn reset(&mut self) {
                <$runner>::reset(self);
            }

            fn assume(&mut self, assumptions: &[$crate::Decision]) -> Result<(), $crate::Error> {
                <$runner>::assume(self, assumptions)
            }

            fn limit(&mut self, limits: $crate::Limits) {
                <$runner>::limit(self, limits);
            }

            fn step(&mut self) -> $crate::Step {
                <$runner>::step(self)
            }

            fn solution(&self) -> $crate::Solution {
                <$runner>::solution(self)
            }

            fn value(&self, term: $crate::Term) -> i32 {
                <$runner>::value(self, term)
            }

            fn is_exhausted(&self) -> bool {
                <$runner>::is_exhausted(self)
            }

            fn nodes(&self) -> u64 {
                <$runner>::nodes(self)
            }

            fn failures(&self) -> u64 {
                <$runner>::failures(self)
            }

            fn statistics(&self) -> $crate::Statistics {
                <$runner>::statistics(self)
            }

            $($better)*
        }

        impl<$($parameters)*> $runner {
            /// The next solution, or `None` when there are no more.
            pub fn first(&mut self) -> Result<Option<$crate::Solution>, $crate::Interrupted> {
                $crate::search::runner::Runner::first(self)
            }

            /// Counts the solutions from here on, up to `most`.
            pub fn count(&mut self, most: u64) -> $crate::Count {
                $crate::search::runner::Runner::count(self, most)
            }

            /// Hands over the solutions from here on, up to `most` of them.
            pub fn for_each(&mut self, most: u64, mut each: impl FnMut($crate::Solution) + Send) -> $crate::Count {
                $crate::search::runner::Runner::for_each(self, most, &mut each)
            }

            /// The solutions from here on. The iterator ends when there are no more or a limit is reached;
            /// [`is_exhausted`](crate::Runner::is_exhausted) tells which.
            pub fn solutions(&mut self) -> $crate::search::runner::Solutions<'_, Self> {
                $crate::search::runner::Runner::solutions(self)
            }
        }
    };
}

pub(crate) use runner;

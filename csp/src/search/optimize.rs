//! Optimisation: branch and bound on top of the search.
//!
//! Every solution moves the objective's bound, and the next solution must be better. The bound is a fact about the
//! whole model and is never relaxed, so it is stored outside of the reversible memory. The search reads the bound
//! whenever it has undone a level and before it opens one, since another thread may have moved the bound.
//!
//! An [`Optimizer`] drives any runner that is [`Optimize`]; it yields [`Improvement`]s and ends in an [`Outcome`].

use std::time::Duration;

use crate::base::error::Error;
use crate::base::limits::{Clock, Limits};
use crate::base::stats::Statistics;
use crate::engine::observe::Observer;
use crate::model::Model;
use crate::model::expression::Expression;
use crate::model::ids::Term;
use crate::model::solution::Solution;
use crate::search::goal::{Objective, Sense, SharedBound};
use crate::search::{Runner, Search, Step};

/// A solution that is better than all before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// The solution.
    pub solution: Solution,
    /// The value of the objective.
    pub value: i32,
    /// A bound: no solution has a better value, as far as was proved until then. In an [`Outcome`], until now. It equals
    /// the value if that is proved to be best.
    pub bound: i32,
    /// The time of the search until then.
    pub time: Duration,
}

/// The result of an optimisation. Only [`Outcome::Optimal`] and [`Outcome::Infeasible`] are proofs.
///
/// ```
/// use csp::{Limits, Model, Outcome};
///
/// let mut model = Model::new();
/// let [x, y] = model.vars(2, 0..=9)[..] else { unreachable!() };
/// model.post((x * 2 + y * 3).eq(24));
/// let mut optimizer = model.search()?.minimize(x + 1)?;
/// optimizer.limit(Limits::default().nodes(0));
/// assert_eq!(optimizer.run(), Outcome::Unknown);
/// optimizer.limit(Limits::default()); // go on, to the end
/// match optimizer.run() {
///     Outcome::Optimal(best) => assert_eq!((best.value, best.solution[y]), (1, 8)),
///     Outcome::Best(best) => println!("{} or less, but not below {}", best.value, best.bound),
///     Outcome::Infeasible => println!("no solution"),
///     Outcome::Unknown => println!("no solution yet"),
/// }
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No solution is better than this one.
    Optimal(Improvement),
    /// The best solution so far, and the bound. A limit was reached before the proof, so there may be better solutions.
    Best(Improvement),
    /// There is no solution.
    Infeasible,
    /// A limit was reached before the first solution. Nothing is known.
    Unknown,
}

impl Outcome {
    pub(crate) fn new(best: Option<Improvement>, proved: bool) -> Outcome {
        match (best, proved) {
            (Some(best), true) => Outcome::Optimal(best),
            (Some(best), false) => Outcome::Best(best),
            (None, true) => Outcome::Infeasible,
            (None, false) => Outcome::Unknown,
        }
    }

    /// Returns the best solution found, proved or not.
    pub fn best(&self) -> Option<&Improvement> {
        match self {
            Outcome::Optimal(best) | Outcome::Best(best) => Some(best),
            Outcome::Infeasible | Outcome::Unknown => None,
        }
    }

    /// Returns whether the outcome is a proof.
    pub fn is_proved(&self) -> bool {
        matches!(self, Outcome::Optimal(_) | Outcome::Infeasible)
    }
}

/// An optimisation, resumable after every improvement and every limit.
///
/// ```
/// use csp::{Model, Outcome, weighted_sum};
///
/// // A knapsack for 11 kg: three things by weight and by worth.
/// let mut model = Model::new();
/// let taken = model.vars(3, 0..=1);
/// model.post(weighted_sum([5, 6, 8].into_iter().zip(&taken)).le(11));
///
/// let mut optimizer = model.search()?.maximize(weighted_sum([30, 35, 60].into_iter().zip(&taken)))?;
/// for improvement in optimizer.improvements() {
///     println!("{:?}: {}", improvement.time, improvement.value);
/// }
/// let Outcome::Optimal(best) = optimizer.outcome() else { unreachable!("no limit was set") };
/// assert_eq!(best.value, 65);
/// assert_eq!(best.solution.of(&taken).collect::<Vec<_>>(), [1, 1, 0]);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Debug)]
pub struct Optimizer<R: Optimize = Search> {
    runner: R,
    objective: Objective,
    /// Number of variables in solutions. An objective that is not a variable has an auxiliary variable beyond them.
    variables: usize,
    best: Option<Improvement>,
}

/// A runner that can optimise: the functions that an [`Optimizer`] needs.
pub trait Optimize: Runner + Sized {
    /// Prepares the runner for an objective.
    #[doc(hidden)]
    fn begin(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the model that is searched.
    #[doc(hidden)]
    fn model(&self) -> &Model;

    /// Adds a variable that equals an expression, and goes back to the beginning under the same assumptions.
    #[doc(hidden)]
    fn add_objective(&mut self, objective: &Expression) -> Result<Term, Error>;

    /// Goes back to the beginning under the same assumptions. With an objective, each solution must be better than all
    /// before it, of all threads.
    #[doc(hidden)]
    fn pursue(&mut self, objective: Option<&Objective>);

    /// Returns the wall-clock time of the search so far.
    #[doc(hidden)]
    fn time(&self) -> Duration;

    /// Searches for the solution in which a variable or an expression is least. Starts again under the runner's
    /// assumptions. For an expression that is not a variable, an auxiliary variable is added to the runner's model;
    /// solutions do not contain it. An assignment for which the expression is undefined is no solution.
    fn minimize(self, objective: impl Into<Expression>) -> Result<Optimizer<Self>, Error> {
        Optimizer::new(self, &objective.into(), Sense::Minimize)
    }

    /// Searches for the solution in which the objective is greatest; see [`minimize`](Optimize::minimize).
    fn maximize(self, objective: impl Into<Expression>) -> Result<Optimizer<Self>, Error> {
        Optimizer::new(self, &objective.into(), Sense::Maximize)
    }
}

impl<O: Observer> Optimize for Search<O> {
    fn model(&self) -> &Model {
        &self.compiled.model
    }

    fn add_objective(&mut self, objective: &Expression) -> Result<Term, Error> {
        let values = objective.values(&self.compiled.model)?;
        let assumptions = self.assumptions.clone();
        let var = self.add_var(values)?;
        self.add_constraint(objective.clone().eq(var))?;
        self.assume(&assumptions)?;
        Ok(var.into())
    }

    fn pursue(&mut self, objective: Option<&Objective>) {
        let best_first = self.best_first;
        Search::pursue(self, objective.map(|objective| objective.goal(best_first)));
    }

    fn time(&self) -> Duration {
        self.stats.time
    }
}

/// Optimisation.
impl<O: Observer> Search<O> {
    /// Searches for the solution in which a variable or an expression is least. Starts again under the search's
    /// assumptions. For an expression that is not a variable, an auxiliary variable is added to the search; solutions
    /// do not contain it. An assignment for which the expression is undefined is no solution.
    pub fn minimize(self, objective: impl Into<Expression>) -> Result<Optimizer<Search<O>>, Error> {
        Optimize::minimize(self, objective)
    }

    /// Searches for the solution in which the objective is greatest; see [`Search::minimize`].
    pub fn maximize(self, objective: impl Into<Expression>) -> Result<Optimizer<Search<O>>, Error> {
        Optimize::maximize(self, objective)
    }
}

impl<R: Optimize> Optimizer<R> {
    fn new(mut runner: R, objective: &Expression, sense: Sense) -> Result<Optimizer<R>, Error> {
        runner.begin()?;
        let variables = runner.model().variables();
        let term = match objective.as_term() {
            Some(term) => term,
            None => runner.add_objective(objective)?,
        };
        let objective = Objective::new(runner.model(), term, sense)?;
        runner.pursue(Some(&objective));
        Ok(Optimizer { runner, objective, variables, best: None })
    }

    /// Goes back to the beginning, with a bound that several optimizers share: each solution must be better than all
    /// solutions of all of them. For runners of any kind that optimise the same objective under the same assumptions,
    /// concurrently or one after the other. If one of them is [exhausted](Step::Exhausted), no solution is better than
    /// the best one of all; its own [outcome](Optimizer::outcome) is a proof only if the best solution is its own.
    ///
    /// ```
    /// use csp::{Config, Learner, Limits, Model, Step, optimize::SharedBound};
    ///
    /// let mut model = Model::new();
    /// let x = model.array::<3>(0..=9);
    /// model.all_different(x);
    /// let bound = SharedBound::default();
    /// let mut search = model.search()?.maximize(x[0])?.sharing(&bound);
    /// assert_eq!(search.step(), Step::Solution); // and no further
    ///
    /// let learner = Learner::compile(&model, &Config::default())?;
    /// let mut learner = learner.maximize(x[0])?.sharing(&bound);
    /// while learner.step() == Step::Solution {
    ///     assert!(learner.best().unwrap().value > search.best().unwrap().value);
    /// }
    /// assert_eq!(learner.best().unwrap().value, 9);
    /// assert_eq!(search.step(), Step::Exhausted);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn sharing(mut self, bound: &SharedBound) -> Optimizer<R> {
        self.objective.bound = bound.clone();
        self.runner.pursue(Some(&self.objective));
        self.best = None;
        self
    }

    /// Sets limits, counted from now. They hold until others are set.
    pub fn limit(&mut self, limits: Limits) {
        self.runner.limit(limits);
    }

    /// Searches for the next improvement: [`Step::Solution`] if there is one, which [`best`](Optimizer::best) returns;
    /// [`Step::Exhausted`] if it is proved that there is none.
    pub fn step(&mut self) -> Step {
        loop {
            let step = self.runner.step();
            match step {
                Step::Solution => {}
                Step::Exhausted => {
                    self.objective.settle();
                    return step;
                }
                Step::Limit => return step,
            }
            let bound = self.bound();
            let improvement =
                self.objective.improvement(self.runner.solution(), self.variables, self.runner.time(), bound);
            if self.objective.is_better(improvement.value, self.best.as_ref()) {
                self.best = Some(improvement);
                return step;
            }
        }
    }

    /// Iterates over the improvements from here on. The iterator ends when there are no more or a limit is reached;
    /// [`outcome`](Optimizer::outcome) tells which.
    pub fn improvements(&mut self) -> Improvements<'_, R> {
        Improvements(self)
    }

    /// Searches until the best solution is proved or a limit is reached.
    pub fn run(&mut self) -> Outcome {
        self.run_with(|_| {})
    }

    /// Searches until the best solution is proved or a limit is reached, and calls `improved` with each improvement.
    /// Threads do not wait for each other at improvements, as they do between [steps](Optimizer::step).
    pub fn run_with(&mut self, mut improved: impl FnMut(&Improvement) + Send) -> Outcome {
        let Optimizer { runner, objective, variables, best } = self;
        let (before, clock) = (runner.time(), Clock::start());
        runner.for_each(u64::MAX, &mut |solution| {
            let (time, bound) = (before + clock.elapsed(), objective.proved());
            let improvement = objective.improvement(solution, *variables, time, bound);
            // Two threads may report out of order: the better solution may come first.
            if objective.is_better(improvement.value, best.as_ref()) {
                improved(&improvement);
                *best = Some(improvement);
            }
        });
        if runner.is_exhausted() {
            objective.settle();
        }
        self.outcome()
    }

    /// Returns the outcome so far.
    pub fn outcome(&self) -> Outcome {
        let is_own = self.objective.is_bound(self.best.as_ref().map(|best| best.value));
        let is_proved = is_own && self.runner.is_exhausted();
        let best = self.best.clone().map(|best| Improvement { bound: self.bound(), ..best });
        Outcome::new(best, is_proved)
    }

    /// Returns a bound of the objective: no solution has a better value, as far as is proved. It moves while the search
    /// goes on, and is the best value at the end. If there is no solution, it is beyond all values.
    ///
    /// ```
    /// use csp::{Limits, Model};
    ///
    /// let mut model = Model::new();
    /// let x = model.vars(3, 0..=9);
    /// model.all_different(&x);
    /// let mut optimizer = model.search()?.minimize(x[0] + x[1] * 2 + x[2] * 3)?;
    /// assert!(optimizer.bound() <= 4);
    /// let best = optimizer.run().best().cloned().expect("there is one");
    /// assert_eq!((best.value, best.bound), (4, 4));
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn bound(&self) -> i32 {
        self.objective.proved()
    }

    /// Returns the best solution so far.
    pub fn best(&self) -> Option<&Improvement> {
        self.best.as_ref()
    }

    /// Returns all counters so far.
    pub fn statistics(&self) -> Statistics {
        self.runner.statistics()
    }

    /// Returns the runner for reading.
    pub fn runner(&self) -> &R {
        &self.runner
    }

    /// Returns the runner without an objective, at its beginning and without assumptions. If the objective is not a
    /// variable, its auxiliary variable remains as the last one in solutions, and the expression must be defined in
    /// them.
    pub fn into_runner(mut self) -> R {
        self.runner.pursue(None);
        self.runner.reset();
        self.runner
    }
}

impl Objective {
    fn improvement(&self, solution: Solution, variables: usize, time: Duration, bound: i32) -> Improvement {
        let value = solution.value(self.term);
        Improvement { solution: solution.first(variables), value, bound, time }
    }

    fn is_better(&self, value: i32, than: Option<&Improvement>) -> bool {
        than.is_none_or(|best| match self.sense {
            Sense::Minimize => value < best.value,
            Sense::Maximize => value > best.value,
        })
    }
}

/// An iterator over improvements. See [`Optimizer::improvements`].
#[derive(Debug)]
pub struct Improvements<'a, R: Optimize>(&'a mut Optimizer<R>);

impl<R: Optimize> Iterator for Improvements<'_, R> {
    type Item = Improvement;

    fn next(&mut self) -> Option<Improvement> {
        match self.0.step() {
            Step::Solution => self.0.best.clone(),
            Step::Exhausted | Step::Limit => None,
        }
    }
}

//! The best solution: branch and bound on top of the search.
//!
//! Every solution found moves the objective's bound, and the next has to be better. The bound is a fact about
//! the whole model and is never relaxed, so it lives outside the backtracked memory: the search looks at it
//! whenever it has undone a level, and before it opens one, since another thread may have moved it.
//!
//! [`Optimizer`] is the search, [`Improvement`] what it finds on the way, [`Outcome`] what that is worth.

use std::time::Duration;

use crate::base::error::Error;
use crate::base::limits::Limits;
use crate::engine::observe::Observer;
use crate::model::expression::Expression;
use crate::model::solution::Solution;
use crate::search::goal::{Objective, Sense};
use crate::search::{Search, Step};

/// A solution that is better than all before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// The solution.
    pub solution: Solution,
    /// What the objective is there.
    pub value: i32,
    /// How long the search had taken by then.
    pub time: Duration,
}

/// What a search for the best has found out. Only [`Outcome::Optimal`] and [`Outcome::Infeasible`] are proofs.
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
///     Outcome::Best(best) => println!("{} or less", best.value),
///     Outcome::Infeasible => println!("no solution"),
///     Outcome::Unknown => println!("no solution yet"),
/// }
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No solution is better than this one.
    Optimal(Improvement),
    /// The best so far. A limit came before the proof; there may be better ones.
    Best(Improvement),
    /// There is no solution.
    Infeasible,
    /// A limit came before the first solution. Nothing is known.
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

    /// The best solution found, proved or not.
    pub fn best(&self) -> Option<&Improvement> {
        match self {
            Outcome::Optimal(best) | Outcome::Best(best) => Some(best),
            Outcome::Infeasible | Outcome::Unknown => None,
        }
    }

    /// Whether the question is answered for good.
    pub fn is_proved(&self) -> bool {
        matches!(self, Outcome::Optimal(_) | Outcome::Infeasible)
    }
}

/// A search for the best solution, resumable after every improvement and every limit.
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
pub struct Optimizer<O: Observer = ()> {
    search: Search<O>,
    objective: Objective,
    /// How many variables the solutions show.
    variables: usize,
    best: Option<Improvement>,
}

/// For the best solution instead of any.
impl<O: Observer> Search<O> {
    /// Searches for the solution in which a variable or an expression is least. Begins anew, under the assumptions
    /// that this search has. For an expression that is more than a variable, one is added to the search; the
    /// solutions do not show it. Where a function in the expression is undefined there is no solution.
    pub fn minimize(self, objective: impl Into<Expression>) -> Result<Optimizer<O>, Error> {
        self.optimize(objective.into(), Sense::Minimize)
    }

    /// Searches for the solution in which it is greatest; see [`Search::minimize`].
    pub fn maximize(self, objective: impl Into<Expression>) -> Result<Optimizer<O>, Error> {
        self.optimize(objective.into(), Sense::Maximize)
    }

    fn optimize(mut self, objective: Expression, sense: Sense) -> Result<Optimizer<O>, Error> {
        let variables = self.engine().variables();
        let term = match objective.as_term() {
            Some(term) => term,
            None => {
                let values = objective.values(&self.compiled.model)?;
                let assumptions = self.assumptions().to_vec();
                let var = self.add_var(values)?;
                self.add_constraint(objective.eq(var))?;
                self.assume(&assumptions)?;
                var.into()
            }
        };
        let objective = Objective::new(&self.compiled.model, term, sense)?;
        let goal = objective.goal(self.tries_best_first());
        self.pursue(goal);
        Ok(Optimizer { search: self, objective, variables, best: None })
    }
}

impl<O: Observer> Optimizer<O> {
    /// Sets limits, counted from now. They hold until others are set.
    pub fn limit(&mut self, limits: Limits) {
        self.search.limit(limits);
    }

    /// Searches on to the next improvement: [`Step::Solution`] when there is one, which
    /// [`best`](Optimizer::best) reads; [`Step::Exhausted`] when it is proved that there is none.
    pub fn step(&mut self) -> Step {
        let step = self.search.step();
        if step == Step::Solution {
            let value = self.search.value(self.objective.term);
            let solution = self.search.solution();
            let improved = self.search.goal_mut().is_some_and(|goal| goal.offer(&solution));
            assert!(improved, "the bound lets improvements pass and nothing else");
            let solution = solution.first(self.variables);
            self.best = Some(Improvement { solution, value, time: self.search.time() });
        }
        step
    }

    /// The improvements from here on. The iterator ends when there are no more or a limit is reached;
    /// [`outcome`](Optimizer::outcome) tells which.
    pub fn improvements(&mut self) -> Improvements<'_, O> {
        Improvements(self)
    }

    /// Searches until the best is proved or a limit is reached.
    pub fn run(&mut self) -> Outcome {
        while self.step() == Step::Solution {}
        self.outcome()
    }

    /// What is known so far.
    pub fn outcome(&self) -> Outcome {
        Outcome::new(self.best.clone(), self.search.is_exhausted())
    }

    /// The best solution so far.
    pub fn best(&self) -> Option<&Improvement> {
        self.best.as_ref()
    }

    /// The search, to look at: its statistics, where it stands.
    pub fn search(&self) -> &Search<O> {
        &self.search
    }

    /// The search for any solution again, at its root and without assumptions. An objective that is more than a
    /// variable leaves its own behind, the last one in solutions, and has to be defined in them.
    pub fn into_search(mut self) -> Search<O> {
        self.search.give_up_goal();
        self.search
    }
}

/// Improvements one by one. See [`Optimizer::improvements`].
#[derive(Debug)]
pub struct Improvements<'a, O: Observer>(&'a mut Optimizer<O>);

impl<O: Observer> Iterator for Improvements<'_, O> {
    type Item = Improvement;

    fn next(&mut self) -> Option<Improvement> {
        match self.0.step() {
            Step::Solution => self.0.best.clone(),
            Step::Exhausted | Step::Limit => None,
        }
    }
}

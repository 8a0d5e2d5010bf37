//! One model on several threads.
//!
//! ```text
//!   root ──► split: some 50 subproblems a thread ──► each thread takes the next, until there are no more
//!                   none that propagation refutes
//! ```
//!
//! Embarrassingly parallel search (Régin, Rezgui and Malapert 2013): a subproblem is a list of decisions, which
//! a thread assumes in an engine that it compiled itself, so threads share nothing but the place in the list,
//! the limits, and the objective's bound. With so many subproblems the last ones are short, and nobody has to steal
//! work. What is found does not depend on the threads: the same set, count and optimum as with one.
//! Which solution comes first does.

mod budget;
mod queue;
mod split;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Cancel, Clock, Limits};
use crate::base::stats::Statistics;
use crate::engine::Engine;
use crate::model::Model;
use crate::model::config::Config;
use crate::model::expression::Expression;
use crate::model::solution::{Count, Interrupted, Solution};
use crate::search::Search;
use crate::search::branch::Brancher;
use crate::search::goal::{Goal, Objective, Sense};
use crate::search::optimize::{Improvement, Outcome};
use budget::Budget;
use queue::{End, WorkQueue};

/// Fewer leave threads idle at the end, more cost time at the beginning.
const SUBPROBLEMS_A_THREAD: usize = 50;

/// Searches a model on several threads.
///
/// ```
/// use csp::{Config, Count, Model, Parallel};
///
/// let mut model = Model::new();
/// let rows = model.vars(8, 0..8);
/// model.all_different(&rows);
/// model.all_different((0..8).map(|column| rows[column] + column as i32));
/// model.all_different((0..8).map(|column| rows[column] - column as i32));
///
/// let mut queens = Parallel::new(&model, &Config::default())?.threads(2);
/// assert_eq!(queens.count(u64::MAX), Count::Exactly(92));
/// let board = queens.first()?.expect("there are some");
/// assert_eq!(model.broken_by(board.values())?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Parallel<'a> {
    model: &'a Model,
    config: Config,
    threads: usize,
    limits: Limits,
    brancher: Option<BrancherFactory<'a>>,
    statistics: Statistics,
}

type BrancherFactory<'a> = Box<dyn Fn(&Engine) -> Box<dyn Brancher> + Sync + 'a>;

impl<'a> Parallel<'a> {
    /// As many threads as the machine offers, without limits. A mistake in the model is reported here.
    pub fn new(model: &'a Model, config: &Config) -> Result<Parallel<'a>, Error> {
        if let Some(error) = model.error() {
            return Err(error.clone());
        }
        Ok(Parallel {
            model,
            config: config.clone(),
            threads: thread::available_parallelism().map_or(1, usize::from),
            limits: Limits::default(),
            brancher: None,
            statistics: Statistics::default(),
        })
    }

    /// With so many threads, the caller's own among them: at least one, and no more than 1,024.
    pub fn threads(mut self, threads: usize) -> Parallel<'a> {
        self.threads = threads.clamp(1, 1024);
        self
    }

    /// Limits for each run, counted from its beginning. Nodes and failures are those of all threads together;
    /// threads take them in small slices, so the last few may be left unused.
    pub fn limit(mut self, limits: Limits) -> Parallel<'a> {
        self.limits = limits;
        self
    }

    /// With a brancher of one's own, made for each thread.
    pub fn brancher<B: Brancher + 'static>(
        mut self,
        make: impl Fn(&Engine) -> B + Sync + 'a,
    ) -> Parallel<'a> {
        self.brancher = Some(Box::new(move |engine| Box::new(make(engine))));
        self
    }

    /// A solution, whichever thread finds one first, or `None` when there is none.
    pub fn first(&mut self) -> Result<Option<Solution>, Interrupted> {
        let mut first = None;
        match self.for_each(1, |solution| first = Some(solution)) {
            Count::Limit(_) => Err(Interrupted),
            Count::Exactly(_) | Count::AtLeast(_) => Ok(first),
        }
    }

    /// Counts the solutions, up to `most`.
    pub fn count(&mut self, most: u64) -> Count {
        self.search_for(most, |_| ControlFlow::Continue(()))
    }

    /// Hands over each solution as it is found, up to `most` of them, one at a time and in no particular order.
    /// If the callback panics it is not called again, and the panic goes on in the caller once all threads have ended.
    pub fn for_each(&mut self, most: u64, each: impl FnMut(Solution) + Send) -> Count {
        let each = Mutex::new(each);
        self.search_for(most, |search| one_at_a_time(&each, |each| each(search.solution())))
    }

    fn search_for(&mut self, most: u64, each: impl Fn(&Search) -> ControlFlow<()> + Sync) -> Count {
        if most == 0 {
            return Count::AtLeast(0);
        }
        let found = AtomicU64::new(0);
        let end = self.run(self.model, None, |search| {
            let before = found.fetch_add(1, Ordering::Relaxed);
            if before < most {
                each(search)?;
            }
            if before + 1 < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match (end, found.into_inner()) {
            (_, found) if found >= most => Count::AtLeast(most),
            (End::Limit, found) => Count::Limit(found),
            (_, found) => Count::Exactly(found),
        }
    }

    /// Searches for the solution in which a variable or an expression is least, and tells of each improvement. All
    /// threads share the bound.
    ///
    /// ```
    /// use csp::{Config, Model, Outcome, Parallel};
    ///
    /// let mut model = Model::new();
    /// let [x, y] = model.vars(2, 0..=9)[..] else { unreachable!() };
    /// model.post((x * 2 + y).ge(12));
    /// model.post(x.lt(y));
    /// let mut workers = Parallel::new(&model, &Config::default())?.threads(2);
    /// let outcome = workers.minimize(x + y * 2, |improvement| println!("{}", improvement.value))?;
    /// let Outcome::Optimal(best) = outcome else { unreachable!("no limit was set") };
    /// assert_eq!(best.solution.values(), [4, 5]);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn minimize(
        &mut self,
        objective: impl Into<Expression>,
        improved: impl FnMut(&Improvement) + Send,
    ) -> Result<Outcome, Error> {
        self.optimize(objective.into(), Sense::Minimize, improved)
    }

    /// Searches for the solution in which it is greatest; see [`Parallel::minimize`].
    pub fn maximize(
        &mut self,
        objective: impl Into<Expression>,
        improved: impl FnMut(&Improvement) + Send,
    ) -> Result<Outcome, Error> {
        self.optimize(objective.into(), Sense::Maximize, improved)
    }

    fn optimize(
        &mut self,
        objective: Expression,
        sense: Sense,
        improved: impl FnMut(&Improvement) + Send,
    ) -> Result<Outcome, Error> {
        let clock = Clock::start();
        let variables = self.model.variables();
        let (model, term) = match objective.as_term() {
            Some(term) => (Cow::Borrowed(self.model), term),
            None => {
                let mut model = self.model.clone();
                let var = model.var(objective.values(self.model)?);
                model.post(objective.eq(var));
                (Cow::Owned(model), var.into())
            }
        };
        let objective = Objective::new(&model, term, sense)?;
        let best = Mutex::new((None::<Improvement>, improved));
        let end = self.run(&model, Some(objective.goal(self.config.best_first)), |search| {
            let (solution, value) = (search.solution(), search.value(objective.term));
            let goal = search.goal_mut().expect("the search was given one");
            if !goal.offer(&solution) {
                return ControlFlow::Continue(());
            }
            one_at_a_time(&best, |(best, improved)| {
                // Another thread may have been faster from the bound to this place with something better.
                if best.as_ref().is_none_or(|best| objective.is_better(value, best.value)) {
                    let solution = solution.first(variables);
                    let improvement = Improvement { solution, value, time: clock.elapsed() };
                    improved(&improvement);
                    *best = Some(improvement);
                }
            })
        });
        let (best, _) = best.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Outcome::new(best, end == End::Complete))
    }

    /// Counters of all runs and threads together; the time is the threads' sum.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Nothing when a limit is reached before there is a search.
    fn search(&self, model: &Model, goal: Option<&Goal>, budget: &Budget) -> Option<Search> {
        let engine = match model.compile_within(&self.config, &budget.limits()) {
            Ok(engine) => engine,
            Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => return None,
            Err(error) => panic!("the model was checked, and yet: {error}"),
        };
        let mut search = match &self.brancher {
            None => Search::new(engine, &self.config),
            Some(make) => {
                let brancher = make(&engine);
                Search::with(engine, &self.config, brancher, ())
            }
        };
        if let Some(goal) = goal {
            search.pursue(goal.clone());
        }
        search.limit(budget.limits());
        Some(search)
    }

    fn run(
        &mut self,
        model: &Model,
        goal: Option<Goal>,
        found: impl Fn(&mut Search) -> ControlFlow<()> + Sync,
    ) -> End {
        let workers = &*self;
        let stop = Cancel::new();
        let budget = Budget::new(&workers.limits, &stop, workers.threads);
        let Some(mut search) = workers.search(model, goal.as_ref(), &budget) else { return End::Limit };
        let wanted = if workers.threads == 1 { 1 } else { SUBPROBLEMS_A_THREAD * workers.threads };
        let subproblems = split::split(&mut search, wanted, &budget);
        let queue = WorkQueue::new(&subproblems, &budget, &stop, &found);
        let statistics = thread::scope(|scope| {
            let work = || {
                // Where there is no time for it the others do its part, or say that they could not.
                let Some(mut search) = workers.search(model, goal.as_ref(), &budget) else {
                    return Statistics::default();
                };
                queue.work(&mut search);
                search.statistics()
            };
            // Where the system refuses a thread the others do its part.
            let others: Vec<_> = (1..workers.threads.min(subproblems.len()))
                .filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            queue.work(&mut search);
            let mut statistics = search.statistics();
            for other in others {
                match other.join() {
                    Ok(counters) => statistics.add(&counters),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            statistics
        });
        let end = queue.end();
        self.statistics.add(&statistics);
        end
    }
}

impl std::fmt::Debug for Parallel<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parallel").field("threads", &self.threads).field("limits", &self.limits).finish()
    }
}

/// Calls what only one thread may call at a time. Once it has panicked it is not called again, and the thread stops.
fn one_at_a_time<T>(mutex: &Mutex<T>, call: impl FnOnce(&mut T)) -> ControlFlow<()> {
    match mutex.lock() {
        Ok(mut guard) => {
            call(&mut guard);
            ControlFlow::Continue(())
        }
        Err(_) => ControlFlow::Break(()),
    }
}

//! One model on several threads.
//!
//! ```text
//!   root ──► split: some 50 subproblems a thread ──► each thread takes the next, until there are no more
//!                   none that propagation refutes
//! ```
//!
//! Embarrassingly parallel search (Régin, Rezgui and Malapert 2013): a subproblem is a list of decisions, which a
//! thread assumes in an engine that it compiled itself, so threads share only the position in the list, the limits,
//! and the objective's bound. There are enough subproblems that the last ones are short, and no thread has to take
//! work from another. The set of solutions, their number and the optimum do not depend on the threads; which solution
//! comes first does.
//!
//! With an objective, half of the threads do not take subproblems: each is a learner that searches the whole, with
//! neighbourhoods and random choices of its own. They give the others better solutions and bounds. One thread alone
//! does both in turns.
//!
//! A parallel search can pause: between two steps no thread runs, and each worker keeps the search of its subproblem.

mod budget;
mod queue;
mod split;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Cancel, Clock, Limits};
use crate::base::stats::Statistics;
use crate::engine::Engine;
use crate::model::Model;
use crate::model::config::{Config, Learning};
use crate::model::decision::Decision;
use crate::model::expression::Expression;
use crate::model::ids::Term;
use crate::model::solution::{Count, Solution};
use crate::search::branch::Brancher;
use crate::search::goal::{Goal, Objective};
use crate::search::optimize::{Optimize, Optimizer};
use crate::search::runner::runner;
use crate::search::{Search, Step};
use budget::Budget;
use queue::{End, Found, Role, WorkQueue, Worker};

/// With fewer subproblems threads are idle at the end; with more, splitting takes longer.
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
/// let board = queens.first()?.expect("there are some");
/// assert_eq!(model.broken_by(board.values())?, None);
/// assert_eq!(queens.count(u64::MAX), Count::Exactly(91)); // the others
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// All threads share the bound of an objective:
///
/// ```
/// use csp::{Config, Model, Outcome, Parallel};
///
/// let mut model = Model::new();
/// let [x, y] = model.array(0..=9);
/// model.post((x * 2 + y).ge(12));
/// model.post(x.lt(y));
/// let mut optimizer = Parallel::new(&model, &Config::default())?.threads(2).minimize(x + y * 2)?;
/// let outcome = optimizer.run_with(|improvement| println!("{}", improvement.value));
/// let Outcome::Optimal(best) = outcome else { unreachable!("no limit was set") };
/// assert_eq!(best.solution.values(), [4, 5]);
/// # Ok::<(), csp::Error>(())
/// ```
pub struct Parallel<'a> {
    source: Source<'a>,
    threads: usize,
    assumptions: Vec<Decision>,
    budget: Budget,
    /// The workers' searches, each made when its thread begins.
    workers: Vec<Worker>,
    /// `None` before the first step.
    queue: Option<WorkQueue>,
    /// The solution of the last step, then the solutions that other threads found during the same step.
    found: VecDeque<Solution>,
    stands: bool,
    /// Counters of workers that were dropped, and time by the clock.
    statistics: Statistics,
    time: Duration,
}

/// The model and settings from which the workers' searches are compiled.
struct Source<'a> {
    model: Cow<'a, Model>,
    config: Config,
    brancher: Option<BrancherFactory<'a>>,
    goal: Option<Goal>,
}

type BrancherFactory<'a> = Box<dyn Fn(&Engine) -> Box<dyn Brancher> + Sync + 'a>;

impl Source<'_> {
    /// Returns workers for some threads.
    fn workers(&self, threads: usize) -> Vec<Worker> {
        let can_learn = self.goal.is_some() && self.brancher.is_none() && Search::takes_turns(&self.config);
        let learners = if can_learn { threads / 2 } else { 0 };
        let part = match threads {
            1 => Role::Alone,
            _ => Role::Part { has_learners: learners > 0 },
        };
        let parts = std::iter::repeat_n(part, threads - learners);
        parts.chain((0..learners as u64).map(Role::Learner)).map(Worker::new).collect()
    }

    /// Compiles a search for a worker; `None` if a limit is reached during compilation.
    fn search(&self, role: Role, limits: Limits) -> Option<Search> {
        let engine = match self.model.compile_within(&self.config, &limits) {
            Ok(engine) => engine,
            Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => return None,
            Err(error) => panic!("the model was checked, and yet: {error}"),
        };
        let mut config = Cow::Borrowed(&self.config);
        match role {
            // With schedules, search without a learner has little hope.
            Role::Part { has_learners: true } if !engine.has_schedules() => {
                config.to_mut().learning = Learning::Never;
            }
            Role::Alone | Role::Part { .. } => {}
            Role::Learner(number) => config.to_mut().seed = config.seed.wrapping_add(number + 1),
        }
        let mut search = match &self.brancher {
            None => Search::new(engine, &config),
            Some(make) => {
                let brancher = make(&engine);
                Search::with(engine, &config, brancher, ())
            }
        };
        if let Role::Learner(_) = role {
            search.leave_to_partner();
        }
        search.pursue(role.goal(self.goal.as_ref()));
        search.limit(limits);
        Some(search)
    }
}

impl<'a> Parallel<'a> {
    /// Creates a search with as many threads as the machine offers, without limits. A mistake in the model is an
    /// error.
    pub fn new(model: &'a Model, config: &Config) -> Result<Parallel<'a>, Error> {
        if let Some(error) = model.error() {
            return Err(error.clone());
        }
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Ok(Parallel {
            source: Source {
                model: Cow::Borrowed(model),
                config: config.clone(),
                brancher: None,
                goal: None,
            },
            threads,
            assumptions: Vec::new(),
            budget: Budget::new(&Limits::default()),
            workers: Vec::new(),
            queue: None,
            found: VecDeque::new(),
            stands: false,
            statistics: Statistics::default(),
            time: Duration::ZERO,
        })
    }

    /// Sets the number of threads, the calling thread included: at least 1 and at most 1,024.
    pub fn threads(mut self, threads: usize) -> Parallel<'a> {
        self.threads = threads.clamp(1, 1024);
        self.give_up_workers();
        self
    }

    /// Sets a brancher of one's own, built for each thread.
    pub fn brancher<B: Brancher + 'static>(
        mut self,
        make: impl Fn(&Engine) -> B + Sync + 'a,
    ) -> Parallel<'a> {
        self.source.brancher = Some(Box::new(move |engine| Box::new(make(engine))));
        self.give_up_workers();
        self
    }

    /// Sets limits, counted from now. They hold until others are set. Limits on nodes and failures are for all threads
    /// together. Threads take them in small slices, so the last few may remain unused.
    pub fn limit(&mut self, limits: Limits) {
        self.budget = Budget::new(&limits);
    }

    /// Goes back to the beginning and drops all assumptions.
    pub fn reset(&mut self) {
        self.assumptions.clear();
        self.restart();
    }

    /// Goes back to the beginning, under assumptions: decisions that hold until the next `assume` or
    /// [`reset`](Parallel::reset). Compiles the model if it is not compiled yet; [`ErrorKind::Limit`] if a limit is
    /// reached before it is.
    pub fn assume(&mut self, assumptions: &[Decision]) -> Result<(), Error> {
        self.reset();
        let Parallel { source, budget, workers, threads, .. } = self;
        if workers.is_empty() {
            *workers = source.workers(*threads);
        }
        let search = workers[0].search_with(|role| source.search(role, budget.limits(&Cancel::new())));
        search
            .ok_or_else(|| Error::new(ErrorKind::Limit { what: "the model was compiled" }))?
            .assume(assumptions)?;
        self.assumptions.extend_from_slice(assumptions);
        Ok(())
    }

    /// Searches for the next solution, by whichever thread finds one first.
    pub fn step(&mut self) -> Step {
        if std::mem::take(&mut self.stands) {
            self.found.pop_front();
        }
        if self.found.is_empty() {
            let found = Mutex::new(std::mem::take(&mut self.found));
            let end = self.advance(&|search| {
                one_at_a_time(&found, |found| found.push_back(search.solution()))?;
                ControlFlow::Break(())
            });
            self.found = found.into_inner().expect("a panic of a worker is a panic here");
            if self.found.is_empty() {
                return if end == End::Complete { Step::Exhausted } else { Step::Limit };
            }
        }
        self.stands = true;
        Step::Solution
    }

    fn require_solution(&self) -> &Solution {
        assert!(self.stands, "a solution can be read after Step::Solution only");
        &self.found[0]
    }

    /// The solution that the last step found.
    ///
    /// # Panics
    /// When the last step did not end with [`Step::Solution`].
    pub fn solution(&self) -> Solution {
        self.require_solution().clone()
    }

    /// One value of the solution that the last step found, without copying the others.
    ///
    /// # Panics
    /// When the last step did not end with [`Step::Solution`].
    pub fn value(&self, term: impl Into<Term>) -> i32 {
        self.require_solution().value(term)
    }

    /// Whether it is proved that there are no more solutions.
    pub fn is_exhausted(&self) -> bool {
        self.found.is_empty() && self.queue.as_ref().is_some_and(|queue| queue.is_done())
    }

    /// Number of decisions tried so far, by all threads.
    pub fn nodes(&self) -> u64 {
        self.statistics.nodes + self.searches().map(Search::nodes).sum::<u64>()
    }

    /// Number of failures so far, of all threads.
    pub fn failures(&self) -> u64 {
        self.statistics.failures + self.searches().map(Search::failures).sum::<u64>()
    }

    /// Counters of all threads together; the time is the threads' sum.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.statistics.clone();
        self.searches().for_each(|search| statistics.add(&search.statistics()));
        statistics
    }

    fn searches(&self) -> impl Iterator<Item = &Search> {
        self.workers.iter().filter_map(|worker| worker.search.as_ref())
    }

    /// Calls `each` for the solutions from here on, up to `most` of them. No thread waits for another.
    fn search_for(&mut self, most: u64, each: impl Fn(Solution) -> ControlFlow<()> + Sync) -> Count {
        let mut before = 0;
        if std::mem::take(&mut self.stands) {
            self.found.pop_front();
        }
        while before < most
            && let Some(solution) = self.found.pop_front()
        {
            before += 1;
            let _ = each(solution);
        }
        if before == most {
            return Count::AtLeast(most);
        }
        let (left, found) = (most - before, AtomicU64::new(0));
        let beyond = Mutex::new(VecDeque::new());
        let end = self.advance(&|search| {
            let place = found.fetch_add(1, Ordering::Relaxed);
            if place >= left {
                // Another thread was faster: this solution is kept for the next step.
                one_at_a_time(&beyond, |beyond| beyond.push_back(search.solution()))?;
                return ControlFlow::Break(());
            }
            each(search.solution())?;
            if place + 1 < left { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.found = beyond.into_inner().expect("a panic of a worker is a panic here");
        match (end, found.into_inner()) {
            (_, found) if found >= left => Count::AtLeast(most),
            (End::Complete, found) => Count::Exactly(before + found),
            (_, found) => Count::Limit(before + found),
        }
    }

    /// Lets all threads continue until everything is searched, `found` breaks, or a limit is reached.
    fn advance(&mut self, found: &Found<'_>) -> End {
        let clock = Clock::start();
        // If a worker panics, the next step starts with new workers.
        let (mut workers, queue) = (std::mem::take(&mut self.workers), self.queue.take());
        if workers.is_empty() {
            workers = self.source.workers(self.threads);
        }
        let stop = Cancel::new();
        let queue = match queue {
            Some(queue) => queue,
            None => {
                let parts = workers.iter().filter(|worker| !worker.learns()).count();
                let wanted = if parts == 1 { 1 } else { SUBPROBLEMS_A_THREAD * parts };
                let limits = self.budget.limits(&stop);
                let Some(search) = workers[0].search_with(|role| self.source.search(role, limits.clone()))
                else {
                    self.workers = workers;
                    return End::Limit;
                };
                search.limit(limits);
                let subproblems = split::split(search, &self.assumptions, wanted, &self.budget);
                WorkQueue::new(self.assumptions.clone(), subproblems)
            }
        };
        // Workers that have begun come first, then those with a subproblem of their own.
        workers.sort_by_key(|worker| !worker.is_busy());
        let mut left = queue.left();
        let has_work = |worker: &&mut Worker| {
            let waits = !worker.is_busy() && !worker.learns();
            let has_work = !waits || left > 0;
            left = left.saturating_sub(usize::from(waits));
            has_work
        };
        thread::scope(|scope| {
            let (source, budget, stop, queue, found) = (&self.source, &self.budget, &stop, &queue, found);
            let work = move |worker: &mut Worker| {
                // If a limit is reached before the search is compiled, other threads take its work, or no thread does.
                if worker.search_with(|role| source.search(role, budget.limits(stop))).is_some() {
                    queue.work(worker, budget, stop, found);
                }
            };
            let mut rest = workers.iter_mut().filter(has_work);
            let first = rest.next();
            // If the system refuses a thread, the others do its work.
            let others: Vec<_> = rest
                .filter_map(|worker| thread::Builder::new().spawn_scoped(scope, move || work(worker)).ok())
                .collect();
            first.into_iter().for_each(work);
            for other in others {
                if let Err(panic) = other.join() {
                    std::panic::resume_unwind(panic);
                }
            }
        });
        self.time += clock.elapsed();
        let end = match queue.is_done() {
            true => End::Complete,
            false if stop.is_cancelled() => End::Enough,
            false => End::Limit,
        };
        (self.workers, self.queue) = (workers, Some(queue));
        end
    }

    /// Goes back to the beginning.
    fn restart(&mut self) {
        self.queue = None;
        self.found.clear();
        self.stands = false;
        self.workers.iter_mut().for_each(Worker::drop_work);
    }

    /// Goes back to the beginning and drops the workers, whose searches no longer fit.
    fn give_up_workers(&mut self) {
        self.restart();
        self.statistics = self.statistics();
        self.workers.clear();
    }
}

runner!(['a] Parallel<'a> {
    fn count(&mut self, most: u64) -> Count {
        self.search_for(most, |_| ControlFlow::Continue(()))
    }

    fn for_each(&mut self, most: u64, each: &mut (dyn FnMut(Solution) + Send)) -> Count {
        let each = Mutex::new(each);
        self.search_for(most, |solution| one_at_a_time(&each, |each| each(solution)))
    }
});

impl Optimize for Parallel<'_> {
    fn model(&self) -> &Model {
        &self.source.model
    }

    fn add_objective(&mut self, objective: &Expression) -> Result<Term, Error> {
        let values = objective.values(&self.source.model)?;
        let model = self.source.model.to_mut();
        let var = model.var(values);
        model.post(objective.clone().eq(var));
        self.give_up_workers();
        Ok(var.into())
    }

    fn pursue(&mut self, objective: Option<&Objective>) {
        self.give_up_workers();
        let best_first = self.source.config.best_first;
        self.source.goal = objective.map(|objective| objective.goal(best_first));
    }

    fn time(&self) -> Duration {
        self.time
    }
}

/// Optimisation.
impl<'a> Parallel<'a> {
    /// Searches for the solution in which a variable or an expression is least; see [`Search::minimize`].
    pub fn minimize(self, objective: impl Into<Expression>) -> Result<Optimizer<Parallel<'a>>, Error> {
        Optimize::minimize(self, objective)
    }

    /// Searches for the solution in which the objective is greatest; see [`Search::minimize`].
    pub fn maximize(self, objective: impl Into<Expression>) -> Result<Optimizer<Parallel<'a>>, Error> {
        Optimize::maximize(self, objective)
    }
}

impl fmt::Debug for Parallel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parallel").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Calls a function that only one thread may call at a time. After a panic in it, it is not called again, and
/// the thread stops.
fn one_at_a_time<T>(mutex: &Mutex<T>, call: impl FnOnce(&mut T)) -> ControlFlow<()> {
    match mutex.lock() {
        Ok(mut guard) => {
            call(&mut guard);
            ControlFlow::Continue(())
        }
        Err(_) => ControlFlow::Break(()),
    }
}

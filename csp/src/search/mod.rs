//! Depth-first search with an explicit stack: it can pause after any solution and at any limit.
//!
//! Branching is binary by default; see [`BranchBy`]. A decision opens a level; when it fails, the level is popped and
//! the negation is enforced one level up, where the decision stays on the stack as refuted. So the stack lists the
//! decisions that hold and those that were refuted, in order, and a restart can keep the refuted ones as nogoods
//! (Lecoutre et al. 2007).
//!
//! In branching by values, the variable opens a level, in which its refuted values are set aside without propagation,
//! and every value opens a further level. All entries of the stack are undone level by level.
//!
//! A search owns all its data, so it can be stored, sent to a thread, or paused for ever.

pub mod branch;
mod choosing;
pub(crate) mod clausal;
pub(crate) mod estimate;
pub(crate) mod goal;
mod hints;
pub(crate) mod lazy;
pub(crate) mod optimize;
mod partner;
pub(crate) mod probing;
mod results;
pub(crate) mod runner;
mod stack;
mod turns;
mod values;

use branch::Brancher;
pub use estimate::{Estimate, Estimator, Magnitude, Precision, Probed};
pub use goal::SharedBound;
pub use optimize::{Improvement, Improvements, Optimize, Optimizer, Outcome};

use crate::base::error::Error;
use crate::base::limits::{Clock, Counters, Limits, Meter};
use crate::base::stats::Statistics;
use crate::compile::{Compiled, Purpose};
use crate::engine::observe::Observer;
use crate::model::Model;
use crate::model::config::{BranchBy, Config};
use crate::model::constraint::Constraint;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Var};
use crate::model::order::VariableOrder;
use crate::model::solution::Solution;
use crate::model::values::Values;
use crate::search::branch::restart::Schedule;
use crate::search::goal::Goal;

use choosing::LazyBrancher;
use hints::Hints;
use stack::{Entry, State};
use turns::Turns;

pub use runner::{Runner, Solutions, Step};

/// A search over a compiled model, resumable after every solution and every limit.
#[derive(Debug)]
pub struct Search<O: Observer = ()> {
    compiled: Compiled,
    brancher: LazyBrancher,
    stack: Vec<Entry>,
    state: State,
    /// Number of levels below the first decision: 1 during a run, for its assumptions and the nogoods of its restarts.
    base: usize,
    /// Number of clauses before the run.
    lasting_clauses: usize,
    assumptions: Vec<Decision>,
    schedule: Schedule,
    /// Number of failures at which to restart.
    next_restart: u64,
    /// A learner that may take turns with this search, and the number of failures at which its turn comes.
    turns: Turns,
    next_turn: u64,
    /// The smaller of `next_restart` and `next_turn`.
    next_pause: u64,
    counters: Counters,
    /// Whether a limit has interrupted propagation before its fixpoint.
    is_interrupted: bool,
    stats: Statistics,
    /// Number of levels of opened variables, which are no decisions.
    opened: usize,
    by_values: bool,
    /// Whether variables are branched on in the order of the model.
    in_order: bool,
    probing: bool,
    probes: u64,
    /// The objective that solutions have to improve, in an optimisation.
    goal: Option<Goal>,
    /// The setting `Config::best_first`.
    best_first: bool,
    /// The values to try first.
    hints: Hints,
    observer: O,
}

impl Model {
    /// Returns a solution; `None` if there is none.
    pub fn solve(&self) -> Result<Option<Solution>, Error> {
        Ok(self.search()?.solutions().next())
    }

    /// Returns a search with the default settings.
    pub fn search(&self) -> Result<Search, Error> {
        self.search_with(&Config::default())
    }

    /// Returns a search with the settings `config`.
    pub fn search_with(&self, config: &Config) -> Result<Search, Error> {
        Ok(Search::new(self.compile(config)?, config))
    }

    /// Returns a search that is compiled within limits. The limits hold for the search, too, counted from this call.
    /// The error is [`ErrorKind::Limit`](crate::ErrorKind) if one is reached before the search can begin.
    pub fn search_within(&self, config: &Config, limits: &Limits) -> Result<Search, Error> {
        let since = Clock::start();
        let mut search = Search::new(self.compile_within(config, limits)?, config);
        search.limit(limits.clone().left(&since));
        Ok(search)
    }

    /// Returns a search whose observer also receives the consequences of the model alone, before the first decision.
    /// Slots are in the order in which variables were declared.
    pub fn search_observed<O: Observer>(&self, config: &Config, observer: O) -> Result<Search<O>, Error> {
        self.search_observed_within(config, &Limits::default(), observer)
    }

    /// [`search_observed`](Model::search_observed) within limits, as [`search_within`](Model::search_within).
    pub fn search_observed_within<O: Observer>(
        &self,
        config: &Config,
        limits: &Limits,
        mut observer: O,
    ) -> Result<Search<O>, Error> {
        let since = Clock::start();
        let compiled = self.compile_observed(config, limits, Purpose::Search, &mut observer)?;
        let mut search = Search::new(compiled, config).observed(observer);
        search.limit(limits.clone().left(&since));
        Ok(search)
    }
}

impl Search {
    /// Returns a search with the branching of `config`.
    pub fn new(compiled: Compiled, config: &Config) -> Search {
        let brancher = LazyBrancher::FromConfig(Box::new(config.clone()));
        let mut search = Search::assembled(compiled, config, brancher, ());
        search.turns = Turns::new(config);
        search.plan_turn(true);
        search
    }

    /// Returns a search with a brancher of one's own.
    pub fn with_brancher(compiled: Compiled, config: &Config, brancher: impl Brancher + 'static) -> Search {
        Search::with(compiled, config, Box::new(brancher), ())
    }
}

impl<O: Observer> Search<O> {
    /// Returns a search with any brancher and an observer.
    pub fn with(compiled: Compiled, config: &Config, brancher: Box<dyn Brancher>, observer: O) -> Search<O> {
        Search::assembled(compiled, config, LazyBrancher::Built(brancher), observer)
    }

    fn assembled(compiled: Compiled, config: &Config, brancher: LazyBrancher, observer: O) -> Search<O> {
        let mut schedule = Schedule::new(config.restarts);
        let next_restart = schedule.next_run();
        let mut compiled = compiled;
        compiled.engine.store.count_removals(config.count_removals);
        let hints = Hints::new(&compiled.model);
        let in_order = config.variables == VariableOrder::Input && compiled.model.phases().is_empty();
        Search {
            compiled,
            brancher,
            stack: Vec::new(),
            state: State::Fresh,
            base: 0,
            lasting_clauses: 0,
            assumptions: Vec::new(),
            schedule,
            next_restart,
            turns: Turns::default(),
            next_turn: u64::MAX,
            next_pause: next_restart,
            counters: Counters::new(&Limits::default(), 0, 0),
            is_interrupted: false,
            stats: Statistics::default(),
            opened: 0,
            by_values: config.branching == BranchBy::Values,
            in_order,
            probing: config.probing,
            probes: 0,
            goal: None,
            best_first: config.best_first,
            hints,
            observer,
        }
    }

    /// Returns the same search with an observer.
    pub fn observed<P: Observer>(self, observer: P) -> Search<P> {
        let Search { compiled, brancher, stack, state, base, lasting_clauses, .. } = self;
        let Search { assumptions, schedule, next_restart, turns, next_turn, next_pause, .. } = self;
        let Search { counters, is_interrupted, stats, opened, by_values, in_order, .. } = self;
        let Search { probing, probes, goal, best_first, hints, .. } = self;
        Search {
            compiled,
            brancher,
            stack,
            state,
            base,
            lasting_clauses,
            assumptions,
            schedule,
            next_restart,
            turns,
            next_turn,
            next_pause,
            counters,
            is_interrupted,
            stats,
            opened,
            by_values,
            in_order,
            probing,
            probes,
            goal,
            best_first,
            hints,
            observer,
        }
    }

    /// Returns the observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Returns the observer for changes, for instance to take its records out of it.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Sets limits, counted from now. They hold until others are set.
    pub fn limit(&mut self, limits: Limits) {
        self.counters = Counters::new(&limits, self.stats.nodes, self.stats.failures);
        self.turns.limit(&limits);
        self.compiled.engine.meter = Meter::new(&limits).after(&self.compiled.engine.meter);
        let bytes = self.compiled.engine.bytes();
        self.compiled.engine.meter.hold(bytes);
    }

    /// Goes back to the root and forgets the assumptions and the nogoods of the run. The weights of heuristics stay.
    pub fn reset(&mut self) {
        if std::mem::take(&mut self.is_interrupted) {
            self.compiled.engine.abandon();
        }
        while self.compiled.engine.store.depth() > 0 {
            self.compiled.engine.pop();
        }
        if self.base > 0 {
            self.compiled.engine.forget_clauses(self.lasting_clauses);
        }
        self.stack.clear();
        self.base = 0;
        self.assumptions.clear();
        self.opened = 0;
        self.state = State::Fresh;
        self.turns.end_run(self.stats.solutions, self.stats.failures);
        self.plan_turn(true);
    }

    /// Starts again under assumptions: decisions that hold for this run and are undone by the next
    /// [`assume`](Search::assume) or [`reset`](Search::reset). So one compiled model serves many instances.
    pub fn assume(&mut self, assumptions: &[Decision]) -> Result<(), Error> {
        self.reset();
        for &decision in assumptions {
            self.compiled.check_assumption(decision)?;
        }
        self.assumptions.extend_from_slice(assumptions);
        Ok(())
    }

    /// Searches for the next solution.
    pub fn step(&mut self) -> Step {
        let clock = Clock::start();
        let ended = self.search_on();
        self.stats.time += clock.elapsed();
        self.state.end_step(ended, &mut self.is_interrupted)
    }

    /// Starts again under the same assumptions; with a goal, solutions must improve the objective from here on.
    pub(crate) fn pursue(&mut self, goal: Option<Goal>) {
        let assumptions = std::mem::take(&mut self.assumptions);
        self.reset();
        self.assumptions = assumptions;
        self.goal = goal;
    }

    /// Returns whether the current solution may be reported: with a goal, only if no thread has found a solution as
    /// good.
    fn improves(&mut self) -> bool {
        self.goal.as_mut().is_none_or(|goal| goal.offer(&self.compiled.engine))
    }

    /// Goes back to the root and adds a variable.
    #[track_caller]
    pub fn add_var(&mut self, values: impl Into<Values>) -> Result<Var, Error> {
        self.reset();
        let var = self.compiled.add_var(values)?;
        self.turns.forget();
        if let Some(brancher) = self.brancher.built() {
            brancher.grown(&self.compiled.engine);
        }
        Ok(var)
    }

    /// Goes back to the root and adds a constraint.
    #[track_caller]
    pub fn add_constraint(&mut self, constraint: impl Constraint + 'static) -> Result<ConstraintId, Error> {
        self.reset();
        let id = self.compiled.add_constraint(constraint)?;
        self.turns.forget();
        if let Some(brancher) = self.brancher.built() {
            brancher.grown(&self.compiled.engine);
        }
        Ok(id)
    }

    /// Returns a search of the same model without some of its constraints; see
    /// [`Compiled::without`](crate::Compiled::without).
    pub fn without(&self, constraints: &[ConstraintId], config: &Config) -> Result<Search, Error> {
        Ok(Search::new(self.compiled.without(constraints)?, config))
    }
}

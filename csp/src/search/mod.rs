//! Depth-first search with an explicit stack: it can pause after any solution and at any limit.
//!
//! Branching is binary, unless [wished otherwise](crate::BranchBy). A decision opens a level; when it fails, the level is
//! popped and the opposite is carried out one level up, where it stays on the stack among the refuted. So the stack always
//! reads as what has been tried and what has been ruled out, in order, and a restart can keep the latter as nogoods
//! (Lecoutre et al. 2007).
//!
//! By values, the variable opens a level, in which its refused values are set aside without a sound, and every value
//! one more. Whatever is on the stack is undone level by level all the same.
//!
//! A search owns all it uses. It can be stored, sent to a thread, or paused for ever.

pub mod branch;
mod choosing;
pub mod optimize;
pub mod probing;
mod results;
mod values;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Clock, Counters, Limits, Meter, NODE_WORK};
use crate::base::stats::Statistics;
use crate::compile::Compiled;
use crate::engine::Failure;
use crate::engine::narrowing::Contradiction;
use crate::engine::observe::Observer;
use crate::engine::store::cause;
use crate::model::Model;
use crate::model::config::VariableOrder;
use crate::model::config::{BranchBy, Config};
use crate::model::constraint::Constraint;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Var};
use crate::model::values::Values;
use crate::search::branch::restart::Schedule;
use crate::search::branch::{Blame, Brancher};
use crate::search::optimize::Goal;

use choosing::LazyBrancher;

pub use results::Solutions;

/// How a step of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A solution stands; [`Search::solution`] reads it. The next step goes on to the next one.
    Solution,
    /// There are no more.
    Exhausted,
    /// A limit was reached. Nothing is proved; with new limits the next step goes on.
    Limit,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    /// Opened a level.
    Tried(Decision),
    /// Failed, and its opposite was carried out in the level below it on the stack.
    Refuted(Decision),
    /// Opened a level to let a variable react that propagation had fixed (`Forward` groups only).
    Placed(Decision),
    /// Opened a level, in which its values are tried in turn.
    Opened,
    /// A value of the variable opened last; opened a level.
    Value(Decision),
    /// Such a value that has been tried.
    Refused(Decision),
}

impl Entry {
    /// The decision that it added.
    fn held(self) -> Option<Decision> {
        match self {
            Entry::Tried(decision) | Entry::Placed(decision) | Entry::Value(decision) => Some(decision),
            Entry::Refuted(_) | Entry::Refused(_) | Entry::Opened => None,
        }
    }

    /// The value of the variable opened last that it has set aside.
    fn refused(self) -> Option<Decision> {
        if let Entry::Refused(decision) = self { Some(decision) } else { None }
    }
}

/// How the search goes on from an open level.
enum Next {
    /// One level deeper, with what [`Entry`] says.
    Level(Entry),
    /// All values of the opened variable have been tried.
    DeadEnd,
    /// Everything is decided.
    Leaf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing done yet under the current assumptions.
    Fresh,
    /// A level awaits its next decision.
    Open,
    /// A solution stands.
    Solution,
    Exhausted,
}

/// Why a step ends without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Exhausted,
    /// Between two nodes.
    Limit,
    /// Within propagation, which has to go on first.
    Interrupted,
}

/// A search over a compiled model, resumable after every solution and every limit.
#[derive(Debug)]
pub struct Search<O: Observer = ()> {
    compiled: Compiled,
    brancher: LazyBrancher,
    stack: Vec<Entry>,
    state: State,
    /// Levels below the first decision: 1 while a run is on, for its assumptions and for what its
    /// restarts taught.
    base: usize,
    /// Clauses that were there before the run.
    lasting_clauses: usize,
    assumptions: Vec<Decision>,
    schedule: Schedule,
    /// Failures at which to restart.
    next_restart: u64,
    counters: Counters,
    /// A limit has ended propagation before its fixpoint.
    is_interrupted: bool,
    stats: Statistics,
    /// Levels of opened variables, which are no decisions.
    opened: usize,
    by_values: bool,
    /// Variables are branched on in the order of the model.
    in_order: bool,
    probing: bool,
    probes: u64,
    /// What solutions have to improve, in a search for the best.
    goal: Option<Goal>,
    /// What the configuration says for such a search.
    best_first: bool,
    observer: O,
}

impl Model {
    /// A search with the default settings.
    pub fn search(&self) -> Result<Search, Error> {
        self.search_with(&Config::default())
    }

    /// A search.
    pub fn search_with(&self, config: &Config) -> Result<Search, Error> {
        Ok(Search::new(self.compile(config)?, config))
    }

    /// A search that is compiled within limits, which hold for it too, counted from here; [`ErrorKind::Limit`] when one
    /// is reached before it can begin.
    pub fn search_within(&self, config: &Config, limits: &Limits) -> Result<Search, Error> {
        let since = Clock::start();
        let mut search = Search::new(self.compile_within(config, limits)?, config);
        search.limit(limits.clone().left(&since));
        Ok(search)
    }

    /// A search whose observer is also told what follows from the model alone, before anything is decided: slots are in
    /// the order in which variables were declared.
    pub fn search_observed<O: Observer>(&self, config: &Config, mut observer: O) -> Result<Search<O>, Error> {
        let compiled = self.compile_observed(config, &Limits::default(), &mut observer)?;
        Ok(Search::new(compiled, config).observed(observer))
    }
}

impl Search {
    /// A search with the branching that `config` names.
    pub fn new(compiled: Compiled, config: &Config) -> Search {
        let brancher = LazyBrancher::FromConfig(Box::new(config.clone()));
        Search::assembled(compiled, config, brancher, ())
    }

    /// A search with a brancher of one's own.
    pub fn with_brancher(compiled: Compiled, config: &Config, brancher: impl Brancher + 'static) -> Search {
        Search::with(compiled, config, Box::new(brancher), ())
    }
}

impl<O: Observer> Search<O> {
    /// A search with any brancher and an observer.
    pub fn with(compiled: Compiled, config: &Config, brancher: Box<dyn Brancher>, observer: O) -> Search<O> {
        Search::assembled(compiled, config, LazyBrancher::Built(brancher), observer)
    }

    fn assembled(compiled: Compiled, config: &Config, brancher: LazyBrancher, observer: O) -> Search<O> {
        let mut schedule = Schedule::new(config.restarts);
        let next_restart = schedule.next_run();
        let mut compiled = compiled;
        compiled.engine.store.count_removals(config.count_removals);
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
            counters: Counters::new(&Limits::default(), 0, 0),
            is_interrupted: false,
            stats: Statistics::default(),
            opened: 0,
            by_values: config.branching == BranchBy::Values,
            in_order: config.variables == VariableOrder::Input,
            probing: config.probing,
            probes: 0,
            goal: None,
            best_first: config.best_first,
            observer,
        }
    }

    /// The same search, watched.
    pub fn observed<P: Observer>(self, observer: P) -> Search<P> {
        let Search { compiled, brancher, stack, state, base, lasting_clauses, .. } = self;
        let Search { assumptions, schedule, next_restart, counters, stats, goal, best_first, .. } = self;
        let Search { opened, by_values, in_order, probing, probes, is_interrupted, .. } = self;
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
            observer,
        }
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, to take over what it has seen.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Sets limits, counted from now. They hold until others are set.
    pub fn limit(&mut self, limits: Limits) {
        self.counters = Counters::new(&limits, self.stats.nodes, self.stats.failures);
        self.compiled.engine.meter = Meter::new(&limits);
        let bytes = self.compiled.engine.bytes();
        self.compiled.engine.meter.hold(bytes);
    }

    /// Goes back to the root and forgets the assumptions and the nogoods of the run. Weights stay.
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
    }

    pub(crate) fn assumptions(&self) -> &[Decision] {
        &self.assumptions
    }

    /// Begins anew under assumptions: decisions that hold for this run and are undone by the next
    /// [`assume`](Search::assume) or [`reset`](Search::reset). One compiled model so serves many
    /// instances.
    pub fn assume(&mut self, assumptions: &[Decision]) -> Result<(), Error> {
        self.reset();
        for &decision in assumptions {
            self.check(decision)?;
        }
        self.assumptions.extend_from_slice(assumptions);
        Ok(())
    }

    fn check(&self, decision: Decision) -> Result<(), Error> {
        let (index, variables) = (decision.variable().index(), self.compiled.engine.variables());
        if index >= variables {
            return Err(Error::new(ErrorKind::UnknownVariable { index, variables }));
        }
        let view = self.compiled.engine.view(decision.variable());
        let store = self.compiled.engine.store();
        if let Decision::Remove(_, value) = decision
            && store.is_range_only(view)
            && store.min(view) < value
            && value < store.max(view)
        {
            return Err(Error::new(ErrorKind::Unsupported {
                what: format!(
                    "{} is too wide for holes: {value} lies inside it and cannot be removed alone; \
                     assume AtMost or AtLeast instead",
                    self.compiled.model.name(decision.variable())
                ),
            }));
        }
        Ok(())
    }

    /// Searches on to the next solution.
    pub fn step(&mut self) -> Step {
        let clock = Clock::start();
        let step = self.advance();
        self.stats.time += clock.elapsed();
        step
    }

    fn advance(&mut self) -> Step {
        match self.search_on() {
            Ok(()) => Step::Solution,
            Err(Stop::Exhausted) => {
                self.state = State::Exhausted;
                Step::Exhausted
            }
            Err(Stop::Limit) => Step::Limit,
            Err(Stop::Interrupted) => {
                self.is_interrupted = true;
                Step::Limit
            }
        }
    }

    /// To the next solution.
    fn search_on(&mut self) -> Result<(), Stop> {
        let mut failure = match self.state {
            State::Exhausted => return Err(Stop::Exhausted),
            State::Fresh => {
                self.enter()?;
                None
            }
            State::Open if std::mem::take(&mut self.is_interrupted) => self.propagate().err(),
            State::Open => None,
            // Every solution fails once it has been looked at, so that the search goes on.
            State::Solution => {
                self.state = State::Open;
                self.backtrack(None)?;
                None
            }
        };
        loop {
            match failure.take() {
                None => {}
                Some(Failure::Limit) => return Err(Stop::Interrupted),
                Some(failed) => self.backtrack(Some(failed))?,
            }
            if self.counters.are_over(self.stats.nodes, self.stats.failures)
                || self.compiled.engine.is_over(NODE_WORK)
            {
                return Err(Stop::Limit);
            }
            if self.stats.failures >= self.next_restart {
                self.restart()?;
            }
            if let Err(failed) = self.heed_goal() {
                failure = Some(failed);
                continue;
            }
            let entry = match self.next_entry() {
                Next::Level(entry) => entry,
                Next::DeadEnd => {
                    self.backtrack(None)?;
                    continue;
                }
                Next::Leaf => {
                    self.state = State::Solution;
                    self.stats.solutions += 1;
                    self.pass(self.compiled.engine.variables());
                    self.observer.solution(&self.compiled.engine.store);
                    return Ok(());
                }
            };
            self.compiled.engine.push();
            self.stack.push(entry);
            let depth = self.depth();
            self.stats.depth = self.stats.depth.max(depth);
            self.stats.nodes += 1;
            let carried_out = match entry {
                Entry::Tried(decision) | Entry::Value(decision) => {
                    self.observer.decide(decision, depth);
                    self.compiled.engine.decide(decision, cause::DECISION)
                }
                Entry::Placed(decision) => {
                    self.observer.decide(decision, depth);
                    self.compiled.engine.place(self.compiled.engine.view(decision.variable()))
                }
                Entry::Refuted(_) | Entry::Refused(_) | Entry::Opened => {
                    unreachable!("it opens no level, or has done so already")
                }
            };
            failure = carried_out.and_then(|()| self.propagate()).err();
        }
    }

    /// How many decisions hold.
    #[inline(always)]
    fn depth(&self) -> usize {
        self.compiled.engine.store.depth() - self.base - self.opened
    }

    /// To the fixpoint, and beyond it if values are to be probed.
    #[inline(always)]
    fn propagate(&mut self) -> Result<(), Failure> {
        self.compiled.engine.propagate(&mut self.observer)?;
        if self.probing { self.probe() } else { Ok(()) }
    }

    #[cold]
    fn probe(&mut self) -> Result<(), Failure> {
        let Search { compiled: Compiled { engine, .. }, probes, observer, .. } = self;
        probing::probe(engine, observer, probes)
    }

    /// Looks at the bound of the objective: at the root of a run, and when another thread has moved it.
    #[inline(always)]
    fn heed_goal(&mut self) -> Result<(), Failure> {
        match self.goal.as_ref().and_then(|goal| goal.cut(&self.compiled.engine)) {
            None => Ok(()),
            Some(cut) => {
                self.compiled.engine.decide(cut, cause::OBJECTIVE)?;
                self.propagate()
            }
        }
    }

    /// Carries out the opposite of what failed, and with it what has become of the objective's bound since
    /// the level was opened.
    fn refute(&mut self, tried: Decision) -> Result<(), Failure> {
        if let Some(cut) = self.goal.as_ref().and_then(|goal| goal.cut(&self.compiled.engine)) {
            self.compiled.engine.decide(cut, cause::OBJECTIVE)?;
        }
        self.compiled.engine.decide(!tried, cause::REFUTATION)?;
        self.propagate()
    }

    fn next_entry(&mut self) -> Next {
        if let Some(&Entry::Refused(latest)) = self.stack.last() {
            return self.next_value(latest);
        }
        let Some(decision) = self.choose() else { return Next::Leaf };
        let var = decision.variable();
        let view = self.compiled.engine.view(var);
        if self.compiled.engine.store.tracks_decided() && self.compiled.engine.store.is_fixed(view) {
            assert!(
                self.compiled.engine.store.is_open(view),
                "{:?} suggested {decision:?}, long decided",
                self.brancher
            );
            self.open(var);
            return Next::Level(Entry::Placed(Decision::Assign(var, self.compiled.engine.store.min(view))));
        }
        let decision = self.splitting(decision);
        if self.by_values {
            self.open(var);
            if let Decision::Assign(..) = decision {
                self.compiled.engine.push();
                self.stack.push(Entry::Opened);
                self.opened += 1;
                return Next::Level(Entry::Value(decision));
            }
        }
        Next::Level(Entry::Tried(decision))
    }

    /// Opens the run: carries out the assumptions and propagates them.
    fn enter(&mut self) -> Result<(), Stop> {
        if self.compiled.engine.is_infeasible() {
            self.observer.infeasible(None);
            return Err(Stop::Exhausted);
        }
        self.state = State::Open;
        self.compiled.engine.push();
        self.base = 1;
        self.lasting_clauses = self.compiled.engine.clauses();
        let mut assumptions = self.assumptions.iter();
        let assumed =
            assumptions.try_for_each(|&decision| self.compiled.engine.decide(decision, cause::ASSUMPTION));
        match assumed.and_then(|()| self.propagate()) {
            Ok(()) => Ok(()),
            Err(Failure::Limit) => Err(Stop::Interrupted),
            Err(failure) => {
                self.observer.infeasible(Some(&Contradiction::new(&self.compiled.engine, failure)));
                Err(Stop::Exhausted)
            }
        }
    }

    /// Undoes failed levels until an opposite holds.
    fn backtrack(&mut self, mut failure: Option<Failure>) -> Result<(), Stop> {
        let mut refuted = match self.stack.last() {
            Some(Entry::Tried(decision) | Entry::Value(decision) | Entry::Placed(decision)) => {
                Some(decision.variable())
            }
            _ => None,
        };
        loop {
            if let Some(failed) = failure {
                self.stats.failures += 1;
                let depth = self.depth();
                self.observer.conflict(&Contradiction::new(&self.compiled.engine, failed), depth);
                if let Some(brancher) = self.brancher.built() {
                    brancher.conflict(
                        &self.compiled.engine.store,
                        Blame::new(&self.compiled.engine, failed, refuted),
                    );
                }
            }
            let (tried, is_value) = loop {
                match self.stack.pop() {
                    None => return Err(Stop::Exhausted),
                    Some(Entry::Refuted(_) | Entry::Refused(_)) => {}
                    Some(Entry::Placed(decision)) => {
                        self.compiled.engine.pop();
                        self.observer.refute(decision, self.depth());
                    }
                    Some(Entry::Opened) => {
                        self.compiled.engine.pop();
                        self.opened -= 1;
                    }
                    Some(Entry::Tried(decision)) => break (decision, false),
                    Some(Entry::Value(decision)) => break (decision, true),
                }
            };
            self.compiled.engine.pop();
            refuted = Some(tried.variable());
            self.observer.refute(tried, self.depth());
            let went_on = if is_value {
                self.refuse(tried)
            } else {
                self.stack.push(Entry::Refuted(tried));
                self.refute(tried)
            };
            match went_on {
                Ok(()) => return Ok(()),
                Err(Failure::Limit) => return Err(Stop::Interrupted),
                Err(failed) => failure = Some(failed),
            }
        }
    }

    /// Back to the first level, keeping as nogoods what was refuted since: each refuted decision together
    /// with the decisions above it that still held. They hold for this run only, since solutions already
    /// found are refuted too.
    #[cold]
    fn restart(&mut self) -> Result<(), Stop> {
        self.stats.restarts += 1;
        self.next_restart = self.stats.failures.saturating_add(self.schedule.next_run());
        let mut nogoods: Vec<Vec<Decision>> = Vec::new();
        let mut held = Vec::new();
        for entry in &self.stack {
            match *entry {
                Entry::Tried(decision) | Entry::Value(decision) => held.push(decision),
                Entry::Refuted(decision) | Entry::Refused(decision) => {
                    nogoods.push(held.iter().copied().chain([decision]).collect())
                }
                // What was placed followed from the others.
                Entry::Placed(_) | Entry::Opened => {}
            }
        }
        self.stack.clear();
        self.opened = 0;
        while self.compiled.engine.store.depth() > self.base {
            self.compiled.engine.pop();
        }
        self.observer.restart();
        if let Some(brancher) = self.brancher.built() {
            brancher.restart();
        }
        if nogoods.iter().any(|nogood| self.compiled.engine.add_nogood(nogood).is_err()) {
            return Err(Stop::Exhausted);
        }
        self.propagate().map_err(|failure| match failure {
            Failure::Limit => Stop::Interrupted,
            _ => Stop::Exhausted,
        })
    }

    /// Begins anew under the same assumptions, and from here on solutions have to improve the objective.
    pub(crate) fn pursue(&mut self, goal: Goal) {
        let assumptions = std::mem::take(&mut self.assumptions);
        self.reset();
        self.assumptions = assumptions;
        self.goal = Some(goal);
    }

    pub(crate) fn tries_best_first(&self) -> bool {
        self.best_first
    }

    pub(crate) fn give_up_goal(&mut self) {
        self.reset();
        self.goal = None;
    }

    pub(crate) fn goal_mut(&mut self) -> Option<&mut Goal> {
        self.goal.as_mut()
    }

    /// Goes to the root and adds a variable there.
    #[track_caller]
    pub fn add_var(&mut self, values: impl Into<Values>) -> Result<Var, Error> {
        self.reset();
        let var = self.compiled.add_var(values)?;
        if let Some(brancher) = self.brancher.built() {
            brancher.grown(&self.compiled.engine);
        }
        Ok(var)
    }

    /// Goes to the root and adds a constraint there.
    #[track_caller]
    pub fn add_constraint(&mut self, constraint: impl Constraint + 'static) -> Result<ConstraintId, Error> {
        self.reset();
        let id = self.compiled.add_constraint(constraint)?;
        if let Some(brancher) = self.brancher.built() {
            brancher.grown(&self.compiled.engine);
        }
        Ok(id)
    }

    /// A search of the same model without some of its constraints; see [`Compiled::without`](crate::Compiled::without).
    pub fn without(&self, constraints: &[ConstraintId], config: &Config) -> Result<Search, Error> {
        Ok(Search::new(self.compiled.without(constraints)?, config))
    }
}

//! Depth-first search with an explicit stack: it can pause after any solution and at any limit.
//!
//! Branching is binary. A decision opens a level; when it fails, the level is popped and the opposite
//! is carried out one level up, where it stays on the stack among the refuted. So the stack always reads
//! as what has been tried and what has been ruled out, in order, and a restart can keep the latter as
//! nogoods (Lecoutre et al. 2007).
//!
//! A search owns all it uses. It can be stored, sent to a thread, or paused for ever.

use crate::branch::restart::Schedule;
use crate::branch::{self, Blame, Brancher};
use crate::config::Config;
use crate::constraint::Constraint;
use crate::decision::Decision;
use crate::domain::{Domain, Values};
use crate::engine::{Engine, Failure};
use crate::error::{Error, ErrorKind};
use crate::limits::{Clock, Limits, Watchdog};
use crate::model::{ConstraintId, Term, Var};
use crate::narrowing::Contradiction;
use crate::observe::Observer;
use crate::optimize::Goal;
use crate::solution::{Count, Interrupted, Solution};
use crate::stats::Statistics;
use crate::store::cause;

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
    Placed(Var),
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

/// A search over a compiled model, resumable after every solution and every limit.
#[derive(Debug)]
pub struct Search<O: Observer = ()> {
    engine: Engine,
    brancher: Box<dyn Brancher>,
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
    watchdog: Watchdog,
    stats: Statistics,
    placed: Vec<bool>,
    /// What solutions have to improve, in a search for the best.
    goal: Option<Goal>,
    /// What the configuration says for such a search.
    best_first: bool,
    observer: O,
}

impl Search {
    /// A search with the branching that `config` names.
    pub fn new(engine: Engine, config: &Config) -> Search {
        let brancher = branch::from_config(&engine, config);
        Search::with(engine, config, brancher, ())
    }

    /// A search with a brancher of one's own.
    pub fn with_brancher(engine: Engine, config: &Config, brancher: impl Brancher + 'static) -> Search {
        Search::with(engine, config, Box::new(brancher), ())
    }
}

impl<O: Observer> Search<O> {
    /// A search with any brancher and an observer.
    pub fn with(engine: Engine, config: &Config, brancher: Box<dyn Brancher>, observer: O) -> Search<O> {
        let mut schedule = Schedule::new(config.restarts);
        let next_restart = schedule.next_run();
        Search {
            engine,
            brancher,
            stack: Vec::new(),
            state: State::Fresh,
            base: 0,
            lasting_clauses: 0,
            assumptions: Vec::new(),
            schedule,
            next_restart,
            watchdog: Watchdog::new(Limits::default(), 0, 0),
            stats: Statistics::default(),
            placed: Vec::new(),
            goal: None,
            best_first: config.best_first,
            observer,
        }
    }

    /// The same search, watched.
    pub fn observed<P: Observer>(self, observer: P) -> Search<P> {
        let Search { engine, brancher, stack, state, base, lasting_clauses, .. } = self;
        let Search { assumptions, schedule, next_restart, watchdog, stats, placed, goal, best_first, .. } =
            self;
        Search {
            engine,
            brancher,
            stack,
            state,
            base,
            lasting_clauses,
            assumptions,
            schedule,
            next_restart,
            watchdog,
            stats,
            placed,
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
        self.watchdog = Watchdog::new(limits, self.stats.nodes, self.stats.failures);
    }

    /// Goes back to the root and forgets the assumptions and the nogoods of the run. Weights stay.
    pub fn reset(&mut self) {
        while self.engine.store.depth() > 0 {
            self.engine.pop();
        }
        if self.base > 0 {
            self.engine.forget_clauses(self.lasting_clauses);
        }
        self.stack.clear();
        self.base = 0;
        self.assumptions.clear();
        self.placed.clear();
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
        let (index, variables) = (decision.variable().index(), self.engine.variables());
        if index >= variables {
            return Err(Error::new(ErrorKind::UnknownVariable { index, variables }));
        }
        let view = self.engine.view(decision.variable());
        let store = self.engine.store();
        if let Decision::Remove(_, value) = decision
            && store.is_range_only(view)
            && store.min(view) < value
            && value < store.max(view)
        {
            return Err(Error::new(ErrorKind::Unsupported {
                what: format!(
                    "{} is too wide for holes: {value} lies inside it and cannot be removed alone; \
                     assume AtMost or AtLeast instead",
                    self.engine.model().name(decision.variable())
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
        let mut failure = match self.state {
            State::Exhausted => return Step::Exhausted,
            State::Fresh => match self.enter() {
                Ok(()) => None,
                Err(()) => return self.exhausted(),
            },
            State::Open => None,
            // Every solution fails once it has been looked at, so that the search goes on.
            State::Solution => {
                self.state = State::Open;
                if !self.backtrack(None) {
                    return self.exhausted();
                }
                None
            }
        };
        loop {
            if let Some(failed) = failure.take()
                && !self.backtrack(Some(failed))
            {
                return self.exhausted();
            }
            if self.watchdog.is_over(self.stats.nodes, self.stats.failures) {
                return Step::Limit;
            }
            if self.stats.failures >= self.next_restart && !self.restart() {
                return self.exhausted();
            }
            if let Err(failed) = self.heed_goal() {
                failure = Some(failed);
                continue;
            }
            let entry = match self.next_entry() {
                Some(entry) => entry,
                None => {
                    self.state = State::Solution;
                    self.stats.solutions += 1;
                    self.observer.solution(&self.engine.store);
                    return Step::Solution;
                }
            };
            self.engine.push();
            self.stack.push(entry);
            self.stats.depth = self.stats.depth.max(self.engine.store.depth() - self.base);
            let carried_out = match entry {
                Entry::Tried(decision) => {
                    self.stats.nodes += 1;
                    self.observer.decide(decision, self.engine.store.depth() - self.base);
                    self.engine.decide(decision, cause::DECISION)
                }
                Entry::Placed(var) => self.engine.place(self.engine.view(var)),
                Entry::Refuted(_) => unreachable!("refuted decisions open no level"),
            };
            failure = carried_out.and_then(|()| self.engine.propagate(&mut self.observer)).err();
        }
    }

    /// Looks at the bound of the objective: at the root of a run, and when another thread has moved it.
    #[inline(always)]
    fn heed_goal(&mut self) -> Result<(), Failure> {
        match self.goal.as_ref().and_then(|goal| goal.cut(&self.engine)) {
            None => Ok(()),
            Some(cut) => {
                self.engine.decide(cut, cause::OBJECTIVE)?;
                self.engine.propagate(&mut self.observer)
            }
        }
    }

    /// Carries out the opposite of what failed, and with it what has become of the objective's bound since
    /// the level was opened.
    fn refute(&mut self, tried: Decision) -> Result<(), Failure> {
        if let Some(cut) = self.goal.as_ref().and_then(|goal| goal.cut(&self.engine)) {
            self.engine.decide(cut, cause::OBJECTIVE)?;
        }
        self.engine.decide(!tried, cause::REFUTATION)?;
        self.engine.propagate(&mut self.observer)
    }

    /// The next decision; `None` when all variables are fixed and have reacted.
    fn next_entry(&mut self) -> Option<Entry> {
        if let Some(decision) = self.brancher.decide(&self.engine.store) {
            return Some(Entry::Tried(self.splitting(decision)));
        }
        // A brancher may know part of the variables only.
        if let Some(open) = self.engine.views.iter().position(|&view| !self.engine.store.is_fixed(view)) {
            let least = self.engine.store.min(self.engine.views[open]);
            return Some(Entry::Tried(self.splitting(Decision::Assign(Var(open as u32), least))));
        }
        if !self.engine.reacts_to_decisions_only() {
            return None;
        }
        self.placed.resize(self.engine.variables(), false);
        let var = self.placed.iter().position(|placed| !placed)?;
        self.placed[var] = true;
        Some(Entry::Placed(Var(var as u32)))
    }

    /// A decision that splits the domain as it is. A very wide domain has no holes, so one about an inner
    /// value is replaced by the half that holds it.
    ///
    /// # Panics
    /// When the decision is certain or impossible already: searching on would try it for ever.
    #[inline]
    fn splitting(&self, decision: Decision) -> Decision {
        let decision = self.goal.as_ref().map_or(decision, |goal| goal.prefer(decision, &self.engine));
        let store = &self.engine.store;
        let view = self.engine.view(decision.variable());
        let decision = match decision {
            Decision::Assign(var, value) | Decision::Remove(var, value) if store.is_range_only(view) => {
                if value == store.max(view) {
                    Decision::AtLeast(var, value)
                } else {
                    Decision::AtMost(var, value)
                }
            }
            other => other,
        };
        let status = decision.literal(view).status(store);
        assert!(status.is_none(), "{:?} suggested {decision:?}, which is decided already", self.brancher);
        decision
    }

    /// Opens the run: carries out the assumptions and propagates them.
    fn enter(&mut self) -> Result<(), ()> {
        if self.engine.is_infeasible() {
            self.observer.infeasible(None);
            return Err(());
        }
        self.state = State::Open;
        self.engine.push();
        self.base = 1;
        self.lasting_clauses = self.engine.clauses();
        let mut assumptions = self.assumptions.iter();
        let assumed = assumptions.try_for_each(|&decision| self.engine.decide(decision, cause::ASSUMPTION));
        assumed.and_then(|()| self.engine.propagate(&mut self.observer)).map_err(|failure| {
            self.observer.infeasible(Some(&Contradiction::new(&self.engine, failure)));
        })
    }

    fn exhausted(&mut self) -> Step {
        self.state = State::Exhausted;
        Step::Exhausted
    }

    /// Undoes failed levels until an opposite holds. False when nothing is left to undo.
    fn backtrack(&mut self, mut failure: Option<Failure>) -> bool {
        let mut refuted = match self.stack.last() {
            Some(Entry::Tried(decision)) => Some(decision.variable()),
            _ => None,
        };
        loop {
            if let Some(failed) = failure {
                self.stats.failures += 1;
                let depth = self.engine.store.depth() - self.base;
                self.observer.conflict(&Contradiction::new(&self.engine, failed), depth);
                self.brancher.conflict(&self.engine.store, Blame::new(&self.engine, failed, refuted));
            }
            let tried = loop {
                match self.stack.pop() {
                    None => return false,
                    Some(Entry::Refuted(_)) => {}
                    Some(Entry::Placed(var)) => {
                        self.placed[var.index()] = false;
                        self.engine.pop();
                    }
                    Some(Entry::Tried(decision)) => break decision,
                }
            };
            self.engine.pop();
            self.stack.push(Entry::Refuted(tried));
            refuted = Some(tried.variable());
            self.observer.refute(tried, self.engine.store.depth() - self.base);
            match self.refute(tried) {
                Ok(()) => return true,
                Err(failed) => failure = Some(failed),
            }
        }
    }

    /// Back to the first level, keeping as nogoods what was refuted since: each refuted decision together
    /// with the decisions above it that still held. They hold for this run only, since solutions already
    /// found are refuted too. False when nothing is left.
    #[cold]
    fn restart(&mut self) -> bool {
        self.stats.restarts += 1;
        self.next_restart = self.stats.failures.saturating_add(self.schedule.next_run());
        let mut nogoods: Vec<Vec<Decision>> = Vec::new();
        let mut held = Vec::new();
        for entry in &self.stack {
            match *entry {
                Entry::Tried(decision) => held.push(decision),
                Entry::Refuted(decision) => nogoods.push(held.iter().copied().chain([decision]).collect()),
                Entry::Placed(_) => unreachable!("backtracking stops at a decision"),
            }
        }
        self.stack.clear();
        while self.engine.store.depth() > self.base {
            self.engine.pop();
        }
        self.observer.restart();
        self.brancher.restart();
        nogoods.iter().all(|nogood| self.engine.add_nogood(nogood).is_ok())
            && self.engine.propagate(&mut self.observer).is_ok()
    }

    /// Whether a solution stands.
    fn require_solution(&self) {
        assert!(self.state == State::Solution, "a solution can be read after Step::Solution only");
    }

    /// The solution that the last step found.
    ///
    /// # Panics
    /// When the last step did not end with [`Step::Solution`].
    pub fn solution(&self) -> Solution {
        self.require_solution();
        let store = self.engine.store();
        Solution(self.engine.views.iter().map(|&view| store.min(view)).collect())
    }

    /// One value of the solution that the last step found, without copying the others.
    ///
    /// # Panics
    /// When the last step did not end with [`Step::Solution`].
    pub fn value(&self, term: impl Into<Term>) -> i32 {
        self.require_solution();
        self.engine.store().min(self.engine.view(term))
    }

    /// The next solution, or `None` when there are no more.
    pub fn first(&mut self) -> Result<Option<Solution>, Interrupted> {
        match self.step() {
            Step::Solution => Ok(Some(self.solution())),
            Step::Exhausted => Ok(None),
            Step::Limit => Err(Interrupted),
        }
    }

    /// Counts the solutions from here on, up to `most`.
    pub fn count(&mut self, most: u64) -> Count {
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

    /// The solutions from here on. The iterator ends when there are no more or a limit is reached;
    /// [`is_exhausted`](Search::is_exhausted) tells which.
    pub fn solutions(&mut self) -> Solutions<'_, O> {
        Solutions(self)
    }

    /// Whether it is proved that there are no more solutions.
    pub fn is_exhausted(&self) -> bool {
        self.state == State::Exhausted
    }

    /// What a variable can still be, where the search stands.
    pub fn domain(&self, term: impl Into<Term>) -> Domain<'_> {
        self.engine.domain(term)
    }

    /// The decisions that hold where the search stands, assumptions apart.
    pub fn decisions(&self) -> impl Iterator<Item = Decision> {
        self.stack.iter().filter_map(|entry| match *entry {
            Entry::Tried(decision) => Some(decision),
            Entry::Refuted(_) | Entry::Placed(_) => None,
        })
    }

    /// Counters of the whole search.
    pub fn statistics(&self) -> Statistics {
        let mut stats = self.stats.clone();
        stats.propagations = self.engine.propagations.list().to_vec();
        stats.clauses = self.engine.clauses() as u64;
        stats
    }

    /// Time spent searching so far.
    pub(crate) fn time(&self) -> std::time::Duration {
        self.stats.time
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

    /// Propagates the assumptions and says where the run would branch first. `Err` when they are refuted;
    /// `Ok(None)` when they leave nothing open.
    pub(crate) fn first_decision(&mut self) -> Result<Option<Decision>, ()> {
        debug_assert_eq!(self.state, State::Fresh);
        self.enter()?;
        Ok(match self.next_entry() {
            Some(Entry::Tried(decision)) => Some(decision),
            Some(Entry::Placed(_) | Entry::Refuted(_)) | None => None,
        })
    }

    /// Number of decisions tried so far.
    pub fn nodes(&self) -> u64 {
        self.stats.nodes
    }

    /// Number of failures so far.
    pub fn failures(&self) -> u64 {
        self.stats.failures
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Goes to the root and adds a variable there.
    #[track_caller]
    pub fn add_var(&mut self, values: impl Into<Values>) -> Result<Var, Error> {
        self.reset();
        let var = self.engine.add_var(values)?;
        self.brancher.grown(&self.engine);
        Ok(var)
    }

    /// Goes to the root and adds a constraint there.
    #[track_caller]
    pub fn add_constraint(&mut self, constraint: impl Constraint + 'static) -> Result<ConstraintId, Error> {
        self.reset();
        let id = self.engine.add_constraint(constraint)?;
        self.brancher.grown(&self.engine);
        Ok(id)
    }

    /// A search of the same model without some of its constraints; see [`Engine::without`].
    pub fn without(&self, constraints: &[ConstraintId], config: &Config) -> Result<Search, Error> {
        Ok(Search::new(self.engine.without(constraints)?, config))
    }
}

/// Solutions one by one. See [`Search::solutions`].
#[derive(Debug)]
pub struct Solutions<'a, O: Observer>(&'a mut Search<O>);

impl<O: Observer> Iterator for Solutions<'_, O> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self.0.step() {
            Step::Solution => Some(self.0.solution()),
            Step::Exhausted | Step::Limit => None,
        }
    }
}

//! Help by learning: when a search has failed often, a learning search of the same model takes turns with it: one over
//! clauses alone if the model can be expressed in clauses, else the lazy one.
//!
//! Neither search is better on all models, and it takes a while to see which one is. They take turns of equal work
//! (with schedules, the learner does most of it), counted in the units of [`Meter`](crate::Meter), so that the same
//! model gives the same nodes everywhere. Either search may find the next solution or end the proof; a solution that
//! one finds is excluded in the other.

use std::collections::HashSet;

use super::clausal::Clausal;
use super::lazy::Lazy;
use super::stack::{self, State, Stop};
use super::{Search, Step};
use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Clock, Limits};
use crate::base::stats::Statistics;
use crate::compile::{Compiled, Purpose};
use crate::engine::Engine;
use crate::engine::observe::{Observer, Stretch};
use crate::engine::store::cause;
use crate::model::Model;
use crate::model::config::{BranchBy, Config, Consistency, Learning};
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::solution::Solution;
use crate::search::goal::Goal;

/// Failures before the first turn, and between turns. A search that fails less often needs no help.
const FIRST_FAILURES: u64 = 1000;
const LATER_FAILURES: u64 = 500;
/// Failures before the first turn for models with schedules, in which plain search fails often from the beginning.
const FAILURES_OF_SCHEDULES: u64 = 20;
/// Work before the first turn, and between turns, if the failures take longer than that.
const FIRST_WORK: u64 = 500_000;
const LATER_WORK: u64 = 100_000;
/// Number of failures from which the work of a failure is estimated.
const SAMPLE: u64 = 16;
/// Number of failures for each solution below which no help is needed.
const FAILURES_PER_SOLUTION: u64 = 5000;
/// Number of solutions above which search goes on alone: each solution is a clause for the learner.
const MOST_SOLUTIONS: usize = 1000;
/// Least work of a turn.
const LEAST_WORK: u64 = 20_000;
/// Ratio of the learner's work to that of the search where there are schedules.
const SHARE_OF_SCHEDULES: u64 = 32;

/// A learning search.
#[derive(Debug)]
pub(super) enum Learner {
    Lazy(Box<Lazy<()>>),
    /// The clausal learner, with an engine that holds its solutions.
    Clausal(Box<Clausal>, Box<Compiled>),
}

impl Learner {
    /// Compiles a model for learning. An optimisation needs propagators.
    fn compile(model: &Model, config: &Config, limits: &Limits, for_best: bool) -> Result<Learner, Error> {
        let mut config = config.clone();
        if config.consistency == Consistency::Forward {
            config.consistency = Consistency::Value;
        }
        if !for_best && config.fast_path {
            match Clausal::compile_within(model, &config, limits) {
                Ok(clausal) => {
                    let shown = model.compile_within(&config, limits)?;
                    return Ok(Learner::Clausal(Box::new(clausal), Box::new(shown)));
                }
                Err(error) if matches!(error.kind(), ErrorKind::Unsupported { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let compiled = model.compile_observed(&config, limits, Purpose::Learn, &mut ())?;
        Ok(Learner::Lazy(Box::new(Lazy::new(compiled, &config, ()))))
    }

    fn is_for_best(&self) -> bool {
        matches!(self, Learner::Lazy(_))
    }

    /// Fails if the learner cannot make these assumptions: at its root a domain may be wider than in the search, and too
    /// wide for holes.
    fn begin(&mut self, assumptions: &[Decision], goal: Option<Goal>) -> Result<(), Error> {
        match self {
            Learner::Lazy(lazy) => {
                lazy.assume(assumptions)?;
                lazy.pursue(goal);
            }
            Learner::Clausal(clausal, _) => clausal.assume(assumptions)?,
        }
        Ok(())
    }

    fn exclude(&mut self, values: &[i32]) {
        match self {
            Learner::Lazy(lazy) => lazy.exclude(values),
            Learner::Clausal(clausal, _) => clausal.exclude(values),
        }
    }

    fn exclude_all(&mut self, nogoods: Vec<Vec<Decision>>) {
        match self {
            Learner::Lazy(lazy) => lazy.exclude_all(nogoods),
            Learner::Clausal(clausal, _) => clausal.exclude_all(nogoods),
        }
    }

    /// Searches within limits and an amount of work.
    fn step(&mut self, limits: Limits, work: u64) -> Step {
        match self {
            Learner::Lazy(lazy) => {
                lazy.limit(limits);
                lazy.work_at_most(work);
                lazy.step()
            }
            Learner::Clausal(clausal, shown) => {
                clausal.limit(limits);
                clausal.work_at_most(work);
                let step = clausal.step();
                if step == Step::Solution {
                    show(&mut shown.engine, clausal.solution().values());
                }
                step
            }
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Learner::Lazy(lazy) => lazy.nodes(),
            Learner::Clausal(clausal, _) => clausal.nodes(),
        }
    }

    fn failures(&self) -> u64 {
        match self {
            Learner::Lazy(lazy) => lazy.failures(),
            Learner::Clausal(clausal, _) => clausal.failures(),
        }
    }

    pub fn statistics(&self) -> Statistics {
        match self {
            Learner::Lazy(lazy) => lazy.statistics(),
            Learner::Clausal(clausal, _) => clausal.statistics(),
        }
    }

    /// Returns an engine that holds the learner's last solution.
    pub fn engine(&self) -> &Engine {
        match self {
            Learner::Lazy(lazy) => &lazy.compiled().engine,
            Learner::Clausal(_, shown) => &shown.engine,
        }
    }
}

/// Fixes the variables of an engine that is used for nothing else.
fn show(engine: &mut Engine, values: &[i32]) {
    while engine.store().depth() > 0 {
        engine.pop();
    }
    engine.push();
    for (var, &value) in (0..).map(Var).zip(values) {
        let decided = engine.decide(Decision::Assign(var, value), cause::DECISION);
        decided.expect("a solution is within the domains");
    }
    // The limits of the search do not apply to this engine, and must not stop it.
    let meter = std::mem::take(&mut engine.meter);
    engine.propagate(&mut ()).expect("a solution breaks no constraint");
    engine.meter = meter;
}

/// The second search, and the data for its start. It is off by default.
#[derive(Debug, Default)]
pub(super) struct Help {
    is_on: bool,
    learner: Option<Learner>,
    /// Whether the learner works on the current run.
    has_begun: bool,
    /// Whether the current solution is the learner's.
    pub shows_learner_solution: bool,
    /// Solutions of the run, if they are few.
    known: HashSet<Box<[i32]>>,
    /// Known solutions that the learner has not received yet.
    news: Vec<Box<[i32]>>,
    /// Work that the search had done when the last turn ended, or the run began.
    before: u64,
    /// Whether the work of a failure is known.
    is_sampled: bool,
    failure_work: u64,
    solutions_before: u64,
    failures_before: u64,
    limits: Limits,
    since: Option<Clock>,
}

impl Help {
    pub fn new(config: &Config) -> Help {
        let is_on =
            config.learning == Learning::Auto && config.branching == BranchBy::Splitting && !config.probing;
        Help { is_on, ..Help::default() }
    }

    pub fn limit(&mut self, limits: &Limits) {
        if self.is_on {
            self.limits = limits.clone();
            self.since = Some(Clock::start());
        }
    }

    pub fn learner(&self) -> Option<&Learner> {
        self.learner.as_ref()
    }

    /// Ends the run. Learnt clauses that do not depend on it are kept.
    pub fn end_run(&mut self, solutions: u64, failures: u64) {
        self.has_begun = false;
        self.shows_learner_solution = false;
        self.known.clear();
        self.news.clear();
        self.solutions_before = solutions;
        self.failures_before = failures;
    }

    /// Forgets the learner, because the model has changed.
    pub fn forget(&mut self) {
        self.learner = None;
    }
}

impl<O: Observer> Search<O> {
    /// Sets the number of failures at which the learner gets its next turn.
    pub(super) fn plan_turn(&mut self, first: bool) {
        if first {
            self.help.before = self.compiled.engine.meter.done();
        }
        let failures = match first {
            _ if !self.help.is_on => u64::MAX,
            true => SAMPLE,
            false => LATER_FAILURES.min(LATER_WORK / self.help.failure_work).max(SAMPLE),
        };
        self.help.is_sampled = !first;
        self.next_turn = self.stats.failures.saturating_add(failures);
        self.next_pause = self.next_turn.min(self.next_restart);
    }

    /// Sets the number of failures at which the learner gets its first turn, by the work of those so far.
    fn plan_first_turn(&mut self) {
        let failures = self.stats.failures - self.help.failures_before;
        let work = self.compiled.engine.meter.done() - self.help.before;
        self.help.is_sampled = true;
        self.help.failure_work = (work / failures.max(1)).max(1);
        let most = if self.compiled.engine.has_schedules() { FAILURES_OF_SCHEDULES } else { FIRST_FAILURES };
        self.next_turn = self.help.failures_before + most.min(FIRST_WORK / self.help.failure_work);
        self.next_pause = self.next_turn.min(self.next_restart);
    }

    /// Records a solution of the search. Returns whether it is new.
    pub(super) fn record_solution(&mut self) -> bool {
        if !self.help.has_begun || self.goal.is_some() {
            return true;
        }
        let values = self.compiled.engine.solution().0;
        if self.help.known.len() < MOST_SOLUTIONS {
            let is_new = self.help.known.insert(values.clone());
            if is_new {
                self.help.news.push(values);
            }
            return is_new;
        }
        // With more solutions than this the search goes on alone.
        if self.help.learner.take().is_some() {
            self.next_turn = u64::MAX;
            self.next_pause = self.next_restart;
        }
        !self.help.known.contains(&values)
    }

    /// Gives the learner a turn. Returns whether it has found a solution.
    #[cold]
    pub(super) fn take_turn(&mut self) -> Result<bool, Stop> {
        if !self.help.is_sampled {
            self.plan_first_turn();
            return Ok(false);
        }
        self.plan_turn(false);
        if !self.help.has_begun && self.goal.is_none() {
            let solutions = self.stats.solutions - self.help.solutions_before;
            let failures = self.stats.failures - self.help.failures_before;
            if solutions > 0 && failures / solutions < FAILURES_PER_SOLUTION {
                // The search finds solutions without help.
                return Ok(false);
            }
        }
        if !self.begin_help()? {
            return Ok(false);
        }
        let done = self.compiled.engine.meter.done();
        let share = if self.compiled.engine.has_schedules() { SHARE_OF_SCHEDULES } else { 1 };
        let work = share * done.saturating_sub(self.help.before).max(LEAST_WORK);
        let limits = match &self.help.since {
            Some(since) => self.help.limits.clone().left(since),
            None => Limits::default(),
        };
        let (nodes, failures) = self.counters.left(self.stats.nodes, self.stats.failures);
        let learner = self.help.learner.as_mut().expect("it has begun");
        for values in self.help.news.drain(..) {
            learner.exclude(&values);
        }
        let before = (learner.nodes(), learner.failures());
        let step = learner.step(limits.nodes(nodes).failures(failures), work);
        let (nodes, failures) = (learner.nodes() - before.0, learner.failures() - before.1);
        self.stats.nodes += nodes;
        self.stats.failures += failures;
        let solution = || learner.engine().solution();
        let solved: Option<&dyn Fn() -> Solution> = (step == Step::Solution).then_some(&solution);
        let is_last = step == Step::Exhausted;
        self.observer.stretch(&Stretch { nodes, failures, solution: solved, is_last });
        match step {
            Step::Exhausted => return Err(Stop::Exhausted),
            Step::Solution => {
                if self.goal.is_none() {
                    self.help.known.insert(solution().0);
                }
                self.help.shows_learner_solution = true;
                self.state = State::Solution;
                self.stats.solutions += 1;
                // The rest of its turn follows the solution.
                self.next_turn = self.stats.failures;
                self.next_pause = self.next_turn;
            }
            Step::Limit => {
                self.plan_turn(false);
                self.help.before = self.compiled.engine.meter.done();
                if self.counters.are_over(self.stats.nodes, self.stats.failures)
                    || self.compiled.engine.is_over_now()
                {
                    return Err(Stop::Limit);
                }
            }
        }
        Ok(step == Step::Solution)
    }

    /// Prepares the learner for the run. Returns false if it cannot help.
    fn begin_help(&mut self) -> Result<bool, Stop> {
        if self.help.has_begun {
            return Ok(true);
        }
        let for_best = self.goal.is_some();
        if self.help.learner.as_ref().is_none_or(|learner| for_best && !learner.is_for_best()) {
            let limits = match &self.help.since {
                Some(since) => self.help.limits.clone().left(since),
                None => Limits::default(),
            };
            let Compiled { model, config, .. } = &self.compiled;
            match Learner::compile(model, config, &limits, for_best) {
                Ok(learner) => self.help.learner = Some(learner),
                Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => return Err(Stop::Limit),
                Err(_) => {
                    self.help.is_on = false;
                    self.plan_turn(true);
                    return Ok(false);
                }
            }
        }
        let learner = self.help.learner.as_mut().expect("it was made");
        if learner.begin(&self.assumptions, self.goal.clone()).is_err() {
            return Ok(false);
        }
        // Excludes the part of the tree that the search has finished, with the solutions that it found there.
        let solutions = self.stats.solutions - self.help.solutions_before;
        if solutions > 0 && self.goal.is_none() {
            learner.exclude_all(self.compiled.engine.nogoods(self.lasting_clauses));
            learner.exclude_all(stack::nogoods(&self.stack));
        }
        self.help.has_begun = true;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Cancel;

    #[test]
    fn a_solution_is_shown_after_the_limit() {
        let mut model = Model::new();
        let x = model.vars(8, 0..8);
        model.all_different(&x);
        let flag = Cancel::new();
        let limits = Limits::default().cancel(&flag);
        let mut shown = model.compile_within(&Config::default(), &limits).unwrap();
        flag.cancel();
        // Often enough for the limit to be checked.
        for first in (0..8).cycle().take(800) {
            let values: Vec<i32> = (0..8).map(|at| (at + first) % 8).collect();
            show(&mut shown.engine, &values);
            assert_eq!(shown.engine.store().value(shown.engine.view(x[0])), Some(first));
        }
        assert!(shown.engine.is_over_now());
    }
}

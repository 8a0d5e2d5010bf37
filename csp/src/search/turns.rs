//! Turns of a search with a [`Partner`]: when a search has failed often, a learner of the same model takes turns with it.
//!
//! Neither search is better on all models, and it takes a while to see which one is. They take turns of equal work
//! (with schedules, the learner does most of it; with an objective, more where better solutions come from, until the
//! search has refuted so much of its tree that its proof is in sight), counted in the units of
//! [`Meter`](crate::limits::Meter), so that the same model gives the same nodes everywhere. Either search may find the
//! next solution or end the proof; a solution that one finds is excluded in the other.

use std::collections::HashSet;

use super::clausal::Clausal;
use super::lazy::Lazy;
use super::partner::Partner;
use super::stack::{self, State, Stop};
use super::{Search, Step};
use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Clock, Limits};
use crate::compile::{Compiled, Purpose};
use crate::engine::Engine;
use crate::engine::observe::{Observer, Stretch};
use crate::engine::store::cause;
use crate::model::Model;
use crate::model::config::{BranchBy, Config, Consistency, Learning};
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::solution::Solution;

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
/// The greatest such ratio where there is an objective.
const LARGEST_SHARE: u64 = 8;
/// The part of its tree from which a search may end the proof soon: turns are of equal work then. November 2026: such
/// searches have refuted 10⁻⁸ to 10⁻¹ of their trees at the first turn and this much within a quarter of their time; in
/// two rosters of three, which they do not prove, it stays below 10⁻⁹.
const PART_IN_SIGHT: f64 = 1.0 / 256.0;

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

/// A ratio of work, which doubles with each better solution of the partner, and halves with one of the search.
#[derive(Debug)]
struct Share(u64);

impl Default for Share {
    fn default() -> Share {
        Share(1)
    }
}

/// The partner of a search, and the data for its start. There is none by default.
#[derive(Debug, Default)]
pub(super) struct Turns {
    is_on: bool,
    partner: Option<Box<dyn Partner>>,
    /// Ratio of the partner's work to that of the search in an optimisation.
    share: Share,
    /// Whether the partner does all the work.
    is_alone: bool,
    /// An engine that holds the solutions of a partner without one.
    shown: Option<Box<Compiled>>,
    /// Whether the partner works on the current run.
    has_begun: bool,
    /// Whether the current solution is the partner's.
    pub shows_partner_solution: bool,
    /// Solutions of the run, if they are few.
    known: HashSet<Box<[i32]>>,
    /// Known solutions that the partner has not received yet.
    news: Vec<Box<[i32]>>,
    /// Work that the search had done when the last turn ended, or the run began.
    before: u64,
    /// Work that the partner had done when its current turn began.
    began: u64,
    /// Whether the work of a failure is known.
    is_sampled: bool,
    failure_work: u64,
    solutions_before: u64,
    failures_before: u64,
    limits: Limits,
    since: Option<Clock>,
}

impl Turns {
    pub fn new(config: &Config) -> Turns {
        Turns { is_on: Search::takes_turns(config), ..Turns::default() }
    }

    pub fn limit(&mut self, limits: &Limits) {
        if self.is_on {
            self.limits = limits.clone();
            self.since = Some(Clock::start());
        }
    }

    fn limits_left(&self) -> Limits {
        self.since.as_ref().map_or_else(Limits::default, |since| self.limits.clone().left(since))
    }

    pub fn partner(&self) -> Option<&dyn Partner> {
        self.partner.as_deref()
    }

    /// Returns an engine that holds the current solution, if it is the partner's.
    #[inline]
    pub fn engine(&self) -> Option<&Engine> {
        if !self.shows_partner_solution {
            return None;
        }
        let partner = self.partner.as_ref()?;
        partner.engine().or(self.shown.as_ref().map(|shown| &shown.engine))
    }

    /// Makes a learner the partner: one over clauses alone if the model can be expressed in clauses and there is no
    /// objective, which needs propagators.
    fn compile(&mut self, model: &Model, config: &Config, for_best: bool) -> Result<(), Error> {
        let limits = self.limits_left();
        let mut config = config.clone();
        if config.consistency == Consistency::Forward {
            config.consistency = Consistency::Value;
        }
        if !for_best && config.fast_path {
            match Clausal::compile_within(model, &config, &limits) {
                Ok(clausal) => {
                    self.shown = Some(Box::new(model.compile_within(&config, &limits)?));
                    self.partner = Some(Box::new(clausal));
                    return Ok(());
                }
                Err(error) if matches!(error.kind(), ErrorKind::Unsupported { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let compiled = model.compile_observed(&config, &limits, Purpose::Learn, &mut ())?;
        self.partner = Some(Box::new(Lazy::new(compiled, &config, ())));
        self.shown = None;
        Ok(())
    }

    /// Ends the run. Learnt clauses that do not depend on it are kept.
    pub fn end_run(&mut self, solutions: u64, failures: u64) {
        self.has_begun = false;
        self.shows_partner_solution = false;
        self.known.clear();
        self.news.clear();
        self.solutions_before = solutions;
        self.failures_before = failures;
    }

    /// Forgets the partner: the model has changed, or the search goes on alone.
    pub fn forget(&mut self) {
        (self.partner, self.shown) = (None, None);
    }
}

impl Search {
    /// Returns whether a search with these settings takes turns with a learner.
    pub(crate) fn takes_turns(config: &Config) -> bool {
        config.learning == Learning::Auto && config.branching == BranchBy::Splitting && !config.probing
    }

    /// Leaves all the work to the partner, if there is one for the model.
    pub(crate) fn leave_to_partner(&mut self) {
        self.turns.is_alone = true;
        self.plan_turn(true);
    }
}

impl<O: Observer> Search<O> {
    /// Sets the number of failures at which the partner gets its next turn.
    pub(super) fn plan_turn(&mut self, first: bool) {
        if first {
            self.turns.before = self.compiled.engine.meter.done();
        }
        let failures = match first {
            _ if !self.turns.is_on => u64::MAX,
            _ if self.turns.is_alone => 0,
            true => SAMPLE,
            false => LATER_FAILURES.min(LATER_WORK / self.turns.failure_work).max(SAMPLE),
        };
        self.turns.is_sampled = !first || self.turns.is_alone;
        self.next_turn = self.stats.failures.saturating_add(failures);
        self.next_pause = self.next_turn.min(self.next_restart);
    }

    /// Sets the number of failures at which the partner gets its first turn, by the work of those so far.
    fn plan_first_turn(&mut self) {
        let failures = self.stats.failures - self.turns.failures_before;
        let work = self.compiled.engine.meter.done() - self.turns.before;
        self.turns.is_sampled = true;
        self.turns.failure_work = (work / failures.max(1)).max(1);
        let most = if self.compiled.engine.has_schedules() { FAILURES_OF_SCHEDULES } else { FIRST_FAILURES };
        self.next_turn = self.turns.failures_before + most.min(FIRST_WORK / self.turns.failure_work);
        self.next_pause = self.next_turn.min(self.next_restart);
    }

    /// Records a solution of the search. Returns whether it is new.
    pub(super) fn record_solution(&mut self) -> bool {
        if self.goal.is_some() {
            self.turns.share.0 = (self.turns.share.0 / 2).max(1);
            return true;
        }
        if !self.turns.has_begun {
            return true;
        }
        let values = self.compiled.engine.solution().0;
        if self.turns.known.len() < MOST_SOLUTIONS {
            let is_new = self.turns.known.insert(values.clone());
            if is_new {
                self.turns.news.push(values);
            }
            return is_new;
        }
        // With more solutions than this the search goes on alone.
        if self.turns.partner.is_some() {
            self.turns.forget();
            self.next_turn = u64::MAX;
            self.next_pause = self.next_restart;
        }
        !self.turns.known.contains(&values)
    }

    /// Gives the partner a turn. Returns whether it has found a solution.
    #[cold]
    pub(super) fn take_turn(&mut self) -> Result<bool, Stop> {
        if !self.turns.is_sampled {
            self.plan_first_turn();
            return Ok(false);
        }
        self.plan_turn(false);
        if !self.turns.has_begun && self.goal.is_none() {
            let solutions = self.stats.solutions - self.turns.solutions_before;
            let failures = self.stats.failures - self.turns.failures_before;
            if solutions > 0 && failures / solutions < FAILURES_PER_SOLUTION {
                // The search finds solutions without help.
                return Ok(false);
            }
        }
        if !self.begin_partner()? {
            return Ok(false);
        }
        match self.let_partner_step() {
            Step::Exhausted => Err(Stop::Exhausted),
            Step::Solution => {
                self.turns.shows_partner_solution = true;
                self.turns.share.0 = (self.turns.share.0 * 2).min(LARGEST_SHARE);
                self.state = State::Solution;
                self.stats.solutions += 1;
                // The rest of its turn follows the solution.
                self.next_turn = self.stats.failures;
                self.next_pause = self.next_turn;
                Ok(true)
            }
            Step::Limit => {
                self.plan_turn(false);
                self.turns.before = self.compiled.engine.meter.done();
                if self.counters.are_over(self.stats.nodes, self.stats.failures)
                    || self.compiled.engine.is_over_now()
                {
                    return Err(Stop::Limit);
                }
                Ok(false)
            }
        }
    }

    /// Lets the partner work for its share, and counts and shows what it has done.
    fn let_partner_step(&mut self) -> Step {
        let done = self.compiled.engine.meter.done();
        let share = match self.goal {
            _ if self.compiled.engine.has_schedules() => SHARE_OF_SCHEDULES,
            Some(_) if stack::refuted(&self.stack) < PART_IN_SIGHT => self.turns.share.0,
            _ => 1,
        };
        let end = match self.turns.is_alone {
            true => u64::MAX,
            false => self.turns.began + share * done.saturating_sub(self.turns.before).max(LEAST_WORK),
        };
        let limits = self.turns.limits_left();
        let (nodes, failures) = self.counters.left(self.stats.nodes, self.stats.failures);
        let Turns { partner, shown, news, known, began, .. } = &mut self.turns;
        let partner = partner.as_mut().expect("it has begun");
        for values in news.drain(..) {
            partner.exclude(
                (0..).map(Var).zip(values).map(|(var, value)| Decision::Assign(var, value)).collect(),
            );
        }
        let before = (partner.nodes(), partner.failures());
        partner.limit(limits.nodes(nodes).failures(failures));
        partner.work_until(end);
        let step = partner.step();
        // After a solution without an objective the turn begins anew.
        if step == Step::Limit || self.goal.is_none() {
            *began = partner.work();
        }
        if step == Step::Solution && partner.engine().is_none() {
            let shown = shown.as_mut().expect("it was made with the partner");
            show(&mut shown.engine, partner.solution().values());
        }
        let (nodes, failures) = (partner.nodes() - before.0, partner.failures() - before.1);
        self.stats.nodes += nodes;
        self.stats.failures += failures;
        let solution = || partner.solution();
        let solved: Option<&dyn Fn() -> Solution> = (step == Step::Solution).then_some(&solution);
        let is_last = step == Step::Exhausted;
        self.observer.stretch(&Stretch { nodes, failures, solution: solved, is_last });
        if step == Step::Solution && self.goal.is_none() {
            known.insert(solution().0);
        }
        step
    }

    /// Prepares the partner for the run. Returns false if it cannot help.
    fn begin_partner(&mut self) -> Result<bool, Stop> {
        if self.turns.has_begun {
            return Ok(true);
        }
        let for_best = self.goal.is_some();
        if self.turns.partner.as_ref().is_none_or(|partner| for_best && !partner.optimizes()) {
            let Compiled { model, config, .. } = &self.compiled;
            match self.turns.compile(model, config, for_best) {
                Ok(()) => {}
                Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => return Err(Stop::Limit),
                Err(_) => {
                    self.turns.is_on = false;
                    self.plan_turn(true);
                    return Ok(false);
                }
            }
        }
        let partner = self.turns.partner.as_mut().expect("it was made");
        // At its root a domain may be wider than in the search, and too wide for holes.
        if partner.assume(&self.assumptions).is_err() {
            if self.turns.is_alone {
                self.turns.is_on = false;
                self.plan_turn(true);
            }
            return Ok(false);
        }
        partner.pursue(self.goal.clone());
        // Excludes the part of the tree that the search has finished, with the solutions that it found there.
        let solutions = self.stats.solutions - self.turns.solutions_before;
        if solutions > 0 && self.goal.is_none() {
            let refuted = self.compiled.engine.nogoods(self.lasting_clauses).into_iter();
            refuted.chain(stack::nogoods(&self.stack)).for_each(|nogood| partner.exclude(nogood));
        }
        self.turns.began = partner.work();
        self.turns.has_begun = true;
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

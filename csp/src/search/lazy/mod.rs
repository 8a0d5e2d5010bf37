//! Learning for any model: the engine propagates, and every conflict becomes a clause (lazy clause
//! generation, Ohrimenko, Stuckey & Codish 2009).
//!
//! ```text
//!   decide ─► propagate ─► conflict? ─► reasons ─► clause ─► back to its level, assert, propagate
//! ```
//!
//! Level 1 holds the assumptions of the run. A conflict that follows from the assumptions alone ends the search. A
//! clause keeps the assumptions that it depends on as literals, so that it remains valid in later runs.

mod flow;
mod neighbourhood;
mod order;
pub(crate) mod pace;
mod plan;
mod runner;
#[cfg(test)]
mod tests;

use crate::base::error::Error;
use crate::base::limits::{Counters, Limits, NODE_WORK};
use crate::base::stats::Statistics;
use crate::compile::{Compiled, Purpose};
use crate::engine::Failure;
use crate::engine::narrowing::Contradiction;
use crate::engine::observe::Observer;
use crate::engine::reasons::trace::Event;
use crate::engine::reasons::walk::Analysis;
use crate::engine::reasons::{LearntClause, Reasons};
use crate::engine::store::cause;
use crate::model::config::{Config, Restarts};
use crate::model::decision::Decision;
use crate::model::expression::Expression;
use crate::model::ids::Term;
use crate::search::branch::restart::Schedule;
use crate::search::goal::Goal;
use crate::search::runner::Runner;
use crate::search::stack::{State, Stop};

use flow::Flow;
use neighbourhood::{Neighbourhoods, Position};
use order::{Choice, Order};
use pace::Pace;
use plan::{Plan, Turn};

/// Work units of an analysis, and number of trail entries for a further unit.
const ANALYSIS_WORK: u32 = 16;
const ENTRIES_PER_WORK: u32 = 16;
/// The number of runs of a propagator that take as long as one of its explanations and the use of it.
// November 2026, time of the learner to that of the search in turns of equal work, by this number:
// a killer 9.3 at 0 and 1.0 at 4, renban 11.7 and 1.1, a little killer 19.4 and 1.2, unknown regions 2.0 and 0.7.
const RUNS_PER_ANSWER: u32 = 4;

/// The level of the assumptions.
const BASE: usize = 1;
/// Failures of the first turn at either end of the domains. Later turns are twice as long at the first end, and half as
/// long again at the other, which the model did not ask for.
const FIRST_TURN: u64 = 500;
/// The inverse share of the possible improvement that is demanded first.
const FIRST_SHARE: u32 = 2;

#[derive(Debug)]
pub(crate) struct Lazy<O: Observer> {
    compiled: Compiled,
    reasons: Reasons,
    order: Order,
    plan: Option<Plan>,
    decisions: Vec<Choice>,
    assumptions: Vec<Decision>,
    state: State,
    is_interrupted: bool,
    pace: Pace,
    /// The schedule of restarts, if the configuration has one.
    schedule: Option<Schedule>,
    next_restart: u64,
    /// The number of failures at which the other end of the domains has its turn, and the lengths of the latest turns at
    /// the first end and at the other.
    next_turn: u64,
    direction_turns: [u64; 2],
    counters: Counters,
    /// Work at which to stop.
    last_work: u64,
    /// Nogoods that the engine has not received yet.
    excluded: Vec<Vec<Decision>>,
    /// Whether the run has had nogoods.
    is_restricted: bool,
    stats: Statistics,
    /// Number of solutions when the run began.
    solutions_before: u64,
    goal: Option<Goal>,
    /// Made with the first solution, unless the settings do without.
    neighbourhoods: Option<Neighbourhoods>,
    wants_neighbourhoods: bool,
    /// The inverse share of the possible improvement of an objective that is demanded first; see [`Goal::ambition`].
    share: u32,
    observer: O,
}

impl<O: Observer> Lazy<O> {
    pub fn new(mut compiled: Compiled, config: &Config, observer: O) -> Lazy<O> {
        compiled.engine.store.count_removals(config.count_removals);
        let mut reasons = Reasons::default();
        compiled.engine.adopt_clauses(&mut reasons);
        let mut schedule = match config.restarts {
            Restarts::Never => None,
            restarts => Some(Schedule::new(restarts)),
        };
        let next_restart = schedule.as_mut().map_or(u64::MAX, Schedule::next_run);
        let (order, plan) = (Order::new(&compiled, config), Plan::new(&compiled, config));
        Lazy {
            compiled,
            reasons,
            order,
            plan,
            decisions: Vec::new(),
            assumptions: Vec::new(),
            state: State::Fresh,
            is_interrupted: false,
            pace: Pace::new(),
            schedule,
            next_restart,
            next_turn: FIRST_TURN,
            // A turn is lengthened before it begins: the other end's first one becomes about as long.
            direction_turns: [FIRST_TURN, FIRST_TURN * 2 / 3],
            counters: Counters::new(&Limits::default(), 0, 0),
            last_work: u64::MAX,
            excluded: Vec::new(),
            is_restricted: false,
            stats: Statistics::default(),
            solutions_before: 0,
            goal: None,
            neighbourhoods: None,
            wants_neighbourhoods: false,
            share: FIRST_SHARE,
            observer,
        }
    }

    /// Records all analyses from here on; `is_named` has for each slot whether learnt clauses may name it.
    pub fn record(&mut self, is_named: Vec<bool>) {
        self.reasons.start_trace(is_named);
    }

    /// Returns what was recorded since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.reasons.trace.as_mut().map(|trace| std::mem::take(&mut trace.events)).unwrap_or_default()
    }

    /// Goes back to the beginning, under the same assumptions.
    fn start_again(&mut self) {
        let assumptions = std::mem::take(&mut self.assumptions);
        self.reset();
        self.assumptions = assumptions;
    }

    /// Adds a variable that equals an expression, and starts again under the same assumptions.
    pub fn add_objective(&mut self, objective: &Expression) -> Result<Term, Error> {
        let values = objective.values(&self.compiled.model)?;
        self.start_again();
        // Learnt clauses have no watches for new variables yet.
        let learnt_clauses = std::mem::take(&mut self.compiled.engine.learnt_clauses);
        let added = self.compiled.add_var(values).and_then(|var| {
            self.compiled.add_constraint(objective.clone().eq(var))?;
            Ok(var)
        });
        self.compiled.engine.learnt_clauses = learnt_clauses;
        self.compiled.engine.adopt_clauses(&mut self.reasons);
        let var = added?;
        self.order = Order::new(&self.compiled, &self.compiled.config);
        self.plan = Plan::new(&self.compiled, &self.compiled.config);
        Ok(var.into())
    }

    /// Starts again under the same assumptions; with a goal, solutions must improve the objective.
    pub fn pursue(&mut self, goal: Option<Goal>) {
        self.start_again();
        if let Some(goal) = &goal {
            self.order.pursue(goal, &self.compiled);
        }
        self.neighbourhoods = None;
        self.wants_neighbourhoods = goal.is_some() && self.compiled.config.neighbourhoods;
        self.goal = goal;
    }

    fn advance(&mut self) -> Result<(), Stop> {
        let has_begun = matches!(self.state, State::Open | State::Solution);
        if has_begun && self.compiled.engine.meter.is_cancelled() {
            return Err(Stop::Limit);
        }
        let mut flow = self.resume();
        loop {
            match flow {
                Flow::On => {}
                Flow::Conflict(failure) => {
                    flow = self.learn(failure);
                    continue;
                }
                Flow::End(stop) => return Err(stop),
            }
            if self.counters.are_over(self.stats.nodes, self.stats.failures)
                || self.compiled.engine.is_over(NODE_WORK)
                || self.work() >= self.last_work
            {
                return Err(Stop::Limit);
            }
            if let Some(nogood) = self.excluded.pop() {
                self.back_to(BASE);
                flow = self
                    .compiled
                    .engine
                    .exclude(&mut self.reasons, &nogood)
                    .and_then(|()| self.propagate())
                    .into();
                continue;
            }
            if self.wants_neighbourhoods && self.goal.as_ref().is_some_and(|goal| goal.least().is_some()) {
                self.make_neighbourhoods();
            }
            if let Some(goal) = &self.goal {
                if self.compiled.engine.store.depth() == BASE {
                    goal.tell_bound(&self.compiled.engine);
                }
                if let Some(cut) = goal.cut(&self.compiled.engine) {
                    let cut = self.compiled.engine.decide(cut, cause::OBJECTIVE);
                    flow = cut.and_then(|()| self.propagate()).into();
                    continue;
                }
                if goal.is_settled() {
                    return Err(Stop::Exhausted);
                }
            }
            if self.is_restart_due() {
                flow = self.restart();
                continue;
            }
            let Some(choice) = self.next() else {
                if self.goal.as_mut().is_none_or(|goal| goal.offer(&self.compiled.engine)) {
                    self.state = State::Solution;
                    self.share = FIRST_SHARE;
                    self.stats.solutions += 1;
                    self.observer.solution(&self.compiled.engine.store);
                    return Ok(());
                }
                continue;
            };
            self.compiled.engine.push();
            self.decisions.push(choice);
            self.stats.nodes += 1;
            self.stats.depth = self.stats.depth.max(self.decisions.len());
            match choice.decision() {
                Some(decision) => self.observer.decide(decision, self.decisions.len()),
                None => self.observer.decide_unnamed(self.decisions.len()),
            }
            let decided = self.compiled.engine.decide_literal(choice.literal, cause::DECISION);
            flow = decided.and_then(|()| self.propagate()).into();
        }
    }

    /// Goes on from the state in which the search was left.
    fn resume(&mut self) -> Flow {
        match self.state {
            State::Exhausted => Flow::End(Stop::Exhausted),
            State::Fresh => {
                self.state = State::Open;
                self.enter()
            }
            State::Open if std::mem::take(&mut self.is_interrupted) => {
                if self.compiled.engine.store.depth() < BASE {
                    // Propagation at the root was interrupted.
                    self.enter()
                } else {
                    self.propagate().into()
                }
            }
            State::Open => Flow::On,
            State::Solution => {
                self.state = State::Open;
                self.refuse()
            }
        }
    }

    /// Returns the next literal to try: inside a neighbourhood its choice; else that of the plan, at the beginning of a
    /// descent a better objective, and last the choice of the order.
    fn next(&mut self) -> Option<Choice> {
        let engine = &self.compiled.engine;
        if let Some(neighbourhoods) = self.neighbourhoods.as_mut().filter(|all| all.is_inside()) {
            let fixed = neighbourhoods.next(engine, &self.order, self.decisions.len());
            return fixed.or_else(|| self.order.next(engine));
        }
        if let Some(choice) = self.plan.as_mut().and_then(|plan| plan.next(engine)) {
            return Some(choice);
        }
        if self.decisions.is_empty()
            && let Some(goal) = &self.goal
            && let Some(ambition) = goal.ambition(engine, self.share)
        {
            return Some(Choice::of(ambition, engine));
        }
        self.order.next(engine)
    }

    fn propagate(&mut self) -> Result<(), Failure> {
        self.compiled.engine.propagate(&mut self.observer)
    }

    fn back_to(&mut self, level: usize) {
        while self.compiled.engine.store.depth() > level {
            self.compiled.engine.pop();
        }
        self.decisions.truncate(level.saturating_sub(BASE));
        self.order.refill();
    }

    /// Begins the run: strengthens the root by learnt unit clauses, and enforces the assumptions.
    fn enter(&mut self) -> Flow {
        let Lazy { compiled: Compiled { engine, notes, .. }, reasons, .. } = self;
        engine.forget_assumptions(reasons);
        if engine.is_infeasible() {
            self.observer.infeasible(None);
            return Flow::End(Stop::Exhausted);
        }
        match engine.strengthen_root(reasons, &mut self.observer) {
            Ok(()) => {}
            Err(Failure::Limit) => return Flow::End(Stop::Interrupted),
            Err(failure) => {
                self.observer.infeasible(Some(&Contradiction::new(engine, failure)));
                engine.fail();
                return Flow::End(Stop::Exhausted);
            }
        }
        engine.push();
        let assumed = engine.assume(reasons, &self.assumptions, cause::ASSUMPTION);
        let keeps_root = notes.purpose == Purpose::Prove;
        let woken = assumed.and_then(|()| if keeps_root { engine.wake_all() } else { Ok(()) });
        let entered = woken.and_then(|()| self.propagate());
        if keeps_root && entered.is_ok() {
            self.compiled.engine.record_base(&mut self.reasons);
        }
        entered.into()
    }

    /// Makes a clause of a conflict, and goes back to where it follows from.
    fn learn(&mut self, failure: Failure) -> Flow {
        let Lazy { compiled: Compiled { engine, .. }, reasons, .. } = self;
        if engine.store.depth() <= BASE {
            self.observer.infeasible(Some(&Contradiction::new(engine, failure)));
        } else {
            self.stats.failures += 1;
            self.observer.conflict(&Contradiction::new(engine, failure), self.decisions.len());
        }
        if let Some(plan) = &mut self.plan {
            plan.conflict(engine, failure);
        }
        let length = engine.store.trail().len();
        let analysis = engine.learn(reasons, failure, BASE);
        let answers = reasons.take_work().saturating_mul(RUNS_PER_ANSWER);
        engine.meter.spend((ANALYSIS_WORK + length as u32 / ENTRIES_PER_WORK).saturating_add(answers));
        for &(slot, word) in &reasons.reopened {
            self.order.reopen(slot, word, &engine.store);
        }
        match analysis {
            Analysis::Learnt => {}
            Analysis::Exhausted => return Flow::End(Stop::Exhausted),
            Analysis::Interrupted => {
                self.decisions.clear();
                self.observer.jump(0);
                return Flow::End(Stop::Limit);
            }
        }
        for &slot in &reasons.concerned {
            self.order.bump(slot);
        }
        self.order.decay();
        engine.learnt_clauses.decay();
        self.pace.learnt(reasons.learnt.distance);
        self.decisions.truncate(reasons.learnt.level - BASE);
        self.observer.learn(&LearntClause::last(engine, reasons));
        self.observer.jump(self.decisions.len());
        engine.assert_learnt(reasons);
        if self.pace.forgets() {
            engine.learnt_clauses.forget_half(&engine.store);
        }
        // One conflict can follow another without a run of a propagator, where limits are checked otherwise.
        if engine.is_over(0) {
            return Flow::End(Stop::Interrupted);
        }
        self.propagate().into()
    }

    fn is_restart_due(&mut self) -> bool {
        if let (Some(goal), Some(neighbourhoods)) = (&self.goal, &self.neighbourhoods) {
            let is_over = neighbourhoods.is_over(goal, self.position());
            if is_over || neighbourhoods.is_inside() {
                return is_over;
            }
        }
        if let Some(plan) = &mut self.plan {
            let turns = plan.turns(self.stats.failures);
            if turns {
                self.order.use_phases(plan.turn() != Turn::Activity);
            }
            if turns || plan.turn() == Turn::Phases {
                return turns;
            }
        }
        if self.goal.is_none() && self.plan.is_none() && self.stats.failures >= self.next_turn {
            let [first, other] = &mut self.direction_turns;
            let length = if self.order.switch_direction() {
                *first = first.saturating_mul(2);
                *first
            } else {
                *other = other.saturating_mul(3) / 2;
                *other
            };
            self.next_turn = self.stats.failures.saturating_add(length);
            return true;
        }
        match &mut self.schedule {
            None => self.pace.restarts(),
            Some(schedule) => {
                let is_due = self.stats.failures >= self.next_restart;
                if is_due {
                    self.next_restart = self.stats.failures.saturating_add(schedule.next_run());
                }
                is_due
            }
        }
    }

    /// Makes the neighbourhoods of the run, at its beginning, where only what the assumptions fix is fixed.
    #[cold]
    fn make_neighbourhoods(&mut self) {
        self.wants_neighbourhoods = false;
        self.back_to(BASE);
        let work = self.compiled.engine.meter.done();
        let goal = self.goal.as_ref().expect("there is an objective");
        self.neighbourhoods = Neighbourhoods::new(&self.compiled, &self.order, goal, work);
    }

    fn position(&self) -> Position {
        let work = self.compiled.engine.meter.done();
        Position { failures: self.stats.failures, depth: self.decisions.len(), work }
    }

    fn restart(&mut self) -> Flow {
        self.stats.restarts += 1;
        self.observer.restart();
        let position = self.position();
        let mut was_inside = false;
        if let (Some(goal), Some(neighbourhoods)) = (&self.goal, &mut self.neighbourhoods) {
            was_inside = neighbourhoods.is_inside();
            neighbourhoods.begin(goal, &self.compiled.engine, &self.order, position);
        }
        if !was_inside {
            // The wanted objective is neither found nor refuted: the next bound is less ambitious.
            self.share = self.share.saturating_mul(2);
        }
        if self.reasons.can_strengthen_root(&self.compiled.engine) {
            self.back_to(0);
            return self.enter();
        }
        self.back_to(BASE);
        Flow::On
    }

    /// Excludes the solution that was found. With a goal, the bound of the goal excludes it.
    ///
    /// With schedules the next descent begins at once and demands far more ([`Goal::ambition`]): they improve in many
    /// small steps otherwise. November 2026, proofs of optima, 8 job shops and 4 open shops made at random: 2 to 10
    /// times as fast, ft10 1.5 -> 1.0 s; but low autocorrelation and warehouses, where the half of an objective is hard to
    /// refute, 1.6 times as slow.
    fn refuse(&mut self) -> Flow {
        if self.goal.is_some() {
            if self.compiled.engine.has_schedules() {
                self.back_to(BASE);
            }
            return Flow::On;
        }
        let Lazy { compiled: Compiled { engine, .. }, reasons, .. } = self;
        let literals = if self.decisions.iter().all(|choice| choice.decision().is_some()) {
            self.decisions.iter().map(|choice| engine.negation(reasons, choice.literal)).collect()
        } else {
            let mut slots: Vec<_> = engine.views.iter().map(|view| view.slot).collect();
            slots.sort_unstable();
            slots.dedup();
            slots.into_iter().flat_map(|slot| engine.other_values(reasons, slot)).collect()
        };
        let Some(refused) = engine.refuse(reasons, literals, BASE) else { return Flow::End(Stop::Exhausted) };
        if self.compiled.engine.store.depth() == BASE {
            self.decisions.clear();
            self.order.refill();
        }
        refused.and_then(|()| self.propagate()).into()
    }
}

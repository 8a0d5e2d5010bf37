//! The loop of the search, and its stack.

use super::Search;
use super::probing;
use super::runner::Step;
use crate::base::limits::NODE_WORK;
use crate::compile::Compiled;
use crate::engine::Failure;
use crate::engine::narrowing::Contradiction;
use crate::engine::observe::Observer;
use crate::engine::store::cause;
use crate::model::decision::Decision;
use crate::search::branch::Blame;
use crate::search::goal::Goal;

#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    /// A decision that opened a level.
    Tried(Decision),
    /// A decision that failed. Its negation was enforced in the level below it on the stack.
    Refuted(Decision),
    /// A decision that opened a level for a variable that propagation had fixed, so that its groups react (`Forward`
    /// groups only).
    Placed(Decision),
    /// A variable that opened a level, in which its values are tried in turn.
    Opened,
    /// A value of the variable opened last, which opened a level.
    Value(Decision),
    /// A value of the variable opened last that has been tried.
    Refused(Decision),
}

impl Entry {
    /// Returns the decision that holds because of the entry.
    pub fn held(self) -> Option<Decision> {
        match self {
            Entry::Tried(decision) | Entry::Placed(decision) | Entry::Value(decision) => Some(decision),
            Entry::Refuted(_) | Entry::Refused(_) | Entry::Opened => None,
        }
    }

    /// Returns the value, of the variable opened last, that the entry has set aside.
    pub fn refused(self) -> Option<Decision> {
        if let Entry::Refused(decision) = self { Some(decision) } else { None }
    }
}

/// The continuation of the search from an open level.
pub(super) enum Next {
    /// A new level with this entry.
    Level(Entry),
    /// All values of the opened variable have been tried.
    DeadEnd,
    /// All variables are decided.
    Leaf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// There was no step yet under the current assumptions.
    Fresh,
    /// A level needs its next decision.
    Open,
    /// The current state is a solution.
    Solution,
    Exhausted,
}

impl State {
    /// Ends a step. Propagation that was interrupted has to go on in the next one.
    pub fn end_step(&mut self, ended: Result<(), Stop>, is_interrupted: &mut bool) -> Step {
        match ended {
            Ok(()) => Step::Solution,
            Err(Stop::Exhausted) => {
                *self = State::Exhausted;
                Step::Exhausted
            }
            Err(Stop::Limit) => Step::Limit,
            Err(Stop::Interrupted) => {
                *is_interrupted = true;
                Step::Limit
            }
        }
    }
}

/// The reason why a step ends without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Exhausted,
    /// Between two nodes.
    Limit,
    /// Within propagation, which has to go on first.
    Interrupted,
}

impl<O: Observer> Search<O> {
    /// Searches for the next solution.
    pub(super) fn search_on(&mut self) -> Result<(), Stop> {
        let has_begun = matches!(self.state, State::Open | State::Solution);
        if has_begun && self.compiled.engine.meter.is_cancelled() {
            return Err(Stop::Limit);
        }
        let mut failure = self.resume()?;
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
            if self.stats.failures >= self.next_pause && self.pause()? {
                return Ok(());
            }
            if let Err(failed) = self.apply_bound() {
                failure = Some(failed);
                continue;
            }
            if self.goal.as_ref().is_some_and(Goal::is_settled) {
                return Err(Stop::Exhausted);
            }
            let entry = match self.next_entry() {
                Next::Level(entry) => entry,
                Next::DeadEnd => {
                    self.backtrack(None)?;
                    continue;
                }
                Next::Leaf if !self.improves() || !self.record_solution() => {
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

    /// Goes on from the state in which the search was left. Returns the failure of a propagation that was interrupted.
    #[inline(always)]
    fn resume(&mut self) -> Result<Option<Failure>, Stop> {
        match self.state {
            State::Exhausted => return Err(Stop::Exhausted),
            State::Fresh => self.enter()?,
            State::Open if std::mem::take(&mut self.is_interrupted) => return Ok(self.propagate().err()),
            State::Open => {}
            State::Solution => {
                self.state = State::Open;
                // The partner's solution leaves the stack as it was. Another one that was returned is treated as a
                // failure, so that the search goes on.
                if !std::mem::take(&mut self.turns.shows_partner_solution) {
                    self.backtrack(None)?;
                }
            }
        }
        Ok(None)
    }

    /// Returns the number of decisions that hold.
    #[inline(always)]
    pub(super) fn depth(&self) -> usize {
        self.compiled.engine.store.depth() - self.base - self.opened
    }

    /// Propagates to the fixpoint, and probes if the configuration says so.
    #[inline(always)]
    pub(super) fn propagate(&mut self) -> Result<(), Failure> {
        self.compiled.engine.propagate(&mut self.observer)?;
        if self.probing { self.probe() } else { Ok(()) }
    }

    #[cold]
    pub(super) fn probe(&mut self) -> Result<(), Failure> {
        let Search { compiled: Compiled { engine, .. }, probes, observer, .. } = self;
        probing::probe(engine, observer, probes)
    }

    /// Enforces the bound of the objective: at the root of a run, and when another thread has moved the bound.
    #[inline(always)]
    pub(super) fn apply_bound(&mut self) -> Result<(), Failure> {
        let Some(goal) = &self.goal else { return Ok(()) };
        if self.compiled.engine.store.depth() == self.base {
            goal.tell_bound(&self.compiled.engine);
        }
        match goal.cut(&self.compiled.engine) {
            None => Ok(()),
            Some(cut) => {
                self.compiled.engine.decide(cut, cause::OBJECTIVE)?;
                self.propagate()
            }
        }
    }

    /// Enforces the negation of a failed decision, and the objective's bound, which may have moved since the level was
    /// opened.
    pub(super) fn refute(&mut self, tried: Decision) -> Result<(), Failure> {
        if let Some(cut) = self.goal.as_ref().and_then(|goal| goal.cut(&self.compiled.engine)) {
            self.compiled.engine.decide(cut, cause::OBJECTIVE)?;
        }
        self.compiled.engine.decide(!tried, cause::REFUTATION)?;
        self.propagate()
    }

    pub(super) fn next_entry(&mut self) -> Next {
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

    /// Begins the run: enforces the assumptions and propagates them.
    pub(super) fn enter(&mut self) -> Result<(), Stop> {
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

    /// Undoes failed levels until a negation can be enforced.
    pub(super) fn backtrack(&mut self, mut failure: Option<Failure>) -> Result<(), Stop> {
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

    /// Restarts, or gives the partner a turn. Returns whether there is a solution.
    #[cold]
    fn pause(&mut self) -> Result<bool, Stop> {
        if self.stats.failures >= self.next_restart {
            self.restart()?;
            self.next_pause = self.next_restart.min(self.next_turn);
        }
        if self.stats.failures >= self.next_turn { self.take_turn() } else { Ok(false) }
    }

    /// Goes back to the first level and keeps nogoods: each refuted decision together with the decisions above it that
    /// still held. They hold for this run only, since solutions already found are refuted, too.
    #[cold]
    pub(super) fn restart(&mut self) -> Result<(), Stop> {
        self.stats.restarts += 1;
        self.next_restart = self.stats.failures.saturating_add(self.schedule.next_run());
        let nogoods = nogoods(&self.stack);
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
}

/// Returns the part of the tree that is refuted, if both branches of each decision count the same.
pub(super) fn refuted(stack: &[Entry]) -> f64 {
    let (mut refuted, mut branch) = (0.0, 1.0);
    for entry in stack {
        match entry {
            Entry::Tried(_) | Entry::Value(_) => branch /= 2.0,
            Entry::Refuted(_) | Entry::Refused(_) => {
                branch /= 2.0;
                refuted += branch;
            }
            Entry::Placed(_) | Entry::Opened => {}
        }
    }
    refuted
}

/// Returns the nogoods of the current branch: each refuted decision together with the decisions above it that still
/// hold.
pub(super) fn nogoods(stack: &[Entry]) -> Vec<Vec<Decision>> {
    let mut nogoods = Vec::new();
    let mut held = Vec::new();
    for entry in stack {
        match *entry {
            Entry::Tried(decision) | Entry::Value(decision) => held.push(decision),
            Entry::Refuted(decision) | Entry::Refused(decision) => {
                nogoods.push(held.iter().copied().chain([decision]).collect())
            }
            // A placed value followed from the other entries.
            Entry::Placed(_) | Entry::Opened => {}
        }
    }
    nogoods
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::Var;

    #[test]
    fn a_part_of_the_tree_is_refuted() {
        let decision = Var(0).is(1);
        let (tried, gone) = (Entry::Tried(decision), Entry::Refuted(decision));
        let (opened, value, refused) = (Entry::Opened, Entry::Value(decision), Entry::Refused(decision));
        for (stack, part) in [
            (&[][..], 0.0),
            (&[tried, Entry::Placed(decision), tried], 0.0),
            (&[gone], 0.5),
            (&[gone, gone], 0.75),
            (&[tried, gone, tried, gone], 0.3125),
            (&[opened, refused, value, gone], 0.625),
        ] {
            assert_eq!(refuted(stack), part, "{stack:?}");
        }
    }
}

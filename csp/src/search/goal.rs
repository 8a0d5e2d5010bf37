//! The objective of an optimisation, and its bounds, which several threads may share: the cost of the best solution, and
//! the least cost that is not refuted. The optimum is found when they meet.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::error::Error;
use crate::engine::Engine;
use crate::model::Model;
use crate::model::constraint::Fact;
use crate::model::decision::Decision;
use crate::model::ids::{Term, Var};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    Minimize,
    Maximize,
}

/// The objective: a variable, whether it is to be least or greatest, and the best value so far.
#[derive(Clone, Debug)]
pub struct Objective {
    pub term: Term,
    pub sense: Sense,
    /// The least cost by the declaration of the variable.
    floor: i32,
    pub bound: SharedBound,
}

impl Objective {
    pub(crate) fn new(model: &Model, term: Term, sense: Sense) -> Result<Objective, Error> {
        model.check_var(term.var)?;
        model.check_term(term)?;
        let values = model.declared(term.var);
        let floor = match sense {
            Sense::Minimize => values.min(),
            Sense::Maximize => -values.max(),
        };
        Ok(Objective { term, sense, floor, bound: SharedBound::default() })
    }

    pub(crate) fn goal(&self, best_first: bool) -> Goal {
        let Objective { term: Term { var, .. }, sense, bound, .. } = self;
        let values = Box::default();
        Goal { var: *var, sense: *sense, least: bound.clone(), is_whole: true, best_first, values }
    }

    /// Returns the value that no solution improves on, as far as is proved.
    pub(crate) fn proved(&self) -> i32 {
        let proved = self.bound.0.proved.load(Ordering::Acquire).max(self.floor);
        self.sense.cost(proved.min(self.bound.get())).saturating_add(self.term.offset)
    }

    /// Records that no better solution is left.
    pub(crate) fn settle(&self) {
        self.bound.0.proved.fetch_max(self.bound.get(), Ordering::Release);
    }

    /// Returns whether the bound is that of this value, or of no solution at all.
    pub(crate) fn is_bound(&self, value: Option<i32>) -> bool {
        self.bound.get() == value.map_or(NONE, |value| self.sense.cost(value - self.term.offset))
    }
}

impl Sense {
    fn cost(self, value: i32) -> i32 {
        match self {
            Sense::Minimize => value,
            Sense::Maximize => -value,
        }
    }
}

/// A cost above every other.
const NONE: i32 = i32::MAX;

/// The best cost found so far, with its solution, and the costs that are refuted. Clones share it; see
/// [`Optimizer::sharing`](crate::Optimizer::sharing).
#[derive(Clone, Debug)]
pub struct SharedBound(Arc<Best>);

#[derive(Debug)]
struct Best {
    cost: AtomicI32,
    /// No solution costs less than this. Who reads it knows the cost that was known when it was written.
    proved: AtomicI32,
    solution: Mutex<(i32, Arc<[i32]>)>,
}

impl Default for SharedBound {
    fn default() -> SharedBound {
        SharedBound(Arc::new(Best {
            cost: AtomicI32::new(NONE),
            proved: AtomicI32::new(i32::MIN),
            solution: Mutex::new((NONE, Arc::default())),
        }))
    }
}

impl SharedBound {
    fn get(&self) -> i32 {
        self.0.cost.load(Ordering::Relaxed)
    }

    /// Returns whether the cost of the engine's solution is less than all before.
    fn offer(&self, cost: i32, engine: &Engine) -> bool {
        if self.0.cost.fetch_min(cost, Ordering::Relaxed) <= cost {
            return false;
        }
        let values = engine.views.iter().map(|&view| engine.store().min(view)).collect();
        let mut best = self.0.solution.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster with a better one.
        if cost < best.0 {
            *best = (cost, values);
        }
        true
    }

    /// Returns the values of the best solution; none if there is no solution.
    fn solution(&self) -> Arc<[i32]> {
        self.0.solution.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }
}

/// The bound of a search. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    var: Var,
    sense: Sense,
    /// The least cost found by any thread. The cost is the variable's value, negated if it is to be greatest.
    least: SharedBound,
    /// Whether the search of the goal is one for the whole run, not for a part of it.
    is_whole: bool,
    best_first: bool,
    /// The best solution of this search, to be tried first; empty before there is one.
    values: Box<[i32]>,
}

impl Goal {
    /// Moves the bound to the engine's solution. Returns false if another thread has found one as good.
    pub fn offer(&mut self, engine: &Engine) -> bool {
        let store = engine.store();
        let improved = self.least.offer(self.sense.cost(store.min(engine.view(self.var))), engine);
        if improved && self.best_first {
            self.values = engine.views.iter().map(|&view| store.min(view)).collect();
        }
        improved
    }

    /// The goal of a search for a part of the solutions, which proves no bound of them all.
    pub fn of_part(mut self) -> Goal {
        self.is_whole = false;
        self
    }

    /// Records that only costs of the objective's present domain are left; called where nothing is decided.
    pub fn tell_bound(&self, engine: &Engine) {
        if self.is_whole {
            let (low, high) = engine.store().bounds(engine.view(self.var));
            let cost = match self.sense {
                Sense::Minimize => low,
                Sense::Maximize => -high,
            };
            self.least.0.proved.fetch_max(cost, Ordering::Release);
        }
    }

    /// Returns whether no solution can be better than the best one, as some thread has proved.
    pub fn is_settled(&self) -> bool {
        self.least.0.proved.load(Ordering::Acquire) >= self.least.get()
    }

    /// Returns a decision that demands more than the bound: an improvement of the best solution by one `share`-th of
    /// the possible improvement. `None` while there is no solution, or if this is less than two.
    pub fn ambition(&self, engine: &Engine, share: u32) -> Option<Decision> {
        if self.least.get() == NONE {
            return None;
        }
        let (low, high) = engine.store().bounds(engine.view(self.var));
        let part = ((i64::from(high) - i64::from(low)) / i64::from(share)) as i32;
        (part > 1).then(|| match self.sense {
            Sense::Minimize => Decision::AtMost(self.var, high - part),
            Sense::Maximize => Decision::AtLeast(self.var, low + part),
        })
    }

    /// Returns the least cost found by any thread; `None` before there is a solution.
    pub fn least(&self) -> Option<i32> {
        Some(self.least.get()).filter(|&least| least != NONE)
    }

    /// Returns the values of the best solution of all threads, if it is one of the engine's model.
    pub fn best(&self, engine: &Engine) -> Option<Arc<[i32]>> {
        Some(self.least.solution()).filter(|values| values.len() == engine.views.len())
    }

    /// Returns 1 if the objective is to be least, and -1 if it is to be greatest.
    fn sign(&self) -> i64 {
        i64::from(self.sense.cost(1))
    }

    /// Returns the variables of the equations for the objective, each with the cost of 1 more.
    pub fn terms(&self, model: &Model) -> Vec<(Var, i64)> {
        let mut terms = Vec::new();
        for constraint in model.constraints() {
            constraint.facts(&mut |fact| {
                let Fact::Linear { coefficients, variables, .. } = fact else { return };
                let all = || variables.iter().map(|&var| model.local_id(var)).zip(coefficients);
                let Some((_, own)) = all().find(|&(var, _)| var == self.var) else { return };
                let others = all().filter(|&(var, _)| var != self.var);
                terms.extend(
                    others.map(|(var, coefficient)| (var, -coefficient * own.signum() * self.sign())),
                );
            });
        }
        terms
    }

    /// Returns the variable of the objective.
    pub fn variable(&self) -> Var {
        self.var
    }

    /// Returns the bound as a decision, unless the objective's domain is within the bound already.
    #[inline]
    pub fn cut(&self, engine: &Engine) -> Option<Decision> {
        let least = self.least.get();
        if least == NONE {
            return None;
        }
        let (store, view) = (engine.store(), engine.view(self.var));
        match self.sense {
            Sense::Minimize => (store.max(view) >= least).then(|| Decision::AtMost(self.var, least - 1)),
            Sense::Maximize => (store.min(view) <= -least).then(|| Decision::AtLeast(self.var, 1 - least)),
        }
    }

    /// Returns the decision, or one that tries first the value of the best solution or the better half of the
    /// objective.
    pub fn prefer(&self, decision: Decision, engine: &Engine) -> Decision {
        let var = decision.variable();
        match (decision, self.sense) {
            (Decision::AtLeast(..), Sense::Minimize) | (Decision::AtMost(..), Sense::Maximize)
                if var == self.var =>
            {
                return !decision;
            }
            _ => {}
        }
        match self.values.get(var.index()) {
            Some(&value) if !decision.holds(value) && engine.store().contains(engine.view(var), value) => {
                match decision {
                    Decision::Assign(..) => Decision::Assign(var, value),
                    other => !other,
                }
            }
            _ => decision,
        }
    }
}

//! Turns that decide in the orders of the model's phases, turns that decide by activity within the earliest open
//! phase, and turns that decide by activity alone.
//!
//! The best kind depends on the model and is not known beforehand. Clauses learnt in one turn help the others: phases
//! lead to solutions where the author of the model knew how, activity leads to improvements and proofs.

use super::order::Choice;
use crate::compile::Compiled;
use crate::engine::store::{Shape, Store};
use crate::engine::{Engine, Failure};
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::phase::Phase;
use crate::search::branch::{Blame, Brancher, Branching, InTurn};

/// Failures of the first turn, and the ratio of the lengths of one and the next of its kind.
const FIRST_TURN: u64 = 250;
const GROWTH: f64 = 1.2;

/// The rule by which decisions are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Phases,
    ActivityInPhases,
    Activity,
}

#[derive(Debug)]
pub(super) struct Plan {
    branching: InTurn,
    turn: Turn,
    /// The number of failures in a turn.
    length: f64,
    /// The total number of failures at which this turn ends.
    end: u64,
}

impl Plan {
    /// Returns `None` if the settings do not ask for turns, or the model has no phases.
    pub fn new(compiled: &Compiled, config: &Config) -> Option<Plan> {
        let phases = compiled.model.phases();
        if !config.alternate || phases.is_empty() {
            return None;
        }
        let engine = &compiled.engine;
        let of = |phase: &Phase| Branching::new(engine, &phase.config(config)).over(engine, phase.vars());
        let branching = InTurn::new(phases.iter().map(of));
        Some(Plan { branching, turn: Turn::Phases, length: FIRST_TURN as f64, end: FIRST_TURN })
    }

    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// Begins the next turn if this one is over. Returns whether it did.
    pub fn turns(&mut self, failures: u64) -> bool {
        if failures < self.end {
            return false;
        }
        self.turn = match self.turn {
            Turn::Phases => Turn::ActivityInPhases,
            Turn::ActivityInPhases => Turn::Activity,
            Turn::Activity => {
                self.length *= GROWTH;
                self.branching.restart();
                Turn::Phases
            }
        };
        self.end = failures + self.length as u64;
        true
    }

    /// Tells the heuristics of a conflict, in the state in which it was found.
    pub fn conflict(&mut self, engine: &Engine, failure: Failure) {
        self.branching.conflict(engine.store(), Blame::new(engine, failure, None));
    }

    /// Returns the next decision; `None` if all variables of the phases are fixed, or it is not their turn.
    pub fn next(&mut self, engine: &Engine) -> Option<Choice> {
        if self.turn != Turn::Phases {
            return None;
        }
        let decision = self.branching.decide(engine.store())?;
        Some(Choice::of(as_bound(decision, engine), engine))
    }
}

/// Returns a decision that moves a bound of a wide domain, for one about a value: an analysis needs a decision that is
/// one entry of the trail.
fn as_bound(decision: Decision, engine: &Engine) -> Decision {
    let view = engine.view(decision.variable());
    let store: &Store = engine.store();
    if store.shape(view.slot) == Shape::Word {
        return decision;
    }
    let (min, max) = store.bounds(view);
    match decision {
        Decision::Assign(var, value) if value == min => Decision::AtMost(var, value),
        Decision::Assign(var, value) => Decision::AtLeast(var, value),
        Decision::Remove(var, value) if value == min => Decision::AtLeast(var, value + 1),
        Decision::Remove(var, value) => Decision::AtMost(var, value.min(max - 1)),
        bound => bound,
    }
}

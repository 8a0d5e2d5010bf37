//! Learnt clauses as observers see them.

use super::Reasons;
use crate::engine::Engine;
use crate::model::decision::Decision;

/// A clause that was learnt from a conflict. Everything is computed on request.
#[derive(Clone, Copy)]
pub struct LearntClause<'a> {
    engine: &'a Engine,
    reasons: &'a Reasons,
}

impl<'a> LearntClause<'a> {
    /// The clause that the engine has learnt last.
    pub(crate) fn last(engine: &'a Engine, reasons: &'a Reasons) -> LearntClause<'a> {
        LearntClause { engine, reasons }
    }

    /// Returns the number of decision levels of the clause's literals (LBD, Audemard & Simon 2009). Clauses of few
    /// levels are more useful.
    pub fn distance(&self) -> u32 {
        self.reasons.learnt.distance
    }

    /// Returns whether the clause follows from the model alone. Otherwise it also depends on the bound of an objective
    /// or on solutions found before.
    pub fn is_lasting(&self) -> bool {
        !self.reasons.learnt.local
    }

    /// Returns the clause as decisions that cannot all hold. `None` if it is about auxiliary variables.
    pub fn nogood(&self) -> Option<Vec<Decision>> {
        let literals = &self.reasons.learnt.literals;
        let is_named = |slot| self.engine.views.iter().any(|view| view.slot == slot);
        literals
            .iter()
            .all(|literal| is_named(literal.slot))
            .then(|| self.engine.decisions_of(self.reasons, literals))
    }
}

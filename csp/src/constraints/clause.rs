//! Clauses: at least one of several decisions holds.
//!
//! A fact expresses the constraint completely. The engine keeps all clauses together and watches two literals of each,
//! so a clause costs nothing until one of the two literals is false.

use crate::compile::posting::Posting;
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Var};

/// A clause, built by [`clause`].
#[derive(Clone, Debug)]
pub struct Clause {
    decisions: Vec<Decision>,
    scope: Vec<Var>,
}

/// Returns the constraint that at least one of the decisions holds. A clause without decisions is false.
///
/// ```
/// use csp::{Model, constraints::clause};
///
/// let mut model = Model::new();
/// let (a, b) = (model.boolean(), model.boolean());
/// model.post(clause([a.is(1), b.is_not(1)]));
/// assert_eq!(model.search()?.solutions().count(), 3);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn clause(decisions: impl IntoIterator<Item = Decision>) -> Clause {
    let decisions: Vec<Decision> = decisions.into_iter().collect();
    Clause { scope: decisions.iter().map(|decision| decision.variable()).collect(), decisions }
}

impl Model {
    /// Posts that at least one of the decisions holds; see [`clause`].
    #[track_caller]
    pub fn any_of(&mut self, decisions: impl IntoIterator<Item = Decision>) -> ConstraintId {
        self.post(clause(decisions))
    }
}

impl Constraint for Clause {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.decisions.iter().zip(values).any(|(decision, &value)| decision.holds(value))
    }

    fn post(&self, _to: &mut Posting<'_>) {}

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        say(Fact::Clause(&self.decisions));
    }

    fn is_expressed_by_facts(&self) -> bool {
        true
    }
}

/// A decision can be posted as a constraint.
impl Constraint for Decision {
    fn scope(&self) -> &[Var] {
        match self {
            Decision::Assign(var, _)
            | Decision::Remove(var, _)
            | Decision::AtMost(var, _)
            | Decision::AtLeast(var, _) => std::slice::from_ref(var),
        }
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.holds(values[0])
    }

    fn post(&self, _to: &mut Posting<'_>) {}

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        say(Fact::Clause(&[*self]));
    }

    fn is_expressed_by_facts(&self) -> bool {
        true
    }
}

impl Var {
    /// Returns the decision `self` = `value`.
    pub fn is(self, value: i32) -> Decision {
        Decision::Assign(self, value)
    }

    /// Returns the decision `self` ≠ `value`.
    pub fn is_not(self, value: i32) -> Decision {
        Decision::Remove(self, value)
    }

    /// Returns the decision `self` ≤ `value`.
    pub fn at_most(self, value: i32) -> Decision {
        Decision::AtMost(self, value)
    }

    /// Returns the decision `self` ≥ `value`.
    pub fn at_least(self, value: i32) -> Decision {
        Decision::AtLeast(self, value)
    }
}

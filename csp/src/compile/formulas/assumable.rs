//! Constraints that hold only while they are assumed, so that a core can name the constraints of a model that clash.

use super::nested::Nested;
use super::post_under;
use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::encode::{Encoder, Language, Refused};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::decision::Decision;
use crate::model::expression::{Condition, Formula, terms};
use crate::model::ids::Var;

impl Model {
    /// Posts a condition that holds only while the returned decision does: for [assumptions](crate::Learner::assume),
    /// and so for [cores](crate::Learner::core), which then tell which of the conditions clash. The decision is about
    /// a new Boolean, which is 0 unless it is assumed.
    ///
    /// [`holds`](crate::holds) makes a condition of a constraint, and [`all`](crate::all) one of several
    /// that are assumed together.
    ///
    /// ```
    /// use csp::{Config, Learner, Limits, Model, all_different, holds};
    ///
    /// let mut model = Model::new();
    /// let x = model.vars(3, 1..=3);
    /// let rules = [
    ///     model.assumable(holds(all_different(&x))),
    ///     model.assumable(x[0].eq(x[1])),
    ///     model.assumable(x[1].lt(x[2])),
    ///     model.assumable(x[2].ne(2)),
    /// ];
    /// let mut learner = Learner::compile(&model, &Config::default())?;
    /// learner.assume(&rules)?;
    /// assert_eq!(learner.first()?, None);
    /// let core = learner.irreducible_core(&Limits::default()).expect("there is no solution");
    /// assert_eq!(core.assumptions, rules[..2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn assumable(&mut self, condition: impl Into<Condition>) -> Decision {
        let when = self.boolean().is(1);
        let condition = condition.into();
        let mut scope = condition.scope().to_vec();
        scope.push(when.variable());
        self.post(Assumable { when, condition, scope });
        when
    }
}

/// A condition that holds if a decision does. The decision's variable is the last of the scope.
#[derive(Clone, Debug)]
struct Assumable {
    when: Decision,
    condition: Condition,
    scope: Vec<Var>,
}

impl Constraint for Assumable {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (&own, others) = values.split_last().expect("the decision has a variable");
        !self.when.holds(own) || self.condition.accepts(others)
    }

    fn memory(&self) -> usize {
        size_of_val(self) + self.condition.memory() + size_of_val(&*self.scope)
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.condition.fault(model)
    }

    fn lint(&self, model: &Model) -> Option<Error> {
        self.condition.lint(model)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let when = to.decision(self.when);
        to.under(when, |to| to.condition(&self.condition))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let when = self.when.literal(to.view(self.when.variable()));
        match self.condition.formula() {
            // Several conditions filter more in one nested engine.
            formula if has_constraint(formula) => Nested::of_formula(to, formula).post(to, Some(when)),
            formula => post_under(to, when, formula),
        }
    }
}

/// Returns whether a constraint other than comparisons is required.
fn has_constraint(formula: &Formula) -> bool {
    terms(formula, true, true).any(|(term, wanted)| wanted && matches!(term, Formula::Constraint(_)))
}

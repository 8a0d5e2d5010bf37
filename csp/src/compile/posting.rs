//! The context in which constraints post propagators.

use std::sync::Arc;

use crate::compile::notes::{Notes, OrderLiteral};
use crate::compile::shared::Shared;
use crate::constraints::trial::Trial;
use crate::engine::Engine;
use crate::engine::literal::{Literal, Test};
use crate::engine::propagator::Propagator;
use crate::engine::store::{Store, View, Word};
use crate::model::Model;
use crate::model::config::Config;
use crate::model::constraint::Constraint;
use crate::model::ids::{ConstraintId, Sources, Term, Var};
use crate::model::values::{Range, Values};

/// The context of a constraint's [`post`](Constraint::post).
pub struct Posting<'a> {
    pub(crate) engine: &'a mut Engine,
    pub(super) model: &'a Model,
    pub(super) config: &'a Config,
    pub(super) notes: &'a mut Notes,
    pub(crate) shared: &'a mut Shared,
    pub(super) constraint: &'a Arc<dyn Constraint>,
    pub(super) source: ConstraintId,
    /// Other constraints that the posted parts follow from, ascending and after `source`.
    pub(super) others: &'a [ConstraintId],
}

impl Posting<'_> {
    /// Returns the view of a variable, or of a variable with an offset.
    pub fn view(&self, term: impl Into<Term>) -> View {
        let Term { var, offset } = term.into();
        self.engine.view(Term { var: self.model.local_id(var), offset })
    }

    /// Returns the store, to read domains and to narrow them at the root.
    pub fn store(&mut self) -> &mut Store {
        &mut self.engine.store
    }

    /// Narrows domains at the root. A conflict means that the model has no solution.
    pub fn narrow(&mut self, narrow: impl FnOnce(&mut Store) -> Result<(), crate::engine::Conflict>) {
        self.engine.narrow_root(self.source, narrow);
    }

    /// Adds a variable that is not in the model. A solution need not fix it.
    pub fn auxiliary(&mut self, values: impl Into<Values>) -> View {
        self.engine.auxiliary(&values.into())
    }

    /// Adds a reversible word for a propagator's own use.
    pub fn word(&mut self, value: u64) -> Word {
        self.engine.store.add_word(value)
    }

    /// Posts a propagator.
    pub fn propagator(&mut self, propagator: impl Propagator + 'static) {
        let mut sources = Sources::from_elem(self.source, 1);
        sources.extend_from_slice(self.others);
        self.engine.add_propagator(Box::new(propagator), sources);
    }

    /// Posts a propagator whose filtering also relies on `others`.
    pub(crate) fn propagator_relying_on(
        &mut self,
        propagator: impl Propagator + 'static,
        others: &[ConstraintId],
    ) {
        let mut sources = Sources::with_capacity(others.len() + 1);
        sources.extend_from_slice(others);
        self.boxed_propagator_relying_on(Box::new(propagator), sources);
    }

    /// Posts a boxed propagator whose filtering also relies on the constraints in `sources`.
    pub(crate) fn boxed_propagator_relying_on(
        &mut self,
        propagator: Box<dyn Propagator>,
        mut sources: Sources,
    ) {
        sources.push(self.source);
        sources.extend_from_slice(self.others);
        sources.sort_unstable();
        sources.dedup();
        self.engine.add_propagator(propagator, sources);
    }

    /// Returns the settings of the compilation.
    pub fn config(&self) -> &Config {
        self.config
    }

    /// Counts `work` units, some 0.2 microseconds each, and returns whether a limit has been reached. If so,
    /// the engine is discarded, and a constraint that takes long to post should return.
    pub fn is_over(&mut self, work: u32) -> bool {
        self.engine.is_over_with(self.shared.bytes(), work)
    }

    /// Posts a propagator that tries values against [`Constraint::accepts`]: correct for any constraint, and
    /// slow.
    pub fn by_trial(&mut self) {
        let views = self.constraint.scope().iter().map(|&var| self.view(var)).collect();
        let constraint = self.constraint.clone();
        self.propagator(Trial::new(views, move |values: &[i32]| constraint.accepts(values)));
    }
}

/// For conditions.
impl Posting<'_> {
    /// Returns the context in which a constraint inside of this one posts. Its propagators have this
    /// constraint as their source.
    pub(crate) fn on_behalf_of<'b>(&'b mut self, part: &'b Arc<dyn Constraint>) -> Posting<'b> {
        Posting {
            engine: &mut *self.engine,
            notes: &mut *self.notes,
            shared: &mut *self.shared,
            constraint: part,
            ..*self
        }
    }

    /// Returns a context whose propagators follow from all these constraints, ascending.
    pub(super) fn because_of<'b>(&'b mut self, sources: &'b [ConstraintId]) -> Posting<'b> {
        let (&source, others) = sources.split_first().expect("all that is posted follows from something");
        Posting {
            engine: &mut *self.engine,
            notes: &mut *self.notes,
            shared: &mut *self.shared,
            source,
            others,
            ..*self
        }
    }

    pub(crate) fn model(&self) -> &Model {
        self.model
    }

    /// Posts the clause that at least one of the literals holds.
    pub(crate) fn clause(&mut self, literals: Vec<Literal>) {
        self.engine.add_clause(self.source, literals.into_iter());
    }

    /// Returns a Boolean literal over a new variable, which is fixed if the value is known.
    pub(crate) fn boolean(&mut self, known: Option<bool>) -> Literal {
        let slot = match known {
            None => self.auxiliary(0..=1).slot,
            Some(known) => self.auxiliary(i32::from(known)).slot,
        };
        Literal { slot, test: Test::AtLeast, value: 1 }
    }

    /// Returns whether the model is compiled for learning from conflicts.
    pub(crate) fn learns(&self) -> bool {
        self.notes.learns()
    }

    /// Returns a Boolean literal over a new variable, for a learning search to decide: the first of two tasks
    /// precedes the second. `tasks` are their starts.
    pub(crate) fn order_literal(&mut self, tasks: [View; 2]) -> Literal {
        let literal = self.boolean(None);
        self.notes.order_literals.push(OrderLiteral { literal, tasks });
        literal
    }

    /// Returns the bounds of a variable.
    pub(crate) fn range(&self, var: Var) -> Range {
        self.view_range(self.view(var))
    }

    pub(crate) fn view_range(&self, view: View) -> Range {
        let store = &self.engine.store;
        (store.min(view).into(), store.max(view).into())
    }
}

//! Where constraints post their algorithms.

use std::sync::Arc;

use crate::compile::Compiled;
use crate::constraints::trial::Trial;
use crate::engine::literal::{Literal, Test};
use crate::engine::propagator::Propagator;
use crate::engine::store::{Store, View, Word};
use crate::model::Model;
use crate::model::config::Config;
use crate::model::constraint::Constraint;
use crate::model::expression::Range;
use crate::model::ids::{ConstraintId, Sources, Term, Var};
use crate::model::values::Values;

/// What a constraint's [`post`](Constraint::post) works with.
pub struct Posting<'a> {
    pub(crate) compiled: &'a mut Compiled,
    pub(super) constraint: &'a Arc<dyn Constraint>,
    pub(super) source: ConstraintId,
}

impl Posting<'_> {
    /// What a variable, or a variable with an offset, has become.
    pub fn view(&self, term: impl Into<Term>) -> View {
        let Term { var, offset } = term.into();
        self.compiled.engine.view(Term { var: self.compiled.model.local_id(var), offset })
    }

    /// The domains, to read and to narrow at the root.
    pub fn store(&mut self) -> &mut Store {
        &mut self.compiled.engine.store
    }

    /// Narrows at the root: a conflict there means that the model has no solution.
    pub fn narrow(&mut self, narrow: impl FnOnce(&mut Store) -> Result<(), crate::Conflict>) {
        self.compiled.engine.narrow_root(self.source, narrow);
    }

    /// A variable that the model does not have. It need not be fixed in a solution.
    pub fn auxiliary(&mut self, values: impl Into<Values>) -> View {
        self.compiled.engine.auxiliary(&values.into())
    }

    /// A reversible word for a propagator's own use.
    pub fn word(&mut self, value: u64) -> Word {
        self.compiled.engine.store.add_word(value)
    }

    /// Posts an algorithm.
    pub fn propagator(&mut self, propagator: impl Propagator + 'static) {
        self.compiled.engine.add_propagator(Box::new(propagator), Sources::from_elem(self.source, 1));
    }

    /// Posts an algorithm that also relies on other constraints.
    pub(crate) fn propagator_relying_on(
        &mut self,
        propagator: impl Propagator + 'static,
        others: &[ConstraintId],
    ) {
        let mut sources = Sources::with_capacity(others.len() + 1);
        sources.extend_from_slice(others);
        self.boxed_propagator_relying_on(Box::new(propagator), sources);
    }

    /// The same, where what it relies on can be kept.
    pub(crate) fn boxed_propagator_relying_on(
        &mut self,
        propagator: Box<dyn Propagator>,
        mut sources: Sources,
    ) {
        sources.push(self.source);
        sources.sort_unstable();
        sources.dedup();
        self.compiled.engine.add_propagator(propagator, sources);
    }

    /// The settings the engine is compiled with.
    pub fn config(&self) -> &Config {
        &self.compiled.config
    }

    /// Counts work, of which a unit takes some 0.2 microseconds, and says whether a limit has been reached. What is posted
    /// does not matter any more then: a constraint that takes long to post should return.
    pub fn is_over(&mut self, work: u32) -> bool {
        self.compiled.is_over(work)
    }

    /// Filters by trying values against the constraint's meaning: right for any constraint, and slow.
    pub fn by_trial(&mut self) {
        let views = self.constraint.scope().iter().map(|&var| self.view(var)).collect();
        self.propagator(Trial::new(views, self.constraint.clone()));
    }
}

/// For conditions.
impl Posting<'_> {
    /// Where a part of the constraint posts.
    pub(crate) fn on_behalf_of<'b>(&'b mut self, part: &'b Arc<dyn Constraint>) -> Posting<'b> {
        Posting { compiled: self.compiled, constraint: part, source: self.source }
    }

    pub(crate) fn model(&self) -> &Model {
        &self.compiled.model
    }

    /// At least one of the literals holds.
    pub(crate) fn clause(&mut self, literals: Vec<Literal>) {
        self.compiled.engine.add_clause(self.source, literals.into_iter());
    }

    /// A literal of its own, perhaps known.
    pub(crate) fn boolean(&mut self, known: Option<bool>) -> Literal {
        let slot = match known {
            None => self.auxiliary(0..=1).slot,
            Some(known) => self.auxiliary(i32::from(known)).slot,
        };
        Literal { slot, test: Test::AtLeast, value: 1 }
    }

    /// The bounds of a variable.
    pub(crate) fn range(&self, var: Var) -> Range {
        self.view_range(self.view(var))
    }

    pub(crate) fn view_range(&self, view: View) -> Range {
        let store = &self.compiled.engine.store;
        (store.min(view).into(), store.max(view).into())
    }
}

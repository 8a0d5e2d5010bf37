//! Terms with their scope, as constraints over terms keep them.

use crate::compile::Compile;
use crate::domain::MAX_VALUE;
use crate::error::Error;
use crate::model::{Term, Var};
use crate::store::View;

#[derive(Clone, Debug)]
pub(crate) struct Terms {
    terms: Vec<Term>,
    scope: Vec<Var>,
}

impl Terms {
    pub fn new<T: Into<Term>>(terms: impl IntoIterator<Item = T>) -> Terms {
        let terms: Vec<Term> = terms.into_iter().map(Into::into).collect();
        Terms { scope: terms.iter().map(|term| term.var).collect(), terms }
    }

    /// Two lists as one scope.
    pub fn joined(first: &Terms, second: &Terms) -> Terms {
        Terms::new(first.terms.iter().chain(&second.terms))
    }

    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn all(&self) -> &[Term] {
        &self.terms
    }

    pub fn scope(&self) -> &[Var] {
        &self.scope
    }

    /// The values of the scope with the offsets added.
    pub fn values(&self, values: &[i32]) -> Vec<i32> {
        self.terms.iter().zip(values).map(|(term, value)| value.saturating_add(term.offset)).collect()
    }

    pub fn views(&self, to: &Compile<'_>) -> Box<[View]> {
        self.terms.iter().map(|&term| to.view(term)).collect()
    }

    /// An offset that could lead a value out of range.
    pub fn fault(&self) -> Option<Error> {
        let far = self.terms.iter().find(|term| term.offset.unsigned_abs() > MAX_VALUE as u32)?;
        Some(Error::overflow(format!("{} {:+}", far.var, far.offset)))
    }
}

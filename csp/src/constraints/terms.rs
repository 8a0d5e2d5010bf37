//! Terms with their scope, for constraints that state facts. Facts are about variables, not constants.

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operands;
use crate::engine::store::View;
use crate::model::Model;
use crate::model::ids::{Term, Var};

#[derive(Clone, Debug)]
pub(crate) struct Terms {
    terms: SmallVec<[Term; 16]>,
    scope: SmallVec<[Var; 16]>,
}

impl Terms {
    pub fn new<T: Into<Term>>(terms: impl IntoIterator<Item = T>) -> Terms {
        let terms: SmallVec<[Term; 16]> = terms.into_iter().map(Into::into).collect();
        Terms { scope: terms.iter().map(|term| term.var).collect(), terms }
    }

    pub fn all(&self) -> &[Term] {
        &self.terms
    }

    pub fn scope(&self) -> &[Var] {
        &self.scope
    }

    /// Returns the terms' values for the values of the scope.
    pub fn values(&self, values: &[i32]) -> SmallVec<[i64; 16]> {
        let value = |(term, &value): (&Term, &i32)| i64::from(value) + i64::from(term.offset);
        self.terms.iter().zip(values).map(value).collect()
    }

    pub fn views(&self, to: &Posting<'_>) -> Box<[View]> {
        self.terms.iter().map(|&term| to.view(term)).collect()
    }

    /// Returns an error if an offset is out of range.
    pub fn fault(&self, model: &Model) -> Option<Error> {
        Operands::new(&self.terms).fault(model)
    }

    /// Lists the terms for error messages.
    pub fn names(&self, model: &Model) -> String {
        Operands::new(&self.terms).names(model)
    }
}

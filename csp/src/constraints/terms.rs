//! Lists of operands with their scope; and of terms, for constraints that state facts, which are about variables, not
//! constants.

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operand;
use crate::engine::store::View;
use crate::model::Model;
use crate::model::ids::{Term, Var};
use crate::model::values::{MAX_VALUE, MIN_VALUE};

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

/// The operands of a constraint, and their variables.
#[derive(Clone, Debug)]
pub(crate) struct Operands {
    list: SmallVec<[Operand; 4]>,
    scope: SmallVec<[Var; 4]>,
}

impl Operands {
    pub fn new<T: Into<Operand>>(operands: impl IntoIterator<Item = T>) -> Operands {
        let mut all = Operands { list: SmallVec::new(), scope: SmallVec::new() };
        all.extend(operands);
        all
    }

    pub fn extend<T: Into<Operand>>(&mut self, operands: impl IntoIterator<Item = T>) {
        operands.into_iter().for_each(|operand| self.push(operand.into()));
    }

    pub fn push(&mut self, operand: Operand) {
        if let Operand::Term(term) = operand {
            self.scope.push(term.var);
        }
        self.list.push(operand);
    }

    pub fn all(&self) -> &[Operand] {
        &self.list
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn scope(&self) -> &[Var] {
        &self.scope
    }

    /// Returns the operands' values for the values of the scope.
    pub fn values(&self, values: &[i32]) -> SmallVec<[i64; 16]> {
        self.each_value(values).collect()
    }

    /// Iterates over the operands' values for the values of the scope.
    pub fn each_value<'a>(&'a self, values: &'a [i32]) -> impl Iterator<Item = i64> + 'a {
        let mut values = values.iter();
        let value = move |operand: &Operand| match operand {
            Operand::Constant(constant) => i64::from(*constant),
            Operand::Term(term) => {
                i64::from(*values.next().expect("a value for each variable")) + i64::from(term.offset)
            }
        };
        self.list.iter().map(value)
    }

    pub fn views(&self, to: &mut Posting<'_>) -> Vec<View> {
        let view = |operand: &Operand| match *operand {
            Operand::Constant(constant) => to.auxiliary(constant),
            Operand::Term(term) => to.view(term),
        };
        self.list.iter().map(view).collect()
    }

    /// Returns an error if an offset or a constant is out of range.
    pub fn fault(&self, model: &Model) -> Option<Error> {
        self.list.iter().find_map(|&operand| {
            let number = match operand {
                Operand::Constant(constant) => constant,
                Operand::Term(term) => term.offset,
            };
            let what = match operand {
                _ if (MIN_VALUE..=MAX_VALUE).contains(&number) => return None,
                Operand::Constant(constant) => format!("the constant {constant}"),
                Operand::Term(term) => model.show(term),
            };
            Some(Error::overflow(what))
        })
    }

    /// Lists the operands for error messages: `x0, x1 + 3, 7`, the first few if there are many.
    pub fn names(&self, model: &Model) -> String {
        const MOST: usize = 6;
        if self.list.is_empty() {
            return "no variable".to_owned();
        }
        let name = |operand: &Operand| match *operand {
            Operand::Constant(constant) => constant.to_string(),
            Operand::Term(term) => model.show(term),
        };
        let mut names: Vec<String> = self.list.iter().take(MOST).map(name).collect();
        if self.list.len() > MOST {
            names.push("…".to_owned());
        }
        names.join(", ")
    }
}

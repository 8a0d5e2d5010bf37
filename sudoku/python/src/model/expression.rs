//! Expressions and conditions, written with Python's operators.

use csp::Term;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The model of an expression; `None` for constants, which can be used with any model.
pub(super) type Owner = Option<u64>;

pub(super) fn joined(one: Owner, other: Owner) -> PyResult<Owner> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => {
            Err(PyValueError::new_err("these variables are of two models"))
        }
        _ => Ok(one.or(other)),
    }
}

/// A number that is computed from variables. Has the operators `+ - *`, `abs` and comparisons, which give conditions.
#[pyclass(frozen, skip_from_py_object, module = "sudoku.csp")]
#[derive(Clone)]
pub struct Expression {
    /// Shared: every operator copies it.
    pub(super) inner: csp::Expression,
    /// The expression as a variable with an offset, if it has this form.
    pub(super) term: Option<Term>,
    pub(super) owner: Owner,
}

/// A number or an expression.
#[derive(FromPyObject)]
pub(super) enum Operand<'py> {
    Expression(PyRef<'py, Expression>),
    Condition(PyRef<'py, Condition>),
    Number(i64),
}

impl Operand<'_> {
    pub(super) fn get(self) -> (csp::Expression, Owner) {
        match self {
            Operand::Expression(expression) => (expression.inner.clone(), expression.owner),
            Operand::Condition(condition) => (condition.inner.clone().into(), condition.owner),
            Operand::Number(number) => (number.into(), None),
        }
    }
}

impl Expression {
    /// A variable of the model with this number.
    pub(super) fn of(var: csp::Var, model: u64) -> Expression {
        Expression { inner: var.into(), term: Some(var.into()), owner: Some(model) }
    }

    fn with(
        &self,
        other: Operand<'_>,
        join: impl FnOnce(csp::Expression, csp::Expression) -> csp::Expression,
    ) -> PyResult<Expression> {
        let (other, owner) = other.get();
        Ok(Expression {
            inner: join(self.inner.clone(), other).shared(),
            term: None,
            owner: joined(self.owner, owner)?,
        })
    }

    /// The sum with a number, which is a variable with an offset if this is one.
    fn plus(&self, offset: i64) -> Expression {
        let shift = |term: Term| {
            let sum = i64::from(term.offset).checked_add(offset)?;
            Some(Term { offset: i32::try_from(sum).ok()?, ..term })
        };
        Expression { inner: self.inner.clone() + offset, term: self.term.and_then(shift), owner: self.owner }
    }
}

#[pymethods]
impl Expression {
    fn __add__(&self, other: Operand<'_>) -> PyResult<Expression> {
        match other {
            Operand::Number(offset) => Ok(self.plus(offset)),
            other => self.with(other, |one, other| one + other),
        }
    }

    fn __radd__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.__add__(other)
    }

    fn __sub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        match other {
            Operand::Number(offset) if offset != i64::MIN => Ok(self.plus(-offset)),
            other => self.with(other, |one, other| one - other),
        }
    }

    fn __rsub__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.with(other, |one, other| other - one)
    }

    fn __mul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        match other {
            Operand::Number(factor) => {
                Ok(Expression { inner: self.inner.clone() * factor, term: None, owner: self.owner })
            }
            other => self.with(other, csp::constraints::product),
        }
    }

    fn __rmul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.__mul__(other)
    }

    fn __neg__(&self) -> Expression {
        Expression { inner: -self.inner.clone(), term: None, owner: self.owner }
    }

    fn __abs__(&self) -> Expression {
        Expression {
            inner: csp::constraints::absolute_difference(self.inner.clone(), 0),
            term: None,
            owner: self.owner,
        }
    }

    fn __richcmp__(&self, other: Operand<'_>, relation: CompareOp) -> PyResult<Condition> {
        let (other, owner) = other.get();
        let one = self.inner.clone();
        let inner = match relation {
            CompareOp::Lt => one.lt(other),
            CompareOp::Le => one.le(other),
            CompareOp::Eq => one.eq(other),
            CompareOp::Ne => one.ne(other),
            CompareOp::Gt => one.gt(other),
            CompareOp::Ge => one.ge(other),
        };
        Ok(Condition { inner, owner: joined(self.owner, owner)? })
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("an expression has no value before a search; ask a solution for it"))
    }
}

/// A statement about variables, true or false. Has the operators `& | ~` and `implies`; counts as 0 or 1 in sums.
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Condition {
    pub(super) inner: csp::Condition,
    pub(super) owner: Owner,
}

impl Condition {
    fn with(
        &self,
        other: &Condition,
        join: impl FnOnce(csp::Condition, csp::Condition) -> csp::Condition,
    ) -> PyResult<Condition> {
        let owner = joined(self.owner, other.owner)?;
        Ok(Condition { inner: join(self.inner.clone(), other.inner.clone()), owner })
    }

    fn as_number(&self) -> Expression {
        Expression { inner: self.inner.clone().into(), term: None, owner: self.owner }
    }
}

#[pymethods]
impl Condition {
    fn __and__(&self, other: &Condition) -> PyResult<Condition> {
        self.with(other, |one, other| one & other)
    }

    fn __or__(&self, other: &Condition) -> PyResult<Condition> {
        self.with(other, |one, other| one | other)
    }

    fn __invert__(&self) -> Condition {
        Condition { inner: !self.inner.clone(), owner: self.owner }
    }

    /// The condition that `other` holds wherever this one does.
    fn implies(&self, other: &Condition) -> PyResult<Condition> {
        self.with(other, |one, other| one.implies(other))
    }

    /// The condition that both hold or neither.
    fn iff(&self, other: &Condition) -> PyResult<Condition> {
        self.with(other, |one, other| one.iff(other))
    }

    fn __add__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.as_number().__add__(other)
    }

    fn __radd__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.as_number().__add__(other)
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "a condition is neither true nor false before a search: write a & b for `a and b`, and (a < b) & (b < c) for a < b < c",
        ))
    }
}

//! Solutions.

use csp::Constraint;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::condition::Condition;
use super::expression::{Expression, joined};

/// Values for all variables. `solution[x]` is the value of a variable or an expression, and `solution[xs]` the list of
/// values of a list; of a condition it is whether it holds.
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Solution {
    pub(super) inner: csp::Solution,
    pub(super) owner: u64,
}

impl Solution {
    pub(super) fn new(inner: csp::Solution, owner: u64) -> Solution {
        Solution { inner, owner }
    }

    fn value(&self, expression: &Expression) -> PyResult<i64> {
        joined(Some(self.owner), expression.owner)?;
        if let Some(term) = expression.term() {
            return self.known(term.var).map(|value| i64::from(value) + i64::from(term.offset));
        }
        let inner = expression.inner();
        self.covers(inner.clone().eq(0))?;
        let value = self.inner.evaluate(inner);
        value.ok_or_else(|| PyValueError::new_err("the expression is undefined there"))
    }

    /// Refuses a condition about variables that the solution does not have.
    fn covers(&self, condition: csp::Condition) -> PyResult<()> {
        condition.scope().last().map_or(Ok(()), |&last| self.known(last).map(drop))
    }

    fn known(&self, var: csp::Var) -> PyResult<i32> {
        self.inner.values().get(var.index()).copied().ok_or_else(|| {
            PyValueError::new_err("this variable was declared after the search began; search again")
        })
    }
}

#[pymethods]
impl Solution {
    fn __getitem__<'py>(&self, asked: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = asked.py();
        if let Ok(one) = asked.cast::<Expression>() {
            return Ok(self.value(one.get())?.into_pyobject(py)?.into_any());
        }
        if let Ok(condition) = asked.cast::<Condition>() {
            joined(Some(self.owner), condition.get().owner)?;
            let inner = condition.get().inner();
            self.covers(inner.clone())?;
            let holds = self.inner.keeps(inner);
            return Ok(holds.into_pyobject(py)?.to_owned().into_any());
        }
        let Ok(list) = asked.try_iter() else {
            return Err(PyTypeError::new_err("ask for an expression, a condition, or a list of them"));
        };
        let values: Vec<Bound<'py, PyAny>> =
            list.map(|one| self.__getitem__(&one?)).collect::<PyResult<_>>()?;
        Ok(values.into_pyobject(py)?.into_any())
    }

    /// The values of all variables, in the order of their declaration.
    #[getter]
    fn values(&self) -> Vec<i32> {
        self.inner.values().to_vec()
    }

    fn __repr__(&self) -> String {
        format!("Solution({:?})", self.inner.values())
    }
}

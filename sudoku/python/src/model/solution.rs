//! Solutions, and searches that find them one at a time.

use std::sync::Mutex;

use csp::{Cancel, Step};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::expression::{Expression, joined};
use crate::puzzle::next_step;
use crate::wait::{failed, limit_reached};

/// Values for all variables. `solution[x]` is the value of a variable, and `solution[xs]` the list of values of a list.
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Solution {
    inner: csp::Solution,
    owner: u64,
}

/// One expression or several.
#[derive(FromPyObject)]
enum Asked<'py> {
    One(PyRef<'py, Expression>),
    Several(Vec<PyRef<'py, Expression>>),
}

/// One value or several.
#[derive(IntoPyObject)]
enum Values {
    One(i64),
    Several(Vec<i64>),
}

impl Solution {
    pub(super) fn new(inner: csp::Solution, owner: u64) -> Solution {
        Solution { inner, owner }
    }

    fn value(&self, expression: &Expression) -> PyResult<i64> {
        joined(Some(self.owner), expression.owner)?;
        let value = self.inner.evaluate(expression.inner.clone());
        value.ok_or_else(|| PyValueError::new_err("the expression is undefined there"))
    }
}

#[pymethods]
impl Solution {
    fn __getitem__(&self, asked: Asked<'_>) -> PyResult<Values> {
        match asked {
            Asked::One(one) => Ok(Values::One(self.value(&one)?)),
            Asked::Several(list) => {
                list.iter().map(|one| self.value(one)).collect::<PyResult<_>>().map(Values::Several)
            }
        }
    }

    /// The values of all variables, in the order of their declaration.
    #[getter]
    fn values(&self) -> Vec<i32> {
        self.inner.values().to_vec()
    }
}

/// Solutions of a model, one at a time.
#[pyclass(module = "sudoku.csp")]
pub struct Search {
    /// Behind a lock, because Python shares objects between threads.
    inner: Mutex<csp::Search>,
    cancel: Cancel,
    owner: u64,
}

impl Search {
    pub(super) fn new(search: csp::Search, cancel: Cancel, owner: u64) -> Search {
        Search { inner: Mutex::new(search), cancel, owner }
    }
}

#[pymethods]
impl Search {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    pub(super) fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let search = self.inner.get_mut().map_err(|_| failed())?;
        match next_step(py, search, &self.cancel)? {
            Step::Solution => Ok(Some(Solution { inner: search.solution(), owner: self.owner })),
            Step::Exhausted => Ok(None),
            Step::Limit => Err(limit_reached()),
        }
    }

    /// The number of decisions so far.
    #[getter]
    fn nodes(&mut self) -> PyResult<u64> {
        Ok(self.inner.get_mut().map_err(|_| failed())?.nodes())
    }
}

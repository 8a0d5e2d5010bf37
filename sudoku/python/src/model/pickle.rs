//! What pickle and copy do with models, and with what is of a model, which takes its model along.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::expression::{Expression, Owner};
use super::recipe::{Program, Recipe};
use super::solution::Solution;
use super::{Constraint, Interval, Model, names};
use crate::wait::failed;

/// A function of `_restored.py`.
fn restored<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("sudoku._restored")?.getattr(name)
}

/// The model with a number.
fn model(py: Python<'_>, number: u64) -> PyResult<Bound<'_, PyAny>> {
    restored(py, "models")?.get_item(number).map_err(|_| {
        PyValueError::new_err("its model is no more, without which it cannot be pickled or copied")
    })
}

/// What makes a number or a condition again.
pub(super) fn remade<'py>(py: Python<'py>, owner: Owner, recipe: &Recipe) -> PyResult<Bound<'py, PyTuple>> {
    let model = match owner {
        Some(number) => model(py, number)?,
        None => py.None().into_bound(py),
    };
    let mut program = Program::new(py);
    let code = program.add(recipe)?;
    (restored(py, "part")?, (model, program.steps(), code)).into_pyobject(py)
}

/// What a method of the model makes again.
fn of_model<'py>(
    py: Python<'py>,
    owner: u64,
    method: &str,
    argument: Py<PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    (restored(py, "of_model")?, (model(py, owner)?, method, argument)).into_pyobject(py)
}

#[pymethods]
impl Model {
    /// Models are found by their numbers, as long as they are in use.
    fn __init__(this: &Bound<'_, Self>) -> PyResult<()> {
        restored(this.py(), "models")?.set_item(this.try_borrow()?.number, this)
    }

    /// All variables, in the order of their declaration: those of `boolean` and of optional intervals, too.
    #[getter]
    fn variables(&self) -> Vec<Expression> {
        self.vars.iter().map(|&var| Expression::of(var, self.number)).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut variables = Vec::with_capacity(self.vars.len());
        for &var in &self.vars {
            let values = self.inner.declared(var);
            let (least, most) = (values.min(), values.max());
            let is_range = i64::from(most) - i64::from(least) + 1 == values.len() as i64;
            let values = if is_range {
                (least, most).into_pyobject(py)?
            } else {
                (values.iter().collect::<Vec<i32>>(),).into_pyobject(py)?
            };
            variables.push((values, names::given(self.number, var)));
        }
        let mut program = Program::new(py);
        let mut statements = Vec::with_capacity(self.statements.len());
        for statement in &self.statements {
            let Constraint { conditions, name, is_meaning, .. } = statement.get();
            let codes = conditions.iter().map(|(_, condition)| program.add(&condition.get().recipe()));
            statements.push((name.clone(), *is_meaning, codes.collect::<PyResult<Vec<_>>>()?));
        }
        let state = (variables, program.steps(), statements, self.phases.clone(), self.hints.clone());
        (restored(py, "model")?, state).into_pyobject(py)
    }

    /// Adds a statement as `add` and `interval` do.
    fn _state(
        &mut self,
        conditions: Vec<Py<super::Condition>>,
        name: Option<String>,
        is_meaning: bool,
    ) -> PyResult<()> {
        self.state(conditions, name, is_meaning).map(drop)
    }

    fn _variable(&self, index: usize) -> PyResult<Expression> {
        self.vars.get(index).map(|&var| Expression::of(var, self.number)).ok_or_else(failed)
    }

    fn _statement(&self, py: Python<'_>, index: usize) -> PyResult<Py<Constraint>> {
        self.statements.get(index).map(|statement| statement.clone_ref(py)).ok_or_else(failed)
    }

    fn _solution(&self, values: Vec<i32>) -> Solution {
        self.own(values.into())
    }
}

#[pymethods]
impl Constraint {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        of_model(py, self.owner, "_statement", self.index.into_py_any(py)?)
    }
}

#[pymethods]
impl Solution {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        of_model(py, self.owner, "_solution", self.inner.values().into_py_any(py)?)
    }
}

#[pymethods]
impl Interval {
    /// An interval of parts that belong together.
    #[staticmethod]
    fn _of(
        start: Py<PyAny>,
        duration: Py<PyAny>,
        end: Py<PyAny>,
        present: Option<Py<super::Condition>>,
    ) -> Interval {
        Interval { start, duration, end, present }
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Interval { start, duration, end, present } = this.get();
        (this.get_type().getattr("_of")?, (start, duration, end, present)).into_pyobject(this.py())
    }
}

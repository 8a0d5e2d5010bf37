//! Models of `csp`: variables with Python's operators, conditions, searches.

mod expression;
mod functions;
mod solution;

use std::sync::atomic::{AtomicU64, Ordering};

use csp::{Cancel, Config, Count, Error, Limits, Optimizer, Outcome, Values};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::wait::{interruptible, limit_reached, seconds};
use expression::{Condition, Expression, joined};
use solution::{Search, Solution};

fn wrong(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Model>()?;
    module.add_class::<Expression>()?;
    module.add_class::<Condition>()?;
    module.add_class::<Solution>()?;
    module.add_class::<Search>()?;
    functions::add(module)
}

/// Variables and constraints.
#[pyclass(module = "sudoku.csp")]
pub struct Model {
    inner: csp::Model,
    number: u64,
}

#[pymethods]
impl Model {
    #[new]
    fn new() -> Model {
        static LATEST: AtomicU64 = AtomicU64::new(0);
        Model { inner: csp::Model::new(), number: LATEST.fetch_add(1, Ordering::Relaxed) }
    }

    /// A variable: `var(1, 9)` for 1 to 9, or `var([1, 3, 7])` for a list of values.
    #[pyo3(signature = (values, last = None, *, name = None))]
    fn var(
        &mut self,
        values: &Bound<'_, PyAny>,
        last: Option<i32>,
        name: Option<&str>,
    ) -> PyResult<Expression> {
        let values = read_values(values, last)?;
        let var = match name {
            Some(name) => self.inner.named(name, values),
            None => self.inner.var(values),
        };
        Ok(Expression::of(var, self.number))
    }

    /// A list of `count` variables with the same values.
    #[pyo3(signature = (count, values, last = None))]
    fn vars(
        &mut self,
        count: usize,
        values: &Bound<'_, PyAny>,
        last: Option<i32>,
    ) -> PyResult<Vec<Expression>> {
        let values = read_values(values, last)?;
        let vars = self.inner.vars(count, values);
        Ok(vars.into_iter().map(|var| Expression::of(var, self.number)).collect())
    }

    /// Adds conditions that must hold.
    #[pyo3(signature = (*conditions))]
    fn add(&mut self, conditions: Vec<PyRef<'_, Condition>>) -> PyResult<()> {
        for condition in conditions {
            joined(Some(self.number), condition.owner)?;
            self.inner.post(condition.inner.clone());
        }
        self.inner.error().map_or(Ok(()), |error| Err(wrong(error.clone())))
    }

    /// The first solution, or None if it is proved that there is none.
    #[pyo3(signature = (*, time = None, nodes = None))]
    fn solve(&self, py: Python<'_>, time: Option<f64>, nodes: Option<u64>) -> PyResult<Option<Solution>> {
        self.solutions(py, time, nodes)?.__next__(py)
    }

    /// An iterator over all solutions, which searches for each one when it is requested.
    #[pyo3(signature = (*, time = None, nodes = None))]
    fn solutions(&self, py: Python<'_>, time: Option<f64>, nodes: Option<u64>) -> PyResult<Search> {
        let (cancel, limits) = limits(time, nodes)?;
        let search = self.begin(py, &cancel, &limits)?;
        Ok(Search::new(search, cancel, self.number))
    }

    /// Counts the solutions up to `most`. Returns the number and whether it is exact.
    #[pyo3(signature = (most = 1_000_000, *, time = None, nodes = None))]
    fn count(
        &self,
        py: Python<'_>,
        most: u64,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<(u64, bool)> {
        let (cancel, limits) = limits(time, nodes)?;
        let mut search = self.begin(py, &cancel, &limits)?;
        Ok(match interruptible(py, &cancel, || search.count(most))? {
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Limit(count) => (count, false),
        })
    }

    /// The solution in which the expression is least, and whether this is proved. None if there is no solution.
    #[pyo3(signature = (objective, *, time = None, nodes = None))]
    fn minimize(
        &self,
        py: Python<'_>,
        objective: &Expression,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Option<(Solution, i32, bool)>> {
        self.optimize(py, objective, |search, objective| search.minimize(objective), time, nodes)
    }

    /// The solution in which the expression is greatest, and whether this is proved. None if there is no solution.
    #[pyo3(signature = (objective, *, time = None, nodes = None))]
    fn maximize(
        &self,
        py: Python<'_>,
        objective: &Expression,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Option<(Solution, i32, bool)>> {
        self.optimize(py, objective, |search, objective| search.maximize(objective), time, nodes)
    }
}

impl Model {
    fn begin(&self, py: Python<'_>, cancel: &Cancel, limits: &Limits) -> PyResult<csp::Search> {
        let made = interruptible(py, cancel, || self.inner.search_within(&Config::default(), limits))?;
        made.map_err(|error| match error.kind() {
            csp::ErrorKind::Limit { .. } => limit_reached(),
            _ => wrong(error),
        })
    }

    fn optimize(
        &self,
        py: Python<'_>,
        objective: &Expression,
        aim: impl FnOnce(csp::Search, csp::Expression) -> Result<Optimizer<csp::Search>, Error> + Send,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Option<(Solution, i32, bool)>> {
        joined(Some(self.number), objective.owner)?;
        let (cancel, limits) = limits(time, nodes)?;
        let search = self.begin(py, &cancel, &limits)?;
        let objective = objective.inner.clone();
        let outcome = interruptible(py, &cancel, || {
            aim(search, objective).map(|mut optimizer| {
                optimizer.limit(limits);
                optimizer.run()
            })
        })?;
        let solution = |inner| Solution::new(inner, self.number);
        match outcome.map_err(wrong)? {
            Outcome::Optimal(best) => Ok(Some((solution(best.solution), best.value, true))),
            Outcome::Best(best) => Ok(Some((solution(best.solution), best.value, false))),
            Outcome::Infeasible => Ok(None),
            Outcome::Unknown => Err(limit_reached()),
        }
    }
}

fn read_values(values: &Bound<'_, PyAny>, last: Option<i32>) -> PyResult<Values> {
    if values.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("values are numbers"));
    }
    match last {
        Some(last) => Ok(Values::from(values.extract::<i32>()?..=last)),
        None => match values.extract::<i32>() {
            Ok(only) => Ok(Values::from(only)),
            Err(_) => values.try_iter()?.map(|value| value?.extract::<i32>()).collect(),
        },
    }
}

fn limits(time: Option<f64>, nodes: Option<u64>) -> PyResult<(Cancel, Limits)> {
    let cancel = Cancel::new();
    let limits = seconds(time)?.into_iter().fold(Limits::default().cancel(&cancel), Limits::time);
    Ok((cancel, nodes.into_iter().fold(limits, Limits::nodes)))
}

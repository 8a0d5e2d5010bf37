//! Models of `csp`: variables with Python's operators, conditions, searches.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use csp::{Cancel, Config, Count, Error, Limits, Outcome, Step, Term, Values};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTimeoutError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::puzzle::next_step;
use crate::wait::{failed, interruptible, seconds};

fn wrong(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn limit_reached() -> PyErr {
    PyTimeoutError::new_err("the limit was reached; nothing is proved")
}

/// The model that an expression is of; constants are of any.
type Owner = Option<u64>;

fn joined(one: Owner, other: Owner) -> PyResult<Owner> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => {
            Err(PyValueError::new_err("these variables are of two models"))
        }
        _ => Ok(one.or(other)),
    }
}

/// A number that follows from variables. Has the operators `+ - *`, `abs` and comparisons, which give conditions.
#[pyclass(frozen, skip_from_py_object, module = "sudoku.csp")]
#[derive(Clone)]
pub struct Expression {
    inner: csp::Expression,
    /// The variable with an offset that it is, if it is one.
    term: Option<Term>,
    owner: Owner,
}

/// A number or an expression.
#[derive(FromPyObject)]
enum Operand<'py> {
    Expression(PyRef<'py, Expression>),
    Condition(PyRef<'py, Condition>),
    Number(i64),
}

impl Operand<'_> {
    fn get(self) -> (csp::Expression, Owner) {
        match self {
            Operand::Expression(expression) => (expression.inner.clone(), expression.owner),
            Operand::Condition(condition) => (condition.inner.clone().into(), condition.owner),
            Operand::Number(number) => (number.into(), None),
        }
    }
}

impl Expression {
    fn with(
        &self,
        other: Operand<'_>,
        join: impl FnOnce(csp::Expression, csp::Expression) -> csp::Expression,
    ) -> PyResult<Expression> {
        let (other, owner) = other.get();
        Ok(Expression {
            inner: join(self.inner.clone(), other),
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
            other => self.with(other, csp::product),
        }
    }

    fn __rmul__(&self, other: Operand<'_>) -> PyResult<Expression> {
        self.__mul__(other)
    }

    fn __neg__(&self) -> Expression {
        Expression { inner: -self.inner.clone(), term: None, owner: self.owner }
    }

    fn __abs__(&self) -> Expression {
        Expression { inner: csp::absolute_difference(self.inner.clone(), 0), term: None, owner: self.owner }
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

/// What may hold or not. Has the operators `& | ~` and `implies`; counts as 0 or 1 in sums.
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Condition {
    inner: csp::Condition,
    owner: Owner,
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

fn expressions(operands: Vec<Operand<'_>>) -> PyResult<(Vec<csp::Expression>, Owner)> {
    let mut owner = None;
    let mut list = Vec::with_capacity(operands.len());
    for operand in operands {
        let (expression, one) = operand.get();
        owner = joined(owner, one)?;
        list.push(expression);
    }
    Ok((list, owner))
}

fn terms(operands: &[PyRef<'_, Expression>]) -> PyResult<(Vec<Term>, Owner)> {
    let mut owner = None;
    let mut list = Vec::with_capacity(operands.len());
    for operand in operands {
        owner = joined(owner, operand.owner)?;
        list.push(operand.term.ok_or_else(|| {
            PyTypeError::new_err("variables are expected here, with offsets at most: x or x + 3")
        })?);
    }
    Ok((list, owner))
}

/// The sum of a list.
#[pyfunction]
fn sum(operands: Vec<Operand<'_>>) -> PyResult<Expression> {
    let (list, owner) = expressions(operands)?;
    Ok(Expression { inner: csp::sum(list), term: None, owner })
}

/// The greatest of a list.
#[pyfunction]
fn maximum(operands: Vec<Operand<'_>>) -> PyResult<Expression> {
    let (list, owner) = expressions(operands)?;
    Ok(Expression { inner: csp::maximum(list), term: None, owner })
}

/// The least of a list.
#[pyfunction]
fn minimum(operands: Vec<Operand<'_>>) -> PyResult<Expression> {
    let (list, owner) = expressions(operands)?;
    Ok(Expression { inner: csp::minimum(list), term: None, owner })
}

/// The member of a list at an index, counted from 0.
#[pyfunction]
fn element(array: Vec<Operand<'_>>, index: Operand<'_>) -> PyResult<Expression> {
    let (list, owner) = expressions(array)?;
    let (index, one) = index.get();
    Ok(Expression { inner: csp::element(list, index), term: None, owner: joined(owner, one)? })
}

/// How many of a list have the value.
#[pyfunction]
fn count(operands: Vec<Operand<'_>>, value: i32) -> PyResult<Expression> {
    let (list, owner) = expressions(operands)?;
    Ok(Expression { inner: csp::count(list, value), term: None, owner })
}

/// All of a list are different.
#[pyfunction]
fn all_different(variables: Vec<PyRef<'_, Expression>>) -> PyResult<Condition> {
    let (terms, owner) = terms(&variables)?;
    Ok(Condition { inner: csp::holds(csp::all_different(terms)), owner })
}

/// The successors, numbers from 0, make one circle through all.
#[pyfunction]
fn circuit(successors: Vec<PyRef<'_, Expression>>) -> PyResult<Condition> {
    let (terms, owner) = terms(&successors)?;
    Ok(Condition { inner: csp::holds(csp::circuit(terms)), owner })
}

/// The variables, taken together, are one of the tuples.
#[pyfunction]
fn table(variables: Vec<PyRef<'_, Expression>>, tuples: Vec<Vec<i32>>) -> PyResult<Condition> {
    let (terms, owner) = terms(&variables)?;
    Ok(Condition { inner: csp::holds(csp::table(terms, tuples)), owner })
}

/// At any time, the demands of the tasks that run are at most the capacity.
#[pyfunction]
fn cumulative(
    starts: Vec<PyRef<'_, Expression>>,
    durations: Vec<i32>,
    demands: Vec<i32>,
    capacity: i32,
) -> PyResult<Condition> {
    let (terms, owner) = terms(&starts)?;
    if terms.len() != durations.len() || terms.len() != demands.len() {
        return Err(PyValueError::new_err("each task needs a start, a duration and a demand"));
    }
    Ok(Condition { inner: csp::holds(csp::cumulative(terms, durations, demands, capacity)), owner })
}

pub fn add_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sum, module)?)?;
    module.add_function(wrap_pyfunction!(maximum, module)?)?;
    module.add_function(wrap_pyfunction!(minimum, module)?)?;
    module.add_function(wrap_pyfunction!(element, module)?)?;
    module.add_function(wrap_pyfunction!(count, module)?)?;
    module.add_function(wrap_pyfunction!(all_different, module)?)?;
    module.add_function(wrap_pyfunction!(circuit, module)?)?;
    module.add_function(wrap_pyfunction!(table, module)?)?;
    module.add_function(wrap_pyfunction!(cumulative, module)?)
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
        Ok(Expression { inner: var.into(), term: Some(var.into()), owner: Some(self.number) })
    }

    /// As many variables with the same values.
    #[pyo3(signature = (count, values, last = None))]
    fn vars(
        &mut self,
        count: usize,
        values: &Bound<'_, PyAny>,
        last: Option<i32>,
    ) -> PyResult<Vec<Expression>> {
        let values = read_values(values, last)?;
        let vars = self.inner.vars(count, values);
        let expression = |var: csp::Var| Expression {
            inner: var.into(),
            term: Some(var.into()),
            owner: Some(self.number),
        };
        Ok(vars.into_iter().map(expression).collect())
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

    /// All solutions, one at a time, found as they are asked for.
    #[pyo3(signature = (*, time = None, nodes = None))]
    fn solutions(&self, py: Python<'_>, time: Option<f64>, nodes: Option<u64>) -> PyResult<Search> {
        let (cancel, limits) = limits(time, nodes)?;
        let search = self.begin(py, &cancel, &limits)?;
        Ok(Search { inner: Mutex::new(search), cancel, owner: self.number })
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

    /// The solution in which the expression is least, and whether that is proved. None if there is no solution.
    #[pyo3(signature = (objective, *, time = None, nodes = None))]
    fn minimize(
        &self,
        py: Python<'_>,
        objective: &Expression,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Option<(Solution, i32, bool)>> {
        self.optimize(py, objective, false, time, nodes)
    }

    /// The solution in which the expression is greatest, and whether that is proved. None if there is no solution.
    #[pyo3(signature = (objective, *, time = None, nodes = None))]
    fn maximize(
        &self,
        py: Python<'_>,
        objective: &Expression,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Option<(Solution, i32, bool)>> {
        self.optimize(py, objective, true, time, nodes)
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
        greatest: bool,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Option<(Solution, i32, bool)>> {
        joined(Some(self.number), objective.owner)?;
        let (cancel, limits) = limits(time, nodes)?;
        let search = self.begin(py, &cancel, &limits)?;
        let objective = objective.inner.clone();
        let outcome = interruptible(py, &cancel, || {
            let optimizer = if greatest { search.maximize(objective) } else { search.minimize(objective) };
            optimizer.map(|mut optimizer| {
                optimizer.limit(limits);
                optimizer.run()
            })
        })?;
        let solution = |inner| Solution { inner, owner: self.number };
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
enum Told {
    One(i64),
    Several(Vec<i64>),
}

impl Solution {
    fn value(&self, expression: &Expression) -> PyResult<i64> {
        joined(Some(self.owner), expression.owner)?;
        let value = self.inner.evaluate(expression.inner.clone());
        value.ok_or_else(|| PyValueError::new_err("the expression is undefined there"))
    }
}

#[pymethods]
impl Solution {
    fn __getitem__(&self, asked: Asked<'_>) -> PyResult<Told> {
        match asked {
            Asked::One(one) => Ok(Told::One(self.value(&one)?)),
            Asked::Several(list) => {
                list.iter().map(|one| self.value(one)).collect::<PyResult<_>>().map(Told::Several)
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

#[pymethods]
impl Search {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Solution>> {
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

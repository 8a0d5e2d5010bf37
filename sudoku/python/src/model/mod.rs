//! Models of `csp`: variables with Python's operators, conditions, searches.
//!
//! ```text
//!   expression, condition   what Python's operators make
//!   arguments, functions    the table of functions that make expressions and conditions of lists
//!   settings, watch         limits, orders; a search in slices, and its progress
//!   search                  solutions, counts, optima of a model
//!   solver                  many searches of one compiled model, under assumptions
//!   names                   what variables are called
//!   recipe, pickle          what conditions were made of, to make them again
//!   reasons, steps          conditions that clash, why something follows, steps to the solution, proofs
//! ```

mod arguments;
mod condition;
mod expression;
mod functions;
mod names;
mod pickle;
mod reasons;
mod recipe;
mod search;
mod settings;
mod solution;
mod solver;
mod steps;
mod watch;

use std::sync::atomic::{AtomicU64, Ordering};

use csp::{ConstraintId, Error, ErrorKind, Values};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::wait::limit_reached;
use arguments::{Argument, Int, List, Set, Variable};
use condition::{Condition, Side};
use expression::{Expression, Operand, joined};
use recipe::Recipe;

/// The engine's mistake as Python's, without the place in this library's source.
fn wrong(error: &Error) -> PyErr {
    let text = error.kind().to_string();
    match error.kind() {
        ErrorKind::Limit { .. } => limit_reached(),
        ErrorKind::Overflow { .. } => PyOverflowError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Model>()?;
    module.add_class::<Expression>()?;
    module.add_class::<Condition>()?;
    module.add_class::<Constraint>()?;
    module.add_class::<Interval>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<search::Improvements>()?;
    module.add_class::<solver::Solver>()?;
    module.add_class::<reasons::Core>()?;
    module.add_class::<steps::Steps>()?;
    module.add_class::<steps::Step>()?;
    functions::add(module)
}

/// What one call of `Model.add` has added: a statement of the user, of one condition or several, with a name or without.
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Constraint {
    owner: u64,
    /// The number of statements before.
    index: usize,
    name: Option<String>,
    /// Whether it says what a variable means, and is no statement that can be wrong.
    is_meaning: bool,
    conditions: Vec<(ConstraintId, Py<Condition>)>,
}

#[pymethods]
impl Constraint {
    #[getter]
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The conditions that were added together.
    #[getter]
    fn conditions(&self, py: Python<'_>) -> Vec<Py<Condition>> {
        self.conditions.iter().map(|(_, condition)| condition.clone_ref(py)).collect()
    }

    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match &self.name {
            Some(name) => format!("Constraint({}, {})", self.index, PyString::new(py, name).repr()?),
            None => format!("Constraint({})", self.index),
        })
    }

    fn __str__(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("constraint {}", self.index))
    }
}

/// A task with a start, a duration and an end. One that may be left out has the duration 0 then, so that it is never in
/// the way of others.
#[pyclass(frozen, get_all, module = "sudoku.csp")]
pub struct Interval {
    start: Py<PyAny>,
    /// 0 if the task is left out.
    duration: Py<PyAny>,
    end: Py<PyAny>,
    /// The condition that the task is done; None if it always is.
    present: Option<Py<Condition>>,
}

/// Variables and constraints.
#[pyclass(weakref, module = "sudoku.csp")]
pub struct Model {
    inner: csp::Model,
    number: u64,
    vars: Vec<csp::Var>,
    statements: Vec<Py<Constraint>>,
    /// What `branch_on` and `hint` were called with, by the indices of variables.
    phases: Vec<(Vec<usize>, Option<String>, Option<String>)>,
    hints: Vec<(usize, i32)>,
}

#[pymethods]
impl Model {
    #[new]
    fn new() -> Model {
        static LATEST: AtomicU64 = AtomicU64::new(0);
        let number = LATEST.fetch_add(1, Ordering::Relaxed);
        Model {
            inner: csp::Model::new(),
            number,
            vars: Vec::new(),
            statements: Vec::new(),
            phases: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// A variable: `var(1, 9)` for 1 to 9, or `var([1, 3, 7])` for a list of values.
    #[pyo3(signature = (values, last = None, *, name = None))]
    fn var(
        &mut self,
        values: &Bound<'_, PyAny>,
        last: Option<Int>,
        name: Option<&str>,
    ) -> PyResult<Expression> {
        let values = self.read(values, last)?;
        Ok(Expression::of(self.declare(values, name), self.number))
    }

    /// A list of `count` variables with the same values. With a name they are called `name[0]`, `name[1]`, …
    #[pyo3(signature = (count, values, last = None, *, name = None))]
    fn vars(
        &mut self,
        count: usize,
        values: &Bound<'_, PyAny>,
        last: Option<Int>,
        name: Option<&str>,
    ) -> PyResult<Vec<Expression>> {
        let values = self.read(values, last)?;
        let var = |at| {
            let name = name.map(|name| format!("{name}[{at}]"));
            Expression::of(self.declare(values.clone(), name.as_deref()), self.number)
        };
        Ok((0..count).map(var).collect())
    }

    /// A condition of its own, true or false: a variable that is 1 or 0. `solution[b]` is True or False.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> b, x = model.boolean(), model.var(0, 9)
    /// >>> model.add(b == (x > 4), ~b)
    /// Constraint(0)
    /// >>> model.maximize(x)[1]
    /// 4
    #[pyo3(signature = (*, name = None))]
    fn boolean(&mut self, name: Option<&str>) -> Condition {
        Condition::of(self.declare(Values::from(0..=1), name).is(1), Some(self.number))
    }

    /// A task: a start and a duration, numbers or variables. It may be left out if a condition does not hold.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> tasks = [model.interval(model.var(0, 4), 3, present=model.boolean()) for _ in range(3)]
    /// >>> model.add(csp.disjunctive(tasks), *[task.end <= 7 for task in tasks])
    /// Constraint(3)
    /// >>> model.maximize(csp.sum([task.present for task in tasks]))[1]
    /// 2
    #[pyo3(signature = (start, duration, *, present = None))]
    fn interval(
        &mut self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        duration: &Bound<'_, PyAny>,
        present: Option<&Bound<'_, Condition>>,
    ) -> PyResult<Interval> {
        let mut used = duration.clone();
        if let Some(present) = present {
            let most = match duration.extract::<Operand<'_>>()? {
                Operand::Number(number) => i32::try_from(number).map_err(|_| expression::too_large())?,
                _ => {
                    let mut owner = Some(self.number);
                    let term = duration.extract::<Variable<'_>>()?.take(&mut owner)?;
                    self.inner.declared(term.var).max().saturating_add(term.offset)
                }
            };
            if most < 0 {
                return Err(PyValueError::new_err("a duration is 0 or more"));
            }
            let name = format!("duration({})", start.repr()?);
            let length = self.declare(Values::from(0..=most), Some(&name));
            used = Bound::new(py, Expression::of(length, self.number))?.into_any();
            let meaning = present.call_method1("choose", (duration, 0))?.eq_condition(&used)?;
            self.state(vec![meaning], None, true)?;
        }
        Ok(Interval {
            start: start.clone().unbind(),
            end: start.add(&used)?.unbind(),
            duration: used.unbind(),
            present: present.map(|present| present.clone().unbind()),
        })
    }

    /// Adds conditions that must hold, or lists of them. Those of one call are one statement, which may have a name: `core`,
    /// `why` and `explain` tell which statements something follows from.
    #[pyo3(signature = (*conditions, name = None))]
    fn add(&mut self, conditions: &Bound<'_, PyTuple>, name: Option<String>) -> PyResult<Py<Constraint>> {
        let mut list = Vec::with_capacity(conditions.len());
        for condition in conditions.iter_borrowed() {
            gather(&condition, &mut list)?;
        }
        self.state(list, name, false)
    }

    /// Makes searches branch on these variables first, in an order of variables and of values; those of later calls
    /// follow. The set of solutions is the same.
    #[pyo3(signature = (vars, *, variables = None, values = None))]
    fn branch_on(
        &mut self,
        vars: List<Variable<'_>>,
        variables: Option<&str>,
        values: Option<&str>,
    ) -> PyResult<()> {
        let mut owner = Some(self.number);
        let vars: Vec<csp::Var> = vars.take(&mut owner)?.into_iter().map(|term| term.var).collect();
        let said =
            (vars.iter().map(|var| var.index()).collect(), variables.map(Into::into), values.map(Into::into));
        let variables = variables.map(settings::variables).transpose()?;
        let values = values.map(settings::values).transpose()?;
        let phase = self.inner.branch_on(&vars);
        if let Some(order) = variables {
            phase.variables(order);
        }
        if let Some(order) = values {
            phase.values(order);
        }
        self.phases.push(said);
        Ok(())
    }

    /// Makes searches try a value of a variable first: a part of a solution that is known, or guessed. The last hint for a
    /// variable counts. The set of solutions is the same.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x = model.vars(2, 0, 9)
    /// >>> model.add(x[0] + x[1] == 9)
    /// Constraint(0)
    /// >>> model.hint(x[0], 7)
    /// >>> model.solve()[x]
    /// [7, 2]
    fn hint(&mut self, var: Variable<'_>, value: Int) -> PyResult<()> {
        let term = var.take(&mut Some(self.number))?;
        let values = self.inner.declared(term.var);
        match value.0.checked_sub(term.offset).filter(|&value| values.contains(value)) {
            Some(value) => {
                self.inner.hint(term.var, value);
                self.hints.push((term.var.index(), value));
                Ok(())
            }
            None => Err(PyValueError::new_err(format!(
                "{} is no value that the variable can have; hint at one that it was declared with",
                value.0
            ))),
        }
    }

    /// All statements, in the order in which they were added.
    #[getter]
    fn constraints(&self, py: Python<'_>) -> Vec<Py<Constraint>> {
        let own = self.statements.iter().filter(|statement| !statement.get().is_meaning);
        own.map(|statement| statement.clone_ref(py)).collect()
    }

    /// Remarks on conditions that are valid and can never hold, such as a table without tuples.
    fn lints(&self) -> Vec<String> {
        self.inner.lints().iter().map(|lint| lint.kind().to_string()).collect()
    }

    fn __repr__(&self) -> String {
        format!("Model({} variables, {} constraints)", self.inner.variables(), self.statements.len())
    }
}

/// `==` of Python's objects, of which one is an expression.
trait EqCondition {
    fn eq_condition(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<Condition>>;
}

impl EqCondition for Bound<'_, PyAny> {
    fn eq_condition(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<Condition>> {
        let equal = self.rich_compare(other, pyo3::basic::CompareOp::Eq)?;
        Ok(equal.cast_into::<Condition>()?.unbind())
    }
}

/// Gathers a condition, a constant or lists of them.
fn gather(given: &Bound<'_, PyAny>, list: &mut Vec<Py<Condition>>) -> PyResult<()> {
    if let Ok(condition) = given.cast::<Condition>() {
        list.push(condition.clone().unbind());
        return Ok(());
    }
    if let Ok(side @ Side::Constant(_)) = given.extract::<Side<'_>>() {
        // The recipe makes a condition, and no truth of Python.
        let name = if matches!(side, Side::Constant(true)) { "all" } else { "any" };
        let recipe = Recipe::call(name, vec![("conditions", Recipe::List(Vec::new()))]);
        list.push(Py::new(given.py(), Condition::made(side.get().0, None, recipe))?);
        return Ok(());
    }
    let is_text = given.is_instance_of::<PyString>();
    match given.try_iter() {
        Ok(parts) if !is_text => {
            for part in parts {
                gather(&part?, list)?;
            }
            Ok(())
        }
        _ => Err(PyTypeError::new_err(format!(
            "conditions such as x < y, or lists of them, are added, not {}",
            given.get_type().name()?
        ))),
    }
}

impl Model {
    /// Adds a statement. Nothing is added if a condition of it is wrong.
    fn state(
        &mut self,
        conditions: Vec<Py<Condition>>,
        name: Option<String>,
        is_meaning: bool,
    ) -> PyResult<Py<Constraint>> {
        for condition in &conditions {
            joined(Some(self.number), condition.get().owner)?;
        }
        let inner: Vec<csp::Condition> = conditions.iter().map(|condition| condition.get().inner()).collect();
        for condition in &inner {
            if let Some(error) = csp::Constraint::fault(condition, &self.inner) {
                return Err(wrong(&error));
            }
        }
        let ids = inner.into_iter().map(|condition| self.inner.post(condition));
        let conditions: Vec<(ConstraintId, Py<Condition>)> = ids.zip(conditions).collect();
        if let Some(error) = self.inner.error() {
            return Err(wrong(error));
        }
        let index = self.statements.len();
        let statement = Constraint { owner: self.number, index, name, is_meaning, conditions };
        let statement = Python::attach(|py| Py::new(py, statement))?;
        Python::attach(|py| self.statements.push(statement.clone_ref(py)));
        Ok(statement)
    }

    /// The numbers of its variables and statements.
    fn size(&self) -> (usize, usize) {
        (self.inner.variables(), self.statements.len())
    }

    fn declare(&mut self, values: Values, name: Option<&str>) -> csp::Var {
        let var = match name {
            Some(name) => self.inner.named(name, values),
            None => self.inner.var(values),
        };
        if let Some(name) = name {
            names::give(self.number, var, name);
        }
        self.vars.push(var);
        var
    }

    fn read(&self, values: &Bound<'_, PyAny>, last: Option<Int>) -> PyResult<Values> {
        let values = match last {
            Some(Int(last)) => Values::from(values.extract::<Int>()?.0..=last),
            None if values.is_instance_of::<PyInt>() => Values::from(values.extract::<Int>()?.0),
            None => values.extract::<Set>()?.0,
        };
        // The engine keeps its first error, so that a wrong variable would spoil the model.
        let mut trial = csp::Model::new();
        trial.var(values.clone());
        trial.error().map_or(Ok(values), |error| Err(wrong(error)))
    }

    /// A statement in words: its name, or what it consists of.
    fn text_of(&self, statement: &Constraint) -> String {
        match (&statement.name, &statement.conditions[..]) {
            (Some(name), _) => name.clone(),
            (None, []) => format!("constraint {}", statement.index),
            (None, conditions) => {
                let texts: Vec<String> = conditions.iter().map(|(_, one)| one.get().__repr__()).collect();
                texts.join(", ")
            }
        }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        names::forget(self.number);
    }
}

//! How numbers and conditions were made, of which pickle and copy make them again.
//!
//! The engine's constraints cannot be taken apart: a constraint may be of anybody's making. So what Python makes keeps what
//! it was made of, as plain data, of which what is shared is kept once.

use std::collections::HashMap;
use std::sync::Arc;

use csp::{Decision, Term};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// What a number, a condition or an argument was made of.
#[derive(Clone)]
pub(super) enum Recipe {
    Nothing,
    Truth(bool),
    Number(i64),
    Text(String),
    List(Vec<Recipe>),
    /// Kept apart from a list, since some arguments have to be tuples of Python.
    Tuple(Vec<Recipe>),
    Term(Term),
    Decision(Decision),
    Sum(Arc<Sum>),
    Call(Arc<Call>),
}

/// A call of an operator, a method of the first argument, or a function of the module, whose arguments have names.
pub(super) struct Call {
    name: &'static str,
    arguments: Vec<(&'static str, Recipe)>,
}

/// A sum so far, and what is added to it. Those of a loop are a chain.
pub(super) struct Sum {
    before: Recipe,
    factor: i64,
    added: Recipe,
}

impl Recipe {
    pub(super) fn call(name: &'static str, arguments: Vec<(&'static str, Recipe)>) -> Recipe {
        Recipe::Call(Arc::new(Call { name, arguments }))
    }

    /// A call of an operator or method.
    pub(super) fn of<const N: usize>(name: &'static str, operands: [Recipe; N]) -> Recipe {
        Recipe::call(name, operands.map(|operand| ("", operand)).into())
    }

    /// A list of numbers, or of pairs of them.
    pub(super) fn list<T: Into<Recipe>>(items: impl IntoIterator<Item = T>) -> Recipe {
        Recipe::List(items.into_iter().map(Into::into).collect())
    }

    /// The sum with a multiple of another.
    pub(super) fn plus(self, factor: i64, added: Recipe) -> Recipe {
        Recipe::Sum(Arc::new(Sum { before: self, factor, added }))
    }

    fn take(&mut self) -> Recipe {
        std::mem::replace(self, Recipe::Nothing)
    }
}

impl From<i64> for Recipe {
    fn from(number: i64) -> Recipe {
        Recipe::Number(number)
    }
}

impl From<i32> for Recipe {
    fn from(number: i32) -> Recipe {
        Recipe::Number(number.into())
    }
}

impl From<usize> for Recipe {
    /// Numbers of places are far below the greatest.
    fn from(number: usize) -> Recipe {
        Recipe::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<(usize, usize)> for Recipe {
    fn from(pair: (usize, usize)) -> Recipe {
        Recipe::Tuple(vec![pair.0.into(), pair.1.into()])
    }
}

/// Drops what may be nested deeply, without as many calls within each other.
fn unravel(mut rest: Vec<Recipe>) {
    while let Some(recipe) = rest.pop() {
        match recipe {
            Recipe::List(items) | Recipe::Tuple(items) => rest.extend(items),
            Recipe::Sum(sum) => {
                if let Some(mut sum) = Arc::into_inner(sum) {
                    rest.extend([sum.before.take(), sum.added.take()]);
                }
            }
            Recipe::Call(call) => {
                if let Some(mut call) = Arc::into_inner(call) {
                    rest.extend(call.arguments.drain(..).map(|(_, argument)| argument));
                }
            }
            _ => {}
        }
    }
}

impl Drop for Sum {
    fn drop(&mut self) {
        unravel(vec![self.before.take(), self.added.take()]);
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        unravel(self.arguments.drain(..).map(|(_, argument)| argument).collect());
    }
}

/// What several recipes take to be made, in order: for each call its name and its arguments, which may be results of
/// earlier ones. See `sudoku/_restored.py`, which follows it.
pub(super) struct Program<'py> {
    steps: Bound<'py, PyList>,
    /// The step of each sum and call, by its place in memory, where `made` keeps it.
    known: HashMap<usize, usize>,
    made: Vec<Recipe>,
}

/// What is still to be done for a recipe.
enum Task {
    LookAt(Recipe),
    /// A step, once its parts are made.
    Make(Recipe, Parts),
}

/// What a step consists of.
enum Parts {
    Sum(Vec<i64>, Vec<Recipe>),
    Call(Arc<Call>),
}

impl Parts {
    /// The parts of a sum or call. What is nobody else's of a chain of sums is one sum.
    fn of(recipe: &Recipe) -> Option<Parts> {
        let mut sum = match recipe {
            Recipe::Sum(sum) => sum,
            Recipe::Call(call) => return Some(Parts::Call(call.clone())),
            _ => return None,
        };
        let (mut factors, mut added) = (vec![sum.factor], vec![sum.added.clone()]);
        while let Recipe::Sum(before) = &sum.before
            && Arc::strong_count(before) == 1
        {
            sum = before;
            factors.push(sum.factor);
            added.push(sum.added.clone());
        }
        factors.push(1);
        added.push(sum.before.clone());
        factors.reverse();
        added.reverse();
        Some(Parts::Sum(factors, added))
    }

    fn tasks(&self, into: &mut Vec<Task>) {
        match self {
            Parts::Sum(_, added) => into.extend(added.iter().cloned().map(Task::LookAt)),
            Parts::Call(call) => {
                into.extend(call.arguments.iter().map(|(_, argument)| Task::LookAt(argument.clone())));
            }
        }
    }
}

/// The place of a sum or a call in memory. The rest stands where it is used.
fn key(recipe: &Recipe) -> Option<usize> {
    match recipe {
        Recipe::Sum(sum) => Some(Arc::as_ptr(sum) as usize),
        Recipe::Call(call) => Some(Arc::as_ptr(call) as usize),
        _ => None,
    }
}

impl<'py> Program<'py> {
    pub(super) fn new(py: Python<'py>) -> Program<'py> {
        Program { steps: PyList::empty(py), known: HashMap::new(), made: Vec::new() }
    }

    pub(super) fn steps(self) -> Bound<'py, PyList> {
        self.steps
    }

    /// Adds the steps that a recipe takes, and returns its code.
    pub(super) fn add(&mut self, recipe: &Recipe) -> PyResult<Bound<'py, PyAny>> {
        let mut open = vec![Task::LookAt(recipe.clone())];
        while let Some(task) = open.pop() {
            match task {
                Task::LookAt(Recipe::List(items) | Recipe::Tuple(items)) => {
                    open.extend(items.into_iter().map(Task::LookAt));
                }
                Task::LookAt(recipe) => {
                    let is_known = key(&recipe).is_none_or(|key| self.known.contains_key(&key));
                    if let Some(parts) = Parts::of(&recipe).filter(|_| !is_known) {
                        let at = open.len();
                        parts.tasks(&mut open);
                        open.insert(at, Task::Make(recipe, parts));
                    }
                }
                Task::Make(recipe, parts) => {
                    let key = key(&recipe).ok_or_else(crate::wait::failed)?;
                    if !self.known.contains_key(&key) {
                        self.step(&parts)?;
                        self.known.insert(key, self.made.len());
                        self.made.push(recipe);
                    }
                }
            }
        }
        self.code(recipe)
    }

    fn step(&self, parts: &Parts) -> PyResult<()> {
        let named = PyDict::new(self.steps.py());
        let mut listed = Vec::new();
        let name = match parts {
            Parts::Sum(factors, added) => {
                named.set_item("weights", factors)?;
                named.set_item("numbers", self.codes(added)?)?;
                "weighted_sum"
            }
            Parts::Call(call) => {
                for (name, argument) in &call.arguments {
                    let code = self.code(argument)?;
                    if name.is_empty() {
                        listed.push(code);
                    } else {
                        named.set_item(name, code)?;
                    }
                }
                call.name
            }
        };
        self.steps.append((name, listed, named))
    }

    fn codes(&self, items: &[Recipe]) -> PyResult<Bound<'py, PyAny>> {
        let codes: Vec<_> = items.iter().map(|item| self.code(item)).collect::<PyResult<_>>()?;
        Ok(PyList::new(self.steps.py(), codes)?.into_any())
    }

    /// A number, a text or a list as it is; a tuple for what has to be made.
    fn code(&self, recipe: &Recipe) -> PyResult<Bound<'py, PyAny>> {
        let py = self.steps.py();
        match recipe {
            Recipe::Nothing => Ok(py.None().into_bound(py)),
            Recipe::Truth(truth) => Ok(truth.into_pyobject(py)?.to_owned().into_any()),
            Recipe::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
            Recipe::Text(text) => Ok(text.into_pyobject(py)?.into_any()),
            Recipe::List(items) => self.codes(items),
            Recipe::Tuple(items) => tuple(py, ("tuple", self.codes(items)?)),
            Recipe::Term(term) => tuple(py, ("variable", term.var.index(), term.offset)),
            Recipe::Decision(decision) => {
                let (name, value) = match *decision {
                    Decision::Assign(_, value) => ("eq", value),
                    Decision::Remove(_, value) => ("ne", value),
                    Decision::AtMost(_, value) => ("le", value),
                    Decision::AtLeast(_, value) => ("ge", value),
                };
                tuple(py, (name, decision.variable().index(), value))
            }
            Recipe::Sum(_) | Recipe::Call(_) => {
                let step = key(recipe).and_then(|key| self.known.get(&key)).copied();
                tuple(py, ("step", step.ok_or_else(crate::wait::failed)?))
            }
        }
    }
}

fn tuple<'py>(
    py: Python<'py>,
    items: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(items.into_pyobject(py)?.into_any())
}

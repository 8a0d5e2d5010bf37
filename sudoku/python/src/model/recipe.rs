//! How numbers and conditions were made, of which pickle and copy make them again.
//!
//! The engine's constraints cannot be taken apart: a constraint may be of anybody's making. So what Python makes keeps what
//! it was made of, as plain data. An operator costs an entry of a list; what is shared is kept once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Some arguments are told from lists by this.
    Tuple(Vec<Recipe>),
    Term(Term),
    Decision(Decision),
    Sum(Sum),
    Call(Arc<Call>),
}

/// A call of an operator, a method of the first argument, or a function of the module, whose arguments have names.
pub(super) struct Call {
    name: &'static str,
    arguments: Vec<(&'static str, Recipe)>,
}

/// The first parts of a list, each with a factor. A longer sum goes on in the same list, if it is the first to do so: the
/// sums of a loop share one.
#[derive(Clone)]
pub(super) struct Sum {
    parts: Arc<Parts>,
    count: usize,
}

struct Parts(Mutex<Vec<(i64, Recipe)>>);

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
    pub(super) fn plus(self, factor: i64, other: Recipe) -> Recipe {
        let Sum { mut parts, count } = match self {
            Recipe::Sum(sum) => sum,
            one => Sum { parts: Arc::new(Parts(Mutex::new(vec![(1, one)]))), count: 1 },
        };
        let mut list = parts.lock();
        if list.len() > count {
            let begun = list[..count].to_vec();
            drop(list);
            parts = Arc::new(Parts(Mutex::new(begun)));
            list = parts.lock();
        }
        list.push((factor, other));
        drop(list);
        Recipe::Sum(Sum { parts, count: count + 1 })
    }
}

impl Parts {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(i64, Recipe)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
            Recipe::Sum(Sum { parts, .. }) => {
                if let Some(parts) = Arc::into_inner(parts) {
                    rest.extend(parts.lock().drain(..).map(|(_, part)| part));
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

impl Drop for Parts {
    fn drop(&mut self) {
        unravel(self.lock().drain(..).map(|(_, part)| part).collect());
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
    known: HashMap<(usize, usize), usize>,
    made: Vec<Recipe>,
}

/// What makes a recipe one of a kind: sums and calls are steps, the rest stands where it is used.
fn key(recipe: &Recipe) -> Option<(usize, usize)> {
    match recipe {
        Recipe::Sum(sum) => Some((Arc::as_ptr(&sum.parts) as usize, sum.count)),
        Recipe::Call(call) => Some((Arc::as_ptr(call) as usize, 0)),
        _ => None,
    }
}

/// What a sum or a call is made of.
fn parts(recipe: &Recipe) -> Vec<Recipe> {
    match recipe {
        Recipe::Sum(sum) => sum.parts.lock()[..sum.count].iter().map(|(_, part)| part.clone()).collect(),
        Recipe::Call(call) => call.arguments.iter().map(|(_, argument)| argument.clone()).collect(),
        Recipe::List(items) | Recipe::Tuple(items) => items.clone(),
        _ => Vec::new(),
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
        // Each is looked at twice: to look at its parts before, then to become a step.
        let mut open = vec![(recipe.clone(), false)];
        while let Some((recipe, are_parts_done)) = open.pop() {
            match key(&recipe) {
                Some(key) if self.known.contains_key(&key) => {}
                Some(key) if are_parts_done => {
                    self.step(&recipe)?;
                    self.known.insert(key, self.made.len());
                    self.made.push(recipe);
                }
                place => {
                    let parts = parts(&recipe);
                    if place.is_some() {
                        open.push((recipe, true));
                    }
                    open.extend(parts.into_iter().map(|part| (part, false)));
                }
            }
        }
        self.code(recipe)
    }

    fn step(&self, recipe: &Recipe) -> PyResult<()> {
        let py = self.steps.py();
        let named = PyDict::new(py);
        let mut listed = Vec::new();
        let name = match recipe {
            Recipe::Sum(sum) => {
                let (factors, parts): (Vec<i64>, Vec<Recipe>) =
                    sum.parts.lock()[..sum.count].iter().cloned().unzip();
                named.set_item("weights", factors)?;
                named.set_item("numbers", self.code(&Recipe::List(parts))?)?;
                "weighted_sum"
            }
            Recipe::Call(call) => {
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
            _ => return Ok(()),
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

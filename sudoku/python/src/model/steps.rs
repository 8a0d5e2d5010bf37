//! Steps to the solution of any model, in terms of the user's own statements.

use std::sync::Mutex;

use csp::steps::{Explainer, Way};
use csp::{Cancel, Decision, Limits};
use pyo3::prelude::*;

use super::arguments::{Argument, List, Variable};
use super::condition::Condition;
use super::{Constraint, Model, wrong};
use crate::wait::{failed, interruptible, seconds};

/// Steps to the solution, one at a time. `end` tells why there are no more.
#[pyclass(module = "sudoku.csp")]
pub struct Steps {
    inner: Mutex<Explainer>,
    model: Py<Model>,
    /// The statements that steps name, in the order of the explainer's groups.
    groups: Vec<Py<Constraint>>,
    time: Option<f64>,
    is_over: bool,
}

/// A step: what follows, and from which statements and known facts.
#[pyclass(frozen, get_all, module = "sudoku.csp")]
pub struct Step {
    /// Conditions that follow; none if there is no solution.
    conclusions: Vec<Py<Condition>>,
    /// The statements from which they follow.
    constraints: Vec<Py<Constraint>>,
    /// What was known before and takes part.
    facts: Vec<Py<Condition>>,
    /// `statements` (it follows at once), `supposition` (the opposite leads to a contradiction), `cases` (each value of a
    /// variable leads to it) or `trial` (a search found nothing else).
    way: &'static str,
    /// How hard the step is to find: 1 for one statement, .4 for each further one, and more.
    cost: f64,
    /// The step in words.
    text: String,
}

#[pymethods]
impl Step {
    fn __str__(&self) -> &str {
        &self.text
    }
}

#[pymethods]
impl Model {
    /// An iterator over steps to the solution, the easy ones first. Each draws conclusions from few statements of the
    /// model. `shown` are the variables that the steps are about; all of them unless told. `time` is a limit in seconds
    /// for each step.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x, y, z = (model.var(1, 3, name=name) for name in "xyz")
    /// >>> _ = model.add(csp.all_different([x, y, z]), name="all are different")
    /// >>> _, _ = model.add(x < y, name="x is below y"), model.add(y + z == 4, name="y and z make 4")
    /// >>> for step in model.explain():
    /// ...     print(step)
    /// x != 3, y != 1: x is below y
    /// z != 3: y and z make 4
    /// y == 3: all are different
    /// z == 1: y and z make 4
    /// x == 2: all are different
    #[pyo3(signature = (shown = None, *, time = None))]
    fn explain(
        this: Bound<'_, Self>,
        shown: Option<List<Variable<'_>>>,
        time: Option<f64>,
    ) -> PyResult<Steps> {
        let py = this.py();
        let model = this.try_borrow()?;
        let mut owner = Some(model.number);
        let shown: Vec<csp::Var> = match shown {
            Some(shown) => shown.take(&mut owner)?.into_iter().map(|term| term.var).collect(),
            None => model.vars.clone(),
        };
        let own = || model.statements.iter().filter(|statement| !statement.get().is_meaning);
        let ids = |statement: &Py<Constraint>| statement.get().conditions.iter().map(|&(id, _)| id).collect();
        let groups: Vec<_> = own().map(ids).collect();
        let cancel = Cancel::new();
        let limits = limits(time, &cancel)?;
        let inner = &model.inner;
        let made = interruptible(py, &cancel, || Explainer::new(inner, groups, shown, &limits))?;
        Ok(Steps {
            inner: Mutex::new(made.map_err(|error| wrong(&error))?),
            groups: own().map(|statement| statement.clone_ref(py)).collect(),
            model: this.clone().unbind(),
            time,
            is_over: false,
        })
    }
}

fn limits(time: Option<f64>, cancel: &Cancel) -> PyResult<Limits> {
    Ok(seconds(time)?.into_iter().fold(Limits::default().cancel(cancel), Limits::time))
}

#[pymethods]
impl Steps {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Step>> {
        py.check_signals()?;
        let explainer = self.inner.get_mut().map_err(|_| failed())?;
        let cancel = Cancel::new();
        explainer.limit(limits(self.time, &cancel)?);
        let found = interruptible(py, &cancel, || explainer.next())?.map_err(|error| wrong(&error))?;
        let Some(found) = found else {
            self.is_over = true;
            return Ok(None);
        };
        let model = self.model.bind(py).try_borrow()?;
        let conditions = |decisions: &[Decision]| -> PyResult<Vec<Py<Condition>>> {
            let condition = |&decision| Py::new(py, Condition::of(decision, Some(model.number)));
            decisions.iter().map(condition).collect()
        };
        let list = |decisions: &[Decision]| -> String {
            let texts: Vec<String> = decisions.iter().map(|&one| model.decision_text(one)).collect();
            texts.join(", ")
        };
        let constraints: Vec<Py<Constraint>> =
            found.groups.iter().map(|&group| self.groups[group].clone_ref(py)).collect();
        let what = if found.is_contradiction() { "no solution".into() } else { list(&found.conclusions) };
        let names: Vec<String> = constraints.iter().map(|one| model.text_of(one.get())).collect();
        let (way, how) = match found.way {
            Way::Groups => ("statements", String::new()),
            Way::Supposition(decision) => {
                ("supposition", format!("{} is refuted by ", model.decision_text(decision)))
            }
            Way::Cases(var) => ("cases", format!("each value of {} with ", model.inner.name(var))),
            _ => ("trial", "a search, with ".to_owned()),
        };
        Ok(Some(Step {
            text: format!("{what}: {how}{}", names.join(", ")),
            conclusions: conditions(&found.conclusions)?,
            facts: conditions(&found.facts)?,
            constraints,
            way,
            cost: f64::from(found.cost()) / 100.0,
        }))
    }

    /// `open` as long as there may be more steps, `solved`, `none` (no solution), or `stuck` (what is open differs between
    /// solutions).
    #[getter]
    fn end(&mut self) -> PyResult<&'static str> {
        let explainer = self.inner.get_mut().map_err(|_| failed())?;
        Ok(match explainer {
            explainer if explainer.is_contradiction() => "none",
            explainer if explainer.is_solved() => "solved",
            _ if self.is_over => "stuck",
            _ => "open",
        })
    }
}

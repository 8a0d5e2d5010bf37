//! One compiled model, searched many times under assumptions.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use csp::{Cancel, Decision, Learner, Limits, Step};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use super::arguments::List;
use super::condition::Condition;
use super::expression::joined;
use super::reasons::Core;
use super::search::begin;
use super::settings::Settings;
use super::solution::Solution;
use super::watch::statistics;
use super::{Model, wrong};
use crate::wait::{failed, interruptible, limit_reached, seconds};

/// A model that is compiled once, at the first call, and searched many times, each time under other assumptions:
/// comparisons of a variable with a number. What is added to the model later is added here, too, at the next call.
///
/// >>> from sudoku import csp
/// >>> model = csp.Model()
/// >>> x, y = model.vars(2, 0, 9)
/// >>> model.add(x + y == 10)
/// Constraint(0)
/// >>> solver = model.solver()
/// >>> [solver.solve([x == value])[y] for value in (3, 5)]
/// [7, 5]
/// >>> solver.solve([x == 0, y < 3]) is None
/// True
/// >>> solver.minimal_core([x == 0, y < 3])
/// Core([x0 == 0])
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Solver {
    model: Py<Model>,
    owner: u64,
    settings: Settings,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Made at the first call, within its time.
    search: Option<csp::Search>,
    /// The variables and statements of the model that the search has.
    searched: (usize, usize),
    /// Finds cores; made when it is needed.
    learner: Option<Box<Learner>>,
    learned: (usize, usize),
}

#[pymethods]
impl Model {
    /// The model for many searches. For settings see `solve`; limits are those of each search.
    #[pyo3(signature = (**settings))]
    fn solver(this: Bound<'_, Self>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Solver> {
        let settings = Settings::read(settings, &[])?;
        Ok(Solver {
            owner: this.try_borrow()?.number,
            settings,
            inner: Mutex::default(),
            model: this.unbind(),
        })
    }
}

#[pymethods]
impl Solver {
    /// A solution under assumptions, or None if it is proved that there is none. `time` is a limit in seconds.
    #[pyo3(signature = (assumptions = List(Vec::new()), *, time = None))]
    fn solve(
        &self,
        py: Python<'_>,
        assumptions: List<Bound<'_, Condition>>,
        time: Option<f64>,
    ) -> PyResult<Option<Solution>> {
        let time = seconds(time)?.or(self.settings.time);
        let mut watch = self.settings.watch_from_now(time);
        let assumed = self.decisions(&assumptions)?;
        let inner = &mut *self.lock(py)?;
        self.catch_up(py, inner, watch.left())?;
        let search = inner.search.as_mut().ok_or_else(failed)?;
        search.assume(&assumed).map_err(|error| wrong(&error))?;
        match watch.step(py, search)? {
            Step::Solution => Ok(Some(Solution::new(search.solution(), self.owner))),
            Step::Exhausted => Ok(None),
            Step::Limit => Err(limit_reached()),
        }
    }

    /// Assumptions that suffice for there being no solution, or None if there is one. `time` is a limit in seconds.
    #[pyo3(signature = (assumptions, *, time = None))]
    fn core(
        &self,
        py: Python<'_>,
        assumptions: List<Bound<'_, Condition>>,
        time: Option<f64>,
    ) -> PyResult<Option<Core>> {
        self.clash(py, assumptions, time, false)
    }

    /// Like `core`, and none of them can be left out, unless a limit is reached: `core.is_minimal` tells.
    #[pyo3(signature = (assumptions, *, time = None))]
    fn minimal_core(
        &self,
        py: Python<'_>,
        assumptions: List<Bound<'_, Condition>>,
        time: Option<f64>,
    ) -> PyResult<Option<Core>> {
        self.clash(py, assumptions, time, true)
    }

    /// The counters of all searches together, as a dictionary.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let inner = self.lock(py)?;
        statistics(py, &inner.search.as_ref().map_or_else(csp::Statistics::default, csp::Search::statistics))
    }
}

impl Solver {
    /// Several threads of Python may use it in turns.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.lock_py_attached(py).map_err(|_| failed())
    }

    /// Compiles the model, or adds what it has got since.
    fn catch_up(&self, py: Python<'_>, inner: &mut Inner, time: Option<Duration>) -> PyResult<()> {
        let model = self.model.bind(py).try_borrow()?;
        let now = model.size();
        if inner.search.is_some() && inner.searched == now {
            return Ok(());
        }
        let (variables, statements) = inner.searched;
        // Much at once is compiled better than added.
        let is_much = model.statements.len() - statements > 16 + statements / 8;
        match &mut inner.search {
            Some(search) if !is_much => {
                for var in &model.vars[variables..] {
                    search.add_var(model.inner.declared(*var).clone()).map_err(|error| wrong(&error))?;
                }
                let added =
                    model.statements[statements..].iter().flat_map(|statement| &statement.get().conditions);
                let added: Vec<_> = added.map(|(_, condition)| condition.get().inner()).collect();
                // Together, since each addition propagates the whole model.
                if !added.is_empty() {
                    search.add_constraint(csp::all(added)).map_err(|error| wrong(&error))?;
                }
            }
            search => *search = Some(begin(py, &model.inner, &self.settings, time)?),
        }
        inner.searched = now;
        Ok(())
    }

    fn decisions(&self, assumptions: &List<Bound<'_, Condition>>) -> PyResult<Vec<Decision>> {
        let decision = |condition: &Bound<'_, Condition>| {
            joined(Some(self.owner), condition.get().owner)?;
            condition.get().decision().ok_or_else(|| {
                PyValueError::new_err(
                    "a solver assumes comparisons of a variable with a number; for another condition, declare \
                     b = model.boolean(), add b.implies(condition), and assume b",
                )
            })
        };
        assumptions.0.iter().map(decision).collect()
    }

    fn clash(
        &self,
        py: Python<'_>,
        assumptions: List<Bound<'_, Condition>>,
        time: Option<f64>,
        minimal: bool,
    ) -> PyResult<Option<Core>> {
        let assumed = self.decisions(&assumptions)?;
        let cancel = Cancel::new();
        let limits = seconds(time)?.into_iter().fold(self.settings.limits(&cancel), Limits::time);
        // One deadline for the wait, the compilation and the searches.
        let limits = limits.counted_from(Instant::now());
        let inner = &mut *self.lock(py)?;
        let model = self.model.bind(py).try_borrow()?;
        if inner.learned != model.size() {
            (inner.learner, inner.learned) = (None, model.size());
        }
        let (source, config, learner) = (&model.inner, &self.settings.config, &mut inner.learner);
        let found = interruptible(py, &cancel, || {
            if learner.is_none() {
                *learner = Some(Box::new(Learner::compile_within(source, config, &limits)?));
            }
            let learner = learner.as_mut().expect("it has just been made");
            learner.limit(limits.clone());
            learner.assume(&assumed)?;
            clash(learner, &limits, minimal)
        })?;
        let Some(core) = found.map_err(|error| wrong(&error))?.into_result()? else { return Ok(None) };
        // A decision that was assumed twice is in the core once.
        let mut left = core.assumptions.clone();
        let mut items = Vec::new();
        for (decision, condition) in assumed.iter().zip(&assumptions.0) {
            if taken(&mut left, *decision) {
                items.push(condition.clone().into_any().unbind());
            }
        }
        let texts = core.assumptions.iter().map(|&decision| model.decision_text(decision)).collect();
        Ok(Some(Core::new(items, texts, core.is_irreducible)))
    }
}

/// Takes a decision out of a list; false if it is not there.
pub(super) fn taken(list: &mut Vec<Decision>, decision: Decision) -> bool {
    let at = list.iter().position(|&one| one == decision);
    at.map(|at| list.swap_remove(at)).is_some()
}

/// What a learner says of its assumptions.
pub(super) enum Clash {
    Core(csp::Core),
    Solution,
    Limit,
}

impl Clash {
    pub(super) fn into_result(self) -> PyResult<Option<csp::Core>> {
        match self {
            Clash::Core(core) => Ok(Some(core)),
            Clash::Solution => Ok(None),
            Clash::Limit => Err(limit_reached()),
        }
    }
}

/// Searches under the learner's assumptions, and finds which of them clash.
pub(super) fn clash(learner: &mut Learner, limits: &Limits, minimal: bool) -> Result<Clash, csp::Error> {
    let core = match learner.step() {
        Step::Solution => return Ok(Clash::Solution),
        Step::Limit => None,
        Step::Exhausted if minimal => learner.irreducible_core(limits),
        Step::Exhausted => learner.core().map(|assumptions| csp::Core { assumptions, is_irreducible: false }),
    };
    Ok(core.map_or(Clash::Limit, Clash::Core))
}

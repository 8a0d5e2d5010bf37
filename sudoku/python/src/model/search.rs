//! Searches of a model: solutions one at a time, their number, the best of them.

use std::sync::mpsc::channel;
use std::time::Duration;

use csp::config::Learning;
use csp::tree::Tree;
use csp::{Cancel, Count, Decision, Limits, Optimizer, Outcome, Parallel, Step};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::expression::{Operand, joined};
use super::settings::Settings;
use super::solution::Solution;
use super::watch::{Shared, statistics};
use super::{Model, wrong};
use crate::wait::{failed, interruptible, limit_reached, watched};

/// A solution, its value, and whether none is better.
type Best = Option<(Solution, i32, bool)>;

/// Solutions of a model, one at a time.
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Search {
    inner: Shared<csp::Search>,
    owner: u64,
}

#[pymethods]
impl Search {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        py.check_signals()?;
        self.inner.step(py, |search, step| match step {
            Step::Solution => Ok(Some(Solution::new(search.solution(), self.owner))),
            Step::Exhausted => Ok(None),
            Step::Limit => Err(limit_reached()),
        })?
    }

    /// The number of decisions so far.
    #[getter]
    fn nodes(&self, py: Python<'_>) -> PyResult<u64> {
        self.inner.with(py, |search| search.nodes())
    }

    /// The counters so far, as a dictionary.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        statistics(py, &self.inner.with(py, |search| search.statistics())?)
    }
}

/// Solutions of a model, each better than those before. Ends when the last one is proved to be the best, or at a limit:
/// `proved` tells which.
#[pyclass(frozen, module = "sudoku.csp")]
pub struct Improvements {
    inner: Shared<Optimizer>,
    owner: u64,
}

#[pymethods]
impl Improvements {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(Solution, i32)>> {
        py.check_signals()?;
        let best = self.inner.step(py, |optimizer, step| {
            let best = (step == Step::Solution).then(|| optimizer.best().cloned().ok_or_else(failed));
            best.transpose()
        })??;
        let Some(best) = best else { return Ok(None) };
        self.inner.tell(py, best.value)?;
        Ok(Some((Solution::new(best.solution, self.owner), best.value)))
    }

    /// Whether it is proved that the last solution is the best, or that there is none.
    #[getter]
    fn proved(&self, py: Python<'_>) -> PyResult<bool> {
        self.inner.with(py, |optimizer| optimizer.outcome().is_proved())
    }

    /// No solution has a better value than this, as far as is proved.
    #[getter]
    fn bound(&self, py: Python<'_>) -> PyResult<i32> {
        self.inner.with(py, |optimizer| optimizer.bound())
    }

    /// The counters so far, as a dictionary.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        statistics(py, &self.inner.with(py, |optimizer| optimizer.statistics())?)
    }
}

const MANY: &[&str] = &["threads", "progress", "assumptions"];
const ONE: &[&str] = &["progress", "assumptions"];

#[pymethods]
impl Model {
    /// The first solution, or None if it is proved that there is none.
    ///
    /// Settings of this and the other searches: limits `time` (in seconds) and `nodes`; `threads`, not where solutions come
    /// one by one; `assumptions`, a list of conditions that hold for this search; `progress`, a function that is called with
    /// a dictionary of counters once a second or more often, with one thread, but not by `count`; `seed` for random choices
    /// among what is alike; orders `variables` and `values`; `restarts`; `consistency`; `learning`, whether the search may
    /// learn from its failures. A limit that is reached before an answer raises TimeoutError.
    #[pyo3(signature = (**settings))]
    fn solve(&self, py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Option<Solution>> {
        let mut settings = Settings::read(settings, MANY)?;
        if let Some(threads) = settings.threads.filter(|&threads| threads > 1) {
            let first =
                self.in_parallel(py, settings, threads, |mut parallel| parallel.first(), || Ok(()))?;
            let solution = first.map_err(|_| limit_reached())?;
            return Ok(solution.map(|solution| self.own(solution)));
        }
        let mut search = self.begin(py, &settings)?;
        match settings.watch().step(py, &mut search)? {
            Step::Solution => Ok(Some(self.own(search.solution()))),
            Step::Exhausted => Ok(None),
            Step::Limit => Err(limit_reached()),
        }
    }

    /// An iterator over all solutions, which searches for each one when it is requested. For settings see `solve`.
    #[pyo3(signature = (**settings))]
    fn solutions(&self, py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Search> {
        let mut settings = Settings::read(settings, ONE)?;
        let inner = Shared::new(self.begin(py, &settings)?, settings.watch());
        Ok(Search { inner, owner: self.number })
    }

    /// Counts the solutions up to `most`. Returns the number and whether it is exact. For settings see `solve`.
    #[pyo3(signature = (most = 1_000_000, **settings))]
    fn count(
        &self,
        py: Python<'_>,
        most: u64,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(u64, bool)> {
        let settings = Settings::read(settings, &["threads", "assumptions"])?;
        let counted = match settings.threads.filter(|&threads| threads > 1) {
            Some(threads) => {
                self.in_parallel(py, settings, threads, |mut parallel| parallel.count(most), || Ok(()))?
            }
            None => {
                let cancel = Cancel::new();
                let mut search = self.begin(py, &settings)?;
                search.limit(settings.limits(&cancel));
                interruptible(py, &cancel, || search.count(most))?
            }
        };
        Ok(match counted {
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Limit(count) => (count, false),
        })
    }

    /// The solution in which the expression is least, its value, and whether this is proved. None if there is no solution.
    /// For settings see `solve`; `progress` is called at each improvement, too, with its `value`.
    #[pyo3(signature = (objective, **settings))]
    fn minimize(
        &self,
        py: Python<'_>,
        objective: Operand<'_>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Best> {
        self.optimize(py, &objective, 1, settings)
    }

    /// The solution in which the expression is greatest, its value, and whether this is proved; see `minimize`.
    ///
    /// >>> from sudoku import csp
    /// >>> model = csp.Model()
    /// >>> x, y = model.vars(2, 0, 9)
    /// >>> model.add(3 * x + 2 * y <= 20)
    /// Constraint(0)
    /// >>> solution, value, proved = model.maximize(x + y)
    /// >>> solution[[x, y]], value, proved
    /// ([0, 9], 9, True)
    #[pyo3(signature = (objective, **settings))]
    fn maximize(
        &self,
        py: Python<'_>,
        objective: Operand<'_>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Best> {
        self.optimize(py, &objective, -1, settings)
    }

    /// An iterator over solutions, each better than those before, with its value: `improvements(minimize=x)` or
    /// `improvements(maximize=x)`. For settings see `solve`.
    #[pyo3(signature = (*, minimize = None, maximize = None, **settings))]
    fn improvements(
        &self,
        py: Python<'_>,
        minimize: Option<Operand<'_>>,
        maximize: Option<Operand<'_>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Improvements> {
        let mut settings = Settings::read(settings, ONE)?;
        let (objective, sense) = match (minimize, maximize) {
            (Some(objective), None) => (objective, 1),
            (None, Some(objective)) => (objective, -1),
            _ => return Err(PyTypeError::new_err("say minimize=… or maximize=…")),
        };
        let inner = Shared::new(self.optimizer(py, &objective, sense, &settings)?, settings.watch());
        Ok(Improvements { inner, owner: self.number })
    }
}

#[pymethods]
impl Model {
    /// The tree of the search for up to `most` solutions, as an SVG image. For settings see `solve`; a limit ends the tree.
    #[pyo3(signature = (most = 1, **settings))]
    fn _tree(&self, py: Python<'_>, most: u64, settings: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let mut settings = Settings::read(settings, &["assumptions"])?;
        // What learns from failures has no place in a tree.
        settings.config = settings.config.clone().with_learning(Learning::Never);
        let cancel = Cancel::new();
        let limits = settings.limits(&cancel);
        let search = self.begin(py, &settings)?;
        let tree = Tree::new(search.engine(), &self.vars);
        let mut search = search.observed(tree);
        search.limit(limits);
        interruptible(py, &cancel, || {
            let mut found = 0;
            while found < most {
                match search.step() {
                    Step::Solution => found += 1,
                    Step::Limit => break,
                    Step::Exhausted => {
                        search.observer_mut().finish();
                        break;
                    }
                }
            }
            search.observer().svg(&self.inner)
        })
    }
}

impl Model {
    pub(super) fn own(&self, solution: csp::Solution) -> Solution {
        Solution::new(solution, self.number)
    }

    /// The model with assumptions that are no decisions as conditions, and the others.
    fn under(&self, settings: &Settings) -> PyResult<(csp::Model, Vec<Decision>)> {
        let (decisions, others) = settings.split(self.number)?;
        let mut model = self.inner.clone();
        for condition in others {
            model.post(condition);
        }
        match model.error() {
            Some(error) => Err(wrong(error)),
            None => Ok((model, decisions)),
        }
    }

    fn begin(&self, py: Python<'_>, settings: &Settings) -> PyResult<csp::Search> {
        if settings.assumptions.is_empty() {
            return begin(py, &self.inner, settings, settings.time);
        }
        let (model, decisions) = self.under(settings)?;
        let mut search = begin(py, &model, settings, settings.time)?;
        search.assume(&decisions).map_err(|error| wrong(&error))?;
        Ok(search)
    }

    fn optimizer(
        &self,
        py: Python<'_>,
        objective: &Operand<'_>,
        sense: i8,
        settings: &Settings,
    ) -> PyResult<Optimizer> {
        let objective = self.objective(objective)?;
        let search = self.begin(py, settings)?;
        let optimizer = if sense > 0 { search.minimize(objective) } else { search.maximize(objective) };
        optimizer.map_err(|error| wrong(&error))
    }

    fn objective(&self, objective: &Operand<'_>) -> PyResult<csp::Expression> {
        let (objective, owner) = objective.get()?;
        joined(Some(self.number), owner)?;
        Ok(objective)
    }

    fn optimize(
        &self,
        py: Python<'_>,
        objective: &Operand<'_>,
        sense: i8,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Best> {
        let mut settings = Settings::read(settings, MANY)?;
        let outcome = if let Some(threads) = settings.threads.filter(|&threads| threads > 1) {
            self.optimize_in_parallel(py, objective, sense, settings, threads)?
        } else {
            let mut optimizer = self.optimizer(py, objective, sense, &settings)?;
            let mut watch = settings.watch();
            while watch.step(py, &mut optimizer)? == Step::Solution {
                py.check_signals()?;
                let value = optimizer.best().map(|best| best.value);
                watch.tell(py, &optimizer, value)?;
            }
            optimizer.outcome()
        };
        match (outcome.best(), outcome.is_proved()) {
            (Some(best), proved) => Ok(Some((self.own(best.solution.clone()), best.value, proved))),
            (None, true) => Ok(None),
            (None, false) => Err(limit_reached()),
        }
    }

    fn optimize_in_parallel(
        &self,
        py: Python<'_>,
        objective: &Operand<'_>,
        sense: i8,
        mut settings: Settings,
        threads: usize,
    ) -> PyResult<Outcome> {
        let objective = self.objective(objective)?;
        let progress = settings.progress.take();
        let (send, receive) = channel();
        let work = |parallel: Parallel<'_>| {
            let mut optimizer =
                if sense > 0 { parallel.minimize(objective)? } else { parallel.maximize(objective)? };
            let improved = |improvement: &csp::optimize::Improvement| {
                let _ = send.send(improvement.value);
            };
            Ok(optimizer.run_with(improved))
        };
        // A function of Python is called in the calling thread only.
        let tell = || {
            receive.try_iter().try_for_each(|value: i32| {
                let Some(progress) = &progress else { return Ok(()) };
                let told = PyDict::new(py);
                told.set_item("value", value)?;
                progress.call1(py, (told,)).map(drop)
            })
        };
        let outcome = self.in_parallel(py, settings, threads, work, tell)?;
        tell()?;
        outcome.map_err(|error: csp::Error| wrong(&error))
    }

    /// Does work with a search on several threads.
    fn in_parallel<T: Send>(
        &self,
        py: Python<'_>,
        settings: Settings,
        threads: usize,
        work: impl FnOnce(Parallel<'_>) -> T + Send,
        look: impl FnMut() -> PyResult<()>,
    ) -> PyResult<T> {
        let (model, decisions) = self.under(&settings)?;
        let cancel = Cancel::new();
        let limits = settings.limits(&cancel);
        let config = settings.config.clone();
        let parallel = || {
            let mut parallel = Parallel::new(&model, &config)?.threads(threads);
            parallel.limit(limits);
            parallel.assume(&decisions)?;
            Ok(work(parallel))
        };
        watched(py, &cancel, parallel, look)?.map_err(|error: csp::Error| wrong(&error))
    }
}

/// Compiles a model with the settings, within a time.
pub(super) fn begin(
    py: Python<'_>,
    model: &csp::Model,
    settings: &Settings,
    time: Option<Duration>,
) -> PyResult<csp::Search> {
    let cancel = Cancel::new();
    let limits = settings.limits_within(&cancel, time);
    let made = interruptible(py, &cancel, || model.search_within(&settings.config, &limits))?;
    let mut search = made.map_err(|error| wrong(&error))?;
    search.limit(Limits::default());
    Ok(search)
}

//! Searches in slices: between them the calling thread looks for signals and tells of the progress.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use csp::{Limits, Optimizer, Search, Statistics, Step};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use crate::wait::failed;

/// The least and the greatest time without a look for signals: a quarter of the time so far, so that what cannot be
/// interrupted, as the compilation of a learner, gets done at last.
const SLICES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];
const PART: u32 = 4;
/// The time between two reports of progress.
const REPORT: Duration = Duration::from_millis(200);

/// What goes on step by step and can be limited.
pub(super) trait Steps: Send {
    fn go(&mut self, limits: Limits) -> Step;
    fn counters(&self) -> Statistics;
    fn nodes(&self) -> u64;
    /// A value that no solution can pass, as far as is proved.
    fn bound(&self) -> Option<i32>;
}

impl Steps for Search {
    fn go(&mut self, limits: Limits) -> Step {
        self.limit(limits);
        self.step()
    }

    fn counters(&self) -> Statistics {
        self.statistics()
    }

    fn nodes(&self) -> u64 {
        Search::nodes(self)
    }

    fn bound(&self) -> Option<i32> {
        None
    }
}

impl Steps for Optimizer {
    fn go(&mut self, limits: Limits) -> Step {
        self.limit(limits);
        self.step()
    }

    fn counters(&self) -> Statistics {
        self.statistics()
    }

    fn nodes(&self) -> u64 {
        self.runner().nodes()
    }

    fn bound(&self) -> Option<i32> {
        Some(Optimizer::bound(self))
    }
}

/// The limits of a search that runs in slices in the calling thread. Most searches end in the first.
pub(super) struct Watch {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    progress: Option<Py<PyAny>>,
    next_report: Instant,
    /// When the step that goes on has begun, and the nodes before.
    step: Option<(Instant, u64)>,
}

/// A call of the function that is told of progress.
struct Report<'py> {
    progress: Bound<'py, PyAny>,
    told: Bound<'py, PyDict>,
}

impl Report<'_> {
    fn give(self) -> PyResult<()> {
        self.progress.call1((self.told,)).map(drop)
    }
}

impl Watch {
    pub(super) fn new(
        begun: Instant,
        time: Option<Duration>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> Watch {
        let deadline = time.and_then(|time| begun.checked_add(time));
        Watch { deadline, nodes, progress, next_report: begun + REPORT, step: None }
    }

    /// The time until the deadline.
    pub(super) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Searches for the next solution.
    pub(super) fn step(&mut self, py: Python<'_>, steps: &mut impl Steps) -> PyResult<Step> {
        loop {
            if let Some(step) = self.slice(py, steps) {
                return Ok(step);
            }
            py.check_signals()?;
            if let Some(report) = self.report(py, steps)? {
                report.give()?;
            }
        }
    }

    /// Searches for a while. Returns `None` if the search goes on, once the caller has looked for signals.
    fn slice(&mut self, py: Python<'_>, steps: &mut impl Steps) -> Option<Step> {
        let now = Instant::now();
        let (begun, before) = *self.step.get_or_insert_with(|| (now, steps.nodes()));
        let nodes = self.nodes.map(|nodes| nodes.saturating_sub(steps.nodes() - before));
        let slice = ((now - begun) / PART).clamp(SLICES[0], SLICES[1]);
        let slice = self.left().map_or(slice, |left| left.min(slice));
        let limits = nodes.into_iter().fold(Limits::default().time(slice), Limits::nodes);
        let step = py.detach(|| steps.go(limits));
        if step != Step::Limit {
            self.nodes = self.nodes.map(|nodes| nodes.saturating_sub(steps.nodes() - before));
            self.step = None;
            return Some(step);
        }
        let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_over || self.nodes.is_some_and(|nodes| steps.nodes() - before >= nodes) {
            self.step = None;
            return Some(Step::Limit);
        }
        None
    }

    /// What is to be told of the counters so far, if it is time to.
    fn report<'py>(&mut self, py: Python<'py>, steps: &impl Steps) -> PyResult<Option<Report<'py>>> {
        if self.progress.is_none() || Instant::now() < self.next_report {
            return Ok(None);
        }
        self.told(py, steps, None)
    }

    fn told<'py>(
        &mut self,
        py: Python<'py>,
        steps: &impl Steps,
        value: Option<i32>,
    ) -> PyResult<Option<Report<'py>>> {
        let Some(progress) = &self.progress else { return Ok(None) };
        self.next_report = Instant::now() + REPORT;
        let told = statistics(py, &steps.counters())?;
        if let Some(bound) = steps.bound() {
            told.set_item("bound", bound)?;
        }
        if let Some(value) = value {
            told.set_item("value", value)?;
        }
        Ok(Some(Report { progress: progress.bind(py).clone(), told }))
    }

    /// Tells of an improvement.
    pub(super) fn tell(&mut self, py: Python<'_>, steps: &impl Steps, value: Option<i32>) -> PyResult<()> {
        self.told(py, steps, value)?.map_or(Ok(()), Report::give)
    }
}

/// A search that several threads of Python may use, and a function that is told of its progress.
pub(super) struct Shared<S>(Mutex<(S, Watch)>);

impl<S: Steps> Shared<S> {
    pub(super) fn new(steps: S, watch: Watch) -> Shared<S> {
        Shared(Mutex::new((steps, watch)))
    }

    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, (S, Watch)>> {
        self.0.lock_py_attached(py).map_err(|_| failed())
    }

    pub(super) fn with<T>(&self, py: Python<'_>, use_it: impl FnOnce(&mut S) -> T) -> PyResult<T> {
        Ok(use_it(&mut self.lock(py)?.0))
    }

    /// Searches for the next solution, and makes something of it. It is free whenever a function of Python is called:
    /// one that handles a signal, or is told of progress.
    pub(super) fn step<T>(&self, py: Python<'_>, make: impl FnOnce(&mut S, Step) -> T) -> PyResult<T> {
        loop {
            let report = {
                let (steps, watch) = &mut *self.lock(py)?;
                match watch.slice(py, steps) {
                    Some(step) => return Ok(make(steps, step)),
                    None => watch.report(py, steps)?,
                }
            };
            py.check_signals()?;
            report.map_or(Ok(()), Report::give)?;
        }
    }

    /// Tells of an improvement.
    pub(super) fn tell(&self, py: Python<'_>, value: i32) -> PyResult<()> {
        let report = {
            let (steps, watch) = &mut *self.lock(py)?;
            watch.told(py, steps, Some(value))?
        };
        report.map_or(Ok(()), Report::give)
    }
}

/// Counters as a dictionary.
pub(super) fn statistics<'py>(py: Python<'py>, counters: &Statistics) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    for (name, number) in [
        ("solutions", counters.solutions),
        ("nodes", counters.nodes),
        ("failures", counters.failures),
        ("propagations", counters.all_propagations()),
        ("restarts", counters.restarts),
        ("clauses", counters.clauses),
        ("depth", counters.depth as u64),
    ] {
        told.set_item(name, number)?;
    }
    told.set_item("time", counters.time.as_secs_f64())?;
    Ok(told)
}

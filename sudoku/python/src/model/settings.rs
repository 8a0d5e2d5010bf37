//! What a search is told besides the model: limits, threads, orders, assumptions, a function that is told of progress.

use std::time::{Duration, Instant};

use csp::config::{Consistency, Learning, Restarts, ValueOrder, VariableOrder};
use csp::{Cancel, Config, Decision, Limits, Statistics, Step};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::arguments::List;
use super::condition::Condition;
use super::expression::joined;
use crate::wait::seconds;

/// The least and the greatest time without a look for signals: a quarter of the time so far, so that what cannot be
/// interrupted, as the compilation of a learner, gets done at last.
const SLICES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];
const PART: u32 = 4;
/// The time between two reports of progress.
const REPORT: Duration = Duration::from_millis(200);

pub(super) struct Settings {
    /// Times are counted from here.
    begun: Instant,
    time: Option<Duration>,
    nodes: Option<u64>,
    pub(super) threads: Option<usize>,
    pub(super) progress: Option<Py<PyAny>>,
    pub(super) assumptions: Vec<Py<Condition>>,
    pub(super) config: Config,
}

/// Returns what a table has for a word.
pub(super) fn named<T: Copy>(table: &[(&str, T)], what: &str, word: &str) -> PyResult<T> {
    if let Some(&(_, found)) = table.iter().find(|(name, _)| *name == word) {
        return Ok(found);
    }
    let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
    Err(PyValueError::new_err(format!("there is no {what} {word:?}; there are {}", names.join(", "))))
}

pub(super) const VARIABLES: &[(&str, VariableOrder)] = &[
    ("input", VariableOrder::Input),
    ("smallest", VariableOrder::Smallest),
    ("smallest_degree", VariableOrder::SmallestDegree),
    ("weighted_degree", VariableOrder::WeightedDegree),
    ("smallest_value", VariableOrder::SmallestValue),
    ("largest_value", VariableOrder::LargestValue),
    ("max_regret", VariableOrder::MaxRegret),
    ("most_values", VariableOrder::MostValues),
    ("random", VariableOrder::Random),
];

pub(super) const VALUES: &[(&str, ValueOrder)] = &[
    ("smallest", ValueOrder::Smallest),
    ("largest", ValueOrder::Largest),
    ("middle", ValueOrder::Middle),
    ("split", ValueOrder::Split),
    ("upper_half", ValueOrder::UpperHalf),
    ("not_smallest", ValueOrder::NotSmallest),
    ("not_largest", ValueOrder::NotLargest),
    ("random", ValueOrder::Random),
    ("least_constraining", ValueOrder::LeastConstraining),
];

const CONSISTENCIES: &[(&str, Consistency)] = &[
    ("auto", Consistency::Auto),
    ("value", Consistency::Value),
    ("bounds", Consistency::Bounds),
    ("domain", Consistency::Domain),
];

fn restarts(given: &Bound<'_, PyAny>) -> PyResult<Restarts> {
    if let Ok(unit) = given.extract::<u64>() {
        return Ok(Restarts::luby(unit));
    }
    let wrong = || {
        PyValueError::new_err(
            "restarts are \"never\", a number of failures for Luby's sequence, (\"linear\", failures) or (\"geometric\", \
             failures, factor)",
        )
    };
    match given.extract::<(String, u64, f64)>() {
        Ok((kind, first, factor)) if kind == "geometric" && factor > 1.0 => {
            return Ok(Restarts::geometric(first, factor));
        }
        Ok(_) => return Err(wrong()),
        Err(_) => {}
    }
    match given.extract::<(String, u64)>() {
        Ok((kind, step)) if kind == "linear" => Ok(Restarts::linear(step)),
        Ok(_) => Err(wrong()),
        Err(_) if given.extract::<String>().is_ok_and(|word| word == "never") => Ok(Restarts::Never),
        Err(_) => Err(wrong()),
    }
}

impl Settings {
    /// Reads named arguments, of which some are not `allowed` everywhere.
    pub(super) fn read(given: Option<&Bound<'_, PyDict>>, allowed: &[&str]) -> PyResult<Settings> {
        const EVERYWHERE: [&str; 7] =
            ["time", "nodes", "seed", "variables", "values", "restarts", "learning"];
        let mut settings = Settings {
            begun: Instant::now(),
            time: None,
            nodes: None,
            threads: None,
            progress: None,
            assumptions: Vec::new(),
            config: Config::default(),
        };
        for (name, value) in given.into_iter().flatten() {
            let name: String = name.extract()?;
            if !EVERYWHERE.contains(&&*name) && name != "consistency" && !allowed.contains(&&*name) {
                let names: Vec<&str> =
                    EVERYWHERE.iter().chain(&["consistency"]).chain(allowed).copied().collect();
                return Err(PyTypeError::new_err(format!(
                    "there is no setting {name:?} here; there are {}",
                    names.join(", ")
                )));
            }
            if !value.is_none() {
                settings.set(&name, &value)?;
            }
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let config = std::mem::take(&mut self.config);
        self.config = match name {
            "seed" => config.with_seed(value.extract()?).with_random_ties(true),
            "variables" => {
                config.with_variables(named(VARIABLES, "order of variables", &value.extract::<String>()?)?)
            }
            "values" => config.with_values(named(VALUES, "order of values", &value.extract::<String>()?)?),
            "restarts" => config.with_restarts(restarts(value)?),
            "consistency" => {
                config.with_consistency(named(CONSISTENCIES, "consistency", &value.extract::<String>()?)?)
            }
            "learning" if value.extract()? => config.with_learning(Learning::Auto),
            "learning" => config.with_learning(Learning::Never),
            _ => config,
        };
        match name {
            "time" => self.time = seconds(Some(value.extract()?))?,
            "nodes" => self.nodes = Some(value.extract()?),
            "threads" => self.threads = Some(value.extract()?),
            "assumptions" => self.assumptions = value.extract::<List<_>>()?.0,
            "progress" if value.is_callable() => self.progress = Some(value.clone().unbind()),
            "progress" => {
                return Err(PyTypeError::new_err("progress is a function, called with a dictionary"));
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn limits(&self, cancel: &Cancel) -> Limits {
        let limits = Limits::default().cancel(cancel);
        let limits = self.time.into_iter().fold(limits, Limits::time);
        self.nodes.into_iter().fold(limits, Limits::nodes)
    }

    /// Returns the assumptions as decisions; the others as conditions.
    pub(super) fn split(&self, model: u64) -> PyResult<(Vec<Decision>, Vec<csp::Condition>)> {
        let (mut decisions, mut others) = (Vec::new(), Vec::new());
        for condition in self.assumptions.iter().map(Py::get) {
            joined(Some(model), condition.owner)?;
            match condition.decision() {
                Some(decision) => decisions.push(decision),
                None => others.push(condition.inner()),
            }
        }
        Ok((decisions, others))
    }

    /// Begins to watch one of many searches, with a time of its own unless it is that of the settings.
    pub(super) fn watch_from_now(&self, time: Option<Duration>) -> Watch {
        let now = Instant::now();
        let deadline = time.or(self.time).and_then(|time| now.checked_add(time));
        Watch { deadline, nodes: self.nodes, progress: None, next_report: now }
    }

    /// Begins to watch a search within the limits.
    pub(super) fn watch(&mut self) -> Watch {
        Watch {
            deadline: self.time.and_then(|time| self.begun.checked_add(time)),
            nodes: self.nodes,
            progress: self.progress.take(),
            next_report: self.begun + REPORT,
        }
    }
}

/// What goes on step by step and can be limited.
pub(super) trait Steps: Send {
    fn limit(&mut self, limits: Limits);
    fn step(&mut self) -> Step;
    fn statistics(&self) -> Statistics;
    fn nodes(&self) -> u64;
}

macro_rules! steps {
    ($($type:ty, |$steps:ident| $nodes:expr;)*) => {$(
        impl Steps for $type {
            fn limit(&mut self, limits: Limits) {
                <$type>::limit(self, limits);
            }

            fn step(&mut self) -> Step {
                <$type>::step(self)
            }

            fn statistics(&self) -> Statistics {
                <$type>::statistics(self)
            }

            fn nodes(&self) -> u64 {
                let $steps = self;
                $nodes
            }
        }
    )*};
}

steps! {
    csp::Search, |search| csp::Search::nodes(search);
    csp::Learner, |learner| csp::Learner::nodes(learner);
    csp::Optimizer, |optimizer| optimizer.runner().nodes();
}

/// The limits of a search that runs in slices in the calling thread. Between them it looks for signals and tells of its
/// progress. Most searches end in the first.
pub(super) struct Watch {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    progress: Option<Py<PyAny>>,
    next_report: Instant,
}

impl Watch {
    /// Searches for the next solution.
    pub(super) fn step(&mut self, py: Python<'_>, steps: &mut impl Steps) -> PyResult<Step> {
        let before = steps.nodes();
        let begun = Instant::now();
        loop {
            let now = Instant::now();
            let left = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
            let spent = steps.nodes() - before;
            let nodes = self.nodes.map(|nodes| nodes.saturating_sub(spent));
            let slice = ((now - begun) / PART).clamp(SLICES[0], SLICES[1]);
            let slice = left.map_or(slice, |left| left.min(slice));
            let limits = nodes.into_iter().fold(Limits::default().time(slice), Limits::nodes);
            let step = py.detach(|| {
                steps.limit(limits);
                steps.step()
            });
            if step != Step::Limit {
                self.nodes = self.nodes.map(|nodes| nodes.saturating_sub(steps.nodes() - before));
                return Ok(step);
            }
            py.check_signals()?;
            let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_over || self.nodes.is_some_and(|nodes| steps.nodes() - before >= nodes) {
                return Ok(Step::Limit);
            }
            if self.progress.is_some() && Instant::now() >= self.next_report {
                self.tell(py, &steps.statistics(), None)?;
            }
        }
    }

    /// Tells of the counters so far, and of an improvement.
    pub(super) fn tell(&mut self, py: Python<'_>, counters: &Statistics, value: Option<i32>) -> PyResult<()> {
        if let Some(progress) = &self.progress {
            self.next_report = Instant::now() + REPORT;
            let told = statistics(py, counters)?;
            if let Some(value) = value {
                told.set_item("value", value)?;
            }
            progress.call1(py, (told,))?;
        }
        Ok(())
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

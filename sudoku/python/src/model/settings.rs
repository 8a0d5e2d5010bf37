//! What a search is told besides the model: limits, threads, orders, assumptions, a function that is told of progress.

use std::time::{Duration, Instant};

use csp::config::{Consistency, Learning, Restarts, ValueOrder, VariableOrder};
use csp::{Cancel, Config, Decision, Limits};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::arguments::List;
use super::condition::Condition;
use super::expression::joined;
use super::watch::Watch;
use crate::wait::seconds;

pub(super) struct Settings {
    /// Times are counted from here.
    begun: Instant,
    pub(super) time: Option<Duration>,
    nodes: Option<u64>,
    pub(super) threads: Option<usize>,
    pub(super) progress: Option<Py<PyAny>>,
    pub(super) assumptions: Vec<Py<Condition>>,
    pub(super) config: Config,
}

/// Returns what a table has for a word.
fn named<T: Copy>(table: &[(&str, T)], what: &str, word: &str) -> PyResult<T> {
    if let Some(&(_, found)) = table.iter().find(|(name, _)| *name == word) {
        return Ok(found);
    }
    let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
    Err(PyValueError::new_err(format!("there is no {what} {word:?}; there are {}", names.join(", "))))
}

/// Returns the order of variables that is called so.
pub(super) fn variables(word: &str) -> PyResult<VariableOrder> {
    let all: Vec<_> = VariableOrder::all().map(|order| (order.name(), order)).collect();
    named(&all, "order of variables", word)
}

/// Returns the order of values that is called so.
pub(super) fn values(word: &str) -> PyResult<ValueOrder> {
    let all: Vec<_> = ValueOrder::all().map(|order| (order.name(), order)).collect();
    named(&all, "order of values", word)
}

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
            "variables" => config.with_variables(variables(&value.extract::<String>()?)?),
            "values" => config.with_values(values(&value.extract::<String>()?)?),
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
        self.limits_within(cancel, self.time)
    }

    /// The limits with a time in place of that of the settings.
    pub(super) fn limits_within(&self, cancel: &Cancel, time: Option<Duration>) -> Limits {
        let limits = Limits::default().cancel(cancel);
        let limits = time.into_iter().fold(limits, Limits::time);
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

    /// Begins to watch one of many searches, which ends in so much time.
    pub(super) fn watch_from_now(&self, time: Option<Duration>) -> Watch {
        Watch::new(Instant::now(), time, self.nodes, None)
    }

    /// Begins to watch a search within the limits.
    pub(super) fn watch(&mut self) -> Watch {
        Watch::new(self.begun, self.time, self.nodes, self.progress.take())
    }
}

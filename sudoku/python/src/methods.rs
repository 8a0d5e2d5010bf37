//! Methods side by side, and the tree of the search of one.

use csp::{Cancel, Config};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sudoku::Method;
use sudoku::trace::{TreeForm, search_tree};
use sudoku_ask::compare::{Compare, Compared, Contender};

use crate::puzzle::{Puzzle, budget, wrong};
use crate::wait::{interruptible, limit_reached};

/// A puzzle with methods, one after the other: for each a dictionary; see `compare` in Python.
#[pyfunction]
#[pyo3(signature = (puzzle, methods, time))]
pub fn compare<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    methods: Option<Vec<String>>,
    time: Option<f64>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let names = methods.unwrap_or_else(|| Contender::USUAL.split(',').map(Into::into).collect());
    let contenders: Vec<Contender> = names
        .iter()
        .map(|name| Method::find(name).map(Contender::of).map_err(wrong))
        .collect::<PyResult<_>>()?;
    let cancel = Cancel::new();
    let budget = budget(time, &cancel)?;
    let question = Compare { contenders: &contenders };
    let runs = interruptible(py, &cancel, || question.answer(&puzzle.inner, &budget))?;
    runs.into_iter().map(|run| row(py, &run)).collect()
}

fn row<'py>(py: Python<'py>, Compared { method, trial }: &Compared) -> PyResult<Bound<'py, PyDict>> {
    let [nodes, opened, ..] = trial.counts;
    let row = PyDict::new(py);
    row.set_item("method", method)?;
    row.set_item("verdict", trial.status().verdict())?;
    row.set_item("nodes", nodes)?;
    row.set_item("guesses", opened)?;
    row.set_item("seconds", trial.time.as_secs_f64())?;
    Ok(row)
}

/// The tree of the search for up to `most` solutions, as an SVG image; see `tree` in Python.
#[pyfunction]
#[pyo3(signature = (puzzle, method, most, time))]
pub fn tree(
    py: Python<'_>,
    puzzle: &Puzzle,
    method: Option<&str>,
    most: u64,
    time: Option<f64>,
) -> PyResult<String> {
    let config = match method.map(|name| Method::find(name).map_err(wrong)).transpose()? {
        None => None,
        Some(method) if method.in_lanes || method.learns || method.explains => {
            return Err(wrong(format!("the method {:?} has no tree of a search", method.name)));
        }
        Some(method) => Some(method.config()),
    };
    let cancel = Cancel::new();
    let budget = budget(time, &cancel)?;
    let config: Option<&Config> = config.as_ref();
    let draw = || search_tree(&puzzle.inner, config, most, &budget, TreeForm::Svg);
    interruptible(py, &cancel, draw)?.map(|(_, svg)| svg).ok_or_else(limit_reached)
}

//! Every question of `sudoku serve` by its name, with its fields and its answer in JSON.

use csp::Cancel;
use csp::clock::Instant;
use pyo3::prelude::*;
use sudoku_ask::call::{self, Paint, Picture, Response, Work};
use sudoku_ask::{CALLS, Failure};

use crate::puzzle::wrong;
use crate::wait::{interruptible, limit_reached, seconds};

/// Answers a question: the form of the answer, which is `json`, `lines` or `svg`, and its texts.
#[pyfunction]
#[pyo3(signature = (name, fields, time))]
pub fn ask(
    py: Python<'_>,
    name: &str,
    fields: &str,
    time: Option<f64>,
) -> PyResult<(&'static str, Vec<String>)> {
    let path = format!("/api/{name}");
    if let Some(text) = call::list(path.trim_end_matches('/'), CALLS, false) {
        return Ok(("json", vec![text]));
    }
    let call = CALLS.iter().find(|call| call.path == path).ok_or_else(|| {
        let names: Vec<&str> = CALLS.iter().filter_map(|call| call.path.strip_prefix("/api/")).collect();
        wrong(format!("there is no question {name:?}; there are {}", names.join(", ")))
    })?;
    let deadline = seconds(time)?.and_then(|time| Instant::now().checked_add(time));
    let cancel = Cancel::new();
    let answered = interruptible(py, &cancel, || {
        let mut told = Vec::new();
        let mut lines = |line: String| {
            told.push(line);
            true
        };
        let work = Work::new(&mut lines).cancel(&cancel);
        let work = deadline.into_iter().fold(work, Work::deadline);
        let response = call::answer(call, fields.as_bytes(), work)?;
        Ok(match response {
            Response::Json(text) => ("json", vec![text]),
            Response::Picture(Picture { paint: Paint::Svg, image, .. }) => ("svg", vec![image.svg()]),
            Response::Picture(..) => return Err(Failure::new(422, "pictures are drawn as svg here")),
            Response::Streamed => ("lines", told),
        })
    })?;
    answered.map_err(|failure| match (failure.status, failure.place) {
        (503, _) => limit_reached(),
        (_, Some((line, column))) => wrong(format!("{line}:{column}: {}", hinted(&failure))),
        (_, None) => wrong(hinted(&failure)),
    })
}

/// The message of a failure, with its advice.
fn hinted(failure: &Failure) -> String {
    let hint = failure.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
    format!("{}{hint}", failure.message)
}

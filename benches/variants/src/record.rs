//! Records of a data file: puzzles in the format of another solver, with its results.

use std::ops::RangeInclusive;
use std::path::Path;

use serde_json::Value;

/// Puzzle, known facts about its solutions, and cost for the other solver.
pub struct Record {
    pub id: String,
    pub name: String,
    pub rows: usize,
    pub columns: usize,
    pub values: RangeInclusive<i32>,
    /// Whether rows, columns and boxes are not rules of the puzzle.
    pub is_raw: bool,
    /// Names of cells with their possible values.
    pub givens: Vec<(String, Vec<i32>)>,
    pub rules: Vec<Value>,
    pub expected: Expected,
    pub peer: Peer,
}

/// Known facts about the solutions.
pub enum Expected {
    /// Numbers of the grid's cells, row by row.
    One(Vec<i32>),
    None,
    Several,
    /// Nothing proved; possibly a published solution.
    Unknown(Option<Vec<i32>>),
}

impl Expected {
    /// Returns the known solution.
    pub fn known(&self) -> Option<&Vec<i32>> {
        match self {
            Expected::One(solution) | Expected::Unknown(Some(solution)) => Some(solution),
            _ => None,
        }
    }
}

/// CPU milliseconds that the other solver needed for its proof.
pub struct Peer {
    pub solve: f64,
    pub setup: f64,
    /// Whether the solver gave up.
    pub gave_up: bool,
}

/// Reads all records of a file.
pub fn read(path: &Path) -> Result<Vec<Record>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let data: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let records = data.as_array().ok_or_else(|| format!("{}: a list of records expected", path.display()))?;
    let record = |(at, value): (usize, &Value)| {
        record(value).ok_or_else(|| format!("{}: record {} is not understood", path.display(), at + 1))
    };
    records.iter().enumerate().map(record).collect()
}

/// Reads one record; `None` if a part is missing.
pub fn record(value: &Value) -> Option<Record> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let count = |key: &str| value[key].as_u64().map(|number| number as usize);
    let given = |(cell, values): (&String, &Value)| Some((cell.clone(), numbers(values)?));
    let result = &value["iss_result"];
    Some(Record {
        id: text("id")?,
        name: text("name")?,
        rows: count("rows")?,
        columns: count("cols")?,
        values: integer(&value["minValue"])?..=integer(&value["maxValue"])?,
        is_raw: value["gridType"] == "Raw",
        givens: value["givens"].as_object()?.iter().map(given).collect::<Option<_>>()?,
        rules: value["constraints"].as_array().cloned().unwrap_or_default(),
        expected: match value.get("solution") {
            Some(solution) => Expected::One(numbers(solution)?),
            None if value["expected_solutions"] == 0 => Expected::None,
            None if result["solutions_found"].as_u64()? > 1 => Expected::Several,
            None => Expected::Unknown(value.get("solution_published").and_then(numbers)),
        },
        peer: Peer {
            solve: result["cpu_ms"].as_f64()?,
            setup: result["setup_cpu_ms"].as_f64()?,
            gave_up: result["capped"].as_bool()?,
        },
    })
}

/// Reads a number, or a text that is a number.
pub fn integer(value: &Value) -> Option<i32> {
    match value {
        Value::String(text) => text.parse().ok(),
        _ => value.as_i64()?.try_into().ok(),
    }
}

/// Reads a list of numbers, or a text of numbers separated by `_`.
pub fn numbers(value: &Value) -> Option<Vec<i32>> {
    match value {
        Value::String(text) => text.split('_').map(|part| part.parse().ok()).collect(),
        Value::Array(list) => list.iter().map(integer).collect(),
        _ => integer(value).map(|number| vec![number]),
    }
}

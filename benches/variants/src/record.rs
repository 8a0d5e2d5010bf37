//! The records of a data file: puzzles as another solver keeps them, with its own results.

use std::ops::RangeInclusive;
use std::path::Path;

use serde_json::Value;

/// A puzzle, what is known of its solutions, and what it cost the other solver.
pub struct Record {
    pub id: String,
    pub name: String,
    pub rows: usize,
    pub columns: usize,
    pub values: RangeInclusive<i32>,
    /// Neither rows nor columns nor boxes are rules.
    pub is_raw: bool,
    /// Names of cells with the values they can have.
    pub givens: Vec<(String, Vec<i32>)>,
    pub rules: Vec<Value>,
    pub expected: Expected,
    pub peer: Peer,
}

/// What is known of the solutions.
pub enum Expected {
    /// Numbers of the grid's cells, row by row.
    One(Vec<i32>),
    None,
    Several,
    /// Nothing proved; perhaps one has been published.
    Unknown(Option<Vec<i32>>),
}

impl Expected {
    /// The solution that is known.
    pub fn known(&self) -> Option<&Vec<i32>> {
        match self {
            Expected::One(solution) | Expected::Unknown(Some(solution)) => Some(solution),
            _ => None,
        }
    }
}

/// What the other solver needed for its proof, in milliseconds of CPU.
pub struct Peer {
    pub solve: f64,
    pub setup: f64,
    /// It gave up.
    pub gave_up: bool,
}

/// All records of a file.
pub fn read(path: &Path) -> Result<Vec<Record>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let data: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let records = data.as_array().ok_or_else(|| format!("{}: a list of records expected", path.display()))?;
    let record = |(at, value): (usize, &Value)| {
        record(value).ok_or_else(|| format!("{}: record {} is not understood", path.display(), at + 1))
    };
    records.iter().enumerate().map(record).collect()
}

/// One of them; nothing where something is missing.
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

/// A number, or a text that is one.
pub fn integer(value: &Value) -> Option<i32> {
    match value {
        Value::String(text) => text.parse().ok(),
        _ => value.as_i64()?.try_into().ok(),
    }
}

/// A list of such, or a text with `_` between them.
pub fn numbers(value: &Value) -> Option<Vec<i32>> {
    match value {
        Value::String(text) => text.split('_').map(|part| part.parse().ok()).collect(),
        Value::Array(list) => list.iter().map(integer).collect(),
        _ => integer(value).map(|number| vec![number]),
    }
}

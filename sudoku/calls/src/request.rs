//! The body of a call: an object, and its fields.

use serde::Serialize;
use serde_json::{Map, Value};
use sudoku::format::{Options, ParseError, Unknown, parse_one};
use sudoku::{Candidates, Puzzle};
use sudoku_ask::json;

/// The reason why a call is not answered.
#[derive(Debug)]
pub struct Failure {
    /// The status of HTTP that fits.
    pub status: u16,
    /// The message about the fault.
    pub message: String,
    /// Line and column in the text of the puzzle, from 1.
    pub place: Option<(u64, u32)>,
    /// Advice that may help.
    pub hint: Option<String>,
}

impl Failure {
    /// A failure without a place.
    pub fn new(status: u16, message: impl Into<String>) -> Failure {
        Failure { status, message: message.into(), place: None, hint: None }
    }

    /// The failure for lack of time.
    pub fn busy() -> Failure {
        let failure = Failure::new(503, "too many requests at the same time");
        Failure { hint: Some("try again in a moment".into()), ..failure }
    }

    /// The failure as JSON.
    pub fn object(&self) -> String {
        let (line, column) = self.place.unzip();
        let told = Told { message: &self.message, line, column, hint: self.hint.as_deref() };
        json::line(&Refused { error: told })
    }
}

/// A failure as JSON.
#[derive(Serialize)]
struct Refused<'a> {
    error: Told<'a>,
}

#[derive(Serialize)]
struct Told<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        let ParseError { line, column, what, hint, .. } = error;
        Failure { status: 422, message: what, place: Some((line, column)), hint }
    }
}

/// The fields of a call.
#[derive(Debug)]
pub struct Request {
    fields: Map<String, Value>,
}

impl Request {
    /// Reads a body, whose fields must be known to the call.
    pub fn read(body: &[u8], known: &[&str]) -> Result<Request, Failure> {
        let value = serde_json::from_slice(body)
            .map_err(|error| Failure::new(400, format!("the body is not JSON: {error}")))?;
        let Value::Object(fields) = value else {
            return Err(Failure::new(400, "the body has to be an object"));
        };
        match fields.keys().find(|name| !known.contains(&name.as_str())) {
            Some(other) => Err(Failure {
                hint: Some(format!("its fields are {}", known.join(", "))),
                ..Failure::new(400, format!("this call has no field {other:?}"))
            }),
            None => Ok(Request { fields }),
        }
    }

    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// Returns a required text.
    pub fn text(&self, name: &str) -> Result<&str, Failure> {
        self.maybe_text(name)?.ok_or_else(|| Failure::new(400, format!("the field {name:?} is missing")))
    }

    /// Returns an optional text.
    pub fn maybe_text(&self, name: &str) -> Result<Option<&str>, Failure> {
        let wrong = || Failure::new(400, format!("the field {name:?} has to be a text"));
        self.field(name).map(|value| value.as_str().ok_or_else(wrong)).transpose()
    }

    /// Returns whether a field is true.
    pub fn flag(&self, name: &str) -> Result<bool, Failure> {
        let wrong = || Failure::new(400, format!("the field {name:?} has to be true or false"));
        self.field(name).map_or(Ok(false), |value| value.as_bool().ok_or_else(wrong))
    }

    /// Returns a number between two bounds, or the default.
    pub fn number(&self, name: &str, usual: u64, least: u64, most: u64) -> Result<u64, Failure> {
        let Some(value) = self.field(name) else { return Ok(usual) };
        let number = value.as_u64().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            Failure::new(400, format!("the field {name:?} has to be a number from {least} to {most}"))
        })
    }

    /// Returns an optional list.
    pub fn list(&self, name: &str) -> Result<Option<&[Value]>, Failure> {
        let wrong = || Failure::new(400, format!("the field {name:?} has to be a list"));
        self.field(name).map(|value| value.as_array().map(Vec::as_slice).ok_or_else(wrong)).transpose()
    }

    /// Returns the puzzle. One with parts that are not understood is a failure.
    pub fn puzzle(&self) -> Result<Puzzle, Failure> {
        Ok(self.text("puzzle")?.parse()?)
    }

    /// Returns the puzzle to be drawn, perhaps with parts that are drawn and not understood.
    pub fn drawing(&self) -> Result<Puzzle, Failure> {
        let options = Options { unknown: Unknown::Draw, ..Options::default() };
        Ok(parse_one(self.text("puzzle")?, &options)?)
    }

    /// Returns the entry of each cell.
    pub fn entries(&self, puzzle: &Puzzle) -> Result<Vec<Option<u8>>, Failure> {
        let Some(list) = self.of_cells("entries", puzzle)? else {
            return Ok(vec![None; puzzle.cells().len()]);
        };
        list.iter()
            .map(|entry| if entry.is_null() { Ok(None) } else { value_of(entry, puzzle).map(Some) })
            .collect()
    }

    /// Returns the pencil marks of each cell; a cell without marks has all its candidates.
    pub fn marks(&self, puzzle: &Puzzle) -> Result<Vec<Candidates>, Failure> {
        let Some(list) = self.of_cells("marks", puzzle)? else { return Ok(puzzle.cells().to_vec()) };
        let marks = |(marks, &open): (&Value, &Candidates)| match marks.as_array().map(Vec::as_slice) {
            None if !marks.is_null() => Err(Failure::new(400, "the marks of a cell are a list of values")),
            None | Some([]) => Ok(open),
            Some(values) => {
                values.iter().try_fold(Candidates::NONE, |all, value| Ok(all.with(value_of(value, puzzle)?)))
            }
        };
        list.iter().zip(puzzle.cells()).map(marks).collect()
    }

    /// Returns an optional list with an element for each cell.
    fn of_cells(&self, name: &str, puzzle: &Puzzle) -> Result<Option<&[Value]>, Failure> {
        let (list, cells) = (self.list(name)?, puzzle.cells().len());
        match list {
            Some(list) if list.len() != cells => Err(Failure::new(
                400,
                format!("the field {name:?} has {} elements, but the grid has {cells} cells", list.len()),
            )),
            list => Ok(list),
        }
    }
}

/// Reads a value, which is counted from 1.
fn value_of(value: &Value, puzzle: &Puzzle) -> Result<u8, Failure> {
    let values = puzzle.grid().values();
    let number = value.as_u64().filter(|&number| (1..=values as u64).contains(&number));
    let number =
        number.ok_or_else(|| Failure::new(400, format!("a value is a number from 1 to {values}")))?;
    Ok(number as u8 - 1)
}

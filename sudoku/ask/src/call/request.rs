//! The body of a call: an object, and its fields.

use serde_json::{Map, Value};
use sudoku::format::{Options, Unknown, parse_one};
use sudoku::{Candidates, CellNames, Puzzle};

use crate::Failure;

/// A field of the body of a call.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// A description.
    pub about: &'static str,
    /// The type.
    pub kind: Type,
}

/// The type of a field.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// A text.
    Text,
    /// True or false; false without the field.
    Flag,
    /// A whole number: the least, the greatest, and the default, if the call does not need the field.
    Number(u64, u64, Option<u64>),
    /// A whole number, or two.
    Range,
    /// A list of texts.
    Texts,
    /// A list with an element for each cell.
    Cells,
}

/// The field that all calls about a puzzle have.
const CELL_NAMES: Field =
    Field::new("cell_names", Type::Text, "how cells are named in the answer: R1C1, as usual, r1c1 or A1");

/// All fields of a call that has some fields of its own.
pub(super) fn with_common(own: &'static [Field]) -> impl Iterator<Item = &'static Field> + Clone {
    let is_about_puzzle = own.iter().any(|field| field.name == "puzzle");
    own.iter().chain(is_about_puzzle.then_some(&CELL_NAMES))
}

impl Field {
    /// A field of a type.
    pub const fn new(name: &'static str, kind: Type, about: &'static str) -> Field {
        Field { name, about, kind }
    }

    /// The field as data.
    pub(crate) fn told(&self) -> Value {
        let mut told =
            serde_json::json!({"name": self.name, "about": self.about, "type": self.kind.in_words()});
        if let Type::Number(_, _, Some(usual)) = self.kind {
            told["default"] = usual.into();
        }
        told
    }
}

impl Type {
    /// What a value has to be.
    fn in_words(self) -> String {
        let what = match self {
            Type::Text => "a text",
            Type::Flag => "true or false",
            Type::Number(least, most, _) => return format!("a number from {least} to {most}"),
            Type::Range => "a number, or a list of the least and the greatest",
            Type::Texts => "a list of texts",
            Type::Cells => "a list",
        };
        what.to_owned()
    }

    /// Whether a value is of this type.
    fn has(self, value: &Value) -> bool {
        let list = value.as_array();
        match self {
            Type::Text => value.is_string(),
            Type::Flag => value.is_boolean(),
            Type::Number(least, most, _) => {
                value.as_u64().is_some_and(|number| (least..=most).contains(&number))
            }
            Type::Range => range(value).is_some(),
            Type::Texts => list.is_some_and(|list| list.iter().all(Value::is_string)),
            Type::Cells => list.is_some(),
        }
    }
}

fn range(value: &Value) -> Option<(usize, usize)> {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    match value.as_array().map(Vec::as_slice) {
        None => number(value).map(|number| (number, number)),
        Some([least, most]) => number(least).zip(number(most)),
        Some(_) => None,
    }
}

/// The fields of a call, with values of their types.
#[derive(Debug)]
pub struct Request {
    fields: Map<String, Value>,
    known: &'static [Field],
}

impl Request {
    /// Reads a body, whose fields must be known to the call.
    pub fn read(body: &[u8], known: &'static [Field]) -> Result<Request, Failure> {
        let value = serde_json::from_slice(body)
            .map_err(|error| Failure::new(400, format!("the body is not JSON: {error}")))?;
        let Value::Object(mut fields) = value else {
            return Err(Failure::new(400, "the body has to be an object"));
        };
        fields.retain(|_, value| !value.is_null());
        for (name, value) in &fields {
            let Some(field) = with_common(known).find(|field| field.name == name) else {
                let names: Vec<&str> = with_common(known).map(|field| field.name).collect();
                return Err(Failure {
                    hint: Some(format!("its fields are {}", names.join(", "))),
                    ..Failure::new(400, format!("this call has no field {name:?}"))
                });
            };
            if !field.kind.has(value) {
                let what = field.kind.in_words();
                return Err(Failure::new(400, format!("the field {name:?} has to be {what}")));
            }
        }
        Ok(Request { fields, known })
    }

    /// Returns a required text.
    pub fn text(&self, name: &str) -> Result<&str, Failure> {
        self.maybe_text(name).ok_or_else(|| missing(name))
    }

    /// Returns an optional text.
    pub fn maybe_text(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }

    /// Returns whether a field is true.
    pub fn flag(&self, name: &str) -> bool {
        self.fields.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Returns a number, or its default.
    pub fn number(&self, name: &str) -> Result<u64, Failure> {
        let usual = self.known.iter().find(|field| field.name == name).and_then(|field| match field.kind {
            Type::Number(_, _, usual) => usual,
            _ => None,
        });
        self.fields.get(name).and_then(Value::as_u64).or(usual).ok_or_else(|| missing(name))
    }

    /// Returns an optional range of numbers.
    pub fn range(&self, name: &str) -> Option<(usize, usize)> {
        range(self.fields.get(name)?)
    }

    /// Returns an optional list of texts.
    pub fn texts(&self, name: &str) -> Option<Vec<&str>> {
        Some(self.list(name)?.iter().filter_map(Value::as_str).collect())
    }

    fn list(&self, name: &str) -> Option<&[Value]> {
        self.fields.get(name)?.as_array().map(Vec::as_slice)
    }

    /// Returns the puzzle. One with parts that are not understood is a failure.
    pub fn puzzle(&self) -> Result<Puzzle, Failure> {
        self.named(self.text("puzzle")?.parse()?)
    }

    /// Returns a puzzle whose cells are named as the request says.
    fn named(&self, mut puzzle: Puzzle) -> Result<Puzzle, Failure> {
        if let Some(text) = self.maybe_text(CELL_NAMES.name) {
            let known = CellNames::ALL.map(CellNames::example).join(", ");
            let names = CellNames::find(text).ok_or_else(|| {
                Failure::new(400, format!("the field {:?} has to be one of {known}", CELL_NAMES.name))
            })?;
            puzzle.set_cell_names(names);
        }
        Ok(puzzle)
    }

    /// Returns the puzzle to be drawn, perhaps with parts that are drawn and not understood.
    pub fn drawing(&self) -> Result<Puzzle, Failure> {
        let options = Options { unknown: Unknown::Draw, ..Options::default() };
        self.named(parse_one(self.text("puzzle")?, &options)?)
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
        let (list, cells) = (self.list(name), puzzle.cells().len());
        match list {
            Some(list) if list.len() != cells => Err(Failure::new(
                400,
                format!("the field {name:?} has {} elements, but the grid has {cells} cells", list.len()),
            )),
            list => Ok(list),
        }
    }
}

fn missing(name: &str) -> Failure {
    Failure::new(400, format!("the field {name:?} is missing"))
}

/// Reads a value, which is counted from 1.
fn value_of(value: &Value, puzzle: &Puzzle) -> Result<u8, Failure> {
    let values = puzzle.grid().values();
    let number = value.as_u64().filter(|&number| (1..=values as u64).contains(&number));
    let number =
        number.ok_or_else(|| Failure::new(400, format!("a value is a number from 1 to {values}")))?;
    Ok(number as u8 - 1)
}

#[cfg(test)]
mod tests {
    use crate::CALLS;
    use crate::call::{Response, Work, answer};

    /// The answer of `/api/hint`, or what is wrong.
    fn hint(names: &str) -> String {
        let call = CALLS.iter().find(|call| call.path == "/api/hint").unwrap();
        let body = format!(r#"{{"puzzle": "1..4........4..1"{names}}}"#);
        match answer(call, body.as_bytes(), Work::new(&mut |_| true)) {
            Ok(Response::Json(text)) => text,
            Ok(_) => unreachable!("it is an object"),
            Err(failure) => failure.message,
        }
    }

    #[test]
    fn a_call_names_cells_as_it_is_asked_to() {
        for (names, cell) in
            [("", "R1C2"), (r#", "cell_names": "r1c1""#, "r1c2"), (r#", "cell_names": "a1""#, "A2")]
        {
            let told = hint(names);
            assert!(told.contains(cell), "{cell}: {told}");
        }
        let wrong = "the field \"cell_names\" has to be one of R1C1, r1c1, A1";
        assert_eq!(hint(r#", "cell_names": "B1""#), wrong);
    }
}

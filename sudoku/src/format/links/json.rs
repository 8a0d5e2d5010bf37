//! Access to parts of JSON documents, with errors that name the part by its keys.

use serde_json::{Map, Value};

use super::outline::{Place, error_at};
use crate::format::infer;
use crate::text::ParseError;

pub(in crate::format) type Object = Map<String, Value>;

/// The most objects and the most parts of lists and objects in a document: a few bytes of text take hundreds in memory.
const MOST_OBJECTS: usize = 1 << 16;
const MOST_PARTS: usize = 1 << 19;

/// Checks the size of a document before its parts are made. Brackets and commas in texts count as well.
pub(super) fn check_size(text: &str) -> Result<(), String> {
    let objects = memchr::memchr_iter(b'{', text.as_bytes()).count();
    let parts = memchr::memchr2_iter(b'[', b',', text.as_bytes()).count() + objects;
    if objects > MOST_OBJECTS || parts > MOST_PARTS {
        Err(format!("more than {MOST_OBJECTS} objects or {MOST_PARTS} parts in the document"))
    } else {
        Ok(())
    }
}

/// Parses a text as JSON.
pub(in crate::format) fn parse(text: &str, place: Place) -> Result<Value, ParseError> {
    check_size(text).map_err(|what| ParseError::new(place.0, place.1, what))?;
    serde_json::from_str(text).map_err(|error| {
        let line = place.0 + error.line().saturating_sub(1) as u64;
        let column = if error.line() > 1 { error.column() as u32 } else { place.1 + error.column() as u32 };
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or(&what);
        ParseError::new(line, column.max(1), format!("the document is not JSON: {what}"))
    })
}

/// Whether a value is absent: null or an empty text.
pub(in crate::format) fn is_absent(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// Whether a value stands for an open cell: a text of one character that is blank in grids, such as a point.
pub(in crate::format) fn is_blank(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default().trim();
    let mut chars = text.chars();
    matches!((chars.next(), chars.next()), (Some(c), None) if infer::is_blank(c))
}

/// Returns the name of a value's type for messages.
fn named(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(said) => said.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let short: String = text.chars().take(30).collect();
            format!("{short:?}")
        }
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// A part of a document with its path of keys.
#[derive(Clone)]
pub(in crate::format) struct Node<'a> {
    pub value: &'a Value,
    pub path: String,
    pub place: Place,
}

impl<'a> Node<'a> {
    pub fn error(&self, what: impl std::fmt::Display) -> ParseError {
        error_at(self.place, &self.path, what)
    }

    fn wrong(&self, wanted: &str) -> ParseError {
        self.error(format!("{wanted} is expected, not {}", named(self.value)))
    }

    /// Returns the part under a key unless it is absent.
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        let value = self.value.get(key).filter(|value| !is_absent(value))?;
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Some(Node { value, path, place: self.place })
    }

    pub fn object(&self) -> Result<&'a Object, ParseError> {
        self.value.as_object().ok_or_else(|| self.wrong("an object"))
    }

    /// Returns the parts of a list.
    pub fn list(&self) -> Result<impl ExactSizeIterator<Item = Node<'a>> + use<'a>, ParseError> {
        let list = self.value.as_array().ok_or_else(|| self.wrong("a list"))?;
        let (path, place) = (self.path.clone(), self.place);
        Ok(list.iter().enumerate().map(move |(at, value)| Node {
            value,
            path: format!("{path}[{at}]"),
            place,
        }))
    }

    /// Returns the parts of the list under a key, none if it is absent.
    pub fn entries(&self, key: &str) -> Result<Vec<Node<'a>>, ParseError> {
        self.get(key).map_or(Ok(Vec::new()), |node| Ok(node.list()?.collect()))
    }

    pub fn text(&self) -> Result<&'a str, ParseError> {
        self.value.as_str().ok_or_else(|| self.wrong("text"))
    }

    pub fn truth(&self) -> Result<bool, ParseError> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    /// Returns a whole number, or text that is one.
    pub fn number(&self) -> Result<i64, ParseError> {
        let number = match self.value {
            Value::Number(number) => {
                let whole =
                    |number: f64| (number.fract() == 0.0 && number.abs() < 1e9).then_some(number as i64);
                number.as_i64().or_else(|| number.as_f64().and_then(whole))
            }
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.wrong("a number"))
    }

    /// Returns a number in the range of rules.
    pub fn small(&self) -> Result<i32, ParseError> {
        i32::try_from(self.number()?).map_err(|_| self.error("this number is too large"))
    }
}

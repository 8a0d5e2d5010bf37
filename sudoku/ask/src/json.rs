//! Answers as text.

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// Returns an answer as JSON on one line.
pub fn line(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("keys of answers are texts")
}

/// Returns an answer as JSON on one line, with the number of its puzzle in the input, from 1, in front.
pub fn numbered(index: u64, answer: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Numbered<'a, T> {
        index: u64,
        #[serde(flatten)]
        answer: &'a T,
    }
    line(&Numbered { index, answer })
}

/// Returns an answer as a value, to be extended.
pub(crate) fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("keys of answers are texts")
}

/// Returns a list with each element on a line of its own.
pub fn lines<T: Serialize>(elements: impl IntoIterator<Item = T>) -> Box<RawValue> {
    let elements: Vec<String> = elements.into_iter().map(|element| line(&element)).collect();
    RawValue::from_string(format!("[\n{}]", elements.join(",\n"))).expect("it is a list")
}

/// A number with all its digits, such as 2.30.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Decimal(Box<RawValue>);

impl Decimal {
    /// Returns the number with these digits.
    ///
    /// # Panics
    /// If they are no number of JSON.
    pub fn new(digits: String) -> Decimal {
        Decimal(RawValue::from_string(digits).expect("it is a number"))
    }

    /// Returns a number of hundredths.
    pub fn hundredths(number: u32) -> Decimal {
        Decimal::new(hundredths(number))
    }

    /// Returns a number without an exponent; `None` if it is infinite.
    pub fn plain(number: f64) -> Option<Decimal> {
        number.is_finite().then(|| Decimal::new(number.to_string()))
    }
}

/// Formats hundredths as a decimal.
pub fn hundredths(number: u32) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

/// Pairs, which are an object whose keys keep their order.
#[derive(Clone, Debug)]
pub struct Pairs<K, V>(pub Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Pairs<K, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

/// An object whose fields are added one by one.
pub type Object = Pairs<String, Box<RawValue>>;

/// Returns an object without fields.
pub fn object() -> Object {
    Pairs(Vec::new())
}

impl Object {
    /// Adds a field.
    pub fn with(mut self, name: impl Into<String>, value: impl Serialize) -> Object {
        self.0.push((name.into(), to_raw_value(&value).expect("keys of answers are texts")));
        self
    }
}

/// Writes an object by the names and values of its fields. A field marked `?` is an option, and left out if it is none.
macro_rules! fields {
    (@$map:ident) => {};
    (@$map:ident $name:literal?: $value:expr, $($rest:tt)*) => {
        if let Some(value) = &$value {
            $map.serialize_entry($name, value)?;
        }
        fields!(@$map $($rest)*);
    };
    (@$map:ident $name:literal: $value:expr, $($rest:tt)*) => {
        $map.serialize_entry($name, &$value)?;
        fields!(@$map $($rest)*);
    };
    ($to:ident, $($field:tt)+) => {{
        use serde::ser::SerializeMap as _;
        let mut map = $to.serialize_map(None)?;
        fields!(@map $($field)+);
        map.end()
    }};
}
pub(crate) use fields;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Cost {
        cost: Decimal,
    }

    #[test]
    fn decimals_keep_their_digits_on_a_line_and_are_numbers_in_values() {
        let answer = Cost { cost: Decimal::hundredths(230) };
        assert_eq!(numbered(4, &answer), r#"{"index":4,"cost":2.30}"#);
        assert_eq!(serde_json::to_value(&answer).unwrap(), serde_json::json!({"cost": 2.3}));
    }
}

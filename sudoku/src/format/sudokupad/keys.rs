//! The keys of documents: links shorten them, at every depth.

use serde_json::{Map, Value};

/// Short keys with the long ones. Where one thing has several names, one of them is used.
const LONG: [(&str, &str); 28] = [
    ("c", "color"),
    ("ca", "cages"),
    ("ct", "center"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("w", "width"),
    ("h", "height"),
    ("v", "value"),
    ("vd", "videos"),
    ("l", "lines"),
    ("r", "rounded"),
    ("re", "regions"),
    ("fs", "fontSize"),
    ("th", "thickness"),
    ("hl", "headLength"),
    ("wp", "wayPoints"),
    ("t", "title"),
    ("te", "text"),
    ("d", "duration"),
    ("d2", "d"),
    ("s", "sum"),
    ("md", "metadata"),
    ("metaData", "metadata"),
];

/// Returns a document with long keys only.
pub(super) fn expand(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(expand).collect(),
        Value::Object(object) => {
            let mut long = Map::new();
            for (key, value) in object {
                let name = LONG.iter().find(|(short, _)| short == key).map_or(key.as_str(), |(_, long)| long);
                // A key in full wins over a short one beside it.
                if name == key || !object.contains_key(name) {
                    long.insert(name.to_owned(), expand(value));
                }
            }
            long.into()
        }
        other => other.clone(),
    }
}

/// Returns a text, or a number or word as text: links lose the difference.
pub(super) fn plain(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Bool(said)) => said.to_string(),
        // A list of lines.
        Some(Value::Array(list)) => list.iter().map(|line| plain(Some(line))).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

/// Returns a number, which may be a text and have the unit `px`, unless it is far beyond any grid.
pub(super) fn number(value: Option<&Value>) -> Option<f64> {
    let number = match value? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().trim_end_matches("px").parse().ok(),
        _ => None,
    };
    number.filter(|number: &f64| number.is_finite() && number.abs() < 1e6)
}

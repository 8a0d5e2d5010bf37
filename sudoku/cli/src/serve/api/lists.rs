//! What does not depend on a puzzle: rules, methods, and the calls themselves.

use serde_json::{Value, json};
use sudoku::methods;
use sudoku::rules::KINDS;

use super::CALLS;
use crate::report::page::Entry;

/// Returns the list at a path.
pub(crate) fn list(path: &str, is_open: bool) -> Option<String> {
    Some(match path {
        "/api" => calls(is_open),
        "/api/rules" => objects(KINDS.iter()),
        "/api/methods" => objects(methods().iter()),
        _ => return None,
    })
}

/// The objects of `--format json` as a list.
fn objects<'a, E: Entry + 'a>(entries: impl Iterator<Item = &'a E>) -> String {
    let objects: Vec<String> = entries.map(|entry| entry.object().trim_end().to_owned()).collect();
    format!("[{}]", objects.join(","))
}

fn calls(is_open: bool) -> String {
    let call = |call: &&super::Call| {
        let field = |(name, about): &(&str, &str)| json!({"name": name, "about": about});
        let fields: Vec<Value> = call.fields.iter().map(field).collect();
        let (path, about, answer) = (call.path, call.about, call.answer);
        json!({"path": path, "method": "POST", "about": about, "fields": fields, "answer": answer, "stream": call.is_stream})
    };
    let list = |path: &str, about: &str| json!({"path": path, "method": "GET", "about": about});
    let mut all = vec![
        list("/api", "This list; open says whether other machines may ask, too."),
        list("/api/rules", "The rules of variants, as `sudoku rules --format json`."),
        list("/api/methods", "The methods to solve with, as `sudoku methods --format json`."),
    ];
    all.extend(CALLS.iter().map(call));
    json!({"version": env!("CARGO_PKG_VERSION"), "open": is_open, "calls": all}).to_string()
}

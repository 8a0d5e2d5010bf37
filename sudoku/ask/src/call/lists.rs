//! Calls that do not depend on a puzzle: the lists of rules, methods and calls.

use serde_json::{Value, json};
use sudoku::explain::TECHNIQUES;
use sudoku::methods;
use sudoku::rules::KINDS;

use super::{Call, Field};
use crate::{json, method, rule, technique};

/// Returns the list at a path. The list of calls has whether other machines have access, too.
pub fn list(path: &str, known: &[&Call], is_open: bool) -> Option<String> {
    Some(match path {
        "/api" => calls(known, is_open),
        "/api/rules" => json::line(&KINDS.iter().map(rule).collect::<Vec<_>>()),
        "/api/methods" => json::line(&methods().iter().map(method).collect::<Vec<_>>()),
        "/api/techniques" => json::line(&TECHNIQUES.iter().map(|one| technique(one)).collect::<Vec<_>>()),
        _ => return None,
    })
}

fn calls(known: &[&Call], is_open: bool) -> String {
    let call = |call: &&Call| {
        let fields: Vec<Value> = call.fields.iter().map(Field::told).collect();
        let (path, about, answer) = (call.path, call.about, call.answer);
        json!({"path": path, "method": "POST", "about": about, "fields": fields, "answer": answer, "stream": call.is_stream})
    };
    let list = |path: &str, about: &str| json!({"path": path, "method": "GET", "about": about});
    let mut all = vec![
        list("/api", "This list; open: whether other machines have access, too."),
        list("/api/rules", "The rules of variants, as `sudoku rules --format json`."),
        list("/api/methods", "The methods to solve with, as `sudoku methods --format json`."),
        list("/api/techniques", "The techniques of steps, as `sudoku techniques --format json`."),
    ];
    all.extend(known.iter().map(call));
    json!({"version": env!("CARGO_PKG_VERSION"), "open": is_open, "calls": all}).to_string()
}

//! Calls that do not depend on a puzzle: the lists of calls, rules, methods and techniques.

use serde_json::{Value, json};
use sudoku::explain::TECHNIQUES;
use sudoku::methods;
use sudoku::rules::KINDS;

use super::request::with_common;
use super::{Call, Field};
use crate::{json, method, rule, technique};

/// A list: its path, what it is, and its text, given all calls and whether other machines have access.
type List = (&'static str, &'static str, fn(&[&Call], bool) -> String);

const LISTS: [List; 4] = [
    ("/api", "This list; open: whether other machines have access, too.", calls),
    ("/api/rules", "The rules of variants, as `sudoku rules --format json`.", |_, _| {
        json::line(&KINDS.iter().map(rule).collect::<Vec<_>>())
    }),
    ("/api/methods", "The methods to solve with, as `sudoku methods --format json`.", |_, _| {
        json::line(&methods().iter().map(method).collect::<Vec<_>>())
    }),
    ("/api/techniques", "The techniques of steps, as `sudoku techniques --format json`.", |_, _| {
        json::line(&TECHNIQUES.iter().map(|one| technique(one)).collect::<Vec<_>>())
    }),
];

/// Returns the list at a path: `/api`, or another that it names. `/api` has all `known` calls, and whether other machines
/// have access (`is_open`).
pub fn list(path: &str, known: &[&Call], is_open: bool) -> Option<String> {
    let (.., text) = LISTS.iter().find(|(own, ..)| *own == path)?;
    Some(text(known, is_open))
}

fn calls(known: &[&Call], is_open: bool) -> String {
    let list = |(path, about, _): &List| json!({"path": path, "method": "GET", "about": about});
    let call = |call: &&Call| {
        let fields: Vec<Value> = with_common(call.fields).map(Field::told).collect();
        let (path, about, answer) = (call.path, call.about, call.answer);
        json!({"path": path, "method": "POST", "about": about, "fields": fields, "answer": answer, "stream": call.is_stream})
    };
    let all: Vec<Value> = LISTS.iter().map(list).chain(known.iter().map(call)).collect();
    json!({"version": env!("CARGO_PKG_VERSION"), "open": is_open, "calls": all}).to_string()
}

//! Methods and rules as data.

use sudoku::Method;
use sudoku::rules::Kind;

use crate::json::{Object, object};

/// Describes a method.
pub fn method(method: &Method) -> Object {
    let Method { name, about, origin, notes, .. } = *method;
    object().with("name", name).with("about", about).with("origin", origin).with("notes", notes)
}

/// Describes a rule.
pub fn rule(kind: &Kind) -> Object {
    object()
        .with("name", kind.name())
        .with("also", kind.also())
        .with("group", kind.group().title())
        .with("usage", kind.usage())
        .with("help", kind.help())
        .with("example", kind.example())
}

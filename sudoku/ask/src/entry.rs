//! Methods, rules and techniques as data.

use sudoku::Method;
use sudoku::explain::{Lesson, Technique};
use sudoku::rules::Kind;

use crate::json::{Decimal, Object, object};

/// Describes a method.
pub fn method(method: &Method) -> Object {
    let Method { name, about, origin, notes, .. } = *method;
    object().with("name", name).with("about", about).with("origin", origin).with("notes", notes)
}

/// Describes a rule.
pub fn rule(kind: &Kind) -> Object {
    object()
        .with("name", kind.name())
        .with("also", kind.also().iter().chain(kind.shares()).collect::<Vec<_>>())
        .with("group", kind.group().title())
        .with("usage", kind.usage())
        .with("label", kind.named())
        .with("help", kind.help())
        .with("example", kind.example())
}

/// Describes a technique, with positions to try it.
pub fn technique(technique: &Technique) -> Object {
    let Lesson { what, why, spot, .. } = technique.lesson;
    object()
        .with("technique", technique.name)
        .with("name", technique.title)
        .with("also", technique.also)
        .with("level", technique.level().name())
        .with("cost", Decimal::hundredths(technique.cost.into()))
        .with("se", technique.se().map(|se| Decimal::new(format!("{se:.1}"))))
        .with("hodoku", technique.hodoku)
        .with("what", what)
        .with("why", why)
        .with("spot", spot)
        .with("examples", technique.examples())
}

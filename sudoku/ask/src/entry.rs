//! Methods and rules as data.

use serde::Serialize;
use sudoku::Method;
use sudoku::rules::Kind;

/// A method.
#[derive(Clone, Debug, Serialize)]
pub struct MethodEntry {
    name: &'static str,
    about: &'static str,
    origin: &'static str,
    notes: &'static str,
}

/// Describes a method.
pub fn method(method: &Method) -> MethodEntry {
    let Method { name, about, origin, notes, .. } = *method;
    MethodEntry { name, about, origin, notes }
}

/// A rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleEntry {
    name: &'static str,
    also: &'static [&'static str],
    group: &'static str,
    usage: &'static str,
    help: &'static str,
    example: &'static str,
}

/// Describes a rule.
pub fn rule(kind: &Kind) -> RuleEntry {
    RuleEntry {
        name: kind.name(),
        also: kind.also(),
        group: kind.group().title(),
        usage: kind.usage(),
        help: kind.help(),
        example: kind.example(),
    }
}

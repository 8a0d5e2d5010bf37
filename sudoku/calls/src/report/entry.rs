//! Methods and rules as JSON.

use sudoku::Method;
use sudoku::rules::Kind;

use super::quoted;

/// Formats a method as an object.
pub fn method(method: &Method) -> String {
    let Method { name, about, origin, notes, .. } = method;
    let [name, about, origin, notes] = [name, about, origin, notes].map(|text| quoted(text));
    format!("{{\"name\":{name},\"about\":{about},\"origin\":{origin},\"notes\":{notes}}}")
}

/// Formats a rule as an object.
pub fn rule(kind: &Kind) -> String {
    let also: Vec<String> = kind.also().iter().map(|name| quoted(name)).collect();
    let [name, group, usage, help, example] =
        [kind.name(), kind.group().title(), kind.usage(), kind.help(), kind.example()].map(quoted);
    format!(
        "{{\"name\":{name},\"also\":[{}],\"group\":{group},\"usage\":{usage},\"help\":{help},\"example\":{example}}}",
        also.join(",")
    )
}

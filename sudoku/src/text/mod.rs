//! Text at the lowest level, for formats, rules, formulas and pictures: a scanner with its place in the text, errors
//! with their place, hints for misspelt words, lists of cells, tables of cells, and texts in one line. It imports none of these four.

pub(crate) mod cells;
mod error;
mod nearest;
pub(crate) mod scan;
pub(crate) mod table;

pub use error::ParseError;
pub(crate) use nearest::did_you_mean;
pub use nearest::nearest;

/// The greatest depth of parts that lie in each other in any text. Readers, and all that walks over what they return,
/// may therefore recurse.
pub(crate) const DEEPEST: usize = 64;

/// Returns a text without control characters, which could end the line or control a terminal.
pub(crate) fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect()
}

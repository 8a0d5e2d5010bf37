//! The rules of variants: each a [`Kind`] in a file of its own, registered in [`KINDS`] by one line.
//!
//! A [`Clue`] is a rule as a puzzle states it: a kind, what stands before the colon, and lists of cells. It is data; its
//! kind says what can be wrong with it, what it means ([`Kind::holds`]), and how it is said to the engine
//! ([`Kind::declare`], to a [`Draft`]). Reading, writing, help and pictures know no rule by name: they read the kinds.
//!
//! Two statements of one meaning, the predicate and the model, are kept apart on purpose: tests compare them on
//! all small grids, and every solution can be checked without the engine.

mod clue;
mod common;
mod cover;
mod draft;
mod kind;
mod pattern;
mod presolve;
mod relation;
mod scene;
#[cfg(test)]
mod tests;
mod total;

mod all_given;
mod allowed;
mod anti_knight;
mod anti_leap;
mod anti_taxicab;
mod arrow;
mod between;
mod black;
mod counting_circles;
mod diagonals;
mod double_arrow;
mod entropic;
mod equal_sums;
mod extremes;
mod global_classes;
mod greater;
mod index;
mod killer;
mod pair_sum;
mod palindrome;
mod parity;
mod regex;
mod renban;
mod sandwich;
mod slow_thermo;
mod sum_line;
mod thermo;
mod value_index;
mod whisper;
mod white;
mod windoku;
mod zipper;

pub use clue::{At, Clue, Fault, Param};
pub use draft::Draft;
pub use kind::{Group, Kind, Lists, Takes};
pub use scene::Scene;

/// All rules there are.
pub const KINDS: &[Kind] = &[
    anti_knight::KIND,
    anti_leap::KING,
    anti_leap::LEAP,
    anti_taxicab::KIND,
    all_given::NONCONSECUTIVE,
    all_given::ALL_GIVEN,
    global_classes::ENTROPY,
    global_classes::MOD,
    diagonals::RISING,
    diagonals::FALLING,
    diagonals::BOTH,
    windoku::WINDOKU,
    windoku::DISJOINT,
    parity::ODD,
    parity::EVEN,
    extremes::MINIMUM,
    extremes::MAXIMUM,
    index::ROW,
    index::COLUMN,
    index::BOX,
    counting_circles::KIND,
    white::KIND,
    black::KIND,
    pair_sum::X,
    pair_sum::V,
    pair_sum::SUM,
    greater::KIND,
    thermo::KIND,
    slow_thermo::KIND,
    arrow::KIND,
    double_arrow::KIND,
    whisper::KIND,
    whisper::DUTCH,
    renban::RENBAN,
    renban::NABNER,
    palindrome::PALINDROME,
    between::BETWEEN,
    between::LOCKOUT,
    zipper::KIND,
    equal_sums::REGION,
    sum_line::KIND,
    entropic::ENTROPIC,
    entropic::MODULAR,
    value_index::KIND,
    regex::KIND,
    allowed::LINKS,
    allowed::ALL,
    killer::KIND,
    palindrome::CLONE,
    equal_sums::LISTS,
    sandwich::KIND,
];

/// The kind of a name, which ignores case, `-`, `_` and blanks.
pub fn find(name: &str) -> Option<&'static Kind> {
    let name = plain(name);
    KINDS.iter().find(|kind| kind.names().any(|known| plain(known) == name))
}

/// A name as it is compared: `diagonal+` and `diagonal-` keep their sign.
pub(crate) fn plain(name: &str) -> String {
    let signed = |name: &str| name.len() > 1 && name.ends_with('-') && !name.starts_with('-');
    let mut short: String = name
        .chars()
        .filter(|c| !c.is_whitespace() && !"-_".contains(*c))
        .flat_map(char::to_lowercase)
        .collect();
    if signed(name.trim()) {
        short.push('-');
    }
    short
}

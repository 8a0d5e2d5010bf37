//! The rules of variants: each a [`Kind`] in a file of its own, registered in [`KINDS`] by one line.
//!
//! A [`Clue`] is a rule as a puzzle states it: a kind, what stands before the colon, and lists of cells. It is data; its
//! kind says what can be wrong with it, what it means ([`Kind::holds`]), and how it is said to the engine
//! ([`Kind::declare`], to a [`Draft`]). Reading, writing, help and pictures know no rule by name: they read the kinds.
//!
//! Two statements of one meaning, the predicate and the model, are kept apart on purpose: tests compare them on
//! all small grids, and every solution can be checked without the engine.

use std::collections::HashMap;
use std::sync::LazyLock;

mod clue;
mod draft;
mod kind;
mod meaning;
mod presolve;
mod scene;
#[cfg(test)]
mod tests;

mod anti_knight;
mod arrow;
mod automaton;
mod connected;
mod contains;
mod count_distinct;
mod doppelganger;
mod dutch_flatmates;
mod either;
mod equality;
mod extra_region;
mod full_rank;
mod killer;
mod own;
mod little_killer;
mod lunchbox;
mod math;
mod numbered_room;
mod quadruple;
mod rellik;
mod same_values;
mod sandwich;
mod sets;
mod skyscraper;
mod sum;
mod thermo;
mod white;
mod x_sum;

pub(crate) use clue::Saying;
pub use clue::{At, Clue, Detail, Fault, Own, Param};
pub use draft::Draft;
pub use kind::{Group, Kind, Lists, Takes};
pub use scene::Scene;

/// All rules there are.
pub const KINDS: &[Kind] = &[
    anti_knight::KIND,
    dutch_flatmates::KIND,
    doppelganger::KIND,
    white::KIND,
    thermo::KIND,
    arrow::KIND,
    killer::KIND,
    sandwich::KIND,
    own::REQUIRE,
    own::EACH,
    extra_region::KIND,
    sum::KIND,
    sum::WEIGHTED,
    quadruple::KIND,
    math::KIND,
    same_values::KIND,
    contains::KIND,
    contains::EXACTLY,
    contains::SAYS,
    count_distinct::KIND,
    rellik::KIND,
    equality::KIND,
    lunchbox::KIND,
    connected::KIND,
    little_killer::KIND,
    x_sum::KIND,
    skyscraper::KIND,
    numbered_room::KIND,
    skyscraper::HIDDEN,
    full_rank::KIND,
    automaton::KIND,
    either::KIND,
];

/// The kind of a name, which ignores case, `-`, `_` and blanks.
pub fn find(name: &str) -> Option<&'static Kind> {
    static KNOWN: LazyLock<HashMap<String, &Kind>> = LazyLock::new(|| {
        KINDS.iter().flat_map(|kind| kind.names().map(move |name| (plain(name), kind))).collect()
    });
    KNOWN.get(&plain(name)).copied()
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

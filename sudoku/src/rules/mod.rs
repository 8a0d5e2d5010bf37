//! The rules of variants: each a [`Kind`] in a file of its own, registered in [`KINDS`] by one line.
//!
//! A [`Clue`] is a rule as a puzzle states it: a kind, what stands before the colon, and lists of cells. It is data; its
//! kind says what can be wrong with it, what it means ([`Kind::holds`]), and how it is said to the engine
//! ([`Kind::declare`], to a [`Draft`]). Reading, writing, help and pictures know no rule by name: they read the kinds.
//!
//! Two statements of one meaning, the predicate and the model, are kept apart on purpose: tests compare them on
//! all small grids, and every solution can be checked without the engine.

mod clue;
mod draft;
mod kind;
mod presolve;
mod scene;
#[cfg(test)]
mod tests;

mod anti_knight;
mod arrow;
mod chaos;
mod killer;
mod region_sets;
mod sandwich;
mod thermo;
mod white;

pub use clue::{At, Clue, Detail, Fault, Param};
pub use draft::Draft;
pub use kind::{Group, Kind, Lists, Takes};
pub use scene::Scene;

/// All rules there are.
pub const KINDS: &[Kind] = &[
    anti_knight::KIND,
    region_sets::KIND,
    white::KIND,
    thermo::KIND,
    arrow::KIND,
    killer::KIND,
    sandwich::KIND,
    chaos::KIND,
    chaos::counts::ARROW,
    chaos::counts::COUNT,
    chaos::counts::DISTINCT,
    chaos::lines::SAME,
    chaos::lines::DIFFERENT,
    chaos::lines::THERMO,
];

/// The kind of a name, which ignores case, `-`, `_` and blanks.
pub fn find(name: &str) -> Option<&'static Kind> {
    let name = plain(name);
    KINDS.iter().find(|kind| kind.names().any(|known| plain(known) == name))
}

/// Whether a rule is a matter of the grid, too: its regions are unknown, and each cell has a label beside the grid.
pub(crate) fn makes_labels(kind: &Kind) -> bool {
    *kind == chaos::KIND
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

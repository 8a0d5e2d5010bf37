//! What the keys of an f-puzzles document mean: one table, for reading and for writing.

/// A key that states a rule.
#[derive(Debug)]
pub(super) struct Key {
    pub name: &'static str,
    /// The rule, by the name that it has here.
    pub rule: &'static str,
    pub form: Form,
}

/// What stands under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `true`: the whole grid.
    Flag,
    /// Entries with `cells`, and perhaps a `value`.
    Cells,
    /// The same, where 0 is no value.
    Cage,
    /// Entries with two `cells` and X, V or a sum as `value`.
    Sum,
    /// Entries with a `cell` each.
    Cell,
    /// Entries with `lines`, and perhaps a `value`.
    Lines,
    /// Entries with the bulb as `cells`, and `lines` that begin in it.
    Arrow,
    /// Entries with `cells` and `cloneCells`.
    Clone,
    /// Entries with four `cells`, and `values`.
    Corner,
    /// Entries with a `cell` outside the grid, and a `value`.
    Seen,
    /// The same with a `direction`.
    Diagonal,
}

const fn key(name: &'static str, rule: &'static str, form: Form) -> Key {
    Key { name, rule, form }
}

/// All of them, in the order in which their rules are listed.
pub(super) const KEYS: &[Key] = &[
    key("diagonal+", "diagonal+", Form::Flag),
    key("diagonal-", "diagonal-", Form::Flag),
    key("antiknight", "anti-knight", Form::Flag),
    key("antiking", "anti-king", Form::Flag),
    key("disjointgroups", "disjoint", Form::Flag),
    key(NONCONSECUTIVE, NONCONSECUTIVE, Form::Flag),
    key("odd", "odd", Form::Cell),
    key("even", "even", Form::Cell),
    key("minimum", "minimum", Form::Cell),
    key("maximum", "maximum", Form::Cell),
    key("rowindexer", "row-index", Form::Cells),
    key("columnindexer", "column-index", Form::Cells),
    key("boxindexer", "box-index", Form::Cells),
    key("difference", "white", Form::Cells),
    key("ratio", "black", Form::Cells),
    key("xv", PAIR_SUM, Form::Sum),
    key("thermometer", "thermo", Form::Lines),
    key("slowthermometer", "slow-thermo", Form::Lines),
    key("arrow", "arrow", Form::Arrow),
    key("doublearrow", "double-arrow", Form::Lines),
    key("whispers", "whisper", Form::Lines),
    key("renban", "renban", Form::Lines),
    key("nabner", "nabner", Form::Lines),
    key("palindrome", "palindrome", Form::Lines),
    key("betweenline", "between", Form::Lines),
    key("lockout", "lockout", Form::Lines),
    key("zipperline", "zipper", Form::Lines),
    key("regionsumline", "region-sum", Form::Lines),
    key("entropicline", "entropic", Form::Lines),
    key("modularline", "modular", Form::Lines),
    key("killercage", "killer", Form::Cage),
    key("extraregion", "extra-region", Form::Cells),
    key("clone", "clone", Form::Clone),
    key("quadruple", "quadruple", Form::Corner),
    key("littlekillersum", "little-killer", Form::Diagonal),
    key("sandwichsum", "sandwich", Form::Seen),
    key("xsum", "x-sum", Form::Seen),
    key("skyscraper", "skyscraper", Form::Seen),
];

/// The rules under the key `xv`: by a letter, or by a sum.
pub(super) const X: &str = "x";
pub(super) const V: &str = "v";
pub(super) const PAIR_SUM: &str = "pair-sum";

/// The rule that nothing is left unmarked, and its words for what `negative` lists. With both kinds of dots one of either
/// colour exempts a pair, so they are said together.
pub(super) const ALL_GIVEN: &str = "all-given";
pub(super) const NEGATIVE: [(&str, &str); 3] = [("difference", WHITE), ("ratio", BLACK), ("xv", "xv")];
pub(super) const WHITE: &str = "white";
pub(super) const BLACK: &str = "black";
pub(super) const NONCONSECUTIVE: &str = "nonconsecutive";

/// A rule for both of its keys.
pub(super) const DIAGONALS: (&str, [&str; 2]) = ("diagonals", ["diagonal+", "diagonal-"]);

/// Keys of a document that are read elsewhere.
pub(super) const READ: [&str; 7] = ["size", "title", "author", "ruleset", "grid", "negative", "solution"];

/// Keys that say nothing about the puzzle.
pub(super) const HARMLESS: [&str; 3] = ["disabledlogic", "truecandidatesoptions", "highlightConflicts"];

/// Keys of a cell that are read, and those that say nothing about the puzzle.
pub(super) const OF_CELL: [&str; 8] = [
    "value",
    "given",
    "region",
    "givenPencilMarks",
    "c",
    "highlight",
    "centerPencilMarks",
    "cornerPencilMarks",
];

/// Drawings: their meaning is only in the words of the setter.
pub(super) const DRAWINGS: [&str; 5] = ["line", "rectangle", "circle", "text", "cage"];

/// Keys of drawings that only show what stands under a key of its own.
pub(super) const SHOWN: [&str; 2] = ["fromConstraint", "isNewConstraint"];

/// How entries look.
pub(super) const LOOKS: [&str; 12] = [
    "outlineC",
    "baseC",
    "fontC",
    "width",
    "height",
    "size",
    "angle",
    "style",
    "color",
    "opacity",
    "fromConstraint",
    "isNewConstraint",
];

impl Form {
    /// The keys that entries have.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Form::Flag => &[],
            Form::Cells | Form::Cage | Form::Sum => &["cells", "value"],
            Form::Cell => &["cell"],
            Form::Lines => &["lines", "value"],
            Form::Arrow => &["cells", "lines"],
            Form::Clone => &["cells", "cloneCells"],
            Form::Corner => &["cells", "values"],
            Form::Seen => &["cell", "value"],
            Form::Diagonal => &["cell", "cells", "direction", "value"],
        }
    }
}

/// The steps of a little killer's directions: down and to the right.
pub(super) const DIRECTIONS: [(&str, (i32, i32)); 4] =
    [("UL", (-1, -1)), ("UR", (-1, 1)), ("DL", (1, -1)), ("DR", (1, 1))];

/// The cells that are seen from one outside the grid, in this direction.
pub(super) fn sight(side: i32, from: (i32, i32), step: (i32, i32)) -> Vec<u16> {
    let is_inside = |(row, column): (i32, i32)| (0..side).contains(&row) && (0..side).contains(&column);
    let mut at = (from.0 + step.0, from.1 + step.1);
    let mut cells = Vec::new();
    while is_inside(at) {
        cells.push((at.0 * side + at.1) as u16);
        at = (at.0 + step.0, at.1 + step.1);
    }
    cells
}

/// Where one looks from a cell beside a row or column: into the grid.
pub(super) fn inward(side: i32, (row, column): (i32, i32)) -> Option<(i32, i32)> {
    let along = 0..side;
    match (row, column) {
        (-1, column) if along.contains(&column) => Some((1, 0)),
        (row, column) if row == side && along.contains(&column) => Some((-1, 0)),
        (row, -1) if along.contains(&row) => Some((0, 1)),
        (row, column) if column == side && along.contains(&row) => Some((0, -1)),
        _ => None,
    }
}

/// The cells around a grid, corners included, each as row and column from 0.
pub(super) fn around(side: i32) -> impl Iterator<Item = (i32, i32)> {
    let edge = move |at: i32| at == -1 || at == side;
    let all = (-1..=side).flat_map(move |row| (-1..=side).map(move |column| (row, column)));
    all.filter(move |&(row, column)| edge(row) || edge(column))
}

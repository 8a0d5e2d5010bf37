//! Keys of f-puzzles documents, for reading and for writing: those of rules, from the kinds, and all others.

use std::sync::LazyLock;

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::{KINDS, Kind, ParamSyntax};

/// A key with the rules whose clues stand under it.
#[derive(Debug)]
pub(in crate::format) struct RuleKey {
    pub key: Key,
    kinds: Vec<&'static Kind>,
}

/// All keys of rules, in the order in which they are read.
pub(in crate::format) static RULES: LazyLock<Vec<RuleKey>> = LazyLock::new(|| {
    let mut all: Vec<RuleKey> = Vec::new();
    for kind in KINDS {
        // A clue under several keys is read back as several clues.
        let [key] = kind.fpuzzles else { continue };
        match all.iter_mut().find(|known| known.key.name == key.name) {
            Some(known) => known.kinds.push(kind),
            None => all.push(RuleKey { key: *key, kinds: vec![kind] }),
        }
    }
    for (name, later) in EARLIER {
        let place = |all: &[RuleKey], name: &str| all.iter().position(|known| known.key.name == name);
        if let (Some(from), Some(to)) = (place(&all, name), place(&all, later))
            && to < from
        {
            all[to..=from].rotate_right(1);
        }
    }
    all
});

/// Exceptions from the order of [`KINDS`]: each key is read before the second one. The order of clues decides the order
/// of the model, which must not change.
const EARLIER: [(&str, &str); 3] =
    [("diagonal+", "antiknight"), ("diagonal-", "antiknight"), ("clone", "quadruple")];

impl RuleKey {
    /// Returns the key of a name, if it is the key of a rule.
    pub fn find(name: &str) -> Option<&'static RuleKey> {
        RULES.iter().find(|known| known.key.name == name)
    }

    /// Returns the rule of an entry without a word. Of several rules it is the one with a number.
    pub fn kind(&self) -> &'static Kind {
        self.kinds.iter().find(|kind| kind.params != ParamSyntax::Nothing).unwrap_or(&self.kinds[0])
    }

    /// Returns the rule that a word in capitals names, of several under this key.
    pub fn named(&self, word: &str) -> Option<&'static Kind> {
        let mut kinds = self.kinds.iter().copied().filter(|kind| kind.params == ParamSyntax::Nothing);
        kinds.find(|kind| letter(kind) == word)
    }
}

/// Returns the word for a rule that shares its key with others.
pub(super) fn letter(kind: &Kind) -> String {
    kind.name.to_uppercase()
}

/// Numbers that entries without a value have.
pub(super) const DEFAULTS: [(&str, i32); 1] = [("modularline", 3)];

/// Words of the list `negative`, with the parameters of the rule that all marks are given. With both kinds of dots a
/// dot of either colour exempts a pair, so that one clue has to state both.
pub(super) const NEGATIVE: [(&str, &str); 3] = [("difference", WHITE), ("ratio", BLACK), ("xv", "xv")];
pub(super) const WHITE: &str = "white";
pub(super) const BLACK: &str = "black";

/// The key of the list of these words, and the flag that is read together with it.
pub(super) const ALL_GIVEN: &str = "negative";
pub(super) const NONCONSECUTIVE: &str = "nonconsecutive";

/// Keys of a document that are read elsewhere.
pub(super) const READ: [&str; 7] = ["size", "title", "author", "ruleset", "grid", "negative", "solution"];

/// Keys without a meaning for the puzzle. Fog hides cells from the player, and changes no solution.
pub(super) const HARMLESS: [&str; 5] =
    ["disabledlogic", "truecandidatesoptions", "highlightConflicts", "foglight", "fogofwar"];

/// Keys of a cell: those that are read, and those without a meaning for the puzzle.
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

/// Keys of drawings, whose meaning is only in the words of the setter.
pub(super) const DRAWINGS: [&str; 5] = ["line", "rectangle", "circle", "text", "cage"];

/// Keys of drawings that show an entry under another key.
pub(super) const SHOWN: [&str; 2] = ["fromConstraint", "isNewConstraint"];

/// Keys for the looks of entries.
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

/// Returns the keys of entries of a form.
pub(super) fn of_entry(form: Form) -> &'static [&'static str] {
    match form {
        Form::Flag | Form::Negative => &[],
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

/// Directions of little killers, each as steps down and to the right.
pub(super) const DIRECTIONS: [(&str, (i32, i32)); 4] =
    [("UL", (-1, -1)), ("UR", (-1, 1)), ("DL", (1, -1)), ("DR", (1, 1))];

/// Returns the cells seen from a place outside the grid in this direction.
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

/// Returns the direction into the grid from a place beside a row or column; `None` for other places.
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

/// Returns the places around a grid, corners included, as row and column from 0.
pub(super) fn around(side: i32) -> impl Iterator<Item = (i32, i32)> {
    let edge = move |at: i32| at == -1 || at == side;
    let all = (-1..=side).flat_map(move |row| (-1..=side).map(move |column| (row, column)));
    all.filter(move |&(row, column)| edge(row) || edge(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_in_the_order_of_rules_but_for_three() {
        let place = |name: &str| RULES.iter().position(|known| known.key.name == name);
        let places: Vec<_> =
            ["diagonal+", "diagonal-", "antiknight", "antiking", "disjointgroups"].map(place).into();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
        assert!(place("extraregion") < place("clone") && place("clone") < place("quadruple"));
    }

    #[test]
    fn a_key_is_of_one_rule_unless_words_tell_several_apart() {
        for known in RULES.iter().filter(|known| known.kinds.len() > 1) {
            let numbered = known.kinds.iter().filter(|kind| kind.params != ParamSyntax::Nothing).count();
            assert!(known.key.form == Form::Sum && numbered == 1, "{:?}", known.kinds);
        }
    }

    #[test]
    fn every_key_of_a_flag_has_a_rule_of_its_own() {
        let flags = KINDS.iter().flat_map(|kind| kind.fpuzzles).filter(|key| key.form == Form::Flag);
        assert!(flags.clone().count() > 6 && flags.clone().all(|key| RuleKey::find(key.name).is_some()));
    }
}

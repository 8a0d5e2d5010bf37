//! Whispers: neighbours on a line differ by a minimal amount.

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::Paint;
use crate::rules::{Clue, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "whisper",
    shares: &["difference line"],
    also: &["whispers", "german whisper", "german whispers", "whisper line"],
    group: Group::Lines,
    usage: "whisper [DIFFERENCE]: CELLS, …",
    help: "Neighbours on the line differ by at least 5, or by at least the number given. (With other than nine values: by at least half their number, rounded up. With 0 any numbers will do.)",
    label: "German whispers",
    sentence: "Neighbours on a whisper line differ by at least {word}.",
    sentence_without_number: "Neighbours on a green line differ by at least {word}.",
    example: "whisper: r1c1-r1c4, r5c5-r7c7\nwhisper 3: r9c1 r8c2 r9c3",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.check_length(2)?;
        clue.number_within("difference", 0..=grid.values() as i64 - 1)?;
        match difference(clue, grid) {
            0 => Err(Fault::new("whisper 0 allows everything").param(0).warning()),
            _ => clue.no_repeats_within(grid, 1),
        }
    },
    holds: |clue, scene, numbers| {
        let least = difference(clue, scene.grid);
        clue.read(numbers).windows(2).all(|pair| (pair[0] - pair[1]).abs() >= least)
    },
    declare: |clue, draft| {
        let least = difference(clue, draft.grid());
        draft.relations(&clue.links(), |a, b| (a - b).abs() >= least);
    },
    marks: |clue, scene| {
        let is_dutch = clue.first_number().is_some_and(|number| number < usual(scene.grid));
        clue.line(if is_dutch { Paint::Orange } else { Paint::Green })
    },
    fpuzzles: &[Key::new("whispers", Form::Lines)],
    noun: "the whisper line from {from} to {to}",
    says: "Neighbours on the whisper line {cells} differ by at least {word}",
    word: |clue, _, grid| difference(clue, grid).to_string(),
    random: Some(Random::growing(3, 7)),
    drawing: Drawing::Line("#67F067", 6.0),
    ..Kind::BLANK
};

pub const DUTCH: Kind = Kind {
    name: "dutch-whisper",
    also: &["dutch whispers"],
    usage: "dutch-whisper: CELLS, …",
    help: "Neighbours on the line differ by at least 4.",
    label: "Dutch whispers",
    sentence: "Neighbours on an orange line differ by at least 4.",
    sentence_without_number: "",
    example: "dutch-whisper: r1c1-r1c4",
    params: ParamSyntax::Nothing,
    fault: |clue, grid| {
        clue.check_length(2)?;
        match grid.values() {
            0..=4 => Err(Fault::new("no two values differ by 4")
                .hint("whisper takes a difference")
                .unsatisfiable()),
            _ => clue.no_repeats_within(grid, 1),
        }
    },
    marks: |clue, _| clue.line(Paint::Orange),
    fpuzzles: &[],
    noun: "the Dutch whisper line from {from} to {to}",
    says: "Neighbours on the Dutch whisper line {cells} differ by at least 4",
    random: Some(Random::growing(3, 7)),
    drawing: Drawing::Line("#FF9A00", 6.0),
    ..KIND
};

/// The difference of a clue without a number.
pub(crate) fn usual(grid: &Grid) -> i32 {
    grid.values().div_ceil(2) as i32
}

fn difference(clue: &Clue, grid: &Grid) -> i32 {
    if *clue.kind == DUTCH { 4 } else { clue.first_number().unwrap_or(usual(grid)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn neighbours_differ_by_half_the_values() {
        // -2 goes with 1 and 2, and -1 with 2; 0 goes with none.
        let far = |a: i32, b: i32| a.max(b) - a.min(b) > 2;
        let line = Clue::new(&KIND).list([0, 1]);
        assert_eq!(agree(raw(1, 2, -2..=2), vec![line], |n| far(n[0], n[1])), 6);
        let ring = Clue::new(&KIND).list([0, 1, 3, 2, 0]);
        let means = |n: &[i32]| far(n[0], n[1]) && far(n[1], n[3]) && far(n[3], n[2]) && far(n[2], n[0]);
        agree(raw(2, 2, 1..=6), vec![ring], means);
    }

    #[test]
    fn another_difference_can_be_given() {
        let line = Clue::new(&KIND).number(2).list([1, 0]);
        assert_eq!(agree(raw(1, 2, 0..=3), vec![line], |n| n[0] + 2 <= n[1] || n[1] + 2 <= n[0]), 6);
        let line = Clue::new(&DUTCH).list([1, 0]);
        assert_eq!(agree(raw(1, 2, 1..=6), vec![line], |n| n[0] + 4 <= n[1] || n[1] + 4 <= n[0]), 6);
    }

    #[test]
    fn impossible_differences_are_faults() {
        let line = |cells: &[u16]| Clue::new(&KIND).number(6).list(cells);
        let what = "whisper 6: this difference is impossible (it is from 0 to 5)";
        assert_eq!(fault(raw(1, 3, 0..=5), line(&[0, 1])), what);
        assert_eq!(fault(raw(1, 3, 0..=8), line(&[0, 1, 1])), "whisper has R1C2 twice in a row");
        let dutch = Clue::new(&DUTCH).list([0, 1]);
        assert_eq!(fault(raw(1, 3, 0..=3), dutch), "no two values differ by 4 (whisper takes a difference)");
    }
}

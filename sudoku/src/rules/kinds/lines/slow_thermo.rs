//! Slow thermometers: numbers rise or stay equal from the bulb on.

use csp::constraints::increasing;

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{LineEnd, Paint, Weight};
use crate::rules::{Drawing, Group, Kind, ListSyntax, Random};

pub const KIND: Kind = Kind {
    name: "slow-thermo",
    also: &["slow thermometer"],
    group: Group::Lines,
    usage: "slow-thermo: CELLS, …",
    help: "Numbers rise or stay the same along the line, beginning at its first cell, the bulb. Branches are lines of their own. (From a cell to itself all are equal.)",
    label: "Slow thermometer",
    sentence: "Along a slow thermometer digits stay or increase from the bulb.",
    example: "slow-thermo: r4c4-r4c8, r9c1-r5c5",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.check_length(2)?;
        clue.warns_of_repeats(grid)
    },
    holds: |clue, _, numbers| clue.read(numbers).is_sorted(),
    declare: |clue, draft| {
        let line = draft.vars(clue.cells());
        draft.post(increasing(line));
    },
    marks: |clue, _| clue.line_with(Paint::Blue, Weight::Thick, LineEnd::Bulb, LineEnd::Plain),
    fpuzzles: &[Key::new("slowthermometer", Form::Lines)],
    noun: "the slow thermometer from {from} to {to}",
    says: "The slow thermometer never falls along {cells}{differing}",
    random: Some(Random::growing(3, 6)),
    drawing: Drawing::Thermo { is_over: true },
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn numbers_do_not_fall_from_the_bulb() {
        let rises = |n: &[i32]| n[3] <= n[1] && n[1] <= n[0];
        // Multisets of three out of five values, and a free cell.
        assert_eq!(agree(raw(2, 2, -1..=3), vec![Clue::new(&KIND).list([3, 1, 0])], rises), 35 * 5);
    }

    #[test]
    fn a_line_does_not_come_back() {
        assert_eq!(fault(raw(1, 3, 1..=3), Clue::new(&KIND).list([0, 1, 0])), "slow-thermo has R1C1 twice");
    }
}

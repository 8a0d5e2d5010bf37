//! Thermometers: numbers rise from the bulb on.

use csp::constraints::strictly_increasing;

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{LineEnd, Mark, Paint, Weight};
use crate::rules::{Drawing, Fault, Group, Kind, ListSyntax, Random};

pub const KIND: Kind = Kind {
    name: "thermo",
    also: &["thermometer"],
    group: Group::Lines,
    usage: "thermo: CELLS, …",
    help: "Numbers rise along the line, beginning at its first cell, the bulb. Branches are lines of their own.",
    label: "Thermometer",
    sentence: "Along a thermometer digits increase from the bulb.",
    example: "thermo: r4c4-r4c8, r9c1-r5c1",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid).map_err(Fault::unsatisfiable)?;
        clue.at_most(grid.values(), grid)?;
        clue.check_length(2)
    },
    holds: |clue, _, numbers| {
        clue.cells().windows(2).all(|pair| numbers[usize::from(pair[0])] < numbers[usize::from(pair[1])])
    },
    declare: |clue, draft| {
        let line = draft.vars(clue.cells());
        draft.post(strictly_increasing(line));
    },
    marks: |clue, _| {
        vec![Mark::Line {
            cells: clue.cells().to_vec(),
            paint: Paint::Grey,
            weight: Weight::Thick,
            start: LineEnd::Bulb,
            end: LineEnd::Plain,
        }]
    },
    fpuzzles: &[Key::new("thermometer", Form::Lines)],
    noun: "the thermometer from {from} to {to}",
    says: "The thermometer rises along {cells}",
    random: Some(Random::growing(3, 6)),
    drawing: Drawing::Thermo { is_over: false },
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn numbers_rise_from_the_bulb() {
        let rises = |n: &[i32]| n[3] < n[1] && n[1] < n[0];
        assert_eq!(agree(raw(2, 2, 1..=5), vec![Clue::new(&KIND).list([3, 1, 0])], rises), 10 * 5);
    }

    #[test]
    fn impossible_lines_are_faults() {
        let long = fault(raw(1, 4, 1..=3), Clue::new(&KIND).list([0, 1, 2, 3]));
        assert_eq!(long, "thermo of 4 cells, but there are 3 values");
        assert_eq!(fault(raw(1, 4, 1..=3), Clue::new(&KIND).list([0, 1, 0])), "thermo has R1C1 twice");
    }
}

//! Odd and even cells.

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Outline, Paint};
use crate::rules::{Drawing, Group, Kind, ListSyntax, Random};

pub const ODD: Kind = Kind {
    name: "odd",
    shares: &["parity"],
    noun: "the odd cells",
    also: &["odd cells"],
    group: Group::Cells,
    usage: "odd: CELLS",
    help: "The cells hold odd numbers.",
    label: "Odd cell",
    sentence: "Cells with a grey circle are odd.",
    example: "odd: r1c1 r5c5",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| clue.no_repeats(grid).map_err(|fault| fault.warning()),
    holds: |clue, _, numbers| clue.read(numbers).iter().all(|number| number.rem_euclid(2) == 1),
    declare: |clue, draft| {
        clue.cells().iter().for_each(|&cell| draft.keep(cell, |number| number.rem_euclid(2) == 1));
    },
    marks: |clue, _| {
        let mark =
            |&cell: &u16| Mark::Shape { cell, shape: Outline::Circle, paint: Paint::Grey, filled: true };
        clue.cells().iter().map(mark).collect()
    },
    fpuzzles: &[Key::new("odd", Form::Cell)],
    random: Some(Random::CELL),
    drawing: Drawing::Marks { are_round: true },
    ..Kind::BLANK
};

pub const EVEN: Kind = Kind {
    name: "even",
    shares: &["parity"],
    noun: "the even cells",
    also: &["even cells"],
    usage: "even: CELLS",
    help: "The cells hold even numbers.",
    label: "Even cell",
    sentence: "Cells with a grey square are even.",
    example: "even: r1c1 r5c5",
    holds: |clue, _, numbers| clue.read(numbers).iter().all(|number| number.rem_euclid(2) == 0),
    declare: |clue, draft| {
        clue.cells().iter().for_each(|&cell| draft.keep(cell, |number| number.rem_euclid(2) == 0));
    },
    marks: |clue, _| {
        let mark =
            |&cell: &u16| Mark::Shape { cell, shape: Outline::Square, paint: Paint::Grey, filled: true };
        clue.cells().iter().map(mark).collect()
    },
    fpuzzles: &[Key::new("even", Form::Cell)],
    random: Some(Random::CELL),
    drawing: Drawing::Marks { are_round: false },
    ..ODD
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::{agree, raw};

    #[test]
    fn numbers_are_odd_or_even() {
        let clues = vec![Clue::new(&ODD).list([0, 2]), Clue::new(&EVEN).list([1])];
        let means = |n: &[i32]| n[0] % 2 != 0 && n[2] % 2 != 0 && n[1] % 2 == 0;
        assert_eq!(agree(raw(2, 2, -2..=2), clues, means), 2 * 2 * 3 * 5);
        // A grid without odd numbers.
        assert_eq!(agree(raw(1, 1, 2..=2), vec![Clue::new(&ODD).list([0])], |_| false), 0);
    }
}

//! White dots: numbers with a difference of 1, or another.

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::{Clue, Drawing, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "white",
    shares: &["kropki", "kropki dot"],
    also: &["white dot", "difference", "consecutive"],
    group: Group::Pairs,
    usage: "white [DIFFERENCE]: CELL CELL, …",
    help: "A white dot between two cells: their numbers differ by 1, or by the number in the dot.",
    label: "White dot",
    sentence: "A white dot with a number joins digits that differ by it.",
    sentence_without_number: "A white dot joins consecutive digits.",
    example: "white: r1c1 r1c2, r5c5 r6c5\nwhite 3: r9c8 r9c9",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Each(2, 2),
    fault: |clue, grid| {
        clue.number_within("difference", 0..=grid.values() as i64 - 1)?;
        clue.some_pair(grid, &format!("differ by {}", difference(clue)), are_joined(clue))
    },
    holds: |clue, _, numbers| {
        let [a, b] = [0, 1].map(|at| numbers[usize::from(clue.cells()[at])]);
        are_joined(clue)(a, b)
    },
    declare: |clue, draft| {
        draft.relation(clue.cells()[0], clue.cells()[1], are_joined(clue));
    },
    marks: |clue, _| {
        let text = clue.first_number().map(|number| number.to_string()).unwrap_or_default();
        vec![Mark::Dot { cells: [clue.cells()[0], clue.cells()[1]], paint: Paint::White, text }]
    },
    fpuzzles: &[Key::new("difference", Form::Cells)],
    noun: "the white dot between {from} and {to}",
    says: "{cells} differ by exactly {number}",
    says_without_number: "{cells} are consecutive",
    random: Some(Random::PAIR),
    usual_number: Some(1),
    drawing: Drawing::Dot("#FFFFFF"),
    ..Kind::BLANK
};

/// The difference of a dot, 1 by default.
pub(crate) fn difference(clue: &Clue) -> i32 {
    clue.amount()
}

/// Whether a dot may be between two numbers.
fn are_joined(clue: &Clue) -> impl Fn(i32, i32) -> bool + use<> {
    let difference = difference(clue);
    move |a, b| (a - b).abs() == difference
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn numbers_differ_by_the_number_of_the_dot() {
        let dots = vec![Clue::new(&KIND).list([0, 1]), Clue::new(&KIND).number(2).list([1, 2])];
        let differ = |n: &[i32]| (n[0] - n[1]).abs() == 1 && (n[2] - n[1]).abs() == 2;
        assert_eq!(agree(raw(1, 3, 0..=4), dots, differ), 4 + 6);
    }

    #[test]
    fn a_dot_is_between_two_cells() {
        let grid = || raw(1, 3, 0..=4);
        assert_eq!(fault(grid(), Clue::new(&KIND).list([1, 1])), "white has R1C2 twice");
        let usage = "(white [DIFFERENCE]: CELL CELL, …)";
        let far = fault(grid(), Clue::new(&KIND).number(5).list([0, 1]));
        assert_eq!(far, "white 5: this difference is impossible (it is from 0 to 4)");
        let three = fault(grid(), Clue::new(&KIND).list([0, 1, 2]));
        assert_eq!(three, format!("white of 3 cells: it takes at most 2 {usage}"));
    }
}

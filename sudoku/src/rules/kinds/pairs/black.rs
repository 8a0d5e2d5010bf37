//! Black dots: one of two numbers is a multiple of the other.

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::{Clue, Drawing, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "black",
    shares: &["kropki", "kropki dot"],
    also: &["black dot", "ratio"],
    group: Group::Pairs,
    usage: "black [RATIO]: CELL CELL, …",
    help: "A black dot between two cells: one number is twice the other, or as many times as the number in the dot says. (0 is twice 0; with 0 in the dot one number is 0.)",
    label: "Black dot",
    sentence: "A black dot with a number joins digits of which one is that many times the other.",
    sentence_without_number: "A black dot joins digits of which one is twice the other.",
    example: "black: r1c1 r1c2, r5c5 r6c5\nblack 3: r9c8 r9c9",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Each(2, 2),
    fault: |clue, grid| {
        let ratio = ratio(clue);
        clue.some_pair(grid, &format!("are 1:{ratio}"), |a, b| is_ratio(a, b, ratio))
    },
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        let ([a, b], ratio) = ([line[0], line[1]].map(i64::from), i64::from(ratio(clue)));
        a == ratio * b || b == ratio * a
    },
    declare: |clue, draft| {
        let ([a, b], ratio) = (clue.pair(), ratio(clue));
        draft.relation(a, b, |a, b| is_ratio(a, b, ratio));
    },
    marks: |clue, _| {
        let text = clue.first_number().map(|number| number.to_string()).unwrap_or_default();
        vec![Mark::Dot { cells: clue.pair(), paint: Paint::Black, text }]
    },
    fpuzzles: &[Key::new("ratio", Form::Cells)],
    noun: "the black dot between {from} and {to}",
    says: "One of {cells} is {number} times the other",
    says_without_number: "One of {cells} is twice the other",
    random: Some(Random::PAIR),
    usual_number: Some(2),
    drawing: Drawing::Dot("#000000"),
    ..Kind::BLANK
};

/// The ratio of a dot, 2 by default.
pub(crate) fn ratio(clue: &Clue) -> i32 {
    clue.amount()
}

/// Whether one number is `ratio` times the other.
pub(crate) fn is_ratio(a: i32, b: i32, ratio: i32) -> bool {
    let times = |number: i32| i64::from(number) * i64::from(ratio);
    i64::from(a) == times(b) || i64::from(b) == times(a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn one_number_is_a_multiple_of_the_other() {
        let dots = vec![Clue::new(&KIND).list([0, 1]), Clue::new(&KIND).number(3).list([1, 2])];
        let means = |n: &[i32]| {
            let times = |k: i32, a: i32, b: i32| a - k * b == 0 || k * a - b == 0;
            times(2, n[0], n[1]) && times(3, n[1], n[2])
        };
        // The solutions are 2 1 3, 1 2 6, 4 2 6, 6 3 1 and 3 6 2.
        assert_eq!(agree(raw(1, 3, 1..=6), dots.clone(), means), 5);
        agree(raw(1, 3, -6..=6), dots, means);
        let zeros = vec![Clue::new(&KIND).number(7).list([0, 1])];
        assert_eq!(agree(raw(1, 2, 0..=6), zeros, |n| n == [0, 0]), 1);
    }

    #[test]
    fn impossible_ratios_are_faults() {
        let dot = |ratio| fault(raw(1, 2, 1..=6), Clue::new(&KIND).number(ratio).list([0, 1]));
        assert_eq!(dot(7), "no two numbers from 1 to 6 are 1:7");
        assert_eq!(dot(i32::MAX), "no two numbers from 1 to 6 are 1:2147483647");
        assert_eq!(dot(0), "no two numbers from 1 to 6 are 1:0");
    }
}

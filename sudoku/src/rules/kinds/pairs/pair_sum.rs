//! Sums of two cells: X, V, and any other.

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::Mark;
use crate::rules::{Clue, Draft, Drawing, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const X: Kind = Kind {
    name: "x",
    shares: &["xv"],
    also: &[],
    group: Group::Pairs,
    usage: "x: CELL CELL, …",
    help: "An X between two cells: their numbers add up to 10.",
    sentence: "Digits joined by an X have a sum of 10.",
    example: "x: r1c1 r1c2, r5c5 r6c5",
    lists: ListSyntax::Each(2, 2),
    fault: |clue, grid| {
        let total = total(clue);
        clue.some_pair(grid, &format!("add up to {total}"), |a, b| i64::from(a) + i64::from(b) == total)
    },
    holds: |clue, _, numbers| clue.read(numbers).into_iter().map(i64::from).sum::<i64>() == total(clue),
    declare,
    marks: |clue, _| {
        let text = match clue.first_number() {
            Some(sum) => sum.to_string(),
            None => clue.kind.name.to_uppercase(),
        };
        vec![Mark::Between { cells: clue.pair(), text }]
    },
    fpuzzles: &[Key::new("xv", Form::Sum)],
    noun: "the X between {from} and {to}",
    says: "{cells} sum to ten (X)",
    random: Some(Random::PAIR),
    usual_number: Some(10),
    drawing: Drawing::Letter("X"),
    ..Kind::BLANK
};

pub const V: Kind = Kind {
    name: "v",
    shares: &["xv"],
    usage: "v: CELL CELL, …",
    help: "A V between two cells: their numbers add up to 5.",
    sentence: "Digits joined by a V have a sum of 5.",
    example: "v: r1c1 r1c2, r5c5 r6c5",
    fpuzzles: &[Key::new("xv", Form::Sum)],
    noun: "the V between {from} and {to}",
    says: "{cells} sum to five (V)",
    random: Some(Random::PAIR),
    usual_number: Some(5),
    drawing: Drawing::Letter("V"),
    ..X
};

pub const SUM: Kind = Kind {
    name: "pair-sum",
    also: &[],
    shares: &[],
    usage: "pair-sum SUM: CELL CELL, …",
    help: "The numbers of two cells add up to the sum.",
    sentence: "Digits joined by a number have this sum.",
    example: "pair-sum 8: r1c1 r1c2, r5c5 r6c5",
    params: ParamSyntax::Number,
    fpuzzles: &[Key::new("xv", Form::Sum)],
    noun: "the sum{#} of {from} and {to}",
    says: "{cells} sum to {number}",
    random: Some(Random::PAIR.read(-99, 199)),
    usual_number: None,
    drawing: Drawing::None,
    ..X
};

/// The sum that a clue of these rules demands.
pub(crate) fn total(clue: &Clue) -> i64 {
    clue.amount().into()
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let ([a, b], total) = (clue.pair(), total(clue));
    draft.relation(a, b, |a, b| i64::from(a) + i64::from(b) == total);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn two_cells_add_up() {
        let pair = |kind| Clue::new(kind).list([1, 0]);
        assert_eq!(agree(raw(1, 2, 1..=9), vec![pair(&X)], |n| n[0] == 10 - n[1]), 9);
        assert_eq!(agree(raw(1, 2, 0..=8), vec![pair(&V)], |n| n[0] == 5 - n[1]), 6);
        let both = vec![pair(&SUM).number(-1), Clue::new(&V).list([1, 2])];
        assert_eq!(agree(raw(1, 3, -3..=4), both, |n| n[0] == -1 - n[1] && n[1] + n[2] == 5), 2);
    }

    #[test]
    fn impossible_sums_are_faults() {
        let pair = |sum| Clue::new(&SUM).number(sum).list([1, 0]);
        let what = "no two numbers from 1 to 4 add up to 9";
        assert_eq!(fault(raw(1, 2, 1..=4), pair(9)), what);
        assert_eq!(fault(raw(1, 2, 1..=4), Clue::new(&X).list([1, 1])), "x has R1C2 twice");
        assert!(fault(raw(1, 2, 1..=4), pair(i32::MIN)).contains("-2147483648"));
    }
}

//! Double arrows: the two ends add up to the sum of the cells between them.

use csp::sum;

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{LineEnd, Paint, Weight};
use crate::rules::{Drawing, Group, Kind, ListSyntax, Random};

pub const KIND: Kind = Kind {
    name: "double-arrow",
    also: &["double arrow line"],
    group: Group::Lines,
    usage: "double-arrow: CELLS, …",
    help: "The numbers at the two ends add up to the sum of those between them.",
    sentence: "The digits in the two circles of a line add up to the sum of those between them.",
    example: "double-arrow: r1c1-r1c5",
    lists: ListSyntax::Each(3, usize::MAX),
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        let ends = line[0] + line[line.len() - 1];
        ends == line[1..line.len() - 1].iter().sum::<i32>()
    },
    declare: |clue, draft| {
        let line = draft.vars(clue.cells());
        let last = line.len() - 1;
        draft.post(sum(&line[1..last]).eq(line[0] + line[last]));
    },
    marks: |clue, _| clue.line_with(Paint::Grey, Weight::Thin, LineEnd::Ring, LineEnd::Ring),
    fpuzzles: &[Key::new("doublearrow", Form::Lines)],
    noun: "the double arrow at {from}",
    says: "The ends {from} and {to} have the same sum as {inner}",
    random: Some(Random::line(4, 6)),
    drawing: Drawing::Ringed("#C54B8B", 5.0),
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::{agree, raw};

    #[test]
    fn the_ends_add_up_to_the_rest() {
        let line = Clue::new(&KIND).list([1, 0, 2, 3]);
        let ways = 1 + 4 + 9 + 16 + 9 + 4 + 1;
        assert_eq!(agree(raw(2, 2, 1..=4), vec![line], |n| n[1] + n[3] - n[2] == n[0]), ways);
        let ring = Clue::new(&KIND).list([0, 1, 2, 0]);
        agree(raw(1, 3, -3..=3), vec![ring], |n| 2 * n[0] == n[1] + n[2]);
    }
}

//! Inequality signs between two cells.

use crate::rules::mark::Mark;
use crate::rules::{Drawing, Group, Kind, ListSyntax, Random};

pub const KIND: Kind = Kind {
    name: "greater",
    also: &["greater than", "inequality"],
    group: Group::Pairs,
    usage: "greater: CELL CELL, …",
    help: "The number of the first cell is greater than that of the second.",
    label: "Greater than",
    sentence: "A sign between cells points to the lower digit.",
    example: "greater: r1c1 r1c2, r5c5 r6c5",
    lists: ListSyntax::Each(2, 2),
    fault: |clue, grid| clue.some_pair(grid, "differ", |a, b| a > b),
    holds: |clue, _, numbers| {
        let pair = clue.read(numbers);
        pair[0] > pair[1]
    },
    declare: |clue, draft| {
        let [large, small] = clue.pair().map(|cell| draft.var(cell));
        draft.post(large.gt(small));
    },
    marks: |clue, _| {
        let [large, small] = clue.pair();
        vec![Mark::Less { small, large }]
    },
    noun: "the inequality sign between {from} and {to}",
    says: "{from} is greater than {to}",
    random: Some(Random::PAIR),
    drawing: Drawing::Greater,
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn the_first_cell_is_greater() {
        let signs = vec![Clue::new(&KIND).list([1, 0]), Clue::new(&KIND).list([1, 2])];
        assert_eq!(agree(raw(1, 3, -1..=3), signs, |n| n[0] < n[1] && n[2] < n[1]), 1 + 4 + 9 + 16);
        let same = Clue::new(&KIND).list([1, 1]);
        assert_eq!(fault(raw(1, 2, 1..=4), same), "greater has R1C2 twice");
    }
}

//! Cells whose candidates are listed.

use crate::rules::mark::Mark;
use crate::rules::{Clue, Group, Kind, ListSyntax, ParamSyntax};

pub const KIND: Kind = Kind {
    name: "among",
    noun: "the allowed values of {from}",
    says: "{cells} can only be {word}",
    word: |clue, _, _| {
        let numbers: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
        match &numbers[..] {
            [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => numbers.concat(),
        }
    },
    also: &["allowed values"],
    group: Group::Cells,
    usage: "among VALUE VALUE …: CELLS",
    help: "Each of the cells has one of these values. In a grid block {135} says the same of one cell.",
    label: "Given candidates",
    sentence: "Some cells have one of {params}.",
    example: "among 1 3 5: r1c1 r9c9\namong 9: r5c5",
    params: ParamSyntax::Values,
    lists: ListSyntax::Each(1, usize::MAX),
    holds: |clue, _, numbers| clue.cells().iter().all(|&cell| allows(clue, numbers[usize::from(cell)])),
    declare: |clue, draft| {
        for &cell in clue.cells() {
            draft.keep(cell, |number| allows(clue, number));
        }
    },
    marks: |clue, scene| {
        let cells = clue.cells().iter().map(|&cell| scene.grid.name(usize::from(cell)).to_string());
        let cells: Vec<String> = cells.collect();
        let says = if cells.len() > 1 { "are" } else { "is" };
        let word = (clue.kind.word)(clue, clue.cells(), scene.grid);
        vec![Mark::Note(format!("{} {says} {word}.", cells.join(", ")))]
    },
    ..Kind::BLANK
};

fn allows(clue: &Clue, number: i32) -> bool {
    clue.numbers().any(|said| said == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};
    use crate::{Puzzle, Shape};

    #[test]
    fn each_cell_has_one_of_the_values() {
        let among = Clue::new(&KIND).number(-1).number(1).list([2, 0]);
        let odd = |n: &[i32]| n[0] * n[0] == 1 && n[2] * n[2] == 1;
        assert_eq!(agree(raw(1, 3, -2..=2), vec![among], odd), 2 * 5 * 2);
    }

    #[test]
    fn values_are_those_of_the_grid() {
        let rule = |line: &str| format!("size: 2\nvalues: 0-3\nsymbols: abcd\n{line}\n").parse::<Puzzle>();
        let numbers: Vec<i32> = rule("among b 3: r1c1").unwrap().clues()[0].numbers().collect();
        assert_eq!(numbers, [1, 3], "values are given by symbol or by number");
        assert!(rule("among 4: r1c1").unwrap_err().to_string().contains("\"4\" is not a value here"));
        assert!(fault(Shape::rectangle(2, 2), Clue::new(&KIND).list([0])).contains("write values before"));
    }
}

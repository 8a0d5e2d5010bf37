//! Kurotto.

use std::collections::BTreeSet;

use super::*;

const NUMBER: Rule = rule("number", "A number, in a white cell, tells how many cells the shaded groups beside it have.");

pub const KIND: Kind = Kind {
    id: "kurotto",
    name: "Kurotto",
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Clues(Cells), Drawn(Shade)],
    rules: &[&SOME, &NUMBER],
    declare: |d| {
        let shade = d.shade();
        d.rule(&SOME).some(&shade);
        for (cell, clue) in d.puzzle.cells() {
            d.rule(&NUMBER).cell(cell).post(shade[cell].is(0));
            if let Some(number) = clue.number() {
                d.rule(&NUMBER).cell(cell).groups_beside(cell, &shade, number);
            }
        }
    },
    look: Look::Islands,
    make: Some(Make::dig(&[Tell::Own(Cells, told)]).wishing(&[0, 0, 1])),
    ..Kind::BLANK
};

/// The cells of the groups beside each white cell.
fn told(puzzle: &Puzzle, answer: &Answer) -> Clues {
    let shade = answer.layer(Shade).expect("what is drawn");
    let beside = |cell: usize| {
        let shaded = puzzle.board.cells.around(cell).filter(|&at| shade[at] == 1);
        let cells: BTreeSet<usize> = shaded.flat_map(|at| area(puzzle, answer, at)).collect();
        (shade[cell] == 0).then_some(Clue::Number(cells.len() as u32))
    };
    (0..shade.len()).map(beside).collect()
}

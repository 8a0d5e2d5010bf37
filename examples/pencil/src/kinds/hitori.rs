//! Hitori.

use super::*;

const REPEAT: Rule = rule("repeat", "White cells of a row or column have different numbers.");
const TOUCH: Rule = rule("touch", "No two neighbours are shaded.");
const WHITE: Rule = rule("white", "The white cells are connected.");

pub const KIND: Kind = Kind {
    id: "hitori",
    name: "Hitori",
    parts: &[Part::new(Cells, ThirtySix)],
    file: &[Clues(Cells), Drawn(Shade)],
    rules: &[&SOME, &REPEAT, &TOUCH, &WHITE],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let shade = d.shade();
        d.rule(&SOME).some(&shade);
        d.rule(&TOUCH).no_touch(&shade);
        d.rule(&WHITE).connected(&shade, 0);
        let numbers = d.puzzle.numbers(Cells);
        for (at, &(a, number)) in numbers.iter().enumerate() {
            let in_line = |b| grid.place(a).0 == grid.place(b).0 || grid.place(a).1 == grid.place(b).1;
            for &(b, _) in numbers[at + 1..].iter().filter(|&&(b, other)| other == number && in_line(b)) {
                d.rule(&REPEAT).cell(a).post(clause([shade[a].is(1), shade[b].is(1)]));
            }
        }
    },
    ..Kind::BLANK
};

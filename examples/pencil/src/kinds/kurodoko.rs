//! Kurodoko.

use super::*;

const TOUCH: Rule = rule("touch", "No two neighbours are shaded.");
const WHITE: Rule = rule("white", "The white cells are connected.");
const NUMBER: Rule = rule("number", "A number tells how many white cells are seen from it, itself included.");

pub const KIND: Kind = Kind {
    id: "kurodoko",
    name: "Kurodoko",
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Clues(Cells), Drawn(Shade)],
    rules: &[&SOME, &TOUCH, &WHITE, &NUMBER],
    declare: |d| {
        let shade = d.shade();
        d.rule(&SOME).some(&shade);
        d.rule(&TOUCH).no_touch(&shade);
        d.rule(&WHITE).connected(&shade, 0);
        for (cell, clue) in d.puzzle.cells() {
            match clue.number() {
                Some(number) => d.rule(&NUMBER).cell(cell).seen(cell, &shade, 0, number),
                None => d.rule(&NUMBER).cell(cell).post(shade[cell].is(0)),
            };
        }
    },
    make: Some(Make::dig(&[Asked(Cells)]).wishing(&[0, 0, 1])),
    ..Kind::BLANK
};

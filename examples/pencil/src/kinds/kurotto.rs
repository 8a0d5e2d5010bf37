//! Kurotto.

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
    ..Kind::BLANK
};

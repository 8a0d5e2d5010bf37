//! Cave.

use super::*;

const WHITE: Rule = rule("white", "The white cells are connected.");
const OUTSIDE: Rule = rule("outside", "Each group of shaded cells reaches the border.");
const NUMBER: Rule = rule("number", "A number tells how many white cells are seen from it, itself included.");

pub const KIND: Kind = Kind {
    id: "cave",
    name: "Cave",
    also: &["bag", "corral"],
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Clues(Cells), Drawn(Shade)],
    rules: &[&SOME, &WHITE, &OUTSIDE, &NUMBER],
    declare: |d| {
        let shade = d.shade();
        d.rule(&SOME).some(&shade);
        d.rule(&WHITE).connected(&shade, 0);
        d.rule(&OUTSIDE).to_border(&shade, 1);
        for (cell, clue) in d.puzzle.cells() {
            match clue.number() {
                Some(number) => d.rule(&NUMBER).cell(cell).seen(cell, &shade, 0, number),
                None => d.rule(&NUMBER).cell(cell).post(shade[cell].is(0)),
            };
        }
    },
    make: Some(Make::dig(&[Asked(Cells)])),
    ..Kind::BLANK
};

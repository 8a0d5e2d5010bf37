//! Yin-Yang.

use super::*;

const CIRCLE: Rule = rule("circle", "The circles that are given stay.");
const SQUARE: Rule = rule("square", "No two by two cells have one colour.");
const CONNECTED: Rule = rule("connected", "The cells of each colour are connected.");

pub const KIND: Kind = Kind {
    id: "yinyang",
    name: "Yin-Yang",
    parts: &[Part::new(Cells, Three)],
    declare: |d| {
        let shade = d.shade();
        for (cell, clue) in d.puzzle.cells() {
            d.rule(&CIRCLE).cell(cell).post(shade[cell].is(i32::from(clue.sign()) - 1));
        }
        for colour in [0, 1] {
            d.rule(&SQUARE).no_square(&shade, colour);
            d.rule(&CONNECTED).connected(&shade, colour);
        }
        d.both_connected(&shade);
    },
    ..Kind::BLANK
};

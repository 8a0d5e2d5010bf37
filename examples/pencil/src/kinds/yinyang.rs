//! Yin-Yang.

use super::*;

const CIRCLE: Rule = rule("circle", "The circles that are given stay.");
const SQUARE: Rule = rule("square", "No two by two cells have one colour.");
const CONNECTED: Rule = rule("connected", "The cells of each colour are connected.");

pub const KIND: Kind = Kind {
    id: "yinyang",
    name: "Yin-Yang",
    parts: &[Part::new(Cells, Three)],
    file: &[Givens, Drawn(Number)],
    rules: &[&CIRCLE, &SQUARE, &CONNECTED],
    declare: |d| {
        let colour = d.numbers(1..=2);
        for (cell, clue) in d.puzzle.cells() {
            d.rule(&CIRCLE).cell(cell).post(colour[cell].is(i32::from(clue.sign())));
        }
        for one in [1, 2] {
            d.rule(&SQUARE).no_square(&colour, one);
            d.rule(&CONNECTED).connected(&colour, one);
        }
        d.both_connected(&colour);
    },
    look: Look::Circles,
    make: Some(Make::dig(&[Asked(Cells)]).wishing(&[1, 2])),
    ..Kind::BLANK
};

//! Simple Loop.

use super::*;

const LOOP: Rule = rule("loop", "One loop passes all white cells, and no others.");

pub const KIND: Kind = Kind {
    id: "simpleloop",
    name: "Simple Loop",
    parts: &[Part::new(Cells, Bits)],
    declare: |d| {
        let links = d.links();
        let passes = d.passes(&links);
        d.rule(&LOOP).single_loop(&links, &passes);
        for (cell, clue) in d.puzzle.at(Cells).iter().enumerate() {
            d.rule(&LOOP).cell(cell).post(passes[cell].is(i32::from(clue.is_none())));
        }
    },
    ..Kind::BLANK
};

//! Simple Loop.

use super::*;

const LOOP: Rule = rule("loop", "One loop passes all white cells, and no others.");

pub const KIND: Kind = Kind {
    id: "simpleloop",
    name: "Simple Loop",
    parts: &[Part::new(Cells, Bits)],
    file: &[Clues(Cells), Drawn(Link)],
    rules: &[&LOOP],
    declare: |d| {
        let links = d.links();
        let passes = d.passes(&links);
        d.rule(&LOOP).single_loop(&links, &passes);
        for (cell, clue) in d.puzzle.at(Cells).iter().enumerate() {
            let lines = if clue.is_none() { 2 } else { 0 };
            d.rule(&LOOP).cell(cell).post(links.degree(cell).eq(lines));
        }
    },
    look: Look::Blocks,
    ..Kind::BLANK
};

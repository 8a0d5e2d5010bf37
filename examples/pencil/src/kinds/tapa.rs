//! Tapa.

use super::*;

const SQUARE: Rule = rule("square", "No two by two cells are all shaded.");
const CONNECTED: Rule = rule("connected", "The shaded cells are connected.");
const RUNS: Rule = rule("runs", "The numbers of a cell, which is white, are the lengths of the shaded runs around it.");

pub const KIND: Kind = Kind {
    id: "tapa",
    name: "Tapa",
    parts: &[Part::new(Cells, Tapa)],
    file: &[Both(Shade)],
    rules: &[&SOME, &SQUARE, &CONNECTED, &RUNS],
    declare: |d| {
        let shade = d.shade();
        d.rule(&SOME).some(&shade);
        d.rule(&SQUARE).no_square(&shade, 1);
        d.rule(&CONNECTED).connected(&shade, 1);
        for (cell, clue) in d.puzzle.cells() {
            let mut by = d.rule(&RUNS);
            by.cell(cell).post(shade[cell].is(0));
            match clue {
                Clue::Several(runs) => by.runs_around(cell, &shade, &runs),
                _ => by.runs_around(cell, &shade, &[None]),
            };
        }
    },
    make: Some(Make::dig(&[Asked(Cells)]).wishing(&[0, 1, 1])),
    ..Kind::BLANK
};

//! Nurimisaki.

use super::*;

const WHITE: Rule = rule("white", "The white cells are connected.");
const SQUARE: Rule = rule("square", "No two by two cells have one colour.");
const CAPE: Rule = rule("cape", "The cells with circles, and no other white ones, have exactly one white neighbour.");
const NUMBER: Rule = rule("number", "A number tells how many white cells are seen from it, itself included.");

pub const KIND: Kind = Kind {
    id: "nurimisaki",
    name: "Nurimisaki",
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Clues(Cells), Drawn(Shade)],
    rules: &[&SOME, &WHITE, &SQUARE, &CAPE, &NUMBER],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let shade = d.shade();
        d.rule(&SOME).some(&shade);
        d.rule(&WHITE).connected(&shade, 0);
        d.rule(&SQUARE).no_square(&shade, 0).no_square(&shade, 1);
        for (cell, clue) in d.puzzle.at(Cells).iter().enumerate() {
            let around: Vec<Var> = grid.around(cell).map(|at| shade[at]).collect();
            let white = around.len() as i64 - 1;
            let mut by = d.rule(&CAPE);
            by.cell(cell);
            match clue {
                Some(_) => by.post(sum(around).eq(white)).post(shade[cell].is(0)),
                None => by.post(shade[cell].eq(1) | sum(around).ne(white)),
            };
        }
        for (cell, number) in d.puzzle.numbers(Cells) {
            d.rule(&NUMBER).cell(cell).seen(cell, &shade, 0, number);
        }
    },
    look: Look::Islands,
    make: Some(Make::dig(&[Asked(Cells)]).on(&[Layout::Apart(18)])),
    ..Kind::BLANK
};

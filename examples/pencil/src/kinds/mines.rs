//! Minesweeper.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many of the eight cells around it have a mine.");

pub const KIND: Kind = Kind {
    id: "mines",
    name: "Minesweeper",
    also: &["minesweeper"],
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Clues(Cells), Drawn(Shade)],
    rules: &[&NUMBER],
    declare: |d| {
        let mine = d.shade();
        for (cell, clue) in d.puzzle.cells() {
            d.rule(&NUMBER).cell(cell).post(mine[cell].is(0));
            if let Some(number) = clue.number() {
                let around = d.puzzle.board.cells.around8(cell).map(|at| mine[at]);
                d.rule(&NUMBER).cell(cell).total(around, number);
            }
        }
    },
    look: Look::Mines,
    make: Some(Make::dig(&[Asked(Cells)]).wishing(&[0, 0, 0, 1])),
    ..Kind::BLANK
};

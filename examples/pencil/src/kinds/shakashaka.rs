//! Shakashaka.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many triangles are beside its cell.");
const RECTANGLE: Rule = rule("rectangle", "The white areas are rectangles, upright or turned by half a right angle.");

pub const KIND: Kind = Kind {
    id: "shakashaka",
    name: "Shakashaka",
    parts: &[Part::new(Cells, Four)],
    file: &[Clues(Cells), Drawn(Shade)],
    rules: &[&SOME, &NUMBER, &RECTANGLE],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let blocks = d.puzzle.at(Cells);
        let triangle = d.signs([0, 2, 3, 4, 5]);
        d.rule(&SOME).some(&triangle);
        for (cell, clue) in d.puzzle.cells() {
            d.rule(&RECTANGLE).cell(cell).post(clause([triangle[cell].is(0)]));
            if let Some(number) = clue.number() {
                let beside = grid.around(cell).map(|at| triangle[at].is_not(0));
                d.rule(&NUMBER).cell(cell).total(beside, number);
            }
        }
        d.rule(&RECTANGLE).white_rectangles(&triangle, |cell| blocks[cell].is_none());
    },
    look: Look::Triangles,
    make: Some(Make::dig(&[Asked(Cells)]).on(&[Layout::Unknown(16)]).wishing(&[2, 3, 4, 5])),
    ..Kind::BLANK
};

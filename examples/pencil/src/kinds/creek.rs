//! Creek.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many of the cells at its corner are shaded.");
const WHITE: Rule = rule("white", "The white cells are connected.");

pub const KIND: Kind = Kind {
    id: "creek",
    name: "Creek",
    parts: &[Part::new(Crosses, Four)],
    file: &[Clues(Crosses), Drawn(Shade)],
    rules: &[&SOME, &NUMBER, &WHITE],
    declare: |d| {
        let shade = d.shade();
        d.rule(&SOME).some(&shade);
        d.rule(&WHITE).connected(&shade, 0);
        for (cross, number) in d.puzzle.numbers(Crosses) {
            let cells = d.puzzle.board.cells_at(cross).map(|cell| shade[cell]);
            d.rule(&NUMBER).at(Place::Cross(cross)).total(cells, number);
        }
    },
    make: Some(Make::dig(&[Asked(Crosses)])),
    ..Kind::BLANK
};

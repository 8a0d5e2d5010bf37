//! Creek.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many of the cells at its corner are shaded.");
const WHITE: Rule = rule("white", "The white cells are connected.");

pub const KIND: Kind = Kind {
    id: "creek",
    name: "Creek",
    parts: &[Part::new(Crosses, Four)],
    declare: |d| {
        let shade = d.shade();
        d.rule(&WHITE).connected(&shade, 0);
        for (cross, clue) in d.puzzle.at(Crosses).iter().enumerate() {
            if let Some(number) = clue.as_ref().and_then(Clue::number) {
                let cells = d.puzzle.board.cells_at(cross).map(|cell| shade[cell]);
                d.rule(&NUMBER).at(Place::Cross(cross)).total(cells, number);
            }
        }
    },
    ..Kind::BLANK
};

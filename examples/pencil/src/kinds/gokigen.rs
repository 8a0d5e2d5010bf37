//! Gokigen Naname.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many diagonals end at its corner.");
const CYCLE: Rule = rule("cycle", "The diagonals enclose nothing.");

pub const KIND: Kind = Kind {
    id: "gokigen",
    name: "Gokigen Naname",
    also: &["slant"],
    parts: &[Part::new(Crosses, Four)],
    file: &[Clues(Crosses), Drawn(Number)],
    rules: &[&NUMBER, &CYCLE],
    declare: |d| {
        let board = d.puzzle.board;
        let slant = d.numbers(1..=2);
        for (cross, number) in d.puzzle.numbers(Crosses) {
            let ends = board.cells_at(cross).map(|cell| {
                let [first, .., last] = board.corners(cell);
                if cross == first || cross == last { 2 - slant[cell] } else { 1 * slant[cell] - 1 }
            });
            d.rule(&NUMBER).at(Place::Cross(cross)).total(ends, number);
        }
        d.rule(&CYCLE).forest(&slant);
    },
    look: Look::Slants,
    make: Some(Make::dig(&[Asked(Crosses)]).wishing(&[1, 2])),
    ..Kind::BLANK
};

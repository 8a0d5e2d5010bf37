//! Hitori.

use super::*;

const REPEAT: Rule = rule("repeat", "White cells of a row or column have different numbers.");
const TOUCH: Rule = rule("touch", "No two neighbours are shaded.");
const WHITE: Rule = rule("white", "The white cells are connected.");

pub const KIND: Kind = Kind {
    id: "hitori",
    name: "Hitori",
    parts: &[Part::new(Cells, ThirtySix)],
    declare: |d| {
        let shade = d.shade();
        d.rule(&TOUCH).no_touch(&shade);
        d.rule(&WHITE).connected(&shade, 0);
        let numbers = d.puzzle.at(Cells);
        for line in d.puzzle.board.cells.lines() {
            for (at, &a) in line.iter().enumerate() {
                for &b in line[at + 1..].iter().filter(|&&b| numbers[a] == numbers[b]) {
                    if numbers[a].as_ref().and_then(Clue::number).is_some() {
                        d.rule(&REPEAT).cell(a).post(clause([shade[a].is(1), shade[b].is(1)]));
                    }
                }
            }
        }
    },
    ..Kind::BLANK
};

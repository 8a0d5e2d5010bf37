//! Light Up, or Akari.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many lamps stand beside its cell.");
const APART: Rule = rule("apart", "No lamp shines on another.");
const LIT: Rule = rule("lit", "Each white cell is lit.");

pub const KIND: Kind = Kind {
    id: "lightup",
    name: "Light Up",
    also: &["akari", "bijutsukan"],
    parts: &[Part::new(Cells, Four)],
    file: &[Both(Shade)],
    rules: &[&NUMBER, &APART, &LIT],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let lamp = d.shade();
        let blocks = d.puzzle.at(Cells);
        for (cell, clue) in blocks.iter().enumerate() {
            if let Some(clue) = clue {
                let mut by = d.rule(&NUMBER);
                by.cell(cell).post(lamp[cell].is(0));
                if let Some(number) = clue.number() {
                    by.total(grid.around(cell).map(|at| lamp[at]), number);
                }
                continue;
            }
            let open = |way| grid.ray(cell, way).take_while(|&at| blocks[at].is_none());
            let seen: Vec<usize> = Direction::ALL.into_iter().flat_map(open).collect();
            for &other in seen.iter().filter(|&&other| other > cell) {
                d.rule(&APART).cell(cell).post(clause([lamp[cell].is(0), lamp[other].is(0)]));
            }
            d.rule(&LIT).cell(cell).post(clause(seen.iter().chain([&cell]).map(|&at| lamp[at].is(1))));
        }
    },
    look: Look::Lamps,
    make: Some(Make::dig(&[Asked(Cells)]).on(&[Layout::Unknown(20)])),
    ..Kind::BLANK
};

//! Yajilin.

use super::*;

const LOOP: Rule = rule("loop", "One loop passes all cells that are neither clues nor shaded.");
const TOUCH: Rule = rule("touch", "No two neighbours are shaded.");
const NUMBER: Rule = rule("number", "A number tells how many cells in its direction are shaded.");

pub const KIND: Kind = Kind {
    id: "yajilin",
    name: "Yajilin",
    also: &["yajirin"],
    parts: &[Part::new(Cells, Arrows)],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let shade = d.shade();
        let links = d.links();
        let passes = d.passes(&links);
        d.rule(&TOUCH).no_touch(&shade);
        d.rule(&LOOP).single_loop(&links, &passes);
        for (cell, clue) in d.puzzle.at(Cells).iter().enumerate() {
            let Some(clue) = clue else {
                d.rule(&LOOP).cell(cell).post(passes[cell].ne(shade[cell]));
                continue;
            };
            d.rule(&LOOP).cell(cell).post(passes[cell].is(0)).post(shade[cell].is(0));
            if let &Clue::Arrow(way, Some(number)) = clue {
                d.rule(&NUMBER).cell(cell).total(grid.ray(cell, way).map(|at| shade[at]), number);
            }
        }
    },
    ..Kind::BLANK
};

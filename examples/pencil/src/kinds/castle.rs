//! Castle Wall.

use super::*;

const LOOP: Rule = rule("loop", "The lines are one loop, which passes no cell with a clue.");
const NUMBER: Rule = rule("number", "A number tells how many lines lie in its direction.");
const SIDE: Rule = rule("side", "White cells with a clue are inside of the loop, black ones outside.");
const ARROW: Rule = rule("arrow", "Each number has an arrow.");

pub const KIND: Kind = Kind {
    id: "castle",
    name: "Castle Wall",
    parts: &[Part::new(Cells, Castle)],
    file: &[Clues(Cells), Drawn(Link)],
    rules: &[&LOOP, &NUMBER, &SIDE, &ARROW],
    declare: |d| {
        let board = d.puzzle.board;
        let links = d.links();
        let passes = d.passes(&links);
        d.rule(&LOOP).single_loop(&links, &passes);
        let inside = d.surrounded(&SIDE, &links);
        for (cell, clue) in d.puzzle.cells() {
            d.rule(&LOOP).cell(cell).post(links.degree(cell).eq(0));
            let Clue::Coloured(colour, clue) = clue else { continue };
            if colour > 0 {
                let corner = inside[board.corners(cell)[0]];
                d.rule(&SIDE).cell(cell).post(clause([corner.is(i32::from(colour == 1))]));
            }
            match *clue {
                Clue::Arrow(way, Some(number)) => {
                    let ray = board.cells.ray(cell, way).filter_map(|at| links.toward(at, way));
                    d.rule(&NUMBER).cell(cell).total(ray, number);
                }
                Clue::Number(_) => _ = d.rule(&ARROW).cell(cell).post(clause([])),
                _ => {}
            }
        }
    },
    ..Kind::BLANK
};

//! Yajilin.

use super::*;

const LOOP: Rule = rule("loop", "One loop passes all cells that are neither clues nor shaded.");
const TOUCH: Rule = rule("touch", "No two neighbours are shaded.");
const NUMBER: Rule = rule("number", "A number tells how many cells in its direction are shaded.");

const OUTSIDE: Rule = rule("outside", "Shaded cells are outside of the loop.");
const ARROW: Rule = rule("arrow", "Each number has an arrow.");

pub const KIND: Kind = Kind {
    id: "yajilin",
    name: "Yajilin",
    also: &["yajirin"],
    parts: &[Part::new(Cells, Arrows)],
    flags: &[('o', "shaded cells are outside of the loop"), ('b', "nothing: cells with clues are drawn dark")],
    file: &[Clues(Cells), Drawn(Shade), Drawn(Link)],
    rules: &[&LOOP, &TOUCH, &NUMBER, &OUTSIDE, &ARROW],
    declare: |d| {
        let board = d.puzzle.board;
        let (shade, links) = (d.shade(), d.links());
        let passes = d.passes(&links);
        d.rule(&TOUCH).no_touch(&shade);
        d.rule(&LOOP).single_loop(&links, &passes);
        for (cell, clue) in d.puzzle.at(Cells).iter().enumerate() {
            let used = if clue.is_some() { 0 } else { 2 };
            d.rule(&LOOP).cell(cell).post((2 * shade[cell] + links.degree(cell)).eq(used));
            if let &Some(Clue::Arrow(way, Some(number))) = clue {
                d.rule(&NUMBER).cell(cell).total(board.cells.ray(cell, way).map(|at| shade[at]), number);
            } else if let Some(Clue::Number(_)) = clue {
                d.rule(&ARROW).cell(cell).post(clause([]));
            }
        }
        if d.puzzle.flag('o') {
            let inside = d.surrounded(&OUTSIDE, &links);
            for (cell, shade) in shade.iter().enumerate() {
                let corner = inside[board.corners(cell)[0]];
                d.rule(&OUTSIDE).cell(cell).post(clause([shade.is(0), corner.is(0)]));
            }
        }
    },
    make: Some(Make::grow(&[Layout::Unknown(18)], &[Asked(Cells)], Some(Move::Clue)).wishing(&[0, 0, 1])),
    ..Kind::BLANK
};

//! Masyu.

use super::*;

const ALL: Rule = rule("all", "The loop passes all cells.");
const LOOP: Rule = rule("loop", "The lines are one loop.");
const BLACK: Rule = rule("black", "The loop turns on a black circle, and goes straight before and after it.");
const WHITE: Rule = rule("white", "The loop goes straight on a white circle, and turns before or after it.");

pub const KIND: Kind = Kind {
    id: "mashu",
    name: "Masyu",
    also: &["masyu", "pearl"],
    parts: &[Part::new(Cells, Three)],
    flags: &[('f', "the loop passes all cells")],
    file: &[Clues(Cells), Drawn(Link)],
    rules: &[&LOOP, &ALL, &BLACK, &WHITE],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let links = d.links();
        let passes = d.passes(&links);
        d.rule(&LOOP).single_loop(&links, &passes);
        d.rule(&ALL).all_pass(&links, 'f');
        let line = |cell: usize, way: Direction| links.toward(cell, way);
        for (cell, clue) in d.puzzle.cells() {
            let is_black = clue.sign() == 2;
            let mut by = d.rule(if is_black { &BLACK } else { &WHITE });
            by.cell(cell).post(links.degree(cell).eq(2));
            for way in Direction::ALL {
                let Some(here) = line(cell, way) else { continue };
                let beyond = |way: Direction| grid.next(cell, way).and_then(|next| line(next, way));
                let back = line(cell, way.back());
                if is_black {
                    // A line at the circle goes on, and has none opposite.
                    by.post(clause(beyond(way).map(|on| on.is(1)).into_iter().chain([here.is(0)])));
                    if let Some(back) = back {
                        by.post(clause([here.is(0), back.is(0)]));
                    }
                } else {
                    // A line at the circle has one opposite, and not both of them go on.
                    by.post(clause(back.map(|back| back.is(1)).into_iter().chain([here.is(0)])));
                    if let (Some(one), Some(other)) = (beyond(way), beyond(way.back())) {
                        by.post(clause([here.is(0), one.is(0), other.is(0)]));
                    }
                }
            }
        }
    },
    look: Look::Circles,
    make: Some(Make::dig(&[Asked(Cells)])),
};

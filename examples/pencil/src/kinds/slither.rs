//! Slitherlink.

use super::*;

const LOOP: Rule = rule("loop", "The lines are one loop.");
const NUMBER: Rule = rule("number", "A number tells how many sides of its cell are drawn.");
const ALL: Rule = rule("all", "The loop passes all dots.");

pub const KIND: Kind = Kind {
    id: "slither",
    name: "Slitherlink",
    also: &["slitherlink"],
    parts: &[Part::new(Cells, Four)],
    flags: &[('f', "the loop passes all dots")],
    declare: |d| {
        let edges = d.edges();
        let passes = d.passes(&edges);
        d.rule(&LOOP).single_loop(&edges, &passes);
        for (cell, clue) in d.puzzle.cells() {
            let Some(number) = clue.number() else { continue };
            let sides = d.puzzle.board.sides(cell).map(|side| edges.vars[side]);
            d.rule(&NUMBER).cell(cell).total(sides, number);
        }
        if d.puzzle.flag('f') {
            for (cross, &passes) in passes.iter().enumerate() {
                d.rule(&ALL).at(Place::Cross(cross)).post(passes.is(1));
            }
        }
        d.inside(&edges);
    },
    ..Kind::BLANK
};

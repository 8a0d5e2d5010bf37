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
    file: &[Clues(Cells), Colours, Drawn(Edge)],
    rules: &[&LOOP, &NUMBER, &ALL],
    declare: |d| {
        let edges = d.edges();
        let passes = d.passes(&edges);
        d.rule(&LOOP).single_loop(&edges, &passes);
        for (cell, number) in d.puzzle.numbers(Cells) {
            let sides = d.puzzle.board.sides(cell).map(|side| edges.vars[side]);
            d.rule(&NUMBER).cell(cell).total(sides, number);
        }
        d.rule(&ALL).all_pass(&edges, 'f');
        d.inside(&edges);
    },
    make: Some(Make::dig(&[Asked(Cells)])),
    ..Kind::BLANK
};

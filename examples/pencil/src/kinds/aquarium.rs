//! Aquarium.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many cells of its row or column have water.");
const LEVEL: Rule = rule("level", "Water that can flow has one level: it fills all cells beside it and below.");
const REGION: Rule = rule("region", "All water of a room has one level.");

pub const KIND: Kind = Kind {
    id: "aquarium",
    name: "Aquarium",
    parts: &[Part::new(Walls, Bits).ending(), Part::new(Sides, Sixteen)],
    flags: &[('r', "a room has one level, even where its water cannot flow")],
    file: &[Clues(Walls), Margin(Sides, &Drawn(Shade))],
    rules: &[&SOME, &NUMBER, &LEVEL, &REGION],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let water = d.shade();
        d.rule(&SOME).some(&water);
        d.rule(&NUMBER).side_totals(&water);
        let row = |cell: usize| grid.place(cell).0;
        let mut is_done = vec![false; grid.len()];
        for room in d.puzzle.rooms() {
            for &cell in &room {
                if is_done[cell] {
                    continue;
                }
                let is_below = |&at: &usize| row(at) >= row(cell);
                let (rule, filled) = if d.puzzle.flag('r') {
                    (&REGION, room.iter().copied().filter(is_below).collect())
                } else {
                    // Water flows through the cells of the room that are no higher.
                    (&LEVEL, d.puzzle.joined(cell, |at| is_below(&at)))
                };
                // A row is filled as a whole, and then the next one is.
                for at in filled.into_iter().filter(|&at| at != cell && row(at) <= row(cell) + 1) {
                    if row(at) == row(cell) {
                        is_done[at] = true;
                        d.rule(rule).cell(cell).post(water[at].eq(water[cell]));
                    } else {
                        d.rule(rule).cell(cell).post(clause([water[cell].is(0), water[at].is(1)]));
                    }
                }
            }
        }
    },
    make: Some(Make::dig(&[Asked(Sides)]).on(&[Layout::Rooms(6)])),
    ..Kind::BLANK
};

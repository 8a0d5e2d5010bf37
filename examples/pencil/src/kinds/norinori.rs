//! Norinori.

use super::*;

const ROOM: Rule = rule("room", "Two cells of each room are shaded.");
const PAIR: Rule = rule("pair", "Each shaded cell has exactly one shaded neighbour.");

pub const KIND: Kind = Kind {
    id: "norinori",
    name: "Norinori",
    parts: &[Part::new(Walls, Bits)],
    file: &[Clues(Walls), Drawn(Shade)],
    rules: &[&ROOM, &PAIR],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let shade = d.shade();
        for (room, cells) in d.puzzle.rooms().iter().enumerate() {
            d.rule(&ROOM).at(Place::Room(room)).total(cells.iter().map(|&cell| shade[cell]), 2);
        }
        for cell in 0..grid.len() {
            let around = sum(grid.around(cell).map(|at| shade[at]));
            d.rule(&PAIR).cell(cell).post(shade[cell].eq(1).implies(around.eq(1)));
        }
    },
    make: Some(Make::grow(&[Layout::Rooms(5)], &[], Some(Move::Room))),
    ..Kind::BLANK
};

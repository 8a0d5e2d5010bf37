//! Ripple Effect.

use super::*;

const ROOM: Rule = rule("room", "A room of n cells has the numbers from 1 to n.");
const GAP: Rule = rule("gap", "Between equal numbers of a row or column there are at least as many cells.");

pub const KIND: Kind = Kind {
    id: "ripple",
    name: "Ripple Effect",
    also: &["hakyukoka"],
    parts: &[Part::new(Walls, Bits), Part::new(Cells, Sixteen)],
    file: &[Clues(Walls), Givens, Drawn(Number)],
    rules: &[&GIVEN, &ROOM, &GAP],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let rooms = d.puzzle.rooms();
        let most = rooms.iter().map(Vec::len).max().unwrap_or(1) as i32;
        let number = d.numbers(1..=most);
        d.rule(&GIVEN).givens(&number);
        for (room, cells) in rooms.iter().enumerate() {
            let mut by = d.rule(&ROOM);
            by.at(Place::Room(room)).post(all_different(cells.iter().map(|&cell| number[cell])));
            cells.iter().for_each(|&cell| _ = by.post(number[cell].le(cells.len() as i32)));
        }
        for cell in 0..grid.len() {
            if !d.has_room(0) {
                return;
            }
            for way in [Direction::Right, Direction::Down] {
                for (distance, other) in (1..most + 1).zip(grid.ray(cell, way)) {
                    for value in distance..=most {
                        let parts = [cell, other].map(|at| number[at].is_not(value));
                        d.rule(&GAP).cell(cell).post(clause(parts));
                    }
                }
            }
        }
    },
    make: Some(Make::dig(&[Asked(Cells)]).on(&[Layout::Rooms(4)]).wishing(&[1, 2, 3, 4])),
    ..Kind::BLANK
};

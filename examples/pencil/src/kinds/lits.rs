//! LITS.

use super::*;

const ROOM: Rule = rule("room", "Four connected cells of each room are shaded.");
const SQUARE: Rule = rule("square", "No two by two cells are all shaded.");
const CONNECTED: Rule = rule("connected", "The shaded cells are connected.");
const EQUAL: Rule = rule("equal", "Equal shapes in different rooms do not touch.");

pub const KIND: Kind = Kind {
    id: "lits",
    name: "LITS",
    parts: &[Part::new(Walls, Bits)],
    flags: &[('c', "nothing: in older addresses it told that walls are written, not rooms")],
    file: &[Clues(Walls), Drawn(Shade)],
    rules: &[&ROOM, &SQUARE, &CONNECTED, &EQUAL],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let shade = d.shade();
        d.rule(&CONNECTED).connected(&shade, 1);
        d.rule(&SQUARE).no_square(&shade, 1);
        let rooms = d.puzzle.rooms();
        let room_of = d.puzzle.room_of(&rooms);
        let shape = d.model.vars(rooms.len(), 1..=4);
        for (room, cells) in rooms.iter().enumerate() {
            let tiles = tetrominoes(grid, cells);
            if !d.has_room(tiles.len() * (cells.len() + 1) * size_of::<i32>()) {
                return;
            }
            let rows = tiles.into_iter().map(|(shape, tile)| {
                let shaded = cells.iter().map(|cell| i32::from(tile.contains(cell)));
                shaded.chain([shape]).collect::<Vec<i32>>()
            });
            let vars = cells.iter().map(|&cell| shade[cell]).chain([shape[room]]);
            d.rule(&ROOM).at(Place::Room(room)).post(table(vars, rows));
        }
        for (a, b) in grid.pairs() {
            let [one, other] = [a, b].map(|cell| room_of[cell]);
            if one != other {
                let differ = shape[one].ne(shape[other]);
                d.rule(&EQUAL).cell(a).post(shade[a].eq(0) | shade[b].eq(0) | differ);
            }
        }
    },
    ..Kind::BLANK
};

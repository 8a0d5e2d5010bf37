//! Nurimaze.

use super::*;

const ROOM: Rule = rule("room", "The cells of a room have one colour.");
const MARK: Rule = rule("mark", "The cells with letters and signs are white.");
const SQUARE: Rule = rule("square", "No two by two cells have one colour.");
const WHITE: Rule = rule("white", "The white cells are connected.");
const CYCLE: Rule = rule("cycle", "The white cells do not go around anything.");
const WAY: Rule = rule("way", "The way from S to G passes all circles and no triangle.");

pub const KIND: Kind = Kind {
    id: "nurimaze",
    name: "Nurimaze",
    parts: &[Part::new(Walls, Bits), Part::new(Cells, Maze)],
    file: &[Clues(Walls), Clues(Cells), Drawn(Shade)],
    rules: &[&ROOM, &MARK, &SQUARE, &WHITE, &CYCLE, &WAY],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let shade = d.shade();
        for (room, cells) in d.puzzle.rooms().iter().enumerate() {
            for pair in cells.windows(2) {
                d.rule(&ROOM).at(Place::Room(room)).post(shade[pair[0]].eq(shade[pair[1]]));
            }
        }
        d.rule(&SQUARE).no_square(&shade, 0).no_square(&shade, 1);
        d.rule(&WHITE).connected(&shade, 0);
        d.rule(&CYCLE).around_nothing(&shade, 1);
        let way = d.model.vars(grid.len(), 0..=1);
        for (cell, clue) in d.puzzle.at(Cells).iter().enumerate() {
            let sign = clue.as_ref().map_or(0, Clue::sign);
            let beside = sum(grid.around(cell).map(|at| way[at]));
            let mut by = d.rule(&WAY);
            by.cell(cell).post(clause([way[cell].is(0), shade[cell].is(0)]));
            match sign {
                1 | 2 => by.post(beside.eq(1)).post(way[cell].eq(1)),
                3 => by.post(beside.eq(2)).post(way[cell].eq(1)),
                4 => by.post(way[cell].eq(0)),
                _ => by.post(way[cell].eq(0) | beside.eq(2)),
            };
            if sign > 0 {
                d.rule(&MARK).cell(cell).post(clause([shade[cell].is(0)]));
            }
        }
    },
    ..Kind::BLANK
};

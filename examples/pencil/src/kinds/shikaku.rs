//! Shikaku.

use super::*;

const NUMBER: Rule = rule("number", "Each rectangle has one number, which tells its size.");
const COVER: Rule = rule("cover", "Each cell is in one rectangle.");
const WALL: Rule = rule("wall", "Walls part the rectangles, and nothing else.");

pub const KIND: Kind = Kind {
    id: "shikaku",
    name: "Shikaku",
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Clues(Cells), Drawn(Wall)],
    rules: &[&NUMBER, &COVER, &WALL],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let (clues, at) = (d.puzzle.cells(), d.puzzle.at(Cells));
        let around = |(cell, clue): &(usize, Clue)| {
            rectangles(grid, *cell, clue.number(), |other| other == *cell || at[other].is_none())
        };
        let tiles: Vec<Vec<Tile>> = clues.iter().map(around).collect();
        let (walls, used) = (d.walls(), d.tiles(&tiles));
        for ((cell, _), used) in clues.iter().zip(&used) {
            d.rule(&NUMBER).cell(*cell).total(used.iter().copied(), 1);
        }
        d.rule(&COVER).cover(&tiles, &used);
        d.rule(&WALL).parted(&walls, &tiles, &used);
    },
    make: Some(Make::grow(&[Layout::Unknown(16)], &[Area], Some(Move::Within))),
    ..Kind::BLANK
};

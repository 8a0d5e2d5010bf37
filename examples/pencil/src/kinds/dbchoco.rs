//! Double Choco.

use super::*;

const HALVES: Rule = rule("halves", "Each area has a white and a grey half of one shape, turned or mirrored; a number is the size of a half.");
const WALL: Rule = rule("wall", "Walls part the areas, and nothing else.");

/// Memory for each step of the search for areas, for each of its cells.
const BYTES_OF_A_CELL: usize = 32;

pub const KIND: Kind = Kind {
    id: "dbchoco",
    name: "Double Choco",
    parts: &[Part::new(Ground, Bits), Part::new(Cells, Sixteen)],
    file: &[Clues(Ground), Drawn(Wall)],
    rules: &[&HALVES, &WALL],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let walls = d.walls();
        let grey: Vec<bool> = d.puzzle.at(Ground).iter().map(Option::is_some).collect();
        let clues = d.puzzle.at(Cells);
        let number = |cell: usize| clues[cell].as_ref().and_then(Clue::number);
        let Some(tiles) = halves(grid, &grey, number, |cells| d.has_room(cells * BYTES_OF_A_CELL)) else { return };
        let tiles = [tiles];
        let used = d.tiles(&tiles);
        d.rule(&HALVES).cover(&tiles, &used);
        d.rule(&WALL).parted(&walls, &tiles, &used);
    },
    ..Kind::BLANK
};

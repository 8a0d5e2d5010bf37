//! Sashigane.

use super::*;

const COVER: Rule = rule("cover", "The board is divided into shapes of an L, one cell wide.");
const WALL: Rule = rule("wall", "Walls part the shapes, and nothing else.");

/// About the memory that a shape needs for each of its cells, here and in the constraints.
const BYTES_OF_A_CELL: usize = 64;

pub const KIND: Kind = Kind {
    id: "sashigane",
    name: "Sashigane",
    parts: &[Part::new(Cells, Corners)],
    file: &[Clues(Cells), Drawn(Wall)],
    rules: &[&COVER, &WALL],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let clues = d.puzzle.at(Cells);
        let mut tiles = Vec::new();
        for corner in 0..grid.len() {
            for (down, right) in [Direction::Up, Direction::Down].into_iter().flat_map(|one| [Direction::Left, Direction::Right].map(|other| (one, other))) {
                let [one, other] = [down, right].map(|way| arms(grid, clues, corner, way));
                for (one, other) in one.iter().flat_map(|one| other.iter().map(move |other| (one, other))) {
                    let tile: Tile = [&[corner], &one[..], &other[..]].concat();
                    if !d.has_room(tile.len() * BYTES_OF_A_CELL) {
                        return;
                    }
                    let is_right = match &clues[corner] {
                        None | Some(Clue::Unknown) => true,
                        Some(clue) => clue.number() == Some(tile.len() as u32),
                    };
                    tiles.extend(is_right.then(|| tile.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().collect()));
                }
            }
        }
        let tiles: [Vec<Tile>; 1] = [tiles];
        let (walls, used) = (d.walls(), d.tiles(&tiles));
        d.rule(&COVER).cover(&tiles, &used);
        d.rule(&WALL).parted(&walls, &tiles, &used);
    },
    ..Kind::BLANK
};

/// Returns the arms from a corner in a direction. An arrow stands at the end of an arm, and points to the corner.
fn arms(grid: Grid, clues: &Clues, corner: usize, way: Direction) -> Vec<Vec<usize>> {
    let mut arms: Vec<Vec<usize>> = Vec::new();
    for cell in grid.ray(corner, way) {
        let arm = [arms.last().map_or(&[][..], Vec::as_slice), &[cell]].concat();
        match clues[cell] {
            None => arms.push(arm),
            Some(Clue::Arrow(back, _)) if back == way.back() => {
                arms.push(arm);
                break;
            }
            _ => break,
        }
    }
    arms
}

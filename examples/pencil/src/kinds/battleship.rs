//! Battleships.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many cells of its row or column have ships.");
const PART: Rule = rule("part", "Parts of ships and water that are given stay.");
const TOUCH: Rule = rule("touch", "No two ships touch, not even at a corner.");
const FLEET: Rule = rule("fleet", "The ships are those of the fleet, which may be turned and mirrored.");

pub const KIND: Kind = Kind {
    id: "battleship",
    name: "Battleships",
    parts: &[Part::new(Sides, Sixteen), Part::new(Cells, Sixteen), Part::new(Fleet, Ships)],
    file: &[Clues(Fleet), Margin(Sides, &Clues(Cells)), Among(Shade)],
    rules: &[&NUMBER, &PART, &TOUCH, &FLEET],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let shade = d.shade();
        d.rule(&NUMBER).side_totals(&shade);
        for (cell, clue) in d.puzzle.cells() {
            let is_water = clue.number() == Some(0);
            d.rule(&PART).cell(cell).post(clause([shade[cell].is(i32::from(!is_water))]));
            if let Some(part) = clue.number().filter(|_| !is_water) {
                let around = Direction::ALL.map(|way| grid.next(cell, way));
                let rows = (0..16).map(|bits| [0, 1, 2, 3].map(|at| bits >> at & 1 == 1)).filter(|row| part_of(*row) == part);
                let rows = rows.filter(|row| around.iter().zip(row).all(|(at, is_ship)| at.is_some() || !is_ship));
                let rows = rows.map(|row| around.iter().zip(row).filter(|(at, _)| at.is_some()).map(|(_, is_ship)| is_ship.into()).collect());
                d.rule(&PART).cell(cell).post(table(around.iter().flatten().map(|&at| shade[at]), rows.collect::<Vec<Vec<i32>>>()));
            }
        }
        let Some(Clue::Fleet(fleet)) = &d.puzzle.at(Fleet)[0] else { return };
        let (mut tiles, mut counts): (Vec<Vec<Tile>>, Vec<u32>) = Default::default();
        for ship in fleet {
            let places = placements(grid, ship);
            match tiles.iter().position(|known| *known == places) {
                Some(known) => counts[known] += 1,
                None if !d.has_room(places.len() * ship.cells.len() * size_of::<[usize; 8]>()) => return,
                None => (tiles.push(places), counts.push(1)).0,
            }
        }
        let used = d.tiles(&tiles);
        d.meaning(&FLEET).filled(&shade, &tiles, &used);
        for (used, count) in used.iter().zip(counts) {
            d.rule(&FLEET).total(used.iter().copied(), count);
        }
        d.rule(&TOUCH).apart(&shade, &tiles, &used);
    },
    look: Look::Ships,
    ..Kind::BLANK
};

/// Returns the number of a part of a ship, which goes on above, below, at the left, at the right: 1 to 4 for the ends
/// above, below, at the left and at the right, 5 for a middle, 6 for a ship of one cell, 7 to 10 for corners.
fn part_of(goes_on: [bool; 4]) -> u32 {
    match goes_on {
        [true, true, ..] | [.., true, true] => 5,
        [up, down, left, right] => match (up, down, left, right) {
            (_, true, false, false) => 1,
            (true, _, false, false) => 2,
            (false, false, _, true) => 3,
            (false, false, true, _) => 4,
            (false, false, ..) => 6,
            (_, true, _, true) => 7,
            (_, true, ..) => 8,
            (_, _, _, true) => 9,
            _ => 10,
        },
    }
}

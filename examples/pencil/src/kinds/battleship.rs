//! Battleships.

use super::*;
use crate::clue::SHIP_PARTS;

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
                let is_part = |row: [i32; 4]| {
                    let ways: String = "udlr".chars().zip(row).filter(|(_, goes)| *goes == 1).map(|(way, _)| way).collect();
                    // A middle goes on at both sides, or above and below.
                    let is_middle = ways.contains("ud") || ways.contains("lr");
                    if part == 5 { is_middle } else { SHIP_PARTS.get(part as usize - 1) == Some(&&ways[..]) }
                };
                let rows = (0..16).map(|bits| [0, 1, 2, 3].map(|at| bits >> at & 1)).filter(|row| is_part(*row));
                let rows = rows.filter(|row| around.iter().zip(row).all(|(at, goes)| at.is_some() || *goes == 0));
                let rows = rows.map(|row| around.iter().zip(row).filter(|(at, _)| at.is_some()).map(|(_, goes)| goes).collect());
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
    make: Some(Make::dig(&[Asked(Sides), Asked(Cells)]).on(&[Layout::Own(Fleet, |puzzle| Clue::Fleet(Ship::fleet(if puzzle.board.cells.len() < 64 { 3 } else { 4 })))])),
    ..Kind::BLANK
};

//! Nurikabe.

use super::*;

const SEA: Rule = rule("sea", "The shaded cells are connected.");
const SQUARE: Rule = rule("square", "No two by two cells are all shaded.");
const ISLANDS: Rule = rule("islands", "Each group of white cells has one number.");
const SIZE: Rule = rule("size", "A number tells how many cells its white group has.");

pub const KIND: Kind = Kind {
    id: "nurikabe",
    name: "Nurikabe",
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Both(Shade)],
    rules: &[&SEA, &SQUARE, &ISLANDS, &SIZE],
    declare: |d| {
        let shade = d.shade();
        let clues = d.puzzle.cells();
        let sizes: Vec<(usize, Option<u32>)> = clues.iter().map(|(cell, clue)| (*cell, clue.number())).collect();
        let island = d.reaches(&sizes);
        for (cell, (&shade, &island)) in shade.iter().zip(&island).enumerate() {
            d.meaning(&ISLANDS).cell(cell).post(shade.eq(1).iff(island.eq(0)));
        }
        d.rule(&SEA).connected(&shade, 1);
        d.rule(&SQUARE).no_square(&shade, 1);
        let mut islands = regions(&island, d.puzzle.board.cells.pairs());
        for (number, &(cell, size)) in (1..).zip(&sizes) {
            d.meaning(&ISLANDS).cell(cell).post(clause([island[cell].is(number)]));
            let bounds = size.map_or(1..=island.len(), |size| size as usize..=size as usize);
            if let Some(size) = size {
                d.rule(&SIZE).cell(cell).total(island.iter().map(|island| island.is(number)), size);
            }
            islands = islands.region(number, bounds);
        }
        d.rule(&SIZE).post(islands);
        for (a, b) in d.puzzle.board.cells.pairs() {
            let (a_is, b_is) = (island[a], island[b]);
            d.rule(&ISLANDS).cell(a).post(a_is.eq(0) | b_is.eq(0) | a_is.eq(b_is));
        }
    },
    make: Some(Make::grow(&[], &[Area], Some(Move::Within)).drawing(|puzzle, chance| {
        Some(Answer(vec![(Shade, carved(puzzle.board.cells, 6, chance)?)]))
    })),
    ..Kind::BLANK
};
